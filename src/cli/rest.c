/* The rest of a run that ended without a verdict.
 *
 * Bounded search says that no path of at most B steps of the reduced automaton leads to the error.
 * For people that is turned into rounds of loops. Every cycle of the automaton passes a loop head.
 * Let D be the longest path, in steps, between two heads, from the start to a head, or from a head
 * to the error, with no head in between. An execution that meets heads at most N times has at most
 * (N + 1) * D steps until it fails, so that none of them fails if (N + 1) * D <= B.
 *
 *     while (i < n) { ... }        with B = 16 and D = 1: the condition is met 15 times, which are
 *                                  14 rounds
 *
 * Reductions only remove steps, and a loop that they remove altogether does not matter for the
 * failure. Where an execution was cut (something is not supported, recursion goes deeper), nothing
 * is said. */
#include "cli/rest.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay/source.h"
#include "util/clock.h"

enum { SHOWN_FACTS = 12, SHOWN_LOOPS = 6 };

/* ---- rounds ---- */

struct measure {
    const struct cfa *c;
    struct cfa_index by_edge;
    /* per location: of the path from it to the next head or the error, in edges; 0: not known
     * yet */
    uint64_t *longest;
    uint8_t *state; /* 1: being visited, 2: done */
    bool cyclic;    /* there is a cycle without a head: nothing can be said */
};

static bool ends_piece(const struct cfa *c, loc l) { return l == c->lE || c->locs.at[l].loop_head; }

struct visit {
    loc l;
    uint32_t next;
};

/* Depth-first; longest[l] is set when all successors are. */
static void measure_from(struct measure *m, loc from) {
    VEC(struct visit) stack = {0};
    VEC_PUSH(&stack, ((struct visit){from, 0}));
    m->state[from] = 1;
    while (stack.n && !m->cyclic) {
        struct visit *top = &VEC_LAST(&stack);
        loc l = top->l;
        if (top->next == m->by_edge.out[l].n) {
            m->state[l] = 2;
            stack.n--;
            continue;
        }
        loc to = m->c->edges.at[m->by_edge.out[l].at[top->next]].to;
        if (!ends_piece(m->c, to) && m->state[to] == 0) {
            m->state[to] = 1;
            VEC_PUSH(&stack, ((struct visit){to, 0}));
            continue;
        }
        m->cyclic |= !ends_piece(m->c, to) && m->state[to] == 1;
        uint64_t length = 1 + (ends_piece(m->c, to) ? 0 : m->longest[to]);
        if (length > m->longest[l]) m->longest[l] = length;
        top->next++;
    }
    VEC_RELEASE(&stack);
}

/* D of the essay; 0: there is a cycle without a head. */
static uint64_t longest_piece(const struct cfa *c) {
    struct measure m = {.c = c};
    cfa_index_edges(c, &m.by_edge);
    m.longest = mem_zero(c->locs.n, sizeof *m.longest);
    m.state = mem_zero(c->locs.n, 1);
    uint64_t longest = 1;
    for (loc l = 0; l < c->locs.n && !m.cyclic; l++) {
        if (l != c->l0 && !c->locs.at[l].loop_head) continue;
        if (!m.state[l]) measure_from(&m, l);
        if (m.longest[l] > longest) longest = m.longest[l];
    }
    bool cyclic = m.cyclic;
    free(m.longest);
    free(m.state);
    cfa_index_release(&m.by_edge);
    return cyclic ? 0 : longest;
}

static void add_loop(struct rest_bound *r, const struct cfa *c, struct src_pos pos) {
    uint32_t line, column;
    if (pos.file && source_loop_keyword(c->files.at[pos.file], pos.line, pos.column, &line, &column))
        pos.line = line, pos.column = column;
    for (uint32_t i = 0; i < r->loops.n; i++)
        if (r->loops.at[i].file == pos.file && r->loops.at[i].line == pos.line) return;
    pos.function = NULL; /* of an automaton that goes */
    VEC_PUSH(&r->loops, pos);
}

static void find_rounds(struct rest_bound *r, const struct job *j) {
    const struct cfa *c = j->reduced;
    uint64_t bound = j->verdict.bound, piece = bound ? longest_piece(c) : 0;
    if (!piece || bound / piece < 2) return;
    uint32_t heads = 0;
    bool placed = true;
    for (loc l = 0; l < c->locs.n; l++) {
        if (!c->locs.at[l].loop_head) continue;
        heads++;
        placed &= c->locs.at[l].pos.line != 0;
        add_loop(r, c, c->locs.at[l].pos);
    }
    if (!heads || !placed) return;
    r->visits = bound / piece - 1;
    r->one_loop = heads == 1 && c->locs.at[c->l0].loop_head == false;
}

