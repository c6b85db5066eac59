/* Recording and slicing. Example:
 *
 *     if (n > 3) x = 1;        the decision n > 3 controls x = 1
 *     noise = n;               nothing that matters depends on it
 *     assert(x != 1);          the failure depends on x = 1, and through it on n > 3 and on n
 *
 * Control. A decision at location b controls what happens until the run comes to the immediate
 * postdominator of b: the first location that all ways from b lead through. Ways into the error do
 * not count, because every assertion would control all that follows; so locations from which only
 * the error can be reached are left out of the computation.
 *
 * Memory. A read depends on the last event that wrote one of its bytes; writes are kept byte by
 * byte, block operations as ranges. A failure that is about a pointer depends on the call that
 * freed the block that it leads to. */
#include "replay/events.h"

#include <stdlib.h>
#include <string.h>

#include "util/hash.h"

enum { MAX_EVENTS = 500000, MAX_WIDTH = 16 };

struct decision {
    uint32_t event;
    loc until; /* LOC_NONE: to the end */
};

struct written_range {
    uint64_t begin, end;
    uint32_t event;
};

struct recorder {
    struct events *e;
    loc *until; /* per location: its immediate postdominator */
    loc at;     /* where the run is */
    VEC(struct decision) stack;
    uint32_t *open;       /* per location: how many decisions on the stack end there */
    struct int_map last;  /* id -> event + 1 */
    struct int_map bytes; /* address -> event that wrote there + 1 */
    VEC(struct written_range) blocks;
    VEC(uint32_t) freed; /* the events of kind NOTE_FREE */
    uint64_t address;    /* of the access that follows */
    uint32_t drawn;      /* the newest value that was drawn, or NO_EVENT */
};

/* ---- postdominators ---- */

struct flow {
    const struct cfa *c;
    struct cfa_index by_edge;
    uint8_t *doomed; /* only the error or a cut can be reached */
    /* per location: its number in postorder of the reversed graph, from 1; 0: not reached */
    uint32_t *order;
    VEC(loc) reversed; /* locations in that order */
};

static void find_doomed(struct flow *f) {
    const struct cfa *c = f->c;
    uint32_t *left = mem_zero(c->locs.n, sizeof *left);
    VEC(loc) waiting = {0};
    for (loc l = 0; l < c->locs.n; l++) left[l] = f->by_edge.out[l].n;
    VEC_PUSH(&waiting, c->lE);
    for (uint32_t i = 0; i < c->cuts.n; i++) VEC_PUSH(&waiting, c->cuts.at[i].at);
    while (waiting.n) {
        loc l = VEC_POP(&waiting);
        if (f->doomed[l]) continue;
        f->doomed[l] = 1;
        for (uint32_t i = 0; i < f->by_edge.in[l].n; i++) {
            loc from = c->edges.at[f->by_edge.in[l].at[i]].from;
            if (--left[from] == 0) VEC_PUSH(&waiting, from);
        }
    }
    VEC_RELEASE(&waiting);
    free(left);
}

static bool is_end(const struct flow *f, loc l) {
    if (f->doomed[l]) return false;
    for (uint32_t i = 0; i < f->by_edge.out[l].n; i++)
        if (!f->doomed[f->c->edges.at[f->by_edge.out[l].at[i]].to]) return false;
    return true;
}

struct visit {
    loc l;
    uint32_t next;
};

/* Depth-first from an end, backwards. */
static void number_from(struct flow *f, loc end, uint8_t *seen) {
    VEC(struct visit) stack = {0};
    VEC_PUSH(&stack, (struct visit){end, 0});
    seen[end] = 1;
    while (stack.n) {
        struct visit *top = &VEC_LAST(&stack);
        if (top->next == f->by_edge.in[top->l].n) {
            VEC_PUSH(&f->reversed, top->l);
            f->order[top->l] = f->reversed.n;
            stack.n--;
            continue;
        }
        loc from = f->c->edges.at[f->by_edge.in[top->l].at[top->next++]].from;
        if (seen[from] || f->doomed[from]) continue;
        seen[from] = 1;
        VEC_PUSH(&stack, (struct visit){from, 0});
    }
    VEC_RELEASE(&stack);
}

/* The common postdominator of two; LOC_NONE stands for the end that all ends lead to. */
static loc common(const struct flow *f, const loc *until, loc a, loc b) {
    while (a != b) {
        if (a == LOC_NONE || b == LOC_NONE) return LOC_NONE;
        if (f->order[a] < f->order[b]) a = until[a];
        else b = until[b];
    }
    return a;
}

static loc postdominator(const struct flow *f, const loc *until, const uint8_t *known, loc l) {
    loc result = LOC_NONE;
    bool first = true;
    for (uint32_t i = 0; i < f->by_edge.out[l].n; i++) {
        loc to = f->c->edges.at[f->by_edge.out[l].at[i]].to;
        if (f->doomed[to] || !known[to]) continue;
        result = first ? to : common(f, until, result, to);
        first = false;
    }
    return result;
}

