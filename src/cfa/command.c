/* Makers of commands. They simplify what costs nothing to see: skip is neutral in sequences, assume
 * false absorbs them and is neutral in choices, x := x is dropped. Nothing is hash-consed here;
 * bisim.c compares commands by content where that matters. */
#include "cfa/pass.h"

#include <assert.h>

static cmd add(struct cfa *c, struct cfa_cmd k) {
    VEC_PUSH(&c->cmds, k);
    return c->cmds.n - 1;
}

static bool is_false(const struct cfa *c, cmd k) {
    assert(k < c->cmds.n);
    return c->cmds.at[k].kind == CMD_ASSUME && c->cmds.at[k].cond == term_false();
}

/* Everything that the assume b does, skip does too. */
static bool is_weaker(const struct cfa *c, cmd a, cmd b) {
    return a == cfa_skip() && c->cmds.at[b].kind == CMD_ASSUME;
}

cmd cfa_skip(void) { return 0; }

cmd cfa_assume(struct cfa *c, term b) {
    assert(sort_kind_of(term_sort(b)) == SORT_BOOL);
    if (b == term_true()) return cfa_skip();
    return add(c, (struct cfa_cmd){.kind = CMD_ASSUME, .cond = b});
}

cmd cfa_assign(struct cfa *c, term var, term by) { return cfa_assign_n(c, &(struct cfa_assign){var, by}, 1); }

cmd cfa_assign_n(struct cfa *c, const struct cfa_assign *pairs, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        assert(term_is_var(pairs[i].var) && term_sort(pairs[i].var) == term_sort(pairs[i].value));
        kept += pairs[i].var != pairs[i].value;
    }
    if (!kept) return cfa_skip();
    struct cfa_cmd k = {.kind = CMD_ASSIGN, .assigns = arena_alloc(&c->arena, kept * sizeof *pairs)};
    for (uint32_t i = 0; i < n; i++)
        if (pairs[i].var != pairs[i].value) k.assigns[k.n++] = pairs[i];
    return add(c, k);
}

cmd cfa_havoc(struct cfa *c, term var, uint32_t site) {
    assert(site < c->sites.n && (!var || term_sort(var) == c->sites.at[site].sort));
    return add(c, (struct cfa_cmd){.kind = CMD_HAVOC, .var = var, .site = site});
}

cmd cfa_seq(struct cfa *c, cmd first, cmd second) {
    assert(first < c->cmds.n && second < c->cmds.n);
    if (first == cfa_skip() || is_false(c, second)) return second;
    if (second == cfa_skip() || is_false(c, first)) return first;
    return add(c, (struct cfa_cmd){.kind = CMD_SEQ, .first = first, .second = second});
}

cmd cfa_choice(struct cfa *c, cmd first, cmd second) {
    assert(first < c->cmds.n && second < c->cmds.n);
    if (first == second || is_false(c, second)) return first;
    if (is_false(c, first)) return second;
    if (is_weaker(c, first, second)) return first;
    if (is_weaker(c, second, first)) return second;
    const struct cfa_cmd *a = &c->cmds.at[first], *b = &c->cmds.at[second];
    if (a->kind == CMD_ASSUME && b->kind == CMD_ASSUME && term_or(a->cond, b->cond) == term_true())
        return cfa_skip();
    return add(c, (struct cfa_cmd){.kind = CMD_CHOICE, .first = first, .second = second});
}

cmd cfa_mark(struct cfa *c, struct src_pos pos, const char *name, term shown, bool is_signed) {
    pos.function = cfa_intern(c, pos.function);
    name = cfa_intern(c, name);
    return add(c, (struct cfa_cmd){
                      .kind = CMD_MARK, .pos = pos, .name = name, .cond = shown, .is_signed = is_signed});
}

cmd cfa_mark_noted(struct cfa *c, struct src_pos pos, term shown, uint32_t note) {
    assert(c->debug && note < c->debug->notes.n);
    pos.function = cfa_intern(c, pos.function);
    return add(c, (struct cfa_cmd){.kind = CMD_MARK, .pos = pos, .cond = shown, .note = note});
}
