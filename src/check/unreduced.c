/* The proof on the unreduced automaton.
 *
 * The facts of the invariant become candidates at the locations that their location stands for
 * (cfa.image). Reductions have also used what no fact says: that a variable is constant, or a copy
 * of another one. So these equalities are found first, by executing the regions (region.h) until
 * nothing changes, from "not reached" at every cut point but l0: conditional constants (Wegman and
 * Zadeck) and congruence of variables, between cut points only.
 *
 * Then, for each cut point l and each end l' of its region,
 *
 *     I(l) & E(l) & paths(l, l') => I(l') & E(l')
 *     I(l) & E(l) & paths(l, lE)    is unsatisfiable.
 *
 * A candidate that a model refutes is dropped (Houdini): a reduction may have made a variable's
 * value arbitrary where nobody reads it. What is left in the end is inductive, whatever was
 * proposed; whether it excludes lE is what counts.
 *
 * Facts about all elements of arrays (forall.c) mention ghosts, which are not the automaton's: with
 * them as free variables, inductiveness is asked as above. What holds at l holds for all of their
 * values, so the instances at the indices that the region reads are assumed, too.
 *
 * Bounded proofs and k-inductive ones are checked by chains of regions instead of single ones.
 *
 * Reductions know more than that of pointers: null or one of few addresses, and only one behind a
 * test for null. So "p is this address" is a candidate at every cut point, for every address that p
 * is given somewhere.
 *
 * Limits: facts that reductions used and that are no such equalities (z = x + 1) are not found; the
 * caller then falls back to the reduced automaton. */
#include "check/unreduced.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/bounded.h"
#include "check/cases.h"
#include "check/folded.h"
#include "check/instances.h"
#include "check/region.h"
#include "check/scribe.h"
#include "util/mem.h"
#include "util/seconds.h"
#include "util/stats.h"

enum {
    MANY_CHOICES = 16,
    MANY_FACTS = 300,
    MORE_REGIONS = 20 /* cycles that the reductions have removed make chains longer */
};

struct inquiry {
    const struct cfa *c;
    struct regions regions;
    term_vec *facts; /* I(l) per location */
    /* E(l) per location and variable: a constant, or the first variable that has the same value;
     * NULL: not reached */
    term **known;
    int kind;
    /* Something was seen by multiplying out, which solvers that read a certificate do not see. */
    bool by_algebra;
    char *why;
};

static bool give_up(struct inquiry *q, const char *why, loc l) {
    struct strbuf b = {0};
    strbuf_text(&b, why);
    if (l != LOC_NONE) {
        strbuf_text(&b, " from ");
        cfa_print_pos(&b, q->c, q->c->locs.at[l].pos);
    }
    if (!q->why) q->why = strbuf_take(&b);
    strbuf_release(&b);
    return false;
}

static bool too_late(struct inquiry *q) { return give_up(q, "no time is left", LOC_NONE); }

/* ---- candidates ---- */

static void add_candidates(struct inquiry *q, loc to, const term_vec *facts) {
    assert(to < q->c->locs.n);
    for (uint32_t i = 0; i < facts->n && q->facts[to].n < MANY_FACTS; i++)
        VEC_PUSH(&q->facts[to], facts->at[i]);
}

/* At cycles that the reductions have removed, any fact may be needed. */
static void guess(struct inquiry *q, const struct facts *invariant, loc at) {
    if (facts_count(invariant) > MANY_FACTS) return;
    for (loc l = 0; l < invariant->n; l++)
        for (uint32_t i = 0; i < invariant->at[l].n; i++)
            if (invariant->at[l].at[i] != term_false()) VEC_PUSH(&q->facts[at], invariant->at[l].at[i]);
}

/* The addresses among the choices of a value: constants that are not null. */
static void addresses_in(term chosen, term_vec *out) {
    term_vec waiting = {0};
    VEC_PUSH(&waiting, chosen);
    for (uint32_t seen = 0; waiting.n && seen < MANY_CHOICES; seen++) {
        term t = VEC_POP(&waiting);
        if (term_op_of(t) == OP_ITE) {
            VEC_PUSH(&waiting, term_arg(t, 1));
            VEC_PUSH(&waiting, term_arg(t, 2));
        } else if (term_is_const(t) && t != term_bv(term_width(t), 0)) VEC_PUSH(out, t);
    }
    VEC_RELEASE(&waiting);
}

