/* Propagation, conflict analysis and the search loop of the small solver. */
#include "sat/small_internal.h"

#include <assert.h>

#include "util/clock.h"

enum { RESTART_UNIT = 100, POLL_MASK = 127 };

/* Visits one long clause whose watch `falsified` became false. Returns true if the watch stays;
 * then *conflict is set if no literal is left. */
static inline bool visit_clause(struct small *s, struct watch *w, uint32_t falsified, bool *conflict) {
    uint32_t *lits = clause_lits(s, w->ref);
    uint32_t other = lits[0] ^ lits[1] ^ falsified;
    int8_t value = s->value[other];
    w->blocker = other;
    if (value > 0) return true;
    if (value == 0 && s->domain[other / 2] < s->least_domain)
        return true; /* cannot become unit in this query */
    uint32_t n = clause_size(s, w->ref);
    for (uint32_t k = 2; k < n; k++) {
        if (s->value[lits[k]] < 0) continue;
        lits[0] = other;
        lits[1] = lits[k];
        lits[k] = falsified;
        return false;
    }
    if (value < 0) *conflict = true;
    else small_assign(s, other, w->ref);
    return true;
}

/* Propagates one falsified literal. The pool may move while watches are pushed, so positions are
 * kept as indices. */
static uint32_t propagate_literal(struct small *s, uint32_t falsified) {
    uint32_t from = s->watches[falsified].at, n = s->watches[falsified].n;
    uint32_t i = 0, j = 0, conflict = NO_REF;
    while (i < n && !conflict) {
        struct watch w = s->pool.at[from + i++];
        int8_t value = s->value[w.blocker];
        bool stays = true, failed = false;
        /* outside: neither unit nor empty */
        if (value == 0 && s->domain[w.blocker / 2] < s->least_domain) {
        } else if (w.ref & WATCH_BINARY) {
            if (value < 0) conflict = w.ref & ~WATCH_BINARY;
            else if (value == 0) small_assign(s, w.blocker, w.ref & ~WATCH_BINARY);
        } else if (value <= 0) {
            stays = visit_clause(s, &w, falsified, &failed);
            if (failed) conflict = w.ref;
            if (!stays) small_watch_push(s, clause_lits(s, w.ref)[1], w);
        }
        if (stays) s->pool.at[from + j++] = w;
    }
    if (i != j) memmove(s->pool.at + from + j, s->pool.at + from + i, (n - i) * sizeof(struct watch));
    s->watches[falsified].n = j + (n - i);
    return conflict;
}

uint32_t small_propagate(struct small *s) {
    uint32_t conflict = NO_REF;
    while (!conflict && s->head < s->trail.n) conflict = propagate_literal(s, s->trail.at[s->head++] ^ 1);
    return conflict;
}

/* Marks the literals of a clause other than `skip`'s variable; returns how many are on the current
 * level. Those below go to the learnt clause. */
static uint32_t resolve(struct small *s, uint32_t ref, uint32_t skip) {
    const uint32_t *lits = clause_lits(s, ref);
    uint32_t n = clause_size(s, ref), here = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = lits[i], v = lit / 2;
        if (v == skip || s->seen[v] || s->var[v].level == 0) continue;
        s->seen[v] = 1;
        VEC_PUSH(&s->cleared, v);
        small_bump(s, v);
        if (s->var[v].level == s->level) here++;
        else VEC_PUSH(&s->learnt, lit);
    }
    return here;
}

/* Is the literal implied by the marked ones? (Recursive minimization, with `seen` 2 = implied, 3 =
 * not.) */
