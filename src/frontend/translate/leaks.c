/* What is left behind when the program ends.
 *
 * A block is lost if it is alive and no variable leads to it: neither a global variable that still
 * exists nor a living block that is reached from one. Local variables are gone when the entry
 * function has returned.
 *
 *     struct node { struct node *next; } *head;                head leads to the first block, the
 *                                                              first to the second;
 *     head = malloc(8); head->next = malloc(8);                `head = 0` would lose both
 *
 * Let held(0, o) say that a global variable points into o, and held(i + 1, o) that it does, or that
 * some living h with held(i, h) points there. With n blocks, held(n) is exact. Whether places that
 * allocate many blocks hold others is not followed block by block: where the analysis finds that
 * such a block, a large array, or somebody outside may hold a living block, that is cut instead of
 * decided. Blocks that no variable can lead to are lost if their number is not zero.
 *
 * Limits: executions that do not end lose nothing here. The ledger says so. */
#include "frontend/translate/validity.h"

#include <assert.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/checks.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"

enum {
    MAX_CHAIN = 8,
    MAX_ROWS = 64
}; /* blocks that may hold each other; elements of an array that are looked at */

struct leaks {
    struct run *r;
    bool *rooted;    /* per object: may a global variable lead to it? */
    bool *unsure;    /* per object: may it be held by something that is not looked into? */
    term *held;      /* per object */
    uint32_t blocks; /* places that allocate one block and are rooted */
};

static term word(const struct run *r, uint64_t n) { return term_bv(r->t->pointer_width, n); }

static const struct object *object_at(const struct leaks *l, uint32_t i) {
    return &l->r->t->pt.objects.all.at[i];
}

static uint32_t count_objects(const struct leaks *l) { return l->r->t->pt.objects.all.n; }

static bool is_block(const struct leaks *l, uint32_t i) {
    const struct object *o = object_at(l, i);
    return o->kind == OBJECT_HEAP && !objects_is_on_stack(o->site);
}

/* ---- what may hold what ---- */

static void mark_rooted(struct leaks *l, uint32_t object) {
    const struct points_to *pt = &l->r->t->pt;
    if (l->rooted[object]) return;
    l->rooted[object] = true;
    for (uint32_t c = 0; c < pt->contents.at[object].n; c++) {
        const target_set *s = &pt->contents.at[object].at[c].targets;
        for (uint32_t i = 0; i < s->n; i++) mark_rooted(l, s->at[i].object);
    }
}

static void find_rooted(struct leaks *l) {
    for (uint32_t i = 1; i < count_objects(l); i++)
        if (object_at(l, i)->kind == OBJECT_GLOBAL) mark_rooted(l, i);
    for (uint32_t i = 1; i < count_objects(l); i++)
        l->blocks += is_block(l, i) && l->rooted[i] && !object_at(l, i)->many;
}

/* Does the value lead into the block, or to its beginning if it is empty? */
static term leads_into(struct leaks *l, uint32_t block, term v) {
    term size = lifetime_size(l->r, block, v), one = word(l->r, 1);
    size = term_ite(term_eq(size, word(l->r, 0)), one, size);
    return term_ult(term_bv_sub(v, lifetime_address(l->r, block, 0)), size);
}

static term pointer_at(struct leaks *l, uint32_t holder, uint64_t offset) {
    struct place p = {.object = holder, .exact = true, .offset = offset, .guard = term_true()};
    uint32_t width = l->r->t->pointer_width;
    term v = memory_read_place(l->r, &p, width / 8, sort_bv(width));
    return term_sort(v) == sort_bv(width) ? v : memory_from_bits(sort_bv(width), v);
}

/* The offsets of a content one by one; false if they are too many. */
static bool each_offset(const struct offsets *at, uint64_t size, void (*visit)(void *, uint64_t),
                        void *context) {
    if (at->stride && size / at->stride * at->n > MAX_ROWS) return false;
    for (uint32_t i = 0; i < at->n; i++) {
        if (at->stride && !size) return false;
        uint64_t first = (uint64_t)at->r[i];
        for (uint64_t k = first; k < size || (!at->stride && k == first);
             k += at->stride ? at->stride : size + 1)
            if (!size || k < size) visit(context, k);
    }
    return true;
}

struct question { /* does some pointer of `holder` lead into `block`? */
    struct leaks *l;
    uint32_t holder, block;
    term answer;
};

static void ask_offset(void *context, uint64_t offset) {
    struct question *q = context;
    q->answer = term_or(q->answer, leads_into(q->l, q->block, pointer_at(q->l, q->holder, offset)));
}

static term points_into(struct leaks *l, uint32_t holder, uint32_t block) {
    const struct points_to *pt = &l->r->t->pt;
    struct question q = {l, holder, block, term_false()};
    if (!l->r->t->layout.shapes.at[holder].fields.n) return term_false(); /* nobody has set it */
    for (uint32_t c = 0; c < pt->contents.at[holder].n; c++) {
        const struct content *k = &pt->contents.at[holder].at[c];
        if (!points_to_has(&k->targets, block)) continue;
        bool whole = k->width == LLVMPointerSize(pt->layout);
        if (!whole || !each_offset(&k->at, object_at(l, holder)->size, ask_offset, &q))
            l->unsure[block] = true;
    }
    return q.answer;
}