/* var == address, for every address that a variable is given. */
static void address_candidates(const struct cfa *c, term_vec *out) {
    for (uint32_t i = 0; i < c->cmds.n && out->n < MANY_FACTS; i++) {
        const struct cfa_cmd *command = &c->cmds.at[i];
        for (uint32_t k = 0; command->kind == CMD_ASSIGN && k < command->n; k++) {
            sort s = term_sort(command->assigns[k].var);
            term_vec addresses = {0};
            if (sort_kind_of(s) == SORT_BV && sort_width(s) == c->pointer_width)
                addresses_in(command->assigns[k].value, &addresses);
            for (uint32_t j = 0; j < addresses.n; j++)
                VEC_PUSH(out, term_eq(command->assigns[k].var, addresses.at[j]));
            VEC_RELEASE(&addresses);
        }
    }
}

static const term_vec *facts_for(const struct cfa *reduced, const struct facts *invariant, loc l) {
    loc image = l < reduced->image.n ? reduced->image.at[l] : LOC_NONE;
    if (image == LOC_NONE || image >= invariant->n || image == reduced->lE || image == reduced->l0)
        return NULL;
    return invariant->at[image].n ? &invariant->at[image] : NULL;
}

static void inquiry_init(struct inquiry *q, const struct cfa *c, const struct cfa *reduced,
                         const struct facts *invariant, int kind, const struct budget *b) {
    *q = (struct inquiry){.c = c, .kind = kind};
    uint8_t *wanted = mem_zero(c->locs.n, 1);
    for (loc l = 0; l < c->locs.n; l++) wanted[l] = facts_for(reduced, invariant, l) != NULL;
    regions_init(&q->regions, c, wanted, b);
    q->facts = mem_zero(c->locs.n, sizeof *q->facts);
    q->known = mem_zero(c->locs.n, sizeof *q->known);
    term_vec addresses = {0};
    address_candidates(c, &addresses);
    for (loc l = 0; l < c->locs.n; l++) {
        if (!q->regions.cut[l] || l == c->l0 || l == c->lE) continue;
        add_candidates(q, l, &addresses);
        if (wanted[l]) add_candidates(q, l, facts_for(reduced, invariant, l));
        else if (l >= reduced->image.n || reduced->image.at[l] == LOC_NONE) guess(q, invariant, l);
    }
    VEC_RELEASE(&addresses);
    free(wanted);
}

static void inquiry_release(struct inquiry *q) {
    for (loc l = 0; l < q->c->locs.n; l++) {
        VEC_RELEASE(&q->facts[l]);
        free(q->known[l]);
    }
    free(q->facts);
    free(q->known);
    regions_release(&q->regions);
}

/* ---- constants and copies ---- */

/* Weakens E(at) such that it holds of the place as well: variables stay together that had one value
 * before (same entry in E) and have one now. */
static bool learn(struct inquiry *q, loc at, const struct place *p) {
    assert(at < q->c->locs.n);
    term *old = q->known[at], *now = mem_alloc((q->c->vars.n + 1) * sizeof *now);
    struct int_map first = {0};
    bool changed = !old;
    for (uint32_t v = 0; v < q->c->vars.n; v++) {
        term t = p->values[v];
        bool added, constant = term_is_const(t) && (!old || old[v] == t);
        uint64_t *leader = int_map_put(&first, (uint64_t)(old ? old[v] : 0) << 32 | t, &added);
        if (added) *leader = q->c->vars.at[v].var;
        now[v] = constant ? t : (term)*leader;
        changed |= old && now[v] != old[v];
    }
    int_map_release(&first);
    free(old);
    q->known[at] = now;
    return changed;
}

/* What holds at a cut point as a place: constants and leaders instead of the variables. */
static struct place known_place(const struct inquiry *q, loc l) {
    assert(l < q->c->locs.n);
    struct place p;
    place_init(&p, q->c);
    for (uint32_t v = 0; v < q->c->vars.n; v++) p.values[v] = q->known[l][v];
    return p;
}

/* Where a region leads; false if there was no time. */
static bool follow(struct inquiry *q, loc from, term_vec *definitions, arrivals *out) {
    struct place start = known_place(q, from);
    bool good = regions_follow(&q->regions, from, &start, definitions, out);
    place_release(&start);
    return good || too_late(q);
}

