/* Liveness, and the removal of dead assignments.
 *
 * A variable is live at a location if some path from there reads it, in an assume or in the value
 * of a live assignment, before it is assigned. Faint variables count as dead: x := x + 1 alone does
 * not keep x alive, because an assignment only makes its value's variables live when its target is.
 * The sets are bit vectors per location; the fixpoint goes backward in postorder.
 *
 * Anchors (anchors.h) are live everywhere.
 *
 * The same analysis on steps after cfa_split is sharper, since a step's guard and updates mention
 * only what its path needs. */
#include "cfa/live.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/anchors.h"
#include "cfa/reduce.h"
#include "util/hash.h"
#include "util/mem.h"

struct liveness {
    struct cfa *c;
    struct var_lists vars;
    struct live live;
    VEC(cmd) stack;
    bool rewrite;
    uint32_t dropped;
};

static bool bit_get(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }
static void bit_set(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << (i % 64); }
static void bit_clear(uint64_t *set, uint32_t i) { set[i / 64] &= ~((uint64_t)1 << (i % 64)); }

static bool set_unite(uint64_t *to, const uint64_t *from, uint32_t words) {
    bool changed = false;
    for (uint32_t i = 0; i < words; i++) {
        changed |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
    return changed;
}

static void live_init(const struct cfa *c, struct live *live) {
    live->words = c->vars.n / 64 + 1;
    live->bits = mem_zero((size_t)c->locs.n * live->words, sizeof *live->bits);
}

void live_release(struct live *live) {
    free(live->bits);
    *live = (struct live){0};
}

/* Everywhere, so that facts may speak of them. */
static void keep_anchors(const struct cfa *c, const struct live *live, bool steps) {
    uint64_t *set = mem_zero(live->words, sizeof *set);
    if (steps) anchors_of_steps(c, set);
    else anchors_of_edges(c, set);
    for (loc l = 0; l < c->locs.n; l++)
        if (l != c->lE) memcpy(live->bits + (size_t)l * live->words, set, live->words * sizeof *set);
    free(set);
}

static uint64_t *set_at(const struct live *live, loc l) { return live->bits + (size_t)l * live->words; }

static void set_read(struct var_lists *v, uint64_t *set, term t) {
    const uint32_t *list = vars_of(v, t);
    for (uint32_t i = 1; i <= list[0]; i++) bit_set(set, list[i]);
}

/* ---- commands, backward ---- */

static cmd back_assign(struct liveness *k, const struct cfa_cmd *command, cmd old, uint64_t *set) {
    assert(command->kind == CMD_ASSIGN);
    struct cfa_assign *kept = mem_alloc(command->n * sizeof *kept);
    uint32_t n = 0;
    for (uint32_t i = 0; i < command->n; i++)
        if (bit_get(set, cfa_var_index(k->c, command->assigns[i].var))) kept[n++] = command->assigns[i];
    for (uint32_t i = 0; i < n; i++) bit_clear(set, cfa_var_index(k->c, kept[i].var));
    for (uint32_t i = 0; i < n; i++) set_read(&k->vars, set, kept[i].value);
    cmd now = old;
    if (k->rewrite && n < command->n) {
        k->dropped += command->n - n;
        now = cfa_assign_n(k->c, kept, n);
    }
    free(kept);
    return now;
}

static cmd back_havoc(struct liveness *k, const struct cfa_cmd *command, cmd old, uint64_t *set) {
    assert(command->kind == CMD_HAVOC);
    if (!command->var) return old;
    uint32_t var = cfa_var_index(k->c, command->var);
    if (bit_get(set, var)) {
        bit_clear(set, var);
        return old;
    }
    if (!k->rewrite) return old;
    k->dropped++;
    return cfa_havoc(k->c, TERM_NONE, command->site);
}

/* A variable that is not live may hold anything: a mark does not show it. */
static cmd back_mark(struct liveness *k, const struct cfa_cmd *command, cmd old, const uint64_t *set) {
    assert(command->kind == CMD_MARK);
    if (!command->cond || !k->rewrite) return old;
    const uint32_t *list = vars_of(&k->vars, command->cond);
    for (uint32_t i = 1; i <= list[0]; i++)
        if (!bit_get(set, list[i]))
            return cfa_mark(k->c, command->pos, command->name, TERM_NONE, command->is_signed);
    return old;
}

static cmd back_cmd(struct liveness *k, cmd command, uint64_t *set);

static cmd back_choice(struct liveness *k, struct cfa_cmd choice, uint64_t *set) {
    assert(choice.kind == CMD_CHOICE);
    uint64_t *other = mem_alloc(k->live.words * sizeof *other);
    memcpy(other, set, k->live.words * sizeof *other);
    cmd a = back_cmd(k, choice.first, set), b = back_cmd(k, choice.second, other);
    set_unite(set, other, k->live.words);
    free(other);
    return k->rewrite ? cfa_choice(k->c, a, b) : 0;
}

static cmd back_primitive(struct liveness *k, cmd at, uint64_t *set) {
    struct cfa_cmd command = k->c->cmds.at[at];
    switch (command.kind) {
    case CMD_ASSUME: set_read(&k->vars, set, command.cond); return at;
    case CMD_ASSIGN: return back_assign(k, &command, at, set);
    case CMD_HAVOC: return back_havoc(k, &command, at, set);
    case CMD_MARK: return back_mark(k, &command, at, set);
    default: return at;
    }
}

/* From what is live after a command to what is live before it; returns the new command when
 * rewriting. */
static cmd back_cmd(struct liveness *k, cmd command, uint64_t *set) {
    assert(command < k->c->cmds.n);
    cmd out = cfa_skip();
    uint32_t base = k->stack.n;
    VEC_PUSH(&k->stack, command);
    while (k->stack.n > base) {
        cmd top = VEC_POP(&k->stack);
        struct cfa_cmd t = k->c->cmds.at[top];
        if (t.kind == CMD_SEQ) {
            VEC_PUSH(&k->stack, t.first);
            VEC_PUSH(&k->stack, t.second);
            continue;
        }
        cmd part = t.kind == CMD_CHOICE ? back_choice(k, t, set) : back_primitive(k, top, set);
        if (k->rewrite) out = cfa_seq(k->c, part, out);
    }
    return out;
}

/* Goes through the locations backward until nothing changes; `transfer` adds what one outgoing edge
 * (or step) needs to `set`, which starts as what is live at its target. */
typedef void transfer(void *context, uint32_t edge, uint64_t *set);

/* Locations in the order of a walk along the edges, then those that no edge leads to: an automaton
 * may have steps only (src/cells makes such), and each of its locations has to be looked at. */
static void work_order(const struct cfa *c, loc_vec *order) {
    uint8_t *listed = mem_zero(c->locs.n, 1);
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    cfa_order(c, &by_edge, order);
    cfa_index_release(&by_edge);
    for (uint32_t i = 0; i < order->n; i++) listed[order->at[i]] = 1;
    for (loc l = 0; l < c->locs.n; l++)
        if (!listed[l]) VEC_PUSH(order, l);
    assert(order->n == c->locs.n);
    free(listed);
}

static void solve(const struct cfa *c, const struct cfa_index *index, const struct live *live, bool steps,
                  transfer *needs, void *context) {
    uint8_t *dirty = mem_alloc(c->locs.n);
    memset(dirty, 1, c->locs.n);
    uint64_t *set = mem_alloc(live->words * sizeof *set);
    loc_vec order = {0};
    work_order(c, &order);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = order.n; i-- > 0;) {
            loc l = order.at[i];
            if (!dirty[l]) continue;
            dirty[l] = 0;
            bool changed = false;
            for (uint32_t j = 0; j < index->out[l].n; j++) {
                uint32_t e = index->out[l].at[j];
                loc to = steps ? c->steps.at[e].to : c->edges.at[e].to;
                memcpy(set, set_at(live, to), live->words * sizeof *set);
                needs(context, e, set);
                changed |= set_unite(set_at(live, l), set, live->words);
            }
            for (uint32_t j = 0; changed && j < index->in[l].n; j++) {
                uint32_t e = index->in[l].at[j];
                dirty[steps ? c->steps.at[e].from : c->edges.at[e].from] = again = true;
            }
        }
    }
    VEC_RELEASE(&order);
    free(dirty);
    free(set);
}

