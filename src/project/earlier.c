#include "project/earlier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "project/numbers.h"
#include "term/subst.h"
#include "util/hash.h"
#include "util/mem.h"

/* ---- names ---- */

/* What a variable is called in the source, and where; the k-th of that name. */
static uint64_t var_label(const struct cfa *c, uint32_t index) {
    const struct cfa_var *v = &c->vars.at[index];
    const char *name = v->c_name ? v->c_name : term_name(v->var);
    const char *function = v->pos.function ? v->pos.function : "";
    uint32_t k = 0;
    for (uint32_t i = 0; i < index; i++) {
        const struct cfa_var *u = &c->vars.at[i];
        const char *other = u->c_name ? u->c_name : term_name(u->var);
        k += !strcmp(other, name) && !strcmp(u->pos.function ? u->pos.function : "", function);
    }
    char *text = mem_printf("%s %s %u", function, name, k);
    uint64_t label = hash_bytes(text, strlen(text));
    free(text);
    return label;
}

static const char *function_of(const struct cfa *c, loc l) {
    const char *function = c->locs.at[l].pos.function;
    return function ? function : "";
}

static bool is_in(const struct cfa *c, loc l, const char *function) {
    return l != c->l0 && l != c->lE && !strcmp(function_of(c, l), function);
}

static bool is_before(const struct cfa *c, loc a, loc b) {
    const struct src_pos *x = &c->locs.at[a].pos, *y = &c->locs.at[b].pos;
    if (x->line != y->line) return x->line < y->line;
    return x->column != y->column ? x->column < y->column : a < b;
}

/* Which loop of its function it is, or which of the other places, in the order of the source: twice
 * that, and one for loops. */
static uint32_t place_number(const struct cfa *c, loc l) {
    uint32_t n = 0;
    for (loc m = 0; m < c->locs.n; m++)
        n += m != l && is_in(c, m, function_of(c, l)) && c->locs.at[m].loop_head == c->locs.at[l].loop_head &&
             is_before(c, m, l);
    return 2 * n + c->locs.at[l].loop_head;
}

/* Is it the first place of its function, so that each function is met once? */
static bool is_first_place(const struct cfa *c, loc l) {
    if (l == c->l0 || l == c->lE) return false;
    for (loc m = 0; m < l; m++)
        if (is_in(c, m, function_of(c, l))) return false;
    return true;
}

static void key_of(const char *function, char key[SHA256_HEX + 1]) {
    char *text = mem_printf("earlier versions 1\n%s\n", function);
    sha256_hex(text, strlen(text), key);
    free(text);
}

/* ---- keeping: a version is a line ---- */

static void put_vars(struct numbers_writer *w) {
    numbers_put(w, w->c->vars.n);
    for (uint32_t i = 0; i < w->c->vars.n; i++) {
        numbers_put(w, var_label(w->c, i));
        numbers_put_sort(w, term_sort(w->c->vars.at[i].var));
    }
}

/* False if there is nothing to keep, or facts speak of more than the automaton's variables. */
static bool print_version(struct strbuf *b, const struct cfa *c, const struct facts *invariant,
                          const char *function) {
    struct numbers_writer w = {.c = c};
    uint32_t n = 0;
    put_vars(&w);
    for (loc l = 0; l < c->locs.n; l++)
        for (uint32_t i = 0; is_in(c, l, function) && i < invariant->at[l].n; i++, n++) {
            numbers_put(&w, 1);
            numbers_put(&w, place_number(c, l));
            numbers_put_term(&w, invariant->at[l].at[i]);
        }
    numbers_put(&w, 0);
    bool good = n > 0 && n <= EARLIER_MOST_FACTS && !w.foreign.n;
    if (good) {
        strbuf_bytes(b, w.out.text, w.out.n);
        strbuf_char(b, '\n');
    }
    numbers_writer_release(&w);
    return good;
}