void rest_rounds(struct rest_bound *r, const struct job *j) {
    VEC_RELEASE(&r->loops);
    *r = (struct rest_bound){0};
    bool unknown = j->verdict.kind == VERDICT_UNKNOWN && j->reduced && !j->internal && !j->unconfirmed;
    bool whole = unknown && !j->reduced->cuts.n && !j->contracts && !j->too_shallow && !j->cut_reached;
    if (whole) find_rounds(r, j);
}

static void copy_rounds(struct rest_bound *to, const struct rest_bound *from) {
    *to = (struct rest_bound){.visits = from->visits, .one_loop = from->one_loop};
    for (uint32_t i = 0; i < from->loops.n; i++) VEC_PUSH(&to->loops, from->loops.at[i]);
}

/* ---- the rest of the rest ---- */

static void hint(struct rest_known *r, const char *format, double n) {
    VEC_PUSH(&r->hints, mem_printf(format, n));
}

static void find_hints(struct rest_known *r, const struct job *j) {
    const char *reason = j->verdict.reason ? j->verdict.reason : "";
    bool late = strstr(reason, "timeout") || stop_requested() == STOP_INTERRUPT;
    if (strstr(reason, "timeout")) hint(r, "more time: --timeout=%.0f", 4 * options.timeout);
    if (j->needs_assumptions && strstr(reason, ledger_name(LEDGER_VALID_ACCESS)))
        hint(r, "the standard checks, which prove that accesses are valid: without --check=assert", 0);
    if (strstr(reason, "out of memory") && options.memory > 0)
        hint(r, "more memory: --memory=%.0f", 2 * options.memory);
    if (late && j->whole && checks_count(j->whole, j->results, STATUS_UNDECIDED) > 1)
        hint(r, "one check at a time: --only=ID, with the names of --list-checks", 0);
    if (late && r->rounds.loops.n)
        hint(r,
             "smaller inputs: an assumption such as __VERIFIER_assume(n <= 10) in the program says what you "
             "care about",
             0);
}

void rest_init(struct rest_known *r, const struct job *j) {
    *r = (struct rest_known){0};
    if (j->verdict.kind != VERDICT_UNKNOWN || !j->reduced || j->internal || j->unconfirmed) return;
    if (j->whole) copy_rounds(&r->rounds, &j->rounds);
    else rest_rounds(&r->rounds, j);
    if (j->verdict.held.n == j->reduced->locs.n && j->unreduced)
        proof_init(&r->held, j->reduced, j->unreduced, &j->verdict.held);
    find_hints(r, j);
}

void rest_release(struct rest_known *r) {
    proof_release(&r->held);
    for (uint32_t i = 0; i < r->hints.n; i++) free(r->hints.at[i]);
    VEC_RELEASE(&r->hints);
    VEC_RELEASE(&r->rounds.loops);
}

static void print_rounds(struct strbuf *b, const struct rest_bound *r, const struct cfa *c) {
    if (r->visits < (r->one_loop ? 2u : 1u)) return;
    uint64_t n = r->one_loop ? r->visits - 1 : r->visits;
    if (r->one_loop)
        strbuf_printf(b, "  no failure within %" PRIu64 " round%s of the loop at ", n, n == 1 ? "" : "s");
    else
        strbuf_printf(
            b,
            "  no failure while the conditions of the loops are met at most %" PRIu64 " time%s together: ", n,
            n == 1 ? "" : "s");
    for (uint32_t i = 0; i < r->loops.n && i < SHOWN_LOOPS; i++)
        strbuf_printf(b, "%s%s:%u", i ? ", " : "", c->files.at[r->loops.at[i].file], r->loops.at[i].line);
    if (r->loops.n > SHOWN_LOOPS) strbuf_printf(b, " and %u more", r->loops.n - SHOWN_LOOPS);
    strbuf_char(b, '\n');
}

static void print_held(struct strbuf *b, const struct proof *p) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < p->facts.n && shown < SHOWN_FACTS; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        if (!f->loop_head || !f->c) continue;
        if (!shown) strbuf_text(b, "  found to hold on the way (not confirmed by a second solver):\n");
        strbuf_printf(b, "    %s:%u  %s\n", p->c->files.at[f->pos.file],
                      f->keyword_line ? f->keyword_line : f->pos.line, f->c);
        shown++;
    }
    if (shown == SHOWN_FACTS) strbuf_text(b, "    (--json has all)\n");
}

void rest_print(struct strbuf *b, const struct rest_known *r, const struct job *j) {
    if (!j->reduced) return;
    print_rounds(b, &r->rounds, j->whole ? j->whole : j->reduced);
    if (r->held.facts.n) print_held(b, &r->held);
    for (uint32_t i = 0; i < r->hints.n; i++)
        strbuf_printf(b, "%s%s\n", i ? "       or " : "  try next: ", r->hints.at[i]);
}