static bool redundant(struct small *s, uint32_t lit, uint32_t depth) {
    assert(s->value[lit] < 0);
    uint32_t v = lit / 2, reason = s->var[v].reason;
    if (s->var[v].level == 0) return true;
    if (depth && (s->seen[v] == 1 || s->seen[v] == 2)) return true;
    if (reason == NO_REF || s->seen[v] == 3 || depth > 500) return false;
    const uint32_t *lits = clause_lits(s, reason);
    uint32_t n = clause_size(s, reason);
    bool all = true;
    for (uint32_t i = 0; all && i < n; i++) all = lits[i] / 2 == v || redundant(s, lits[i], depth + 1);
    if (depth && !s->seen[v]) {
        s->seen[v] = all ? 2 : 3;
        VEC_PUSH(&s->cleared, v);
    }
    return all;
}

static void minimize(struct small *s) {
    uint32_t kept = 1;
    for (uint32_t i = 1; i < s->learnt.n; i++)
        if (!redundant(s, s->learnt.at[i], 0)) s->learnt.at[kept++] = s->learnt.at[i];
    s->learnt.n = kept;
}

/* Moves a literal of the highest level below the current one to position 1 and returns that
 * level. */
static uint32_t backjump_level(struct small *s) {
    if (s->learnt.n == 1) return 0;
    uint32_t best = 1;
    for (uint32_t i = 2; i < s->learnt.n; i++)
        if (s->var[s->learnt.at[i] / 2].level > s->var[s->learnt.at[best] / 2].level) best = i;
    uint32_t lit = s->learnt.at[best];
    s->learnt.at[best] = s->learnt.at[1];
    s->learnt.at[1] = lit;
    return s->var[lit / 2].level;
}

static uint32_t learnt_lbd(struct small *s) {
    uint32_t lbd = 0;
    s->stamped++;
    for (uint32_t i = 0; i < s->learnt.n; i++) {
        uint32_t level = s->var[s->learnt.at[i] / 2].level;
        if (s->stamp[level] != s->stamped) lbd++;
        s->stamp[level] = s->stamped;
    }
    return lbd;
}

static void clear_seen(struct small *s) {
    for (uint32_t i = 0; i < s->cleared.n; i++) s->seen[s->cleared.at[i]] = 0;
    VEC_CLEAR(&s->cleared);
}

/* 1-UIP learning into s->learnt, asserting literal first. */
static void analyze(struct small *s, uint32_t conflict) {
    VEC_CLEAR(&s->learnt);
    VEC_PUSH(&s->learnt, 0);
    uint32_t open = 0, i = s->trail.n, ref = conflict, skip = 0, lit;
    for (;;) {
        open += resolve(s, ref, skip);
        do lit = s->trail.at[--i];
        while (!s->seen[lit / 2]);
        assert(s->var[lit / 2].level == s->level);
        if (--open == 0) break;
        skip = lit / 2;
        ref = s->var[skip].reason;
        assert(ref != NO_REF);
    }
    s->learnt.at[0] = lit ^ 1;
    minimize(s);
    clear_seen(s);
}

static bool depends_on_temporary(const struct small *s) {
    if (!s->temporary) return false;
    for (uint32_t i = 0; i < s->learnt.n; i++)
        if (s->learnt.at[i] / 2 == s->switch_var) return true;
    return false;
}

static void learn(struct small *s) {
    uint32_t lbd = learnt_lbd(s), level = backjump_level(s);
    small_backtrack(s, level);
    if (s->learnt.n == 1) {
        assert(!s->switch_var || s->learnt.at[0] / 2 != s->switch_var);
        small_assign(s, s->learnt.at[0], NO_REF);
        return;
    }
    bool temporary = depends_on_temporary(s);
    uint32_t ref =
        small_store(s, s->learnt.at, s->learnt.n, CLAUSE_LEARNT | (temporary ? CLAUSE_TEMPORARY : 0));
    s->arena.at[ref + 1] = lbd;
    small_watch(s, ref);
    VEC_PUSH(&s->learnts, ref);
    if (temporary) VEC_PUSH(&s->temporaries, ref);
    small_assign(s, s->learnt.at[0], ref);
}

