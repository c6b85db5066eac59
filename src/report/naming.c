#include "report/naming.h"

#include <stdlib.h>
#include <string.h>

#include "check/unreduced.h"
#include "util/mem.h"
#include "util/seconds.h"

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* The ghost of a C variable, as values of this sort. */
static term ghost_for(struct naming *n, const struct cfa_cmd *mark) {
    for (uint32_t i = 0; i < n->ghosts.n; i++) {
        const struct ghost *g = &n->ghosts.at[i];
        if (term_sort(g->var) == term_sort(mark->cond) && same_text(g->name, mark->name) &&
            same_text(g->function, mark->pos.function))
            return g->var;
    }
    term var = term_fresh("ghost", term_sort(mark->cond));
    cfa_add_var(n->c, var, NULL, mark->is_signed, mark->pos);
    uint32_t type = n->c->debug ? n->c->debug->notes.at[mark->note].type : 0;
    VEC_PUSH(&n->ghosts, (struct ghost){var, mark->name, mark->pos.function, type});
    return var;
}

/* A mark that shows a value becomes an assignment; children keep their indices. */
static void marks_to_assignments(struct naming *n) {
    for (cmd k = 0; k < n->c->cmds.n; k++) {
        struct cfa_cmd mark = n->c->cmds.at[k];
        if (mark.kind != CMD_MARK || !mark.name || mark.cond == TERM_NONE) continue;
        struct cfa_assign *pair = arena_alloc(&n->c->arena, sizeof *pair);
        *pair = (struct cfa_assign){ghost_for(n, &mark), mark.cond};
        n->c->cmds.at[k].kind = CMD_ASSIGN;
        n->c->cmds.at[k].n = 1;
        n->c->cmds.at[k].assigns = pair;
    }
}

/* Each more place that is wanted cuts regions in two, which takes time; loop heads come first. */
enum { MANY_PLACES = 100 };

static void find_wanted(const struct cfa *unreduced, const struct cfa *reduced, const struct facts *told,
                        uint8_t *wanted) {
    uint32_t others = 0;
    for (loc l = 0; l < reduced->locs.n; l++) {
        const struct cfa_loc *at = &reduced->locs.at[l];
        if (at->origin >= unreduced->locs.n || !(at->loop_head || (l < told->n && told->at[l].n))) continue;
        if (at->loop_head || others++ < MANY_PLACES) wanted[at->origin] = 1;
    }
}

void naming_init(struct naming *n, const struct cfa *unreduced, const struct cfa *reduced,
                 const struct facts *told) {
    *n = (struct naming){.c = cfa_copy(unreduced)};
    marks_to_assignments(n);
    n->known = mem_zero(n->c->locs.n, sizeof *n->known);
    uint8_t *wanted = mem_zero(n->c->locs.n, 1);
    find_wanted(n->c, reduced, told, wanted);
    struct budget b = budget_cpu(REPORT_NAMING_SECONDS);
    if (!unreduced_known(n->c, wanted, &b, n->known)) /* not at its fixpoint: nothing is known */
        for (loc l = 0; l < n->c->locs.n; l++) {
            free(n->known[l]);
            n->known[l] = NULL;
        }
    free(wanted);
}

void naming_release(struct naming *n) {
    for (loc l = 0; n->c && l < n->c->locs.n; l++) free(n->known[l]);
    free(n->known);
    VEC_RELEASE(&n->ghosts);
    cfa_free(n->c);
}

const struct ghost *naming_of(const struct naming *n, loc at, const char *function, term var,
                              const char *preferred) {
    uint32_t index = cfa_var_index(n->c, var);
    if (index == UINT32_MAX || at >= n->c->locs.n || !n->known[at]) return NULL;
    const struct ghost *found = NULL;
    for (uint32_t i = 0; i < n->ghosts.n; i++) {
        const struct ghost *g = &n->ghosts.at[i];
        if (!same_text(g->function, function) ||
            n->known[at][cfa_var_index(n->c, g->var)] != n->known[at][index])
            continue;
        if (!found || same_text(g->name, preferred)) found = g;
    }
    return found;
}