/* Cooper, Harvey and Kennedy's iteration on the reversed graph. */
static loc *find_postdominators(const struct cfa *c) {
    struct flow f = {.c = c};
    cfa_index_edges(c, &f.by_edge);
    f.doomed = mem_zero(c->locs.n, 1);
    f.order = mem_zero(c->locs.n, sizeof *f.order);
    uint8_t *seen = mem_zero(c->locs.n, 1), *known = mem_zero(c->locs.n, 1);
    loc *until = mem_zero(c->locs.n, sizeof *until);
    find_doomed(&f);
    for (loc l = 0; l < c->locs.n; l++) until[l] = LOC_NONE;
    for (loc l = 0; l < c->locs.n; l++)
        if (is_end(&f, l) && !seen[l]) number_from(&f, l, seen);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = f.reversed.n; i-- > 0;) {
            loc l = f.reversed.at[i], now = is_end(&f, l) ? LOC_NONE : postdominator(&f, until, known, l);
            changed |= !known[l] || now != until[l];
            known[l] = 1;
            until[l] = now;
        }
    }
    free(seen);
    free(known);
    free(f.doomed);
    free(f.order);
    VEC_RELEASE(&f.reversed);
    cfa_index_release(&f.by_edge);
    return until;
}

/* ---- recording ---- */

static struct event *add(struct recorder *r, enum note_kind kind, uint32_t note, struct src_pos pos) {
    struct events *e = r->e;
    if (e->all.n == MAX_EVENTS) {
        e->complete = false;
        return NULL;
    }
    struct event new = {.kind = kind, .note = note, .pos = pos, .site = NO_SITE, .first_use = e->uses.n};
    new.control = r->stack.n ? VEC_LAST(&r->stack).event : NO_EVENT;
    VEC_PUSH(&e->all, new);
    return &VEC_LAST(&e->all);
}

static void use(struct recorder *r, uint64_t event_plus_one) {
    if (event_plus_one) VEC_PUSH(&r->e->uses, (uint32_t)event_plus_one - 1);
}

static void use_id(struct recorder *r, uint32_t id) {
    const uint64_t *known = int_map_get(&r->last, id);
    if (known) use(r, *known);
}

static void use_memory(struct recorder *r, uint64_t address, uint64_t bytes) {
    uint64_t newest = 0;
    for (uint64_t i = 0; i < bytes && i < MAX_WIDTH; i++) {
        const uint64_t *known = int_map_get(&r->bytes, address + i);
        if (known && *known > newest) newest = *known;
    }
    for (uint32_t i = r->blocks.n; i-- > 0;) {
        const struct written_range *b = &r->blocks.at[i];
        if (b->event + 1 < newest) break;
        if (b->begin < address + bytes && address < b->end) use(r, b->event + 1);
    }
    use(r, newest);
}

static void write_memory(struct recorder *r, uint64_t address, uint64_t bytes, uint32_t event) {
    if (bytes > MAX_WIDTH) {
        VEC_PUSH(&r->blocks, (struct written_range){address, address + bytes, event});
        return;
    }
    for (uint64_t i = 0; i < bytes; i++) *int_map_put(&r->bytes, address + i, NULL) = (uint64_t)event + 1;
}

/* Which block of which object the address lies in: the object's own address, plus that of the
 * slot. */
static uint64_t block_at(const struct cfa_debug *d, uint64_t address) {
    const struct debug_object *o = address ? debug_find(d, address) : NULL;
    if (!o) return 0;
    return o->slot ? address - (address - o->address) % o->slot : o->address;
}

uint32_t events_freed(const struct events *e, uint32_t i) {
    const struct event *failure = &e->all.at[i];
    assert(failure->kind == NOTE_FAILURE);
    for (uint32_t k = 0; failure->sort && k < failure->n_uses; k++) {
        uint32_t used = e->uses.at[failure->first_use + k];
        if (e->all.at[used].kind == NOTE_FREE) return used;
    }
    return NO_EVENT;
}

static void use_freed(struct recorder *r, uint64_t address) {
    const struct cfa_debug *d = r->e->c->debug;
    uint64_t block = block_at(d, address);
    for (uint32_t i = r->freed.n; block && i-- > 0;)
        if (block_at(d, r->e->all.at[r->freed.at[i]].v.lo) == block) {
            use(r, (uint64_t)r->freed.at[i] + 1);
            return;
        }
}

/* Memory is lost, and a variable is not set, because of all that was not done: every decision
 * counts. */
static void use_decisions(struct recorder *r, const char *class) {
    static const char *const left_undone[] = {"leak", "cleanup", "uninitialized"};
    bool counts = false;
    for (size_t i = 0; i < sizeof left_undone / sizeof *left_undone; i++)
        counts |= !strcmp(class, left_undone[i]);
    if (!counts) return;
    for (uint32_t i = 0; i + 1 < r->e->all.n; i++)
        if (r->e->all.at[i].kind == NOTE_BRANCH) use(r, (uint64_t)i + 1);
}

