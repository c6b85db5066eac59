/* Reader of AIGER 1.9 (Biere, Heljanko, Wieringa: "AIGER 1.9 And Beyond"), ASCII and binary.
 *
 * The header's numbers are promises that nobody has kept yet: nothing is allocated by them unless
 * the bytes of the file can back them. Only the number of inputs of a binary file (which take no
 * bytes) and unused variable numbers of an ASCII file go without backing; both are bounded by
 * SPARE. Section by section the literals are read as the file numbers them; then `renumber` brings
 * the model into the order of aiger.h, which also finds undefined variables and cycles. Binary
 * files already have that order. */
#include "ic3bit/aiger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE = 1 << 24, MAX_BYTES = 1 << 30 };

struct header {
    bool binary;
    uint32_t variables, inputs, latches, outputs, ands, bads, constraints, justice, fairness;
};

struct aiger_reader {
    const uint8_t *data;
    size_t n, at;
    int line; /* of the text part; 0 after the gates of a binary file, where bytes are counted */
    const char *name;
    struct error *e;
    struct header h;
    struct aiger *m;
    /* by the file's variable: 1 + index among inputs, latches, ands in this order; 0: none */
    uint32_t *defined;
    literal_vec lhs; /* ASCII: the gates' left-hand sides, as in the file */
};

static bool bad_byte(struct aiger_reader *r, const char *what) {
    error_set(r->e, r->name, 0, 0, "at byte %zu: %s", r->at, what);
    return false;
}

static bool bad_text(struct aiger_reader *r, const char *what) {
    if (!r->line) return bad_byte(r, what);
    error_set(r->e, r->name, r->line, 0, "%s", what);
    return false;
}

static int peek(const struct aiger_reader *r) { return r->at < r->n ? r->data[r->at] : -1; }

static bool number(struct aiger_reader *r, uint32_t *value) {
    uint64_t v = 0;
    if (peek(r) < '0' || peek(r) > '9') return bad_text(r, "expected a number");
    for (int c = peek(r); c >= '0' && c <= '9'; c = peek(r)) {
        v = 10 * v + (uint64_t)(c - '0');
        if (v > UINT32_MAX) return bad_text(r, "number too large");
        r->at++;
    }
    *value = (uint32_t)v;
    return true;
}

static bool space(struct aiger_reader *r) {
    if (peek(r) != ' ') return bad_text(r, "expected a space");
    r->at++;
    return true;
}

static bool newline(struct aiger_reader *r) {
    if (peek(r) == '\r') r->at++;
    if (peek(r) != '\n') return bad_text(r, "expected the end of the line");
    r->at++;
    if (r->line) r->line++;
    return true;
}

static bool literal(struct aiger_reader *r, uint32_t *lit) {
    if (!number(r, lit)) return false;
    if (*lit / 2 > r->h.variables) return bad_text(r, "literal above the header's maximum");
    return true;
}

static bool header_format(struct aiger_reader *r) {
    if (r->n < 4 || (memcmp(r->data, "aig ", 4) && memcmp(r->data, "aag ", 4)))
        return bad_text(r, "not an AIGER file: expected 'aag' or 'aig'");
    r->h.binary = r->data[1] == 'i';
    r->at = 4;
    return true;
}

/* Are the header's numbers possible for a file of this size? Every latch, output and so on takes
 * two bytes. */
static bool header_plausible(struct aiger_reader *r) {
    const struct header *h = &r->h;
    uint64_t defined = (uint64_t)h->inputs + h->latches + h->ands, left = r->n - r->at;
    uint64_t lines =
        (uint64_t)h->latches + h->outputs + h->ands + h->bads + h->constraints + h->justice + h->fairness;
    if (!h->binary) lines += h->inputs;
    if (2 * lines > left + 1) return bad_text(r, "the file is too short for the numbers in its header");
    if (defined > h->variables)
        return bad_text(r, "header: the maximum variable is below inputs + latches + gates");
    if (h->binary && defined != h->variables)
        return bad_text(r, "header: the maximum variable of a binary file is inputs + latches + gates");
    if (h->variables > SPARE + left) return bad_text(r, "header: more variables than this file could define");
    return true;
}

