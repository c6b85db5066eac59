/* Choices whose condition is known where they stand.
 *
 * In (ite (= 3 x) a b), x is 3 within a, and (= 3 x) is false within b. An element of a small array
 * that is read and written at an index x is made of such choices: h[x] = h[x] + 1 gives the cell h3
 * the value
 *     ite(x = 3, ite(x = 0, h0, ite(x = 1, h1, ...)) + 1, h3)
 * which is as long as the array, for each of its cells, and says no more than ite(x = 3, h3 + 1,
 * h3). The makers of terms look at one operator at a time and do not see that. Only branches that
 * have choices of their own are looked at, and only small ones: it is quadratic in the depth of
 * choices. */
#include "term/subst.h"

enum { MAX_BRANCH = 400 /* subterms */ };

static term with(term t, term from, term to) {
    if (term_is_larger(t, MAX_BRANCH) || !term_has(t, OP_ITE)) return t;
    struct int_map by = {0};
    *int_map_put(&by, from, NULL) = to;
    t = term_replace(&by, t);
    int_map_release(&by);
    return t;
}

static term resolve(term choice) {
    term condition = term_arg(choice, 0), a = term_arg(choice, 1), b = term_arg(choice, 2);
    bool fixes = term_op_of(condition) == OP_EQ && term_is_const(term_arg(condition, 0)) &&
                 !term_is_const(term_arg(condition, 1));
    a = fixes ? with(a, term_arg(condition, 1), term_arg(condition, 0)) : with(a, condition, term_true());
    b = with(b, condition, term_false());
    return term_ite(condition, a, b);
}

/* Results stay in *done, because the values of one step, and of many, share most of their
 * subterms. */
term term_resolve_choices(struct int_map *done, term t) {
    term_vec subterms = {0}, args = {0};
    term_subterms_unseen(t, done, &subterms);
    terms_sort(subterms.at, subterms.n); /* arguments first */
    for (uint32_t i = 0; i < subterms.n; i++) {
        term old = subterms.at[i], new = old;
        VEC_CLEAR(&args);
        for (uint32_t j = 0; j < term_arity(old); j++)
            VEC_PUSH(&args, (term)*int_map_get(done, term_arg(old, j)));
        if (args.n) new = term_rebuild(old, args.at);
        if (term_op_of(new) == OP_ITE) new = resolve(new);
        *int_map_put(done, old, NULL) = new;
    }
    VEC_RELEASE(&subterms);
    VEC_RELEASE(&args);
    return (term)*int_map_get(done, t);
}