static void decide(struct recorder *r, uint32_t event) {
    loc until = r->until[r->at];
    VEC_PUSH(&r->stack, (struct decision){event, until});
    if (until != LOC_NONE) r->open[until]++;
}

static void at_loc(void *context, const struct cfa *c, loc l, struct model *state) {
    struct recorder *r = context;
    (void)c;
    (void)state;
    r->at = l;
    while (r->open[l]) {
        struct decision d = VEC_POP(&r->stack);
        if (d.until != LOC_NONE) r->open[d.until]--;
    }
}

static void record(struct recorder *r, const struct cfa_cmd *mark, const struct debug_note *n, value shown) {
    struct event *e = add(r, n->kind, mark->note, mark->pos);
    if (!e) return;
    uint32_t index = r->e->all.n - 1;
    bool access = n->kind == NOTE_LOAD || n->kind == NOTE_STORE || n->kind == NOTE_BLOCK;
    if (mark->cond) {
        e->sort = term_sort(mark->cond);
        e->v = shown;
    }
    if (access) e->address = n->address ? n->address : r->address;
    for (uint32_t i = 0; i < n->n_uses; i++) use_id(r, r->e->c->debug->uses.at[n->first_use + i]);
    if (n->kind == NOTE_LOAD) use_memory(r, e->address, n->bytes);
    if (n->kind == NOTE_INPUT && r->drawn != NO_EVENT && r->drawn + 1 == index)
        use(r, (uint64_t)r->drawn + 1);
    if (n->kind == NOTE_FAILURE && e->sort) use_freed(r, e->v.lo);
    if (n->kind == NOTE_FAILURE && n->is_class && !e->sort) use_decisions(r, n->function);
    e->n_uses = r->e->uses.n - e->first_use;
    if (n->kind == NOTE_FREE) VEC_PUSH(&r->freed, index);
    if (n->kind == NOTE_STORE || n->kind == NOTE_BLOCK) write_memory(r, e->address, n->bytes, index);
    if (n->id) *int_map_put(&r->last, n->id, NULL) = (uint64_t)index + 1;
    if (n->variable) *int_map_put(&r->last, n->variable, NULL) = (uint64_t)index + 1;
    if (n->kind == NOTE_BRANCH) decide(r, index);
}

static void at_mark(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown) {
    struct recorder *r = context;
    const struct debug_note *n = &c->debug->notes.at[mark->note];
    if (n->kind == NOTE_ADDRESS) r->address = shown.lo;
    else if (mark->note) record(r, mark, n, shown);
    else if (mark->pos.line && !mark->name) add(r, NOTE_NONE, 0, mark->pos);
}

static void at_input(void *context, const struct cfa *c, uint32_t site, value v) {
    struct recorder *r = context;
    struct event *e = add(r, NOTE_INPUT, 0, c->sites.at[site].pos);
    if (!e) return;
    e->site = site;
    e->sort = c->sites.at[site].sort;
    e->v = v;
    r->drawn = r->e->all.n - 1;
}

/* ---- slicing ---- */

/* Events use earlier ones only, so one pass from the end suffices. */
static void slice(struct events *e) {
    uint32_t failure = e->all.n;
    while (failure && e->all.at[failure - 1].kind != NOTE_FAILURE) failure--;
    if (!failure) return;
    e->all.at[failure - 1].relevant = true;
    for (uint32_t i = failure; i-- > 0;) {
        const struct event *at = &e->all.at[i];
        if (!at->relevant) continue;
        if (at->control != NO_EVENT) e->all.at[at->control].relevant = true;
        for (uint32_t k = 0; k < at->n_uses; k++) {
            assert(e->uses.at[at->first_use + k] < i);
            e->all.at[e->uses.at[at->first_use + k]].relevant = true;
        }
    }
}

void events_init(struct events *e, const struct cfa *unreduced, const input_log *log) {
    *e = (struct events){.c = unreduced, .complete = unreduced->debug != NULL};
    if (!unreduced->debug) return;
    struct recorder r = {.e = e, .drawn = NO_EVENT, .until = find_postdominators(unreduced)};
    r.open = mem_zero(unreduced->locs.n, sizeof *r.open);
    struct replay_watch watch = {.context = &r, .at_input = at_input, .at_mark = at_mark, .at_loc = at_loc};
    struct replay_end end = replay_run(unreduced, log, 0, &watch, NULL);
    assert(end.end == RUN_ERROR);
    (void)end;
    slice(e);
    free(r.until);
    free(r.open);
    VEC_RELEASE(&r.stack);
    VEC_RELEASE(&r.blocks);
    VEC_RELEASE(&r.freed);
    int_map_release(&r.last);
    int_map_release(&r.bytes);
}

void events_release(struct events *e) {
    VEC_RELEASE(&e->all);
    VEC_RELEASE(&e->uses);
}