static bool holds_any(const struct leaks *l, uint32_t holder, uint32_t block) {
    const struct points_to *pt = &l->r->t->pt;
    for (uint32_t c = 0; c < pt->contents.at[holder].n; c++)
        if (points_to_has(&pt->contents.at[holder].at[c].targets, block)) return true;
    return false;
}

/* May the block be held by something that is not looked into? */
static bool is_unsure(struct leaks *l, uint32_t block) {
    const struct object *o = object_at(l, block);
    if ((o->escapes && l->r->t->pt.strangers) || o->many || l->blocks > MAX_CHAIN) return true;
    for (uint32_t h = 1; h < count_objects(l); h++) {
        const struct object *holder = object_at(l, h);
        bool looked_into = holder->kind == OBJECT_GLOBAL || (is_block(l, h) && !holder->many);
        bool nobody = holder->kind == OBJECT_OUTSIDE && !l->r->t->pt.strangers;
        if (l->rooted[h] && !looked_into && !nobody && holds_any(l, h, block)) return true;
    }
    return false;
}

/* ---- held ---- */

static void ask_holders(struct leaks *l, uint32_t block, enum object_kind kind, const term *before) {
    for (uint32_t h = 1; h < count_objects(l); h++) {
        const struct object *holder = object_at(l, h);
        if (!l->rooted[h] || holder->kind != kind || holder->many || !holds_any(l, h, block)) continue;
        term there = term_true();
        if (kind == OBJECT_HEAP) there = term_and(before[h], lifetime_alive(l->r, h, 0, TERM_NONE));
        l->held[block] = term_or(l->held[block], term_and(there, points_into(l, h, block)));
    }
}

static void find_held(struct leaks *l) {
    uint32_t n = count_objects(l);
    term *before = mem_zero(n, sizeof *before);
    for (uint32_t round = 0; round <= l->blocks && l->blocks <= MAX_CHAIN; round++) {
        for (uint32_t i = 0; i < n; i++) before[i] = l->held[i];
        for (uint32_t i = 1; i < n; i++) {
            if (!is_block(l, i) || !l->rooted[i] || l->unsure[i] || object_at(l, i)->many) continue;
            ask_holders(l, i, round ? OBJECT_HEAP : OBJECT_GLOBAL, before);
        }
    }
    free(before);
}

static void leaks_init(struct leaks *l, struct run *r) {
    uint32_t n = r->t->pt.objects.all.n;
    *l = (struct leaks){.r = r, .rooted = mem_zero(n, 1), .unsure = mem_zero(n, 1)};
    l->held = mem_zero(n, sizeof *l->held);
    for (uint32_t i = 0; i < n; i++) l->held[i] = term_false();
    find_rooted(l);
    for (uint32_t i = 1; i < n; i++)
        if (is_block(l, i) && l->rooted[i]) l->unsure[i] = is_unsure(l, i);
    find_held(l);
}

static void leaks_release(struct leaks *l) {
    free(l->rooted);
    free(l->unsure);
    free(l->held);
}

/* ---- the end ---- */

static term is_living(struct leaks *l, uint32_t block) {
    if (!object_at(l, block)->many) return lifetime_alive(l->r, block, 0, TERM_NONE);
    return term_not(term_eq(lifetime_living(l->r, block), word(l->r, 0)));
}

static void end_of_block(struct leaks *l, uint32_t block, bool in_exit) {
    struct run *r = l->r;
    const check_set asked = r->t->program->checks;
    struct src_pos pos = r->pos;
    LLVMMetadataRef place = r->place;
    term living = is_living(l, block);
    run_place(r, object_at(l, block)->site);
    if (asked & CHECK_BIT(CHECK_CLEANUP)) checks_fail_if(r, CHECK_CLEANUP, living);
    term lost = term_and(living, term_not(l->held[block]));
    /* By C's rules exit gives all memory back; what variables of callers held then is not asked. */
    bool ends_well = in_exit && r->t->pt.c_rules;
    if (!(asked & CHECK_BIT(CHECK_LEAK)) || ends_well) lost = term_false();
    if (in_exit || (l->rooted[block] && l->unsure[block]))
        checks_cut_if(r, CHECK_LEAK, lost,
                      in_exit ? "memory that may be lost when exit is called"
                              : "memory that may be lost or may be reached through other memory");
    else if (asked & CHECK_BIT(CHECK_LEAK)) checks_fail_if(r, CHECK_LEAK, lost);
    r->pos = pos;
    r->place = place;
}

static void end_of_program(struct run *r, bool in_exit) {
    const check_set ends = CHECK_BIT(CHECK_LEAK) | CHECK_BIT(CHECK_CLEANUP);
    struct leaks l;
    if (r->over || !(r->t->program->checks & ends)) return;
    leaks_init(&l, r);
    for (uint32_t i = 1; i < count_objects(&l) && !r->over; i++) {
        if (!is_block(&l, i)) continue;
        run_assumption(r, LEDGER_LOST_AT_END, NULL);
        end_of_block(&l, i, in_exit);
    }
    leaks_release(&l);
}

void validity_end(struct run *r) { end_of_program(r, false); }

void validity_exit(struct run *r) { end_of_program(r, true); }
