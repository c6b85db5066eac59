/* Construction, copying and indexing of automata. */
#include "cfa/cfa.h"

#include "cfa/pass.h"
#include "util/mem.h"

#include <assert.h>
#include <string.h>

/* One copy per distinct string; a collision of hashes costs a copy and nothing else. */
const char *cfa_intern(struct cfa *c, const char *s) {
    if (!s) return NULL;
    bool added;
    uint64_t *slot = int_map_put(&c->names, hash_bytes(s, strlen(s)), &added);
    if (!added && !strcmp((const char *)(uintptr_t)*slot, s)) return (const char *)(uintptr_t)*slot;
    const char *copy = arena_strdup(&c->arena, s);
    *slot = (uint64_t)(uintptr_t)copy;
    return copy;
}

static struct src_pos intern_pos(struct cfa *c, struct src_pos pos) {
    pos.function = cfa_intern(c, pos.function);
    return pos;
}

struct cfa *cfa_new(void) {
    struct cfa *c = MEM_NEW(struct cfa);
    VEC_PUSH(&c->files, cfa_intern(c, ""));
    VEC_PUSH(&c->cmds, (struct cfa_cmd){.kind = CMD_SKIP});
    c->pointer_width = 64;
    c->l0 = cfa_add_loc(c, (struct src_pos){0});
    c->lE = cfa_add_loc(c, (struct src_pos){0});
    return c;
}

void cfa_step_release(struct cfa_step *s) {
    VEC_RELEASE(&s->guard);
    VEC_RELEASE(&s->updates);
    VEC_RELEASE(&s->inputs);
    VEC_RELEASE(&s->draws);
    subst_release(&s->wp);
}

void cfa_clear_steps(struct cfa *c) {
    for (uint32_t i = 0; i < c->steps.n; i++) cfa_step_release(&c->steps.at[i]);
    VEC_CLEAR(&c->steps);
}

void cfa_free(struct cfa *c) {
    if (!c) return;
    cfa_clear_steps(c);
    VEC_RELEASE(&c->steps);
    VEC_RELEASE(&c->files);
    VEC_RELEASE(&c->vars);
    VEC_RELEASE(&c->sites);
    VEC_RELEASE(&c->locs);
    VEC_RELEASE(&c->cmds);
    VEC_RELEASE(&c->edges);
    VEC_RELEASE(&c->cuts);
    VEC_RELEASE(&c->image);
    VEC_RELEASE(&c->ledger);
    VEC_RELEASE(&c->checks);
    int_map_release(&c->names);
    int_map_release(&c->var_index);
    arena_release(&c->arena);
    debug_free(c->debug);
    free(c);
}

loc cfa_add_loc(struct cfa *c, struct src_pos pos) {
    loc l = c->locs.n;
    VEC_PUSH(&c->locs, (struct cfa_loc){.pos = intern_pos(c, pos), .origin = l});
    return l;
}

void cfa_add_var(struct cfa *c, term var, const char *c_name, bool is_signed, struct src_pos pos) {
    assert(term_is_var(var));
    bool added;
    uint64_t *slot = int_map_put(&c->var_index, var, &added);
    if (!added) return;
    *slot = c->vars.n;
    VEC_PUSH(&c->vars, (struct cfa_var){.var = var,
                                        .c_name = cfa_intern(c, c_name),
                                        .is_signed = is_signed,
                                        .pos = intern_pos(c, pos)});
}

uint32_t cfa_var_index(const struct cfa *c, term var) {
    const uint64_t *slot = int_map_get(&c->var_index, var);
    return slot ? (uint32_t)*slot : UINT32_MAX;
}

bool cfa_has_var(const struct cfa *c, term var) { return int_map_get(&c->var_index, var) != NULL; }

uint32_t cfa_add_site(struct cfa *c, enum site_kind kind, const char *name, sort s, bool is_signed,
                      struct src_pos pos) {
    uint32_t site = c->sites.n;
    struct cfa_site fresh = {kind, cfa_intern(c, name), s, is_signed, intern_pos(c, pos), site, {0}};
    VEC_PUSH(&c->sites, fresh);
    return site;
}

uint32_t cfa_add_file(struct cfa *c, const char *name) {
    for (uint32_t i = c->files.n; i-- > 0;) /* the newest is the likeliest */
        if (!strcmp(c->files.at[i], name)) return i;
    VEC_PUSH(&c->files, cfa_intern(c, name));
    return c->files.n - 1;
}

void cfa_add_cut(struct cfa *c, loc at, const char *reason) {
    assert(at < c->locs.n && at != c->lE);
    VEC_PUSH(&c->cuts, (struct cfa_cut){.at = at, .reason = cfa_intern(c, reason)});
}

bool cfa_is_cut(const struct cfa *c, loc l) {
    assert(l < c->locs.n);
    for (uint32_t i = 0; i < c->cuts.n; i++)
        if (c->cuts.at[i].at == l) return true;
    return false;
}

uint32_t cfa_add_edge(struct cfa *c, loc from, cmd command, loc to) {
    assert(from < c->locs.n && to < c->locs.n && command < c->cmds.n);
    VEC_PUSH(&c->edges, (struct cfa_edge){from, to, command, 0});
    return c->edges.n - 1;
}

/* ---- copies ---- */

