/* Greedy shrinking: drop steps, then assumptions, then replace terms by their parts or by
 * constants, as long as the session still fails (in whatever way). */
#include "session.h"

#include "term/subst.h"

static bool fails(const session *s) {
    struct tally unused = {0};
    return session_run(s, &unused) != NULL;
}

static bool try_without_step(session *s, uint32_t i) {
    session c = session_copy(s);
    VEC_RELEASE(&c.at[i].terms);
    memmove(c.at + i, c.at + i + 1, (c.n - i - 1) * sizeof *c.at);
    c.n--;
    bool ok = fails(&c);
    if (ok) {
        session swap = *s;
        *s = c;
        c = swap;
    }
    session_release(&c);
    return ok;
}

static bool try_without_assumption(session *s, uint32_t i, uint32_t j) {
    term_vec *terms = &s->at[i].terms;
    term kept = terms->at[j];
    terms->at[j] = VEC_LAST(terms);
    terms->n--;
    if (fails(s)) return true;
    terms->n++;
    terms->at[j] = kept;
    return false;
}

/* In all terms of the session at once, so that what is shared stays shared. */
static bool try_replacing(session *s, term old, term by) {
    session c = session_copy(s);
    for (uint32_t i = 0; i < c.n; i++)
        for (uint32_t j = 0; j < c.at[i].terms.n; j++) {
            term_vec waiting = {0};
            struct int_map done = {0};
            term *t = &c.at[i].terms.at[j];
            *int_map_put(&done, old, NULL) = by;
            VEC_PUSH(&waiting, *t);
            while (waiting.n) {
                term x = VEC_LAST(&waiting);
                uint32_t before = waiting.n;
                for (uint32_t k = 0; k < term_arity(x) && !int_map_get(&done, x); k++)
                    if (!int_map_get(&done, term_arg(x, k))) VEC_PUSH(&waiting, term_arg(x, k));
                if (waiting.n > before) continue;
                (void)VEC_POP(&waiting);
                if (int_map_get(&done, x)) continue;
                term_vec args = {0};
                for (uint32_t k = 0; k < term_arity(x); k++)
                    VEC_PUSH(&args, (term)*int_map_get(&done, term_arg(x, k)));
                term made = args.n ? term_rebuild(x, args.at) : x;
                *int_map_put(&done, x, NULL) = made;
                VEC_RELEASE(&args);
            }
            *t = (term)*int_map_get(&done, *t);
            int_map_release(&done);
            VEC_RELEASE(&waiting);
        }
    bool ok = fails(&c);
    if (ok) {
        session swap = *s;
        *s = c;
        c = swap;
    }
    session_release(&c);
    return ok;
}

static void collect(term t, struct int_map *seen, term_vec *all) {
    term_vec waiting = {0};
    VEC_PUSH(&waiting, t);
    while (waiting.n) {
        term x = VEC_POP(&waiting);
        bool added;
        int_map_put(seen, x, &added);
        if (!added) continue;
        VEC_PUSH(all, x);
        for (uint32_t k = 0; k < term_arity(x); k++) VEC_PUSH(&waiting, term_arg(x, k));
    }
    VEC_RELEASE(&waiting);
}

static bool try_simplifying(session *s, term x) {
    sort k = term_sort(x);
    if (term_arity(x) && sort_kind_of(k) != SORT_ARRAY) {
        if (try_replacing(s, x, term_const(k, value_of(0)))) return true;
        if (sort_kind_of(k) == SORT_BOOL && try_replacing(s, x, term_true())) return true;
    }
    for (uint32_t i = 0; i < term_arity(x); i++)
        if (term_sort(term_arg(x, i)) == k && try_replacing(s, x, term_arg(x, i))) return true;
    return false;
}

static bool shrink_terms(session *s) {
    struct int_map seen = {0};
    term_vec all = {0};
    bool any = false;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t j = 0; j < s->at[i].terms.n; j++) collect(s->at[i].terms.at[j], &seen, &all);
    for (uint32_t i = 0; i < all.n && !any; i++) any = try_simplifying(s, all.at[i]);
    int_map_release(&seen);
    VEC_RELEASE(&all);
    return any;
}

void session_shrink(session *s) {
    bool again = true;
    for (int rounds = 0; again && rounds < 500; rounds++) {
        again = false;
        for (uint32_t i = s->n; i-- > 0;) again |= try_without_step(s, i);
        for (uint32_t i = 0; i < s->n; i++)
            for (uint32_t j = s->at[i].terms.n; s->at[i].kind == STEP_CHECK && j-- > 0;)
                again |= try_without_assumption(s, i, j);
        again |= shrink_terms(s);
    }
}
