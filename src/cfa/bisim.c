/* Bisimulation minimization: locations with the same outgoing behaviour are merged.
 *
 * Two locations are equal if each edge of one has an edge of the other with the same command to an
 * equal location, and vice versa; that is the coarsest partition stable under the edges. Commands
 * are compared by content: flattened into lists of primitives, interned bottom-up, so that equal
 * commands are equal numbers. Marks do not count, branches of a choice and targets of an assignment
 * are ordered, and `x := *` forgets its site but not its kind: where two locations are merged, the
 * sites at corresponding places are put in one class (same_as).
 *
 * The partition is refined from "all alike" by signatures, the set of (command, class of the
 * target). Only dirty locations are looked at: those with an edge to a location whose class
 * changed. When a class splits, its largest part keeps the name, so a location changes class at
 * most log n times (Hopcroft's argument) and the whole costs O(m log n) signatures. l0, lE and
 * every cut stay alone. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/hash.h"
#include "util/mem.h"

/* ---- commands by content ---- */

enum { NODE_PAIR = CMD_MARK + 1, NODE_LIST };

struct bisim_node {
    uint32_t kind; /* CMD_*, NODE_* */
    uint32_t a, b;
};

struct canon {
    const struct cfa *c;
    VEC(struct bisim_node) nodes; /* 0 is the empty list */
    struct index_table table;
    VEC(cmd) stack;
};

struct sought_node {
    const struct canon *k;
    struct bisim_node node;
};

static bool same_node(const void *context, uint32_t index) {
    const struct sought_node *s = context;
    const struct bisim_node *n = &s->k->nodes.at[index];
    return n->kind == s->node.kind && n->a == s->node.a && n->b == s->node.b;
}

static uint32_t intern_node(struct canon *k, uint32_t kind, uint32_t a, uint32_t b) {
    if (!k->nodes.n) VEC_PUSH(&k->nodes, (struct bisim_node){0});
    struct sought_node s = {k, {kind, a, b}};
    uint64_t hash = hash_mix(hash_mix(hash_int(kind), a), b);
    uint32_t found = index_table_find(&k->table, hash, same_node, &s);
    if (found) return found;
    VEC_PUSH(&k->nodes, s.node);
    index_table_add(&k->table, hash, k->nodes.n - 1);
    return k->nodes.n - 1;
}

static int by_var(const void *a, const void *b) {
    term x = ((const struct cfa_assign *)a)->var, y = ((const struct cfa_assign *)b)->var;
    return x < y ? -1 : x > y;
}

static uint32_t canon_assign(struct canon *k, const struct cfa_cmd *command) {
    struct cfa_assign *sorted = mem_alloc(command->n * sizeof *sorted);
    memcpy(sorted, command->assigns, command->n * sizeof *sorted);
    qsort(sorted, command->n, sizeof *sorted, by_var);
    uint32_t list = 0;
    for (uint32_t i = command->n; i-- > 0;)
        list = intern_node(k, NODE_LIST, intern_node(k, NODE_PAIR, sorted[i].var, sorted[i].value), list);
    free(sorted);
    return intern_node(k, CMD_ASSIGN, list, 0);
}

static uint32_t canon_cmd(struct canon *k, cmd command);

static uint32_t canon_primitive(struct canon *k, const struct cfa_cmd *command) {
    switch (command->kind) {
    case CMD_ASSUME: return intern_node(k, CMD_ASSUME, command->cond, 0);
    case CMD_ASSIGN: return canon_assign(k, command);
    case CMD_HAVOC: {
        const struct cfa_site *site = &k->c->sites.at[command->site];
        return intern_node(k, CMD_HAVOC, command->var, intern_node(k, NODE_PAIR, site->kind, site->sort));
    }
    case CMD_CHOICE: {
        uint32_t a = canon_cmd(k, command->first), b = canon_cmd(k, command->second);
        return intern_node(k, CMD_CHOICE, a < b ? a : b, a < b ? b : a);
    }
    default: return 0;
    }
}

/* The number of a command's content: a list of primitives, built from its end. */
static uint32_t canon_cmd(struct canon *k, cmd command) {
    assert(command < k->c->cmds.n);
    uint32_t list = 0, base = k->stack.n;
    VEC_PUSH(&k->stack, command);
    while (k->stack.n > base) {
        const struct cfa_cmd *top = &k->c->cmds.at[VEC_POP(&k->stack)];
        if (top->kind == CMD_SEQ) {
            VEC_PUSH(&k->stack, top->first);
            VEC_PUSH(&k->stack, top->second);
            continue;
        }
        uint32_t primitive = canon_primitive(k, top);
        if (primitive) list = intern_node(k, NODE_LIST, primitive, list);
    }
    return list;
}