static void copy_cmd(struct cfa *to, const struct cfa_cmd *from) {
    assert(from->kind <= CMD_MARK);
    struct cfa_cmd k = *from;
    k.pos = intern_pos(to, k.pos);
    k.name = cfa_intern(to, k.name);
    if (k.n) {
        k.assigns = arena_alloc(&to->arena, k.n * sizeof *k.assigns);
        memcpy(k.assigns, from->assigns, k.n * sizeof *k.assigns);
    }
    VEC_PUSH(&to->cmds, k);
}

struct cfa *cfa_copy(const struct cfa *c) {
    struct cfa *to = MEM_NEW(struct cfa);
    for (uint32_t i = 0; i < c->files.n; i++) VEC_PUSH(&to->files, cfa_intern(to, c->files.at[i]));
    for (uint32_t i = 0; i < c->vars.n; i++) {
        const struct cfa_var *v = &c->vars.at[i];
        cfa_add_var(to, v->var, v->c_name, v->is_signed, v->pos);
        VEC_LAST(&to->vars).type = v->type;
    }
    for (uint32_t i = 0; i < c->sites.n; i++) {
        const struct cfa_site *s = &c->sites.at[i];
        cfa_add_site(to, s->kind, s->name, s->sort, s->is_signed, s->pos);
        VEC_LAST(&to->sites).same_as = s->same_as;
        VEC_LAST(&to->sites).memory = s->memory;
        VEC_LAST(&to->sites).memory.symbol = cfa_intern(to, s->memory.symbol);
    }
    for (uint32_t i = 0; i < c->locs.n; i++) {
        struct cfa_loc l = c->locs.at[i];
        l.pos = intern_pos(to, l.pos);
        VEC_PUSH(&to->locs, l);
    }
    for (uint32_t i = 0; i < c->cmds.n; i++) copy_cmd(to, &c->cmds.at[i]);
    for (uint32_t i = 0; i < c->edges.n; i++) VEC_PUSH(&to->edges, c->edges.at[i]);
    to->l0 = c->l0;
    to->lE = c->lE;
    for (uint32_t i = 0; i < c->cuts.n; i++) {
        cfa_add_cut(to, c->cuts.at[i].at, c->cuts.at[i].reason);
        VEC_LAST(&to->cuts).deeper = c->cuts.at[i].deeper;
        VEC_LAST(&to->cuts).check = c->cuts.at[i].check;
    }
    for (uint32_t i = 0; i < c->checks.n; i++) {
        struct cfa_check k = c->checks.at[i];
        k.pos = intern_pos(to, k.pos);
        k.id = cfa_intern(to, k.id);
        VEC_PUSH(&to->checks, k);
    }
    for (uint32_t i = 0; i < c->image.n; i++) VEC_PUSH(&to->image, c->image.at[i]);
    for (uint32_t i = 0; i < c->ledger.n; i++)
        cfa_ledger_add(to, c->ledger.at[i].kind, c->ledger.at[i].pos, c->ledger.at[i].detail);
    to->over_approximate = c->over_approximate;
    to->pointer_width = c->pointer_width;
    to->has_check = c->has_check;
    to->decided = c->decided;
    to->debug = debug_share(c->debug);
    return to;
}

/* The edges into a cut lead to a new error location instead, so that the cuts are gone. */
struct cfa *cfa_aim_at_cuts(const struct cfa *c) {
    struct cfa *to = cfa_copy(c);
    to->lE = cfa_add_loc(to, (struct src_pos){0});
    VEC(uint8_t) is_cut = {0};
    VEC_RESIZE(&is_cut, to->locs.n);
    for (uint32_t i = 0; i < to->cuts.n; i++) is_cut.at[to->cuts.at[i].at] = 1;
    for (uint32_t i = 0; i < to->edges.n; i++)
        if (is_cut.at[to->edges.at[i].to]) to->edges.at[i].to = to->lE;
        else to->edges.at[i].check = 0;
    if (is_cut.at[to->l0]) cfa_add_edge(to, to->l0, cfa_skip(), to->lE);
    VEC_CLEAR(&to->cuts);
    VEC_RELEASE(&is_cut);
    return to;
}

/* ---- indexes ---- */

static void index_init(const struct cfa *c, struct cfa_index *index) {
    index->n = c->locs.n;
    index->in = mem_zero(index->n, sizeof *index->in);
    index->out = mem_zero(index->n, sizeof *index->out);
}

void cfa_index_edges(const struct cfa *c, struct cfa_index *index) {
    assert(c->locs.n > 0);
    index_init(c, index);
    for (uint32_t i = 0; i < c->edges.n; i++) {
        VEC_PUSH(&index->out[c->edges.at[i].from], i);
        VEC_PUSH(&index->in[c->edges.at[i].to], i);
    }
}

void cfa_index_steps(const struct cfa *c, struct cfa_index *index) {
    index_init(c, index);
    for (uint32_t i = 0; i < c->steps.n; i++) {
        VEC_PUSH(&index->out[c->steps.at[i].from], i);
        VEC_PUSH(&index->in[c->steps.at[i].to], i);
    }
}

void cfa_index_release(struct cfa_index *index) {
    for (uint32_t i = 0; i < index->n; i++) {
        VEC_RELEASE(&index->in[i]);
        VEC_RELEASE(&index->out[i]);
    }
    free(index->in);
    free(index->out);
    *index = (struct cfa_index){0};
}

term cfa_wp(struct cfa_step *s, term phi) { return s->updates.n ? subst_apply(&s->wp, phi) : phi; }