static bool find_known(struct inquiry *q) {
    struct place start;
    VEC(loc) waiting = {0};
    bool good = true;
    place_init(&start, q->c);
    learn(q, q->c->l0, &start);
    place_release(&start);
    VEC_PUSH(&waiting, q->c->l0);
    for (uint32_t i = 0; i < waiting.n && good; i++) {
        term_vec definitions = {0};
        arrivals ends = {0};
        good = follow(q, waiting.at[i], &definitions, &ends);
        for (uint32_t k = 0; k < ends.n && good; k++)
            if (ends.at[k].at != q->c->lE && learn(q, ends.at[k].at, &ends.at[k].place))
                VEC_PUSH(&waiting, ends.at[k].at);
        arrivals_release(&ends);
        VEC_RELEASE(&definitions);
    }
    VEC_RELEASE(&waiting);
    return good;
}

bool unreduced_known(const struct cfa *c, const uint8_t *wanted, const struct budget *b, term **known) {
    struct inquiry q = {.c = c, .known = known};
    regions_init(&q.regions, c, wanted, b);
    bool good = find_known(&q);
    free(q.why);
    regions_release(&q.regions);
    return good;
}

/* E(at) and I(at) for the values of a place, one formula each. */
static void claims(const struct inquiry *q, loc at, const struct place *p, term_vec *out) {
    assert(at < q->c->locs.n);
    for (uint32_t i = 0; i < q->facts[at].n; i++) VEC_PUSH(out, place_apply(q->c, p, q->facts[at].at[i]));
    for (uint32_t v = 0; v < q->c->vars.n; v++)
        if (q->known[at] && q->known[at][v] != q->c->vars.at[v].var)
            VEC_PUSH(out, term_eq(p->values[v], place_apply(q->c, p, q->known[at][v])));
}

static term all_claims(const struct inquiry *q, loc at, const struct place *p) {
    if (at == q->c->lE || !q->known[at]) return term_false();
    term_vec parts = {0};
    claims(q, at, p, &parts);
    term all = term_and_n(parts.at, parts.n);
    VEC_RELEASE(&parts);
    return all;
}

/* ---- inductiveness ---- */

static double rest(const struct inquiry *q) { return budget_query(&q->regions.budget); }

/* Drops the candidates at the end of a region that the model refutes; false if there is none. */
static bool drop_refuted(struct inquiry *q, struct solver *s, const struct arrival *end) {
    term_vec *facts = &q->facts[end->at];
    struct model m = {0};
    uint32_t kept = 0, before = facts->n;
    for (uint32_t i = 0; i < before; i++) {
        term fact = place_apply(q->c, &end->place, facts->at[i]);
        solver_model(s, fact, &m);
        if (term_holds(&m, fact)) facts->at[kept++] = facts->at[i];
    }
    facts->n = kept;
    model_release(&m);
    return kept < before;
}

/* The claims that are not seen, case by case, to hold after the paths; all if there are no
 * products. */
static term open_claims(struct inquiry *q, const term_vec *start, term paths, term claims) {
    term_vec literals = {0}, parts = {0};
    for (uint32_t i = 0; i < start->n; i++) VEC_PUSH(&literals, start->at[i]);
    VEC_PUSH(&literals, paths);
    VEC_PUSH(&literals, claims);
    term open = claims;
    if (cases_wanted(&literals)) {
        if (claims == term_false()) VEC_PUSH(&parts, claims);
        else term_conjuncts(claims, &parts);
        open = term_true();
        for (uint32_t i = 0; i < parts.n; i++) {
            literals.at[literals.n - 1] = term_not(parts.at[i]);
            if (regions_late(&q->regions) || !cases_refuted(&literals, q->kind))
                open = term_and(open, parts.at[i]);
            else {
                stats.algebra_checks++;
                q->by_algebra = true;
            }
        }
    }
    VEC_RELEASE(&literals);
    VEC_RELEASE(&parts);
    return open;
}

/* paths & !claims, for facts about all elements claim by claim and with the instances that
 * matter. */
static enum answer ask_escape(struct solver *s, term paths, term claims, const term_vec *instances) {
    term_vec parts = {0};
    enum answer a = ANSWER_UNSAT;
    if (instances->n) term_conjuncts(claims, &parts);
    else VEC_PUSH(&parts, claims);
    for (uint32_t i = 0; i < parts.n && a == ANSWER_UNSAT; i++) {
        term_vec assumptions = {0};
        VEC_PUSH(&assumptions, paths);
        VEC_PUSH(&assumptions, term_not(parts.at[i]));
        a = check_with_instances(s, instances, &assumptions);
        VEC_RELEASE(&assumptions);
    }
    VEC_RELEASE(&parts);
    return a;
}

