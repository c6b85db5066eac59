/* Search of the logging solver.
 *
 * Textbook CDCL: two watched literals with blockers, 1-UIP learning, local minimization, decisions
 * by a queue to whose end the variables of a conflict move (VMTF), saved phases, Luby restarts,
 * retirement of clauses by glue. None of our other solvers can say how it derived a clause; making
 * the small one do so would slow down what IC3 needs it for.
 *
 * Chains stay short by one device: a literal that becomes true at level 0 gets a unit clause at
 * once, derived from its reason and the unit clauses of that one's other literals. Literals that
 * are false at level 0 are resolved away with those units, so that learnt clauses never hold
 * them. */
#include "sat/logged_internal.h"

#include <assert.h>
#include <stdlib.h>

#include "util/clock.h"

enum { RESTART_UNIT = 5 };

static int8_t value(const struct logged *s, uint32_t lit) { return s->value.at[lit]; }

/* Ends a derived clause whose chain was linked from `chain` on. */
static uint32_t derive(struct logged *s, const uint32_t *lits, uint32_t n, uint32_t chain) {
    uint32_t clause = logged_store(s, lits, n);
    struct logged_clause *c = &s->clauses.at[clause];
    c->chain = chain;
    c->chain_n = s->links.n - chain;
    c->derived = 1;
    return clause;
}

/* Resolves all literals of the antecedents but `keep` away with unit clauses. */
static uint32_t derive_unit(struct logged *s, uint32_t clause, uint32_t keep) {
    uint32_t chain = s->links.n, n = s->clauses.at[clause].n;
    logged_link(s, 0, clause);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = logged_lits(s, clause)[i];
        if (lit != keep) logged_link(s, lit / 2, s->vars.at[lit / 2].reason);
    }
    return derive(s, &keep, keep ? 1 : 0, chain);
}

static void assign(struct logged *s, uint32_t lit, uint32_t reason) {
    assert(!s->value.at[lit]);
    struct logged_var *v = &s->vars.at[lit / 2];
    s->value.at[lit] = 1;
    s->value.at[lit ^ 1] = -1;
    v->level = logged_level(s);
    v->position = s->trail.n;
    v->reason = reason;
    VEC_PUSH(&s->trail, lit);
    if (!v->level && s->clauses.at[reason].n > 1) {
        uint32_t unit = derive_unit(s, reason, lit);
        s->vars.at[lit / 2].reason = unit;
    }
}

static void backtrack(struct logged *s, uint32_t level) {
    if (logged_level(s) <= level) return;
    uint32_t start = s->level_start.at[level];
    while (s->trail.n > start) {
        uint32_t lit = VEC_POP(&s->trail), v = lit / 2;
        s->value.at[lit] = s->value.at[lit ^ 1] = 0;
        s->vars.at[v].phase = lit & 1 ? -1 : 1;
        if (s->vars.at[v].stamp > s->vars.at[s->search].stamp) s->search = v;
    }
    s->head = start;
    s->level_start.n = level;
}

/* Looks for another literal to watch instead of lits[1], which is false. */
static bool move_watch(struct logged *s, uint32_t clause, uint32_t *lits) {
    uint32_t n = s->clauses.at[clause].n;
    for (uint32_t k = 2; k < n; k++) {
        if (value(s, lits[k]) < 0) continue;
        uint32_t lit = lits[1];
        lits[1] = lits[k];
        lits[k] = lit;
        VEC_PUSH(&s->watches.at[lits[1]], (struct logged_watcher){clause, lits[0]});
        return true;
    }
    return false;
}

/* Visits the clauses that watch a literal that became false; returns a conflict or NO_CLAUSE. */
static uint32_t visit(struct logged *s, uint32_t falsified) {
    logged_watchers *list = &s->watches.at[falsified];
    uint32_t kept = 0, i = 0, conflict = NO_CLAUSE;
    while (i < list->n && conflict == NO_CLAUSE) {
        struct logged_watcher w = list->at[i++];
        list->at[kept++] = w;
        if (value(s, w.blocker) > 0) continue;
        uint32_t *lits = logged_lits(s, w.clause);
        if (lits[0] == falsified) lits[0] = lits[1], lits[1] = falsified;
        if (value(s, lits[0]) <= 0 && move_watch(s, w.clause, lits)) {
            kept--;
            continue;
        }
        list->at[kept - 1].blocker = lits[0];
        if (value(s, lits[0]) < 0) conflict = w.clause;
        else if (!value(s, lits[0])) assign(s, lits[0], w.clause);
    }
    while (i < list->n) list->at[kept++] = list->at[i++];
    list->n = kept;
    return conflict;
}