static bool read_header(struct aiger_reader *r) {
    struct header *h = &r->h;
    uint32_t *fields[] = {&h->variables, &h->inputs,      &h->latches, &h->outputs, &h->ands,
                          &h->bads,      &h->constraints, &h->justice, &h->fairness};
    if (!header_format(r)) return false;
    for (int i = 0; i < 9; i++) {
        if (i >= 5 && peek(r) != ' ') break;
        if (i && !space(r)) return false;
        if (!number(r, fields[i])) return false;
    }
    return newline(r) && header_plausible(r);
}

/* Gives a variable of the file its place among the definitions. */
static bool define(struct aiger_reader *r, uint32_t lit, uint32_t place) {
    if (lit < 2 || lit & 1) return bad_text(r, "a definition needs a positive, even literal");
    if (r->defined[lit / 2]) return bad_text(r, "variable defined twice");
    r->defined[lit / 2] = place;
    return true;
}

static bool read_inputs(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->h.inputs; i++) {
        uint32_t lit = 2 * (i + 1);
        if (r->h.binary) r->defined[i + 1] = 1 + i;
        else if (!literal(r, &lit) || !define(r, lit, 1 + i) || !newline(r)) return false;
    }
    r->m->inputs = r->h.inputs;
    return true;
}

static bool read_reset(struct aiger_reader *r, uint32_t lit, uint32_t *reset) {
    *reset = RESET_0;
    if (peek(r) != ' ') return true;
    if (!space(r) || !number(r, reset)) return false;
    if (*reset == lit) *reset = RESET_ANY;
    else if (*reset > 1) return bad_text(r, "the reset of a latch is 0, 1 or the latch itself");
    return true;
}

static bool read_latches(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->h.latches; i++) {
        uint32_t place = 1 + r->h.inputs + i, lit = 2 * place;
        struct aiger_latch l;
        if (r->h.binary) r->defined[place] = place;
        else if (!literal(r, &lit) || !define(r, lit, place) || !space(r)) return false;
        if (!literal(r, &l.next) || !read_reset(r, lit, &l.reset) || !newline(r)) return false;
        VEC_PUSH(&r->m->latches, l);
    }
    return true;
}

static bool read_list(struct aiger_reader *r, uint32_t n, literal_vec *list) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit;
        if (!literal(r, &lit) || !newline(r)) return false;
        VEC_PUSH(list, lit);
    }
    return true;
}

/* Justice properties: first all sizes, then all literals. */
static bool read_justice(struct aiger_reader *r) {
    uint64_t total = 0;
    VEC(uint32_t) sizes = {0};
    bool good = true;
    for (uint32_t i = 0; i < r->h.justice; i++) {
        uint32_t size = 0;
        good = good && number(r, &size) && newline(r);
        if (good) total += size;
        if (good) VEC_PUSH(&sizes, size);
    }
    if (good && 2 * total > r->n - r->at + 1)
        good = bad_text(r, "the file is too short for its justice properties");
    for (uint32_t i = 0; good && i < sizes.n; i++) {
        VEC_PUSH(&r->m->justices, (literal_vec){0});
        good = read_list(r, sizes.at[i], &VEC_LAST(&r->m->justices));
    }
    VEC_RELEASE(&sizes);
    return good;
}

static bool read_ands_text(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->h.ands; i++) {
        struct aiger_and g;
        uint32_t lit;
        if (!literal(r, &lit) || !define(r, lit, 1 + r->h.inputs + r->h.latches + i)) return false;
        if (!space(r) || !literal(r, &g.a) || !space(r) || !literal(r, &g.b) || !newline(r)) return false;
        VEC_PUSH(&r->m->ands, g);
        VEC_PUSH(&r->lhs, lit);
    }
    return true;
}

static bool delta(struct aiger_reader *r, uint32_t *value) {
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
        int c = peek(r);
        if (c < 0) return bad_byte(r, "the file ends inside the gates");
        if (shift > 28) return bad_byte(r, "a difference of literals has too many bytes");
        r->at++;
        v |= (uint64_t)(c & 127) << shift;
        if (!(c & 128)) break;
    }
    if (v > UINT32_MAX) return bad_byte(r, "a difference of literals is too large");
    *value = (uint32_t)v;
    return true;
}

