#include "cells/nodes.h"

#include <assert.h>

#include "cells/links.h"
#include "cells/pools.h"
#include "cells/sieve.h"
#include "check/check.h"
#include "util/seconds.h"

static bool is_needed(const struct pools *p) {
    for (uint32_t i = 0; i < p->holders.n; i++)
        if (p->holders.at[i].field_of != NO_POOL) return true;
    return false;
}

/* Facts that exclude the error, if there are such. */
static bool find_facts(struct cfa *c, const struct pools *p, const struct budget *b, struct facts *f) {
    term_vec ghosts = {0};
    VEC_PUSH(&ghosts, term_fresh("node", sort_bv(p->width)));
    VEC_PUSH(&ghosts, term_fresh("node", sort_bv(p->width)));
    links_suggest(c, p, ghosts.at[0], ghosts.at[1], f);
    bool enough = sieve(c, &ghosts, f, b) && sieve_excludes_error(c, &ghosts, f, b);
    VEC_RELEASE(&ghosts);
    return enough;
}

bool nodes_prove(struct cfa *c, const struct budget *b, struct verdict *v) {
    assert(v->kind == VERDICT_UNKNOWN);
    struct pools p;
    struct facts f;
    if (!pools_find(c, &p)) return false;
    facts_init(&f, c->locs.n);
    struct budget own = budget_part(b, BUDGET_CPU, CELLS_NODES_SHARE, CELLS_NODES_SECONDS);
    bool enough = is_needed(&p) && find_facts(c, &p, &own, &f);
    if (enough) {
        v->kind = VERDICT_TRUE;
        v->proof = PROOF_FORALL;
        facts_copy(&v->invariant, &f);
        struct budget trimming = budget_cpu(CELLS_TRIM_SECONDS);
        check_minimize_for_all_ghosts(c, &v->invariant, check_own_solver(), &trimming);
    }
    facts_release(&f);
    pools_release(&p);
    return enough;
}