static void edge_needs(void *context, uint32_t edge, uint64_t *set) {
    assert(edge < ((struct liveness *)context)->c->edges.n);
    struct liveness *k = context;
    back_cmd(k, k->c->edges.at[edge].cmd, set);
}

static void drop_dead(struct liveness *k) {
    uint64_t *set = mem_alloc(k->live.words * sizeof *set);
    k->rewrite = true;
    for (uint32_t i = 0; i < k->c->edges.n; i++) {
        struct cfa_edge e = k->c->edges.at[i];
        uint32_t before = k->dropped;
        memcpy(set, set_at(&k->live, e.to), k->live.words * sizeof *set);
        cmd now = back_cmd(k, e.cmd, set);
        if (k->dropped != before) k->c->edges.at[i].cmd = now;
    }
    free(set);
}

uint32_t cfa_dead(struct cfa *c) {
    struct liveness k = {.c = c, .vars = {.c = c}};
    struct cfa_index by_edge;
    cfa_clear_steps(c);
    cfa_index_edges(c, &by_edge);
    live_init(c, &k.live);
    keep_anchors(c, &k.live, false);
    solve(c, &by_edge, &k.live, false, edge_needs, &k);
    drop_dead(&k);
    cfa_index_release(&by_edge);
    live_release(&k.live);
    var_lists_release(&k.vars);
    VEC_RELEASE(&k.stack);
    cfa_compact_cmds(c);
    if (k.dropped) cfa_drop_draws(c);
    cfa_compact_vars(c);
    return k.dropped;
}