/* I(l) & E(l) & paths & !(I(l') & E(l')); for lE without what follows the paths. */
static bool check_end(struct inquiry *q, struct solver *s, loc from, const struct arrival *end,
                      const term_vec *start, const term_vec *instances, bool exclude, bool *dropped) {
    if (end->at == q->c->lE && !exclude) return true;
    for (;;) {
        term claims = all_claims(q, end->at, &end->place);
        if (claims == term_true() || end->place.in == term_false()) return true;
        claims = open_claims(q, start, end->place.in, claims);
        if (claims == term_true()) return true;
        solver_set_limit(s, rest(q));
        switch (ask_escape(s, end->place.in, claims, instances)) {
        case ANSWER_UNSAT: return true;
        case ANSWER_UNKNOWN: return give_up(q, "the solver gave no answer about the code", from);
        case ANSWER_SAT: break;
        }
        if (end->at == q->c->lE) return give_up(q, "the facts do not exclude the error", from);
        if (!drop_refuted(q, s, end)) return give_up(q, "an equality fails", from);
        *dropped = true;
    }
}

/* I(l), one formula for each fact. */
static void assume_start(const struct inquiry *q, loc l, term_vec *out) {
    struct place start = known_place(q, l);
    for (uint32_t i = 0; i < q->facts[l].n; i++) VEC_PUSH(out, place_apply(q->c, &start, q->facts[l].at[i]));
    place_release(&start);
}

/* I(l) for the values of the ghosts that the paths in `formulas`, which begins with I(l), and to
 * the ends ask for. */
static void find_instances(const struct inquiry *q, loc l, const arrivals *ends, const term_vec *formulas,
                           term_vec *instances) {
    term_vec facts = {0}, paths = {0};
    uint32_t n = q->facts[l].n;
    for (uint32_t i = 0; i < formulas->n; i++) VEC_PUSH(i < n ? &facts : &paths, formulas->at[i]);
    for (uint32_t i = 0; i < ends->n; i++) {
        VEC_PUSH(&paths, ends->at[i].place.in);
        VEC_PUSH(&paths, all_claims(q, ends->at[i].at, &ends->at[i].place));
    }
    evidence_instances(q->c, &paths, &facts, instances);
    VEC_RELEASE(&facts);
    VEC_RELEASE(&paths);
}

/* The region of a cut point; *again is set for the cut points that lost a fact. */
static bool check_region(struct inquiry *q, loc from, bool exclude, uint8_t *again) {
    assert(from < q->c->locs.n);
    term_vec formulas = {0}, instances = {0};
    arrivals ends = {0};
    assume_start(q, from, &formulas);
    bool good = follow(q, from, &formulas, &ends);
    find_instances(q, from, &ends, &formulas, &instances);
    struct solver *s = solver_new_kind(q->kind, SOLVER_CHECKS);
    for (uint32_t i = 0; i < formulas.n && good; i++) solver_assert(s, formulas.at[i]);
    for (uint32_t i = 0; i < ends.n && good; i++) {
        bool dropped = false;
        good = check_end(q, s, from, &ends.at[i], &formulas, &instances, exclude, &dropped);
        if (dropped) again[ends.at[i].at] = 1;
    }
    solver_free(s);
    VEC_RELEASE(&formulas);
    VEC_RELEASE(&instances);
    arrivals_release(&ends);
    return good;
}

/* Drops candidates until all are inductive. Steps into lE are looked at when that is so: facts only
 * get weaker. */
static bool check_regions(struct inquiry *q, bool exclude) {
    uint8_t *waiting = mem_zero(q->c->locs.n, 1);
    bool good = true, some = true;
    for (loc l = 0; l < q->c->locs.n; l++) waiting[l] = q->known[l] != NULL;
    while (some && good) {
        some = false;
        for (loc l = 0; l < q->c->locs.n && good; l++) {
            if (!waiting[l]) continue;
            waiting[l] = 0;
            some = true;
            good = check_region(q, l, exclude, waiting);
        }
    }
    free(waiting);
    return good;
}

