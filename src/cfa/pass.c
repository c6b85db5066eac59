/* Helpers of the passes: variables of terms, dropping of what is not used, orders. */
#include "cfa/pass.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/mem.h"

const uint32_t *vars_of(struct var_lists *v, term t) {
    bool added;
    uint64_t *slot = int_map_put(&v->done, t, &added);
    if (!added) return (const uint32_t *)(uintptr_t)*slot;
    VEC_CLEAR(&v->scratch);
    term_free_vars(t, &v->scratch);
    uint32_t *list = arena_alloc(&v->arena, (v->scratch.n + 1) * sizeof *list), n = 0;
    for (uint32_t i = 0; i < v->scratch.n; i++) {
        uint32_t index = cfa_var_index(v->c, v->scratch.at[i]);
        if (index != UINT32_MAX) list[++n] = index;
    }
    list[0] = n;
    *slot = (uint64_t)(uintptr_t)list;
    return list;
}

void var_lists_release(struct var_lists *v) {
    arena_release(&v->arena);
    int_map_release(&v->done);
    VEC_RELEASE(&v->scratch);
}

/* ---- dropping ---- */

static bool never(const struct cfa *c, cmd k) {
    assert(k < c->cmds.n);
    return c->cmds.at[k].kind == CMD_ASSUME && c->cmds.at[k].cond == term_false();
}

void cfa_map_image(struct cfa *c, const loc *now) {
    for (loc l = c->image.n; l < c->locs.n; l++)
        VEC_PUSH(&c->image, l); /* the first reduction: all stand for themselves */
    for (uint32_t i = 0; i < c->image.n; i++)
        if (c->image.at[i] != LOC_NONE) c->image.at[i] = now[c->image.at[i]];
}

uint32_t cfa_keep_locs(struct cfa *c, uint8_t *keep) {
    assert(c->l0 < c->locs.n && c->lE < c->locs.n && c->l0 != c->lE);
    assert(!c->steps.n);
    uint32_t before = c->locs.n, n = 0;
    keep[c->l0] = keep[c->lE] = 1;
    loc *now = mem_alloc(before * sizeof *now);
    for (loc l = 0; l < before; l++) now[l] = keep[l] ? n++ : LOC_NONE;
    cfa_map_image(c, now);
    for (loc l = 0; l < before; l++)
        if (keep[l]) c->locs.at[now[l]] = c->locs.at[l];
    c->locs.n = n;
    n = 0;
    for (uint32_t i = 0; i < c->edges.n; i++) {
        struct cfa_edge e = c->edges.at[i];
        if (keep[e.from] && keep[e.to] && !never(c, e.cmd))
            c->edges.at[n++] = (struct cfa_edge){now[e.from], now[e.to], e.cmd, e.check};
    }
    c->edges.n = n;
    n = 0;
    for (uint32_t i = 0; i < c->cuts.n; i++)
        if (keep[c->cuts.at[i].at]) {
            c->cuts.at[n] = c->cuts.at[i];
            c->cuts.at[n++].at = now[c->cuts.at[i].at];
        }
    c->cuts.n = n;
    c->l0 = now[c->l0];
    c->lE = now[c->lE];
    free(now);
    return before - c->locs.n;
}

void cfa_compact_cmds(struct cfa *c) {
    uint8_t *used = mem_zero(c->cmds.n, 1);
    cmd *now = mem_alloc(c->cmds.n * sizeof *now);
    used[0] = 1;
    for (uint32_t i = 0; i < c->edges.n; i++) used[c->edges.at[i].cmd] = 1;
    for (cmd k = c->cmds.n; k-- > 0;) {
        const struct cfa_cmd *command = &c->cmds.at[k];
        if (used[k] && (command->kind == CMD_SEQ || command->kind == CMD_CHOICE))
            used[command->first] = used[command->second] = 1;
    }
    uint32_t n = 0;
    for (cmd k = 0; k < c->cmds.n; k++) {
        if (!used[k]) continue;
        struct cfa_cmd command = c->cmds.at[k];
        if (command.kind == CMD_SEQ || command.kind == CMD_CHOICE) {
            command.first = now[command.first];
            command.second = now[command.second];
        }
        now[k] = n;
        c->cmds.at[n++] = command;
    }
    c->cmds.n = n;
    for (uint32_t i = 0; i < c->edges.n; i++) c->edges.at[i].cmd = now[c->edges.at[i].cmd];
    free(used);
    free(now);
}

static void mark_used(const uint32_t *list, uint8_t *used) {
    for (uint32_t i = 1; i <= list[0]; i++) used[list[i]] = 1;
}

static void mark_used_by(struct var_lists *v, const struct cfa_cmd *k, uint8_t *used) {
    if (k->kind == CMD_ASSUME) mark_used(vars_of(v, k->cond), used);
    if (k->kind == CMD_HAVOC && k->var) used[cfa_var_index(v->c, k->var)] = 1;
    for (uint32_t i = 0; k->kind == CMD_ASSIGN && i < k->n; i++) {
        used[cfa_var_index(v->c, k->assigns[i].var)] = 1;
        mark_used(vars_of(v, k->assigns[i].value), used);
    }
}