static uint32_t propagate(struct logged *s) {
    uint32_t conflict = NO_CLAUSE;
    while (conflict == NO_CLAUSE && s->head < s->trail.n) conflict = visit(s, s->trail.at[s->head++] ^ 1);
    return conflict;
}

static void found_empty(struct logged *s, uint32_t conflict) { s->empty = derive_unit(s, conflict, 0); }

void logged_clause(struct logged *s, const int *lits, uint32_t n) {
    assert(!logged_level(s));
    if (s->empty != NO_CLAUSE) return;
    VEC_CLEAR(&s->scratch);
    for (uint32_t i = 0; i < n; i++)
        VEC_PUSH(&s->scratch, lits[i] < 0 ? 2 * (uint32_t)-lits[i] + 1 : 2 * (uint32_t)lits[i]);
    /* literals that are not false come first */
    for (uint32_t i = 0, front = 0; i < n && front < 2; i++) {
        uint32_t lit = s->scratch.at[i];
        if (value(s, lit) < 0) continue;
        s->scratch.at[i] = s->scratch.at[front];
        s->scratch.at[front++] = lit;
    }
    uint32_t clause = logged_store(s, s->scratch.at, n);
    if (n > 1) logged_attach(s, clause);
    uint32_t conflict = NO_CLAUSE;
    if (!n || value(s, s->scratch.at[0]) < 0) conflict = clause;
    else if ((n < 2 || value(s, s->scratch.at[1]) < 0) && !value(s, s->scratch.at[0])) {
        assign(s, s->scratch.at[0], clause);
        conflict = propagate(s);
    }
    if (conflict != NO_CLAUSE) found_empty(s, conflict);
}

/* Takes the literals of an antecedent into account; returns how many are new on the current
 * level. */
static uint32_t resolve(struct logged *s, uint32_t clause, uint32_t pivot) {
    const uint32_t *lits = logged_lits(s, clause);
    uint32_t here = 0;
    logged_link(s, pivot, clause);
    for (uint32_t i = 0; i < s->clauses.at[clause].n; i++) {
        struct logged_var *v = &s->vars.at[lits[i] / 2];
        if (lits[i] / 2 == pivot || v->seen) continue;
        v->seen = 1;
        VEC_PUSH(&s->marked, lits[i] / 2);
        if (!v->level) VEC_PUSH(&s->units, lits[i] / 2);
        else if (v->level == logged_level(s)) here++;
        else VEC_PUSH(&s->learnt, lits[i]);
    }
    return here;
}

/* Is the literal implied by others of the learnt clause and by units? */
static bool redundant(const struct logged *s, uint32_t lit) {
    uint32_t reason = s->vars.at[lit / 2].reason;
    if (reason == NO_CLAUSE) return false;
    const uint32_t *lits = logged_lits(s, reason);
    for (uint32_t i = 0; i < s->clauses.at[reason].n; i++) {
        const struct logged_var *v = &s->vars.at[lits[i] / 2];
        if (lits[i] / 2 != lit / 2 && v->level && !v->seen) return false;
    }
    return true;
}

/* Steps in the order of the trail, latest first: what an earlier step brings back, a later one
 * removes. */
static void order_by_trail(const struct logged *s, logged_words *lits) {
    for (uint32_t i = 1; i < lits->n; i++) {
        uint32_t lit = lits->at[i], j = i;
        for (; j && s->vars.at[lits->at[j - 1] / 2].position < s->vars.at[lit / 2].position; j--)
            lits->at[j] = lits->at[j - 1];
        lits->at[j] = lit;
    }
}

static void minimize(struct logged *s) {
    uint32_t kept = 1;
    VEC_CLEAR(&s->scratch);
    for (uint32_t i = 1; i < s->learnt.n; i++) {
        if (redundant(s, s->learnt.at[i])) VEC_PUSH(&s->scratch, s->learnt.at[i]);
        else s->learnt.at[kept++] = s->learnt.at[i];
    }
    s->learnt.n = kept;
    order_by_trail(s, &s->scratch);
    for (uint32_t i = 0; i < s->scratch.n; i++)
        resolve(s, s->vars.at[s->scratch.at[i] / 2].reason, s->scratch.at[i] / 2); /* adds units only */
    assert(s->learnt.n == kept);
}

static void forget_marks(struct logged *s) {
    for (uint32_t i = 0; i < s->marked.n; i++) s->vars.at[s->marked.at[i]].seen = 0;
    VEC_CLEAR(&s->marked);
}