static bool read_ands_binary(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->h.ands; i++) {
        uint32_t lhs = 2 * (1 + r->h.inputs + r->h.latches + i), d0, d1;
        if (!delta(r, &d0) || !delta(r, &d1)) return false;
        if (d0 == 0 || d0 > lhs || d1 > lhs - d0) return bad_byte(r, "a gate's operands are out of order");
        VEC_PUSH(&r->m->ands, (struct aiger_and){lhs - d0, lhs - d0 - d1});
        r->defined[lhs / 2] = lhs / 2;
    }
    r->line = 0;
    return true;
}

static uint32_t symbol_limit(const struct aiger_reader *r, int kind) {
    const struct header *h = &r->h;
    switch (kind) {
    case 'i': return h->inputs;
    case 'l': return h->latches;
    case 'o': return h->outputs;
    case 'b': return h->bads;
    case 'c': return h->constraints;
    case 'j': return h->justice;
    case 'f': return h->fairness;
    default: return 0;
    }
}

static bool read_symbol(struct aiger_reader *r) {
    struct aiger_symbol s = {(char)peek(r), 0, NULL};
    if (peek(r) < 0 || !strchr("ilobcjf", peek(r)) || !s.kind)
        return bad_text(r, "expected a symbol or a comment");
    r->at++;
    if (!number(r, &s.index) || !space(r)) return false;
    if (s.index >= symbol_limit(r, s.kind)) return bad_text(r, "symbol for something that does not exist");
    const uint8_t *end = memchr(r->data + r->at, '\n', r->n - r->at);
    if (!end) return bad_text(r, "the file ends inside a symbol");
    size_t n = (size_t)(end - r->data) - r->at;
    s.name = mem_alloc(n + 1);
    memcpy(s.name, r->data + r->at, n);
    s.name[n] = 0;
    r->at += n;
    VEC_PUSH(&r->m->symbols, s);
    return newline(r);
}

static bool at_comment(const struct aiger_reader *r) {
    if (peek(r) != 'c') return false;
    int next = r->at + 1 < r->n ? r->data[r->at + 1] : '\n';
    return next == '\n' || next == '\r';
}

static bool read_symbols(struct aiger_reader *r) {
    while (r->at < r->n && !at_comment(r))
        if (!read_symbol(r)) return false;
    if (r->at >= r->n) return true;
    size_t from = r->at + 2 < r->n ? r->at + 2 : r->n, n = r->n - from;
    r->m->comment = mem_alloc(n + 1);
    memcpy(r->m->comment, r->data + from, n);
    r->m->comment[n] = 0;
    return true;
}

/* The file's literal in the model's numbering; defined ones only. */
static uint32_t renamed(const struct aiger_reader *r, uint32_t lit) {
    return lit < 2 ? lit : 2 * r->defined[lit / 2] + (lit & 1);
}

static bool check_defined(struct aiger_reader *r, uint32_t lit) {
    if (lit < 2 || r->defined[lit / 2]) return true;
    error_set(r->e, r->name, 0, 0, "literal %u is used but not defined", lit);
    return false;
}

static bool rename_list(struct aiger_reader *r, literal_vec *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (!check_defined(r, list->at[i])) return false;
        list->at[i] = renamed(r, list->at[i]);
    }
    return true;
}

/* Depth-first over the gates of an ASCII file: sets `order[i]` to the topological place of gate
 * i. */
struct sorter {
    uint32_t *order; /* 0: new, 1: open, else 2 + place */
    uint32_t first_place, placed;
    literal_vec stack;
};

static bool is_gate(const struct aiger_reader *r, uint32_t lit) {
    return lit >= 2 && r->defined[lit / 2] > r->h.inputs + r->h.latches;
}

static bool visit_operand(struct aiger_reader *r, struct sorter *s, uint32_t lit) {
    if (!check_defined(r, lit)) return false;
    if (!is_gate(r, lit)) return true;
    uint32_t gate = r->defined[lit / 2] - s->first_place;
    if (s->order[gate] == 1) {
        error_set(r->e, r->name, 0, 0, "the gate of literal %u depends on itself", lit & ~1u);
        return false;
    }
    if (s->order[gate] == 0) VEC_PUSH(&s->stack, gate);
    return true;
}

static bool sort_from(struct aiger_reader *r, struct sorter *s, uint32_t gate) {
    VEC_PUSH(&s->stack, gate);
    while (s->stack.n) {
        uint32_t g = VEC_LAST(&s->stack), depth = s->stack.n;
        if (s->order[g] == 0) {
            s->order[g] = 1;
            if (!visit_operand(r, s, r->m->ands.at[g].a) || !visit_operand(r, s, r->m->ands.at[g].b))
                return false;
            if (s->stack.n > depth) continue;
        }
        if (s->order[g] == 1) s->order[g] = 2 + s->placed++;
        (void)VEC_POP(&s->stack);
    }
    return true;
}

