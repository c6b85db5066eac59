/* Layer i holds, for each cut point where control can be after i regions, the values of the
 * variables there: terms over rigid symbols, which stand for the same value wherever they occur. A
 * value that is not known (initial contents, an input of the region, paths that differ) gets a
 * rigid symbol of its own. The next layer is found by executing the regions on these values (the
 * simplifier folds), and then claimed without folding:
 *
 *     x = 3 & y = 7 & paths(l, l') => x' = 4 & y' = 7         for each end l' that the execution
 *                                                             found,
 *     x = 3 & y = 7 & paths(l, l') is unsatisfiable           for all others, and for lE.
 *
 * The last layer is empty. */
#include "check/folded.h"

#include <stdlib.h>

#include "check/scribe.h"
#include "util/mem.h"

struct layer {
    term **known;         /* per location and variable; NULL: control is not here */
    struct int_map fresh; /* rigid symbols that this layer introduces: nothing is claimed of them */
    uint32_t places;
};

static void layer_init(struct layer *y, const struct cfa *c) {
    *y = (struct layer){.known = mem_zero(c->locs.n, sizeof *y->known)};
}

static void layer_release(struct layer *y, const struct cfa *c) {
    for (loc l = 0; l < c->locs.n; l++) free(y->known[l]);
    free(y->known);
    int_map_release(&y->fresh);
}

static term new_symbol(struct layer *y, struct int_map *rigid, term var) {
    term t = term_fresh("r", term_sort(var));
    int_map_put(&y->fresh, t, NULL);
    int_map_put(rigid, t, NULL);
    return t;
}

enum { LARGE_TERM = 300 }; /* arrays that grow with every region would make the text quadratic */

static bool is_rigid(const struct int_map *rigid, term t) {
    if (term_is_const(t)) return true;
    if (term_size(t) > LARGE_TERM) return false;
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool all = true;
    for (uint32_t i = 0; i < vars.n && all; i++) all = int_map_get(rigid, vars.at[i]) != NULL;
    VEC_RELEASE(&vars);
    return all;
}

/* What holds of the place as well stays known. */
static void layer_add(struct layer *y, const struct cfa *c, struct int_map *rigid, loc at,
                      const struct place *p) {
    bool first = !y->known[at];
    if (first) {
        y->known[at] = mem_alloc((c->vars.n + 1) * sizeof **y->known);
        y->places++;
    }
    for (uint32_t v = 0; v < c->vars.n; v++) {
        bool keep = first ? is_rigid(rigid, p->values[v])
                          : y->known[at][v] == p->values[v] || int_map_get(&y->fresh, y->known[at][v]);
        if (first && keep) y->known[at][v] = p->values[v];
        else if (!keep) y->known[at][v] = new_symbol(y, rigid, c->vars.at[v].var);
    }
}

/* Executes the regions of a layer; false if lE may be reached as far as constants can tell. */
static bool execute(const struct regions *r, struct int_map *rigid, const struct layer *now,
                    struct layer *next) {
    bool good = true;
    for (loc l = 0; l < r->c->locs.n && good; l++) {
        if (!now->known[l]) continue;
        struct place start = {term_true(), now->known[l]};
        term_vec definitions = {0};
        arrivals ends = {0};
        good = regions_follow(r, l, &start, &definitions, &ends);
        for (uint32_t i = 0; i < ends.n && good; i++) {
            good = ends.at[i].at != r->c->lE;
            if (good) layer_add(next, r->c, rigid, ends.at[i].at, &ends.at[i].place);
        }
        arrivals_release(&ends);
        VEC_RELEASE(&definitions);
    }
    return good;
}

/* What the layer says of a place, as one formula. */
static term known_there(const struct cfa *c, const struct layer *y, loc at, const struct place *p) {
    const term *known = y->known[at];
    term_vec parts = {0};
    for (uint32_t v = 0; v < c->vars.n; v++)
        if (!int_map_get(&y->fresh, known[v])) VEC_PUSH(&parts, term_eq(p->values[v], known[v]));
    term all = term_and_n(parts.at, parts.n);
    VEC_RELEASE(&parts);
    return all;
}

/* x = 3 for the variables that the formulas mention. */
static void print_known(const struct cfa *c, const term *known, const term_vec *formulas,
                        struct int_map *declared, struct strbuf *text) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < formulas->n; i++) term_free_vars(formulas->at[i], &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        uint32_t v = cfa_var_index(c, vars.at[i]);
        if (v != UINT32_MAX) smt_assert(text, term_eq(vars.at[i], known[v]), declared);
    }
    VEC_RELEASE(&vars);
}

static bool print_script(const struct regions *r, loc from, const term *known, const struct layer *next,
                         struct strbuf *text) {
    struct place start;
    term_vec formulas = {0};
    arrivals ends = {0};
    place_init(&start, r->c);
    bool good = regions_follow(r, from, &start, &formulas, &ends);
    term escape = term_false();
    for (uint32_t i = 0; i < ends.n; i++) {
        bool claimed = ends.at[i].at != r->c->lE && next->known[ends.at[i].at];
        term wrong =
            claimed ? term_not(known_there(r->c, next, ends.at[i].at, &ends.at[i].place)) : term_true();
        escape = term_or(escape, term_and(ends.at[i].place.in, wrong));
    }
    if (good && escape != term_false()) {
        struct int_map declared = {0};
        VEC_PUSH(&formulas, escape);
        strbuf_printf(text, "(reset)\n(set-logic %s)\n", smt_logic(&formulas));
        for (uint32_t i = 0; i < formulas.n; i++) smt_assert(text, formulas.at[i], &declared);
        print_known(r->c, known, &formulas, &declared, text);
        strbuf_text(text, "(check-sat)\n");
        int_map_release(&declared);
    }
    place_release(&start);
    VEC_RELEASE(&formulas);
    arrivals_release(&ends);
    return good;
}

/* One layer further; *now becomes the next one. */
static bool advance(const struct regions *r, struct int_map *rigid, struct layer *now, struct strbuf *text) {
    struct layer next;
    layer_init(&next, r->c);
    bool good = execute(r, rigid, now, &next);
    for (loc l = 0; l < r->c->locs.n && good; l++)
        if (now->known[l]) good = print_script(r, l, now->known[l], &next, text);
    layer_release(now, r->c);
    *now = next;
    return good;
}

bool folded_certificate(const struct regions *r, uint64_t most, struct strbuf *text) {
    struct layer now;
    struct place start;
    struct strbuf scripts = {0};
    struct int_map rigid = {0};
    layer_init(&now, r->c);
    place_init(&start, r->c);
    /* the variables are not rigid: a symbol for each */
    layer_add(&now, r->c, &rigid, r->c->l0, &start);
    place_release(&start);
    bool good = true;
    for (uint64_t i = 0; now.places && good; i++) good = i < most && advance(r, &rigid, &now, &scripts);
    if (good) {
        strbuf_text(text, "; the execution, region by region of the unreduced automaton\n");
        strbuf_bytes(text, scripts.n ? scripts.text : "", scripts.n);
    }
    strbuf_release(&scripts);
    int_map_release(&rigid);
    layer_release(&now, r->c);
    return good;
}