static void canon_release(struct canon *k) {
    VEC_RELEASE(&k->nodes);
    VEC_RELEASE(&k->stack);
    index_table_release(&k->table);
}

/* ---- the partition ---- */

typedef VEC(uint64_t) signature;

struct partition {
    struct cfa *c;
    struct canon canon;
    struct cfa_index by_edge;
    uint32_t *content;         /* of each edge's command */
    uint32_t *class_of;        /* per location */
    uint32_t *place;           /* of a location among its class's members */
    VEC(loc_vec) members;      /* per class */
    VEC(loc_vec) dirty;        /* per class: members to be looked at */
    uint8_t *is_dirty;         /* per location */
    VEC(uint32_t) waiting;     /* classes with dirty members */
    VEC(signature) signatures; /* interned; 0 is no signature */
    struct index_table table;
    signature scratch;
};

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void signature_make(struct partition *p, loc l) {
    assert(l < p->c->locs.n);
    VEC_CLEAR(&p->scratch);
    for (uint32_t i = 0; i < p->by_edge.out[l].n; i++) {
        uint32_t e = p->by_edge.out[l].at[i];
        VEC_PUSH(&p->scratch, (uint64_t)p->content[e] << 32 | p->class_of[p->c->edges.at[e].to]);
    }
    if (p->scratch.n) qsort(p->scratch.at, p->scratch.n, sizeof(uint64_t), by_number);
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->scratch.n; i++)
        if (!n || p->scratch.at[n - 1] != p->scratch.at[i]) p->scratch.at[n++] = p->scratch.at[i];
    p->scratch.n = n;
}

static bool same_signature(const void *context, uint32_t index) {
    const struct partition *p = context;
    const signature *s = &p->signatures.at[index];
    return s->n == p->scratch.n && (!s->n || !memcmp(s->at, p->scratch.at, s->n * sizeof(uint64_t)));
}

static uint32_t signature_of(struct partition *p, loc l) {
    signature_make(p, l);
    uint64_t hash = hash_bytes(p->scratch.at, p->scratch.n * sizeof(uint64_t));
    uint32_t found = index_table_find(&p->table, hash, same_signature, p);
    if (found) return found;
    if (!p->signatures.n) VEC_PUSH(&p->signatures, (signature){0});
    signature copy = {0};
    for (uint32_t i = 0; i < p->scratch.n; i++) VEC_PUSH(&copy, p->scratch.at[i]);
    VEC_PUSH(&p->signatures, copy);
    index_table_add(&p->table, hash, p->signatures.n - 1);
    return p->signatures.n - 1;
}

static uint32_t class_new(struct partition *p) {
    VEC_PUSH(&p->members, (loc_vec){0});
    VEC_PUSH(&p->dirty, (loc_vec){0});
    return p->members.n - 1;
}

static void class_join(struct partition *p, uint32_t k, loc l) {
    assert(k < p->members.n && l < p->c->locs.n);
    p->class_of[l] = k;
    p->place[l] = p->members.at[k].n;
    VEC_PUSH(&p->members.at[k], l);
}

static void class_leave(struct partition *p, loc l) {
    assert(p->class_of[l] < p->members.n);
    assert(p->members.at[p->class_of[l]].at[p->place[l]] == l);
    loc_vec *members = &p->members.at[p->class_of[l]];
    p->place[VEC_LAST(members)] = p->place[l];
    VEC_SWAP_REMOVE(members, p->place[l]);
}

static void make_dirty(struct partition *p, loc l) {
    assert(l < p->c->locs.n && p->members.at[p->class_of[l]].n > 0);
    if (p->is_dirty[l]) return;
    p->is_dirty[l] = 1;
    uint32_t k = p->class_of[l];
    if (!p->dirty.at[k].n) VEC_PUSH(&p->waiting, k);
    VEC_PUSH(&p->dirty.at[k], l);
}

struct signed_loc {
    uint32_t signature;
    loc l;
};

static int by_signature(const void *a, const void *b) {
    const struct signed_loc *x = a, *y = b;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    return x->l < y->l ? -1 : x->l > y->l;
}

typedef VEC(struct signed_loc) signed_locs;

/* The end of the run of equal signatures that starts at i. */
static uint32_t run_end(const signed_locs *all, uint32_t i) {
    assert(i < all->n);
    uint32_t j = i;
    while (j < all->n && all->at[j].signature == all->at[i].signature) j++;
    return j;
}

/* The dirty members with their signatures, sorted; and the signature that all clean ones have (0:
 * none). */