static void add_to_core(struct small *s, uint32_t lit) {
    assert(lit / 2 <= s->n);
    if ((s->switch_var && lit / 2 == s->switch_var) || s->failed[lit]) return;
    s->failed[lit] = 1;
    VEC_PUSH(&s->core, lit);
}

/* The assumptions that a conflict on level 1 rests on. */
static void final_core(struct small *s, uint32_t conflict) {
    assert(s->level == 1);
    VEC_CLEAR(&s->learnt);
    resolve(s, conflict, 0);
    for (uint32_t i = s->trail.n; i-- > s->level_start.at[0];) {
        uint32_t lit = s->trail.at[i], v = lit / 2;
        if (!s->seen[v]) continue;
        if (s->var[v].reason == NO_REF) add_to_core(s, lit);
        else resolve(s, s->var[v].reason, v);
    }
    clear_seen(s);
}

static void open_level(struct small *s) {
    VEC_PUSH(&s->level_start, s->trail.n);
    s->level++;
    s->least_domain = LOCAL;
}

/* Level 1: all assumptions at once. False if they contradict each other or root-level units. */
static bool assume_all(struct small *s) {
    assert(s->level == 0);
    open_level(s);
    /* the temporary clause is false by now */
    if (s->temporary && s->value[2 * s->switch_var]) return false;
    if (s->temporary) small_assign(s, 2 * s->switch_var, NO_REF);
    for (uint32_t i = 0; i < s->assumptions.n; i++) {
        uint32_t lit = s->assumptions.at[i];
        if (s->value[lit] > 0) continue;
        if (s->value[lit] < 0) {
            add_to_core(s, lit);
            if (s->var[lit / 2].level) add_to_core(s, lit ^ 1);
            return false;
        }
        small_assign(s, lit, NO_REF);
    }
    return true;
}

/* Luby's sequence 1 1 2 1 1 2 4 ... */
static uint64_t luby(uint64_t i) {
    uint64_t size = 1, power = 0;
    while (size < i + 1) {
        size = 2 * size + 1;
        power++;
    }
    while (size - 1 != i) {
        size = (size - 1) / 2;
        power--;
        i %= size;
    }
    return (uint64_t)1 << power;
}

static bool stopped(struct small *s) {
    if (s->limit == 0) return true;
    if (s->limit > 0) s->limit--;
    if (s->conflicts & POLL_MASK) return false;
    return stop_requested() || (s->terminate && s->terminate(s->context));
}

/* A conflict on a decision level is learnt from; false if it is the end of the query. */
static bool handle_conflict(struct small *s, uint32_t conflict) {
    s->conflicts++;
    if (s->level == 0) s->inconsistent = true;
    if (s->level == 1) final_core(s, conflict);
    if (s->level < 2) return false;
    analyze(s, conflict);
    learn(s);
    s->increment *= 1 / 0.95;
    return true;
}

static bool decide(struct small *s) {
    uint32_t var = small_next_decision(s);
    if (!var) return false;
    open_level(s);
    small_assign(s, 2 * var + (s->phase[var] < 0), NO_REF);
    return true;
}

enum sat_result small_search(struct small *s) {
    uint64_t restarts = 0, restart_at = s->conflicts + RESTART_UNIT;
    for (;;) {
        uint32_t conflict = small_propagate(s);
        if (conflict) {
            if (!handle_conflict(s, conflict)) return SAT_UNSAT;
            if (stopped(s)) return SAT_UNKNOWN;
            continue;
        }
        if (s->level == 0) {
            if (!assume_all(s)) return SAT_UNSAT;
            continue;
        }
        if (s->conflicts >= restart_at && s->level > 1) {
            restart_at = s->conflicts + RESTART_UNIT * luby(++restarts);
            small_backtrack(s, 1);
        }
        if (s->learnts.n >= s->reduce_at) {
            small_reduce(s);
            s->reduce_at += 100;
        }
        if (!decide(s)) return SAT_SAT;
    }
}