static bool sort_gates(struct aiger_reader *r) {
    struct sorter s = {.first_place = 1 + r->h.inputs + r->h.latches};
    struct aiger_and *sorted = mem_alloc(r->m->ands.n * sizeof *sorted);
    bool ok = true;
    s.order = mem_zero(r->m->ands.n, sizeof *s.order);
    for (uint32_t i = 0; ok && i < r->m->ands.n; i++)
        if (s.order[i] == 0) ok = sort_from(r, &s, i);
    for (uint32_t i = 0; ok && i < r->m->ands.n; i++)
        r->defined[r->lhs.at[i] / 2] = s.first_place + s.order[i] - 2;
    for (uint32_t i = 0; ok && i < r->m->ands.n; i++) {
        uint32_t a = renamed(r, r->m->ands.at[i].a), b = renamed(r, r->m->ands.at[i].b);
        sorted[s.order[i] - 2] = a >= b ? (struct aiger_and){a, b} : (struct aiger_and){b, a};
    }
    if (ok && r->m->ands.n) memcpy(r->m->ands.at, sorted, r->m->ands.n * sizeof *sorted);
    free(sorted);
    free(s.order);
    VEC_RELEASE(&s.stack);
    return ok;
}

static bool renumber(struct aiger_reader *r) {
    struct aiger *m = r->m;
    if (!r->h.binary && !sort_gates(r)) return false;
    for (uint32_t i = 0; i < m->latches.n; i++) {
        if (!check_defined(r, m->latches.at[i].next)) return false;
        m->latches.at[i].next = renamed(r, m->latches.at[i].next);
    }
    for (uint32_t i = 0; i < m->justices.n; i++)
        if (!rename_list(r, &m->justices.at[i])) return false;
    return rename_list(r, &m->outputs) && rename_list(r, &m->bads) && rename_list(r, &m->constraints) &&
           rename_list(r, &m->fairness);
}

static bool read_sections(struct aiger_reader *r) {
    const struct header *h = &r->h;
    return read_inputs(r) && read_latches(r) && read_list(r, h->outputs, &r->m->outputs) &&
           read_list(r, h->bads, &r->m->bads) && read_list(r, h->constraints, &r->m->constraints) &&
           read_justice(r) && read_list(r, h->fairness, &r->m->fairness) &&
           (h->binary ? read_ands_binary(r) : read_ands_text(r)) && read_symbols(r) && renumber(r);
}

struct aiger *aiger_parse(const void *data, size_t n, const char *name, struct error *e) {
    struct aiger_reader r = {.data = data, .n = n, .line = 1, .name = name, .e = e};
    if (n > MAX_BYTES) bad_text(&r, "the file is too large");
    else if (read_header(&r)) {
        r.m = MEM_NEW(struct aiger);
        r.defined = mem_zero((size_t)r.h.variables + 1, sizeof *r.defined);
        if (!read_sections(&r)) {
            assert(e->set);
            aiger_free(r.m);
            r.m = NULL;
        }
    }
    free(r.defined);
    VEC_RELEASE(&r.lhs);
    return r.m;
}

/* All bytes of a file, or NULL with an error. Reading stops above MAX_BYTES. */
static void *slurp(const char *path, size_t *n, struct error *e) {
    FILE *f = fopen(path, "rb");
    struct strbuf text = {0};
    char block[1 << 16];
    if (!f) {
        error_set(e, path, 0, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    for (size_t got; text.n <= MAX_BYTES && (got = fread(block, 1, sizeof block, f)) > 0;)
        strbuf_bytes(&text, block, got);
    if (ferror(f)) error_set(e, path, 0, 0, "cannot be read: %s", strerror(errno));
    fclose(f);
    *n = text.n;
    return strbuf_take(&text);
}

struct aiger *aiger_read(const char *path, struct error *e) {
    size_t n = 0;
    void *data = slurp(path, &n, e);
    struct aiger *m = data && !e->set ? aiger_parse(data, n, path, e) : NULL;
    free(data);
    return m;
}