/* ---- steps ---- */

struct step_liveness {
    const struct cfa *c;
    struct var_lists vars;
};

static void step_needs(void *context, uint32_t step, uint64_t *set) {
    assert(step < ((struct step_liveness *)context)->c->steps.n);
    struct step_liveness *k = context;
    const struct cfa_step *s = &k->c->steps.at[step];
    VEC(uint32_t) wanted = {0};
    for (uint32_t i = 0; i < s->updates.n; i++) {
        uint32_t var = cfa_var_index(k->c, s->updates.at[i].var);
        if (bit_get(set, var)) VEC_PUSH(&wanted, i);
        bit_clear(set, var);
    }
    for (uint32_t i = 0; i < wanted.n; i++) set_read(&k->vars, set, s->updates.at[wanted.at[i]].value);
    for (uint32_t i = 0; i < s->guard.n; i++) set_read(&k->vars, set, s->guard.at[i]);
    VEC_RELEASE(&wanted);
}

void live_of_steps(const struct cfa *c, struct live *live) {
    struct step_liveness k = {.c = c, .vars = {.c = c}};
    struct cfa_index by_step;
    cfa_index_steps(c, &by_step);
    live_init(c, live);
    keep_anchors(c, live, true);
    solve(c, &by_step, live, true, step_needs, &k);
    cfa_index_release(&by_step);
    var_lists_release(&k.vars);
}

/* Content of a step that has no inputs, which is what tells two steps apart. */
static uint64_t step_hash(const struct cfa_step *s) {
    uint64_t h = hash_mix(hash_int(s->from), s->to);
    for (uint32_t i = 0; i < s->guard.n; i++) h = hash_mix(h, s->guard.at[i]);
    for (uint32_t i = 0; i < s->updates.n; i++)
        h = hash_mix(hash_mix(h, s->updates.at[i].var), s->updates.at[i].value);
    return h;
}

struct live_sought {
    const struct cfa *c;
    const struct cfa_step *step;
};

static bool same_step(const void *context, uint32_t index) {
    const struct live_sought *k = context;
    const struct cfa_step *a = k->step, *b = &k->c->steps.at[index - 1];
    return a->from == b->from && a->to == b->to && a->guard.n == b->guard.n && a->updates.n == b->updates.n &&
           (!a->guard.n || !memcmp(a->guard.at, b->guard.at, a->guard.n * sizeof(term))) &&
           (!a->updates.n || !memcmp(a->updates.at, b->updates.at, a->updates.n * sizeof *a->updates.at));
}

/* Two steps with the same content are one. (Steps with inputs differ in their names and both
 * stay.) */
static uint32_t drop_repeated(struct cfa *c) {
    struct index_table seen = {0};
    uint32_t n = 0, before = c->steps.n;
    for (uint32_t i = 0; i < before; i++) {
        struct cfa_step s = c->steps.at[i];
        uint64_t h = step_hash(&s);
        struct live_sought k = {c, &s};
        if (!s.draws.n && index_table_find(&seen, h, same_step, &k)) {
            cfa_step_release(&s);
            continue;
        }
        c->steps.at[n++] = s;
        if (!s.draws.n) index_table_add(&seen, h, n);
    }
    c->steps.n = n;
    index_table_release(&seen);
    return before - n;
}

uint32_t cfa_dead_updates(struct cfa *c) {
    struct live live;
    uint32_t dropped = 0;
    live_of_steps(c, &live);
    for (uint32_t i = 0; i < c->steps.n; i++) {
        struct cfa_step *s = &c->steps.at[i];
        uint32_t n = 0, before = s->updates.n;
        for (uint32_t j = 0; j < before; j++)
            if (live_at(&live, s->to, cfa_var_index(c, s->updates.at[j].var)))
                s->updates.at[n++] = s->updates.at[j];
        s->updates.n = n;
        dropped += before - n;
        if (n < before) cfa_step_finish(s);
    }
    live_release(&live);
    return dropped + drop_repeated(c);
}
