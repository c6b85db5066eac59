/* Counterexamples for people: fewer and smaller numbers.
 *
 * A candidate log is run on the unreduced automaton and kept if it still leads to lE; the log is
 * then replaced by what that run really drew, since another value may well take another path. First
 * chunks of values are set to 0, halving the chunk (delta debugging), then each value that is left
 * is tried as 1, -1, 2, ..., and halved. Runs are the cost: the search stops when its time is
 * over. */
#include "replay/replay.h"

struct search {
    const struct cfa *c;
    input_log *best;
    uint64_t max_edges;
    struct budget budget;
};

static bool over(const struct search *s) { return budget_over(&s->budget); }

/* Does the candidate lead to the same failure? Then it becomes the best log. */
static bool accept(struct search *s, const input_log *candidate) {
    input_log used = {0};
    struct replay_end end = replay_run(s->c, candidate, s->max_edges, NULL, &used);
    bool good = end.end == RUN_ERROR && used.n <= s->best->n && used.check == s->best->check;
    if (good) input_log_copy(s->best, &used);
    input_log_release(&used);
    return good;
}

static bool is_scalar(const struct search *s, uint32_t site) {
    return sort_kind_of(s->c->sites.at[site].sort) != SORT_ARRAY;
}

/* Sets the values begin .. begin+n-1 to 0. False if that changes nothing or fails. */
static bool try_zeros(struct search *s, uint32_t begin, uint32_t n) {
    input_log candidate = {0};
    bool changed = false, accepted = false;
    input_log_copy(&candidate, s->best);
    for (uint32_t i = begin; i < candidate.n && i < begin + n; i++) {
        if (!is_scalar(s, candidate.at[i].site) || value_same(candidate.at[i].value, value_of(0))) continue;
        candidate.at[i].value = value_of(0);
        changed = true;
    }
    if (changed) accepted = accept(s, &candidate);
    input_log_release(&candidate);
    return accepted;
}

/* Memory and variables that nobody set first: the compiled program will have 0 there. */
static void zero_uninitialized(struct search *s) {
    input_log candidate = {0};
    input_log_copy(&candidate, s->best);
    for (uint32_t i = 0; i < candidate.n; i++)
        if (is_scalar(s, candidate.at[i].site) && s->c->sites.at[candidate.at[i].site].kind == SITE_UNINIT)
            candidate.at[i].value = value_of(0);
    if (!accept(s, &candidate)) input_log_copy(&candidate, s->best);
    VEC_CLEAR(&candidate.initial);
    accept(s, &candidate);
    input_log_release(&candidate);
}

static void zero_chunks(struct search *s) {
    for (uint32_t n = s->best->n; n; n /= 2)
        for (uint32_t begin = 0; begin < s->best->n && !over(s); begin += n) try_zeros(s, begin, n);
}

static bool try_value(struct search *s, uint32_t i, value v) {
    if (i >= s->best->n || value_same(s->best->at[i].value, v)) return false;
    input_log candidate = {0};
    input_log_copy(&candidate, s->best);
    candidate.at[i].value = v;
    bool accepted = accept(s, &candidate);
    input_log_release(&candidate);
    return accepted;
}

/* The value of a bit-vector of up to 64 bits as a number, by the site's signedness. */
static int64_t number_of(const struct cfa_site *site, value v) {
    uint32_t width = sort_width(site->sort);
    if (!site->is_signed || width >= 64) return (int64_t)v.lo;
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (int64_t)((v.lo ^ sign) - sign);
}

static value value_from(const struct cfa_site *site, int64_t number) {
    uint32_t width = sort_width(site->sort);
    uint64_t mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    return value_of((uint64_t)number & mask);
}

/* Small candidates first, then half of the way to zero as long as that works. */
static void shrink_number(struct search *s, uint32_t i) {
    static const int64_t small[] = {1, -1, 2, -2, 3, 4, 5, 7, 8, 10, 16, 32, 64, 100};
    const struct cfa_site *site = &s->c->sites.at[s->best->at[i].site];
    if (sort_kind_of(site->sort) != SORT_BV || sort_width(site->sort) > 64) return;
    int64_t now = number_of(site, s->best->at[i].value);
    uint64_t size = now < 0 ? 0 - (uint64_t)now : (uint64_t)now;
    for (size_t k = 0; k < sizeof small / sizeof *small && !over(s); k++) {
        uint64_t wanted = small[k] < 0 ? (uint64_t)-small[k] : (uint64_t)small[k];
        if (wanted >= size || (small[k] < 0 && !site->is_signed)) continue;
        if (try_value(s, i, value_from(site, small[k]))) return;
    }
    for (int64_t step = now / 2; step && !over(s) && i < s->best->n; step /= 2)
        if (try_value(s, i, value_from(site, now - step))) now -= step;
}

void replay_minimize(const struct cfa *unreduced, input_log *log, const struct budget *b) {
    struct search s = {.c = unreduced, .best = log, .budget = *b};
    input_log first = {0};
    input_log_copy(&first, log);
    struct replay_end end = replay_run(unreduced, &first, 0, NULL, NULL);
    input_log_release(&first);
    assert(end.end == RUN_ERROR);
    s.max_edges = end.edges * 2 + 1000;
    zero_uninitialized(&s);
    zero_chunks(&s);
    for (uint32_t i = 0; i < log->n && !over(&s); i++)
        if (!value_same(log->at[i].value, value_of(0))) shrink_number(&s, i);
}