static uint32_t collect(struct partition *p, uint32_t k, signed_locs *all) {
    assert(k < p->members.n && p->dirty.at[k].n > 0);
    assert(p->dirty.at[k].n <= p->members.at[k].n);
    const loc_vec *members = &p->members.at[k], *dirty = &p->dirty.at[k];
    uint32_t clean = 0;
    /* ends after dirty->n + 1 rounds at the latest */
    for (uint32_t i = 0; i < members->n && !clean; i++)
        if (!p->is_dirty[members->at[i]]) clean = signature_of(p, members->at[i]);
    for (uint32_t i = 0; i < dirty->n; i++)
        VEC_PUSH(all, (struct signed_loc){signature_of(p, dirty->at[i]), dirty->at[i]});
    qsort(all->at, all->n, sizeof *all->at, by_signature);
    return clean;
}

/* The signature of the largest part, which keeps the class. */
static uint32_t largest(const signed_locs *all, uint32_t clean, uint32_t clean_n) {
    uint32_t best = clean, best_n = clean_n;
    for (uint32_t i = 0, j; i < all->n; i = j) {
        j = run_end(all, i);
        uint32_t n = j - i + (all->at[i].signature == clean ? clean_n : 0);
        if (n <= best_n) continue;
        best = all->at[i].signature;
        best_n = n;
    }
    return best;
}

static void add_clean(struct partition *p, uint32_t k, uint32_t clean, signed_locs *all) {
    const loc_vec *members = &p->members.at[k];
    for (uint32_t i = 0; i < members->n; i++)
        if (!p->is_dirty[members->at[i]]) VEC_PUSH(all, (struct signed_loc){clean, members->at[i]});
    qsort(all->at, all->n, sizeof *all->at, by_signature);
}

/* Splits a class by the signatures of its members; predecessors of what moved must be looked at
 * again. */
static void refine(struct partition *p, uint32_t k) {
    signed_locs all = {0};
    uint32_t clean = collect(p, k, &all), clean_n = p->members.at[k].n - p->dirty.at[k].n;
    uint32_t best = largest(&all, clean, clean_n);
    if (clean && best != clean) add_clean(p, k, clean, &all);
    for (uint32_t i = 0; i < p->dirty.at[k].n; i++) p->is_dirty[p->dirty.at[k].at[i]] = 0;
    VEC_CLEAR(&p->dirty.at[k]);
    for (uint32_t i = 0, j; i < all.n; i = j) {
        j = run_end(&all, i);
        if (all.at[i].signature == best) continue;
        uint32_t fresh = class_new(p);
        for (uint32_t m = i; m < j; m++) {
            class_leave(p, all.at[m].l);
            class_join(p, fresh, all.at[m].l);
        }
    }
    for (uint32_t i = 0; i < all.n; i++) {
        loc l = all.at[i].l;
        for (uint32_t j = 0; p->class_of[l] != k && j < p->by_edge.in[l].n; j++)
            make_dirty(p, p->c->edges.at[p->by_edge.in[l].at[j]].from);
    }
    VEC_RELEASE(&all);
}

/* l0, lE and the cuts in classes of their own, the rest in one. */
static void partition_init(struct partition *p, struct cfa *c) {
    *p = (struct partition){.c = c, .canon = {.c = c}};
    cfa_index_edges(c, &p->by_edge);
    p->content = mem_alloc(c->edges.n * sizeof *p->content);
    for (uint32_t i = 0; i < c->edges.n; i++) p->content[i] = canon_cmd(&p->canon, c->edges.at[i].cmd);
    p->class_of = mem_alloc(c->locs.n * sizeof *p->class_of);
    p->place = mem_zero(c->locs.n, sizeof *p->place);
    p->is_dirty = mem_zero(c->locs.n, 1);
    uint8_t *alone = mem_zero(c->locs.n, 1);
    alone[c->l0] = alone[c->lE] = 1;
    for (uint32_t i = 0; i < c->cuts.n; i++) alone[c->cuts.at[i].at] = 1;
    uint32_t rest = class_new(p);
    for (loc l = 0; l < c->locs.n; l++) class_join(p, alone[l] ? class_new(p) : rest, l);
    for (loc l = 0; l < c->locs.n; l++)
        if (!alone[l]) make_dirty(p, l);
    free(alone);
}

static void partition_release(struct partition *p) {
    for (uint32_t i = 0; i < p->members.n; i++) {
        VEC_RELEASE(&p->members.at[i]);
        VEC_RELEASE(&p->dirty.at[i]);
    }
    for (uint32_t i = 0; i < p->signatures.n; i++) VEC_RELEASE(&p->signatures.at[i]);
    VEC_RELEASE(&p->members);
    VEC_RELEASE(&p->dirty);
    VEC_RELEASE(&p->signatures);
    VEC_RELEASE(&p->waiting);
    VEC_RELEASE(&p->scratch);
    index_table_release(&p->table);
    canon_release(&p->canon);
    cfa_index_release(&p->by_edge);
    free(p->content);
    free(p->class_of);
    free(p->place);
    free(p->is_dirty);
}

