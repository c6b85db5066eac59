/* Finer regions, where a path over regions is no execution.
 *
 * Constants cut values where the program's answers change, which is too coarse where it computes: x
 * % 100 + 300 lies in 300 .. 399, but its region may reach to the end of all numbers, and what x /
 * 2 - 140 gives from there is anything. So we go back along the path from where no execution went
 * on, and let each assignment say in which range its value lies on the states of the path; the ends
 * of the range become cuts. A few at a time, then reachability starts again. */
#include <assert.h>
#include <stdlib.h>

#include "regions/form.h"
#include "regions/reach.h"

enum { CUTS_AT_ONCE = 12 };
#define COMBINATIONS 512.0

struct refinement {
    struct grain *grain;
    uint32_t added;
};

static bool is_cut(const struct column *k, uint64_t at) {
    for (uint32_t i = 0; i < k->regions.n; i++)
        if (k->regions.at[i].lo == at) return true;
    return false;
}

static void add_cut(struct refinement *f, const struct column *k, uint64_t at) {
    assert(k->regions.n >= 2);
    at &= range_bits(term_sort(k->t), -1);
    if (f->added >= CUTS_AT_ONCE || k->regions.n >= MDD_SIZE - 2 || is_cut(k, at)) return;
    for (uint32_t i = 0; i < f->grain->cuts.n; i++)
        if (f->grain->cuts.at[i].column == k->t && f->grain->cuts.at[i].at == at) return;
    VEC_PUSH(&f->grain->cuts, (struct extra_cut){k->t, at});
    f->added++;
}

/* The ranges of a form on the states of S, region by region. */
static void cut_at_ranges(struct abstract *a, struct form *f, uint32_t i, uint32_t *regions, mdd S,
                          const struct column *target) {
    if (S == MDD_NONE) return;
    if (i < f->columns.n) {
        const struct column *k = &a->columns.at.at[f->columns.at[i]];
        for (regions[i] = 0; regions[i] < k->regions.n; regions[i]++)
            cut_at_ranges(a, f, i + 1, regions,
                          mdd_and(&a->table, S, mdd_literal(&a->table, k->level, 1ull << regions[i])),
                          target);
        return;
    }
    struct range r = form_range(f, regions), any = range_any(term_sort(target->t));
    if (r.lo > any.lo) add_cut(a->context, target, (uint64_t)r.lo);
    if (r.hi < any.hi) add_cut(a->context, target, (uint64_t)r.hi + 1);
}

static void cut_at_assignment(struct abstract *a, mdd S, cmd command) {
    const struct cfa_cmd *k = &a->c->cmds.at[command];
    for (uint32_t i = 0; k->kind == CMD_ASSIGN && i < k->n; i++) {
        const uint_vec *touched = &a->touched[cfa_var_index(a->c, k->assigns[i].var)];
        for (uint32_t j = 0; j < touched->n; j++) {
            const struct column *target = &a->columns.at.at[touched->at[j]];
            if (target->sum || sort_kind_of(term_sort(target->t)) != SORT_BV) continue;
            struct form f;
            form_init(&f, &a->columns, k->assigns[i].value);
            uint32_t *regions = mem_zero(f.columns.n + 1, sizeof *regions);
            if (f.combinations <= COMBINATIONS) cut_at_ranges(a, &f, 0, regions, S, target);
            free(regions);
            form_release(&f);
        }
    }
}

bool reach_refine(struct reach *r, const stop_vec *path, uint32_t dead_end, struct grain *grain) {
    assert(dead_end < path->n);
    struct refinement f = {.grain = grain};
    r->a.on_command = cut_at_assignment;
    r->a.context = &f;
    for (uint32_t i = dead_end; i < path->n && f.added < CUTS_AT_ONCE; i++) {
        mdd from = i + 1 < path->n ? path->at[i + 1].into : MDD_ALL;
        abstract_image(&r->a, from, r->c->edges.at[path->at[i].edge].cmd);
    }
    r->a.on_command = NULL;
    return f.added > 0;
}