/* The lines of *old that are not the new one, as long as there is room. */
static void add_old(struct strbuf *b, const struct strbuf *old) {
    size_t first = b->n;
    uint32_t kept = 1;
    for (const char *at = old->n ? old->text : ""; *at && kept < EARLIER_VERSIONS;) {
        size_t n = strcspn(at, "\n") + 1;
        bool same = n == first && !memcmp(at, b->text, n);
        if (!at[n - 1]) return; /* the last line has no end: not ours */
        if (!same) strbuf_bytes(b, at, n);
        kept += !same;
        at += n;
    }
}

void earlier_keep(const struct folder *f, const struct cfa *c, const struct facts *invariant) {
    if (invariant->n != c->locs.n) return;
    for (loc l = 0; l < c->locs.n; l++) {
        if (!is_first_place(c, l)) continue;
        struct strbuf body = {0}, old = {0};
        char key[SHA256_HEX + 1];
        key_of(function_of(c, l), key);
        if (print_version(&body, c, invariant, function_of(c, l))) {
            folder_read(f, key, &old);
            add_old(&body, &old);
            folder_write(f, key, &body);
        }
        strbuf_release(&body);
        strbuf_release(&old);
    }
}

/* ---- finding ---- */

/* The variable of c with this label and sort; TERM_NONE: there is none. */
static term matching_var(const struct cfa *c, uint64_t label, sort s) {
    for (uint32_t i = 0; i < c->vars.n; i++)
        if (term_sort(c->vars.at[i].var) == s && var_label(c, i) == label) return c->vars.at[i].var;
    return TERM_NONE;
}

/* The variables of the earlier version: ours where names and sorts agree; *lost are those that we
 * have not. */
static void get_vars(struct numbers_reader *r, const struct cfa *c, struct cfa *theirs, term_vec *lost) {
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        uint64_t label = numbers_get(r);
        sort s = numbers_get_sort(r);
        term ours = r->broken ? TERM_NONE : matching_var(c, label, s);
        if (r->broken) return;
        if (ours == TERM_NONE) VEC_PUSH(lost, ours = term_fresh("lost", s));
        VEC_PUSH(&theirs->vars, ((struct cfa_var){.var = ours}));
    }
}

static bool mentions(term t, const term_vec *lost) {
    term_vec vars = {0};
    bool found = false;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n && !found; i++)
        for (uint32_t k = 0; k < lost->n && !found; k++) found = vars.at[i] == lost->at[k];
    VEC_RELEASE(&vars);
    return found;
}

static void place(const struct cfa *c, const char *function, uint32_t number, term fact,
                  struct facts *candidates) {
    for (loc l = 0; l < c->locs.n; l++)
        if (is_in(c, l, function) && place_number(c, l) == number) facts_add(candidates, l, fact);
}

static void read_version(const char *text, size_t n, const struct cfa *c, const char *function,
                         struct facts *candidates) {
    struct cfa theirs = {0};
    struct numbers_reader r = {.c = &theirs, .at = text, .end = text + n};
    term_vec lost = {0};
    get_vars(&r, c, &theirs, &lost);
    for (uint32_t k = 0; k < EARLIER_MOST_FACTS && !r.broken && numbers_get_below(&r, 2); k++) {
        uint32_t number = numbers_get_below(&r, UINT32_MAX);
        term fact = numbers_get_term(&r);
        if (!r.broken && term_sort(fact) == sort_bool() && !mentions(fact, &lost))
            place(c, function, number, fact, candidates);
    }
    numbers_reader_release(&r);
    VEC_RELEASE(&theirs.vars);
    VEC_RELEASE(&lost);
}

void earlier_find(const struct folder *f, const struct cfa *c, struct facts *candidates) {
    assert(candidates->n == c->locs.n);
    for (loc l = 0; l < c->locs.n; l++) {
        if (!is_first_place(c, l)) continue;
        struct strbuf body = {0};
        char key[SHA256_HEX + 1];
        key_of(function_of(c, l), key);
        if (folder_read(f, key, &body))
            for (const char *at = body.text; *at; at += strcspn(at, "\n"), at += *at == '\n')
                read_version(at, strcspn(at, "\n"), c, function_of(c, l), candidates);
        strbuf_release(&body);
    }
}