/* One script per cut point: all ends of its region in one question. */
static void print_region(struct inquiry *q, loc from, bool exclude, struct strbuf *text) {
    term_vec formulas = {0};
    arrivals ends = {0};
    assume_start(q, from, &formulas);
    follow(q, from, &formulas, &ends);
    find_instances(q, from, &ends, &formulas, &formulas);
    term escape = term_false();
    for (uint32_t i = 0; i < ends.n; i++)
        if (ends.at[i].at != q->c->lE || exclude)
            escape = term_or(escape, term_and(ends.at[i].place.in,
                                              term_not(all_claims(q, ends.at[i].at, &ends.at[i].place))));
    if (escape != term_false()) {
        struct int_map declared = {0};
        VEC_PUSH(&formulas, escape);
        strbuf_printf(text, "; paths of the unreduced automaton from location %u (", from);
        cfa_print_pos(text, q->c, q->c->locs.at[from].pos);
        strbuf_printf(text, ") to the next cut points\n(reset)\n(set-logic %s)\n", smt_logic(&formulas));
        for (uint32_t i = 0; i < formulas.n; i++) smt_assert(text, formulas.at[i], &declared);
        strbuf_text(text, "(check-sat)\n");
        int_map_release(&declared);
    }
    VEC_RELEASE(&formulas);
    arrivals_release(&ends);
}

static void print_regions(struct inquiry *q, bool exclude, struct strbuf *text) {
    q->regions.budget = budget_wall(CHECK_CERTIFICATE_SECONDS);
    for (loc l = 0; l < q->c->locs.n; l++)
        if (q->known[l]) print_region(q, l, exclude, text);
}

/* ---- chains of regions ---- */

struct region_chain {
    struct inquiry *q;
    struct scribe scribe;
    arrivals now; /* where control can be, one place per cut point */
    bool facts;   /* I and E hold along the chain */
    bool prune;   /* asks which places can be reached */
};

/* Places at the same cut point become one; the facts are assumed there. */
static void chain_settle(struct region_chain *h, const arrivals *next) {
    const struct cfa *c = h->q->c;
    VEC(struct place) *at = mem_zero(c->locs.n, sizeof *at);
    term_vec definitions = {0};
    for (uint32_t i = 0; i < next->n; i++) VEC_PUSH(&at[next->at[i].at], next->at[i].place);
    VEC_CLEAR(&h->now);
    for (loc l = 0; l < c->locs.n; l++) {
        if (!at[l].n) continue;
        struct place p = places_join(c, at[l].at, at[l].n, &definitions);
        if (h->facts && l != c->lE) VEC_PUSH(&definitions, term_implies(p.in, all_claims(h->q, l, &p)));
        VEC_PUSH(&h->now, (struct arrival){l, p});
        VEC_RELEASE(&at[l]);
    }
    for (uint32_t i = 0; i < definitions.n; i++) scribe_assert(&h->scribe, definitions.at[i]);
    VEC_RELEASE(&definitions);
    free(at);
}

/* One region further from everywhere but lE. */
static bool chain_step(struct region_chain *h) {
    arrivals next = {0};
    term_vec definitions = {0};
    bool good = true;
    for (uint32_t i = 0; i < h->now.n; i++) {
        if (good && h->now.at[i].at != h->q->c->lE)
            good = regions_follow(&h->q->regions, h->now.at[i].at, &h->now.at[i].place, &definitions, &next);
        place_release(&h->now.at[i].place);
    }
    VEC_CLEAR(&h->now);
    for (uint32_t i = 0; i < definitions.n && good; i++) scribe_assert(&h->scribe, definitions.at[i]);
    VEC_RELEASE(&definitions);
    if (good) chain_settle(h, &next);
    else
        for (uint32_t i = 0; i < next.n; i++) place_release(&next.at[i].place);
    VEC_RELEASE(&next);
    return good || too_late(h->q);
}

/* Drops the places that cannot be reached; lE must be one of them. */
static bool chain_prune(struct region_chain *h) {
    uint32_t kept = 0;
    bool good = true;
    for (uint32_t i = 0; i < h->now.n; i++) {
        struct arrival *a = &h->now.at[i];
        bool ask = a->at == h->q->c->lE || (h->prune && a->place.in != term_true());
        enum answer answer = ask && good ? scribe_claim(&h->scribe, a->place.in, rest(h->q)) : ANSWER_UNKNOWN;
        if (answer == ANSWER_UNSAT) {
            scribe_assert(&h->scribe, term_not(a->place.in));
            place_release(&a->place);
            continue;
        }
        if (a->at == h->q->c->lE && good)
            good = give_up(h->q,
                           answer == ANSWER_SAT ? "the facts at the loops do not exclude the error"
                                                : "the solver gave no answer about the whole program",
                           LOC_NONE);
        h->now.at[kept++] = *a;
    }
    h->now.n = kept;
    return good;
}