/* A mark shows a term only while all its variables are still there. */
static void blind_marks(struct cfa *c, struct var_lists *v, const uint8_t *used) {
    for (cmd k = 0; k < c->cmds.n; k++) {
        struct cfa_cmd *mark = &c->cmds.at[k];
        if (mark->kind != CMD_MARK || !mark->cond) continue;
        const uint32_t *list = vars_of(v, mark->cond);
        for (uint32_t i = 1; i <= list[0] && mark->cond; i++)
            if (!used[list[i]]) mark->cond = TERM_NONE;
    }
}

uint32_t cfa_compact_vars(struct cfa *c) {
    cfa_compact_cmds(c);
    struct var_lists v = {.c = c};
    uint8_t *used = mem_zero(c->vars.n, 1);
    for (cmd k = 0; k < c->cmds.n; k++) mark_used_by(&v, &c->cmds.at[k], used);
    blind_marks(c, &v, used);
    var_lists_release(&v);
    uint32_t n = 0, before = c->vars.n;
    int_map_clear(&c->var_index);
    for (uint32_t i = 0; i < before; i++) {
        if (!used[i]) continue;
        *int_map_put(&c->var_index, c->vars.at[i].var, NULL) = n;
        c->vars.at[n++] = c->vars.at[i];
    }
    c->vars.n = n;
    free(used);
    return before - n;
}

/* ---- draws and marks ---- */

/* Rebuilds sequences and choices whose parts became skip. gone[k] says that primitive k is one. */
static void drop_cmds(struct cfa *c, const uint8_t *gone) {
    uint32_t n = c->cmds.n;
    cmd *now = mem_zero(n, sizeof *now);
    for (cmd k = 1; k < n; k++) {
        struct cfa_cmd command = c->cmds.at[k];
        cmd first = now[command.first], second = now[command.second];
        bool same = first == command.first && second == command.second;
        if (gone[k]) now[k] = cfa_skip();
        else if (same || (command.kind != CMD_SEQ && command.kind != CMD_CHOICE)) now[k] = k;
        else now[k] = command.kind == CMD_SEQ ? cfa_seq(c, first, second) : cfa_choice(c, first, second);
    }
    for (uint32_t i = 0; i < c->edges.n; i++) c->edges.at[i].cmd = now[c->edges.at[i].cmd];
    free(now);
    cfa_compact_cmds(c);
}

void cfa_drop_draws(struct cfa *c) {
    cfa_compact_cmds(c);
    uint8_t *used = mem_zero(c->sites.n, 1), *gone = mem_zero(c->cmds.n, 1);
    bool some = false;
    for (cmd k = 0; k < c->cmds.n; k++)
        if (c->cmds.at[k].kind == CMD_HAVOC && c->cmds.at[k].var)
            used[c->sites.at[c->cmds.at[k].site].same_as] = 1;
    for (cmd k = 0; k < c->cmds.n; k++) {
        const struct cfa_cmd *command = &c->cmds.at[k];
        gone[k] = command->kind == CMD_HAVOC && !command->var && !used[c->sites.at[command->site].same_as];
        some |= gone[k];
    }
    if (some) drop_cmds(c, gone);
    free(used);
    free(gone);
}

void cfa_drop_empty(struct cfa *c) {
    uint8_t *gone = mem_zero(c->cmds.n, 1);
    for (cmd k = 0; k < c->cmds.n; k++) gone[k] = c->cmds.at[k].kind == CMD_ASSIGN && !c->cmds.at[k].n;
    drop_cmds(c, gone);
    free(gone);
}

void cfa_drop_marks(struct cfa *c) {
    uint8_t *gone = mem_zero(c->cmds.n, 1);
    for (cmd k = 0; k < c->cmds.n; k++) gone[k] = c->cmds.at[k].kind == CMD_MARK;
    drop_cmds(c, gone);
    free(gone);
}

/* ---- orders ---- */

struct visit {
    loc l;
    uint32_t next; /* of its outgoing edges */
};

void cfa_order(const struct cfa *c, const struct cfa_index *by_edge, loc_vec *order) {
    uint8_t *seen = mem_zero(c->locs.n, 1);
    VEC(struct visit) stack = {0};
    VEC_PUSH(&stack, (struct visit){c->l0, 0});
    seen[c->l0] = 1;
    while (stack.n) {
        struct visit *top = &VEC_LAST(&stack);
        if (top->next == by_edge->out[top->l].n) {
            VEC_PUSH(order, VEC_POP(&stack).l);
            continue;
        }
        loc to = c->edges.at[by_edge->out[top->l].at[top->next++]].to;
        if (!seen[to]) VEC_PUSH(&stack, (struct visit){to, 0});
        seen[to] = 1;
    }
    for (uint32_t i = 0, j = order->n; i + 1 < j; i++) {
        loc l = order->at[i];
        order->at[i] = order->at[--j];
        order->at[j] = l;
    }
    VEC_RELEASE(&stack);
    free(seen);
}