/* ---- merging ---- */

typedef VEC(uint32_t) site_list;

/* The sites of a command in the order of its content. */
static void sites_of(struct canon *k, cmd command, site_list *sites) {
    uint32_t base = k->stack.n;
    VEC_PUSH(&k->stack, command);
    while (k->stack.n > base) {
        const struct cfa_cmd *top = &k->c->cmds.at[VEC_POP(&k->stack)];
        if (top->kind == CMD_SEQ) {
            VEC_PUSH(&k->stack, top->first);
            VEC_PUSH(&k->stack, top->second);
        } else if (top->kind == CMD_HAVOC) {
            VEC_PUSH(sites, top->site);
        } else if (top->kind == CMD_CHOICE) {
            bool swap = canon_cmd(k, top->second) < canon_cmd(k, top->first);
            sites_of(k, swap ? top->second : top->first, sites);
            sites_of(k, swap ? top->first : top->second, sites);
        }
    }
}

static uint32_t site_class(const struct cfa *c, uint32_t site) {
    assert(site < c->sites.n);
    assert(c->sites.at[site].same_as <= site);
    while (c->sites.at[site].same_as != site) site = c->sites.at[site].same_as;
    return site;
}

static void unite_sites(struct partition *p, cmd a, cmd b) {
    site_list of_a = {0}, of_b = {0};
    if (a != b) {
        sites_of(&p->canon, a, &of_a);
        sites_of(&p->canon, b, &of_b);
    }
    assert(of_a.n == of_b.n);
    for (uint32_t i = 0; i < of_a.n; i++) {
        uint32_t x = site_class(p->c, of_a.at[i]), y = site_class(p->c, of_b.at[i]);
        p->c->sites.at[x < y ? y : x].same_as = x < y ? x : y;
    }
    VEC_RELEASE(&of_a);
    VEC_RELEASE(&of_b);
}

struct key { /* edges that are equal after merging */
    loc from;
    uint32_t content, to_class;
    uint32_t edge; /* 0-based; the first of them stays */
};

static int by_key(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->content != y->content) return x->content < y->content ? -1 : 1;
    if (x->to_class != y->to_class) return x->to_class < y->to_class ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* All edges of a class leave from its least location; of equal ones one stays, and their sites are
 * united. */
static void merge_edges(struct partition *p, const loc *least) {
    struct cfa *c = p->c;
    uint32_t n = c->edges.n;
    struct key *keys = mem_alloc(n * sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (struct key){least[c->edges.at[i].from], p->content[i], p->class_of[c->edges.at[i].to], i};
    if (n) qsort(keys, n, sizeof *keys, by_key);
    uint8_t *keep = mem_zero(n, 1);
    for (uint32_t i = 0, first = 0; i < n; i++) {
        bool same = i && keys[i].from == keys[first].from && keys[i].content == keys[first].content &&
                    keys[i].to_class == keys[first].to_class;
        if (!same) first = i;
        keep[keys[i].edge] = !same;
        if (same) unite_sites(p, c->edges.at[keys[first].edge].cmd, c->edges.at[keys[i].edge].cmd);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct cfa_edge e = c->edges.at[i];
        if (keep[i]) c->edges.at[kept++] = (struct cfa_edge){least[e.from], least[e.to], e.cmd, 0};
    }
    c->edges.n = kept;
    free(keep);
    free(keys);
}

static uint32_t merge(struct partition *p) {
    struct cfa *c = p->c;
    loc *least = mem_alloc(c->locs.n * sizeof *least);
    uint8_t *keep = mem_zero(c->locs.n, 1);
    for (uint32_t k = 0; k < p->members.n; k++) {
        loc first = LOC_NONE;
        for (uint32_t i = 0; i < p->members.at[k].n; i++)
            if (p->members.at[k].at[i] < first) first = p->members.at[k].at[i];
        for (uint32_t i = 0; i < p->members.at[k].n; i++) least[p->members.at[k].at[i]] = first;
        if (first != LOC_NONE) keep[first] = 1;
    }
    merge_edges(p, least);
    cfa_map_image(c, least);
    for (uint32_t i = 0; i < c->sites.n; i++) c->sites.at[i].same_as = site_class(c, i);
    uint32_t merged = cfa_keep_locs(c, keep);
    free(least);
    free(keep);
    return merged;
}

uint32_t cfa_bisim(struct cfa *c) {
    struct partition p;
    cfa_clear_steps(c);
    partition_init(&p, c);
    while (p.waiting.n) refine(&p, VEC_POP(&p.waiting));
    uint32_t merged = merge(&p);
    partition_release(&p);
    cfa_compact_cmds(c);
    return merged;
}