static void chain_init(struct region_chain *h, struct inquiry *q, struct strbuf *text, const char *comment) {
    *h = (struct region_chain){.q = q, .prune = true};
    scribe_init(&h->scribe, q->c, q->kind, text, comment);
}

static void chain_release(struct region_chain *h) {
    arrivals_release(&h->now);
    scribe_release(&h->scribe);
}

/* No chain of at most `depth` regions from l0 ends in lE; if `ends`, none is much longer. */
static bool check_from_start(struct inquiry *q, uint64_t depth, bool ends, bool facts, struct strbuf *text) {
    uint64_t most = ends ? 2 * depth + MORE_REGIONS : depth;
    struct region_chain h;
    struct place start;
    chain_init(&h, q, text, "chains of regions of the unreduced automaton from the start");
    h.facts = facts;
    place_init(&start, q->c);
    VEC_PUSH(&h.now, (struct arrival){q->c->l0, start});
    bool good = true;
    for (uint64_t i = 0; good && h.now.n && i < most; i++) good = chain_step(&h) && chain_prune(&h);
    if (ends && good && h.now.n)
        good = give_up(q, "the whole program has too many paths between its loops", LOC_NONE);
    chain_release(&h);
    return good;
}

/* No chain of exactly `depth` regions from anywhere, along which the facts hold, ends in lE. */
static bool check_from_anywhere(struct inquiry *q, uint64_t depth, struct strbuf *text) {
    struct region_chain h;
    arrivals all = {0};
    chain_init(&h, q, text, "chains of regions of the unreduced automaton from anywhere");
    h.facts = true;
    h.prune = false;
    for (loc l = 0; l < q->c->locs.n; l++) {
        if (!q->known[l]) continue;
        struct place p = known_place(q, l);
        p.in = term_fresh("from", sort_bool());
        VEC_PUSH(&all, (struct arrival){l, p});
    }
    chain_settle(&h, &all);
    VEC_RELEASE(&all);
    bool good = true;
    for (uint64_t i = 0; good && i < depth; i++) {
        /* shorter chains to lE are none of exactly this length */
        for (uint32_t k = 0; k < h.now.n; k++)
            if (h.now.at[k].at == q->c->lE) {
                place_release(&h.now.at[k].place);
                VEC_SWAP_REMOVE(&h.now, k);
                break;
            }
        good = chain_step(&h);
    }
    good = good && chain_prune(&h);
    chain_release(&h);
    return good;
}

/* ---- proofs ---- */

/* Often a few equalities are enough, and chains need not end where a cycle does not matter. */
static bool check_bounded(struct inquiry *q, uint64_t depth, struct strbuf *text) {
    if (find_known(q) && check_regions(q, true)) {
        if (text) print_regions(q, true, text);
        return true;
    }
    free(q->why);
    q->why = NULL;
    if (!check_from_start(q, depth, true, false, text)) return false;
    if (text && !strstr(text->text, "(check-sat")) { /* all was folded: no solver was asked */
        strbuf_clear(text);
        q->regions.budget = budget_wall(CHECK_CERTIFICATE_SECONDS);
        folded_certificate(&q->regions, 2 * depth + MORE_REGIONS, text);
    }
    return true;
}

static bool check(struct inquiry *q, const struct verdict *v, struct strbuf *text) {
    if (v->proof == PROOF_BOUNDED) return check_bounded(q, v->proof_depth, text);
    bool invariant = v->proof != PROOF_K_INDUCTION;
    if (!find_known(q) || !check_regions(q, invariant)) return false;
    if (!invariant && !(check_from_start(q, v->proof_depth, false, true, text) &&
                        check_from_anywhere(q, v->proof_depth, text)))
        return false;
    if (text) print_regions(q, invariant, text);
    return true;
}

bool evidence_check_unreduced(const struct cfa *unreduced, const struct cfa *reduced, const struct verdict *v,
                              int kind, const struct budget *b, struct strbuf *certificate, char **why) {
    assert(v->kind == VERDICT_TRUE);
    struct inquiry q;
    struct strbuf text = {0};
    inquiry_init(&q, unreduced, reduced, &v->invariant, kind, b);
    bool good = check(&q, v, certificate ? &text : NULL);
    /* The certificate of the reduced automaton has the equations as obligations of their own. */
    if (good && certificate && !q.by_algebra) strbuf_bytes(certificate, text.n ? text.text : "", text.n);
    *why = q.why;
    strbuf_release(&text);
    inquiry_release(&q);
    return good;
}