/* 1-UIP into s->learnt, its chain into the links. */
static void analyze(struct logged *s, uint32_t conflict) {
    VEC_CLEAR(&s->learnt);
    VEC_CLEAR(&s->units);
    VEC_PUSH(&s->learnt, 0);
    uint32_t open = resolve(s, conflict, 0), i = s->trail.n, lit;
    for (;;) {
        do lit = s->trail.at[--i];
        while (!s->vars.at[lit / 2].seen);
        if (--open == 0) break;
        open += resolve(s, s->vars.at[lit / 2].reason, lit / 2);
    }
    s->learnt.at[0] = lit ^ 1;
    minimize(s);
    for (uint32_t k = 0; k < s->units.n; k++)
        logged_link(s, s->units.at[k], s->vars.at[s->units.at[k]].reason);
    for (uint32_t k = 0; k < s->marked.n; k++)
        if (s->vars.at[s->marked.at[k]].level) logged_bump(s, s->marked.at[k]);
    forget_marks(s);
}

/* The highest level below the current one comes second; returns it. */
static uint32_t backjump_level(struct logged *s) {
    uint32_t level = 0;
    for (uint32_t i = 1; i < s->learnt.n; i++) {
        uint32_t lit = s->learnt.at[i], mine = s->vars.at[lit / 2].level;
        if (mine <= level) continue;
        s->learnt.at[i] = s->learnt.at[1];
        s->learnt.at[1] = lit;
        level = mine;
    }
    return level;
}

static uint32_t glue(struct logged *s) {
    uint32_t n = 0;
    VEC_CLEAR(&s->scratch);
    for (uint32_t i = 0; i < s->learnt.n && n < 64; i++) {
        uint32_t level = s->vars.at[s->learnt.at[i] / 2].level, k = 0;
        while (k < n && s->scratch.at[k] != level) k++;
        if (k < n) continue;
        VEC_PUSH(&s->scratch, level);
        n++;
    }
    return n;
}

static void learn(struct logged *s, uint32_t conflict) {
    uint32_t chain = s->links.n;
    analyze(s, conflict);
    uint32_t clause = derive(s, s->learnt.at, s->learnt.n, chain);
    s->clauses.at[clause].glue = glue(s);
    uint32_t level = backjump_level(s);
    memcpy(logged_lits(s, clause), s->learnt.at, s->learnt.n * sizeof *s->learnt.at);
    backtrack(s, level);
    if (s->learnt.n > 1) logged_attach(s, clause);
    assign(s, s->learnt.at[0], clause);
}

static bool decide(struct logged *s) {
    while (s->search && value(s, 2 * s->search)) s->search = s->vars.at[s->search].before;
    if (!s->search) return false;
    uint32_t v = s->search;
    VEC_PUSH(&s->level_start, s->trail.n);
    assign(s, 2 * v + (s->vars.at[v].phase < 0), NO_CLAUSE);
    return true;
}

/* Luby's sequence 1 1 2 1 1 2 4 ... */
static uint64_t luby(uint64_t i) {
    uint64_t size = 1;
    while (size < i + 1) size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

static void maintain(struct logged *s) {
    if (s->conflicts < s->restart_at) return;
    backtrack(s, 0);
    s->restart_at = s->conflicts + RESTART_UNIT * luby(s->restarts++);
    if (s->conflicts >= s->reduce_at) logged_reduce(s);
}

static enum sat_result search(struct logged *s, uint64_t end) {
    while (s->empty == NO_CLAUSE) {
        uint32_t conflict = propagate(s);
        if (conflict == NO_CLAUSE) {
            if (s->conflicts >= end) return SAT_UNKNOWN;
            maintain(s);
            if (s->head == s->trail.n && !decide(s)) return SAT_SAT;
            continue;
        }
        s->conflicts++;
        if (s->conflicts % 128 == 0 && stop_requested()) return SAT_UNKNOWN;
        if (logged_level(s)) learn(s, conflict);
        else found_empty(s, conflict);
    }
    return SAT_UNSAT;
}

enum sat_result logged_solve(struct logged *s, uint32_t conflicts) {
    enum sat_result r = stop_requested() ? SAT_UNKNOWN : search(s, s->conflicts + conflicts);
    backtrack(s, 0);
    return r;
}

static int sink_fresh(void *solver) { return logged_fresh(solver); }

static void sink_clause(void *solver, const int *lits, uint32_t n) { logged_clause(solver, lits, n); }

struct sat_sink logged_sink(struct logged *s) { return (struct sat_sink){s, sink_fresh, sink_clause}; }
