/* Which functions are inlined. Everything that is not recursive, as long as the flat program stays
 * below MAX_INSTRUCTIONS: copies multiply along the call graph, so a chain of functions that each
 * call the next one twice would explode. The functions that cost most are then left as calls, which
 * the translation treats as shared procedures: that is exact, only slower to verify. */
#include "frontend/driver/calls.h"

#include <assert.h>

#include "frontend/abstract/again.h"
#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/vec.h"

static const double MAX_INSTRUCTIONS = 150000;

struct node {
    LLVMValueRef f;
    uint32_t index, low; /* of Tarjan's algorithm; 0: not visited */
    bool on_stack, recursive, keep, reached;
    double own;          /* instructions */
    double inlined;      /* with everything inlined that shall be */
    double copies;       /* in the flat program */
    uint32_t sites;      /* call sites */
    VEC(uint32_t) calls; /* one entry per call site */
};

struct graph {
    VEC(struct node) nodes;
    struct int_map of;   /* function -> index */
    VEC(uint32_t) order; /* callees before callers */
    VEC(uint32_t) stack;
    uint32_t next;
};

static void add_calls(struct graph *g, uint32_t n) {
    FOR_BLOCKS (b, g->nodes.at[n].f)
        FOR_INSTRUCTIONS (i, b) {
            g->nodes.at[n].own += !ir_is_debug(i);
            LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
            uint64_t *callee = f ? int_map_get(&g->of, (uintptr_t)f) : NULL;
            if (!callee) continue;
            if (again_is(i)) { /* goes to its beginning, which must be a place of its own */
                g->nodes.at[*callee].keep = true;
                continue;
            }
            VEC_PUSH(&g->nodes.at[n].calls, (uint32_t)*callee);
            g->nodes.at[*callee].sites++;
        }
}

static void close_component(struct graph *g, uint32_t root) {
    bool alone = VEC_LAST(&g->stack) == root;
    for (uint32_t member = UINT32_MAX; member != root;) {
        member = VEC_POP(&g->stack);
        struct node *m = &g->nodes.at[member];
        m->on_stack = false;
        m->recursive = !alone;
        for (uint32_t i = 0; i < m->calls.n; i++) m->recursive |= m->calls.at[i] == member;
        VEC_PUSH(&g->order, member);
    }
}

struct visit {
    uint32_t node, next_call;
};

/* Tarjan's strongly connected components, with a stack of our own: call chains may be long. */
static void components(struct graph *g, uint32_t from) {
    VEC(struct visit) visits = {0};
    VEC_PUSH(&visits, (struct visit){from, 0});
    while (visits.n > 0) {
        struct visit *v = &VEC_LAST(&visits);
        struct node *n = &g->nodes.at[v->node];
        if (v->next_call == 0 && n->index == 0) {
            n->index = n->low = ++g->next;
            n->on_stack = n->reached = true;
            VEC_PUSH(&g->stack, v->node);
        }
        if (v->next_call < n->calls.n) {
            uint32_t next = n->calls.at[v->next_call];
            struct node *callee = &g->nodes.at[next];
            if (callee->index == 0) {
                VEC_PUSH(&visits, (struct visit){next, 0}); /* v is no longer valid */
            } else {
                if (callee->on_stack && callee->low < n->low) n->low = callee->low;
                v->next_call++;
            }
            continue;
        }
        if (n->low == n->index) close_component(g, v->node);
        (void)VEC_POP(&visits);
    }
    VEC_RELEASE(&visits);
}

static bool inlined(const struct node *n) { return !n->recursive && !n->keep; }

/* Sizes from the callees up, numbers of copies from the callers down; returns the size of the
 * whole. */
static double estimate(struct graph *g, uint32_t entry) {
    for (uint32_t i = 0; i < g->order.n; i++) {
        struct node *n = &g->nodes.at[g->order.at[i]];
        n->inlined = n->own;
        n->copies = inlined(n) && g->order.at[i] != entry ? 0 : 1;
        for (uint32_t c = 0; c < n->calls.n; c++)
            if (inlined(&g->nodes.at[n->calls.at[c]])) n->inlined += g->nodes.at[n->calls.at[c]].inlined;
    }
    double total = 0;
    for (uint32_t i = g->order.n; i-- > 0;) {
        struct node *n = &g->nodes.at[g->order.at[i]];
        total += n->copies * n->own;
        for (uint32_t c = 0; c < n->calls.n; c++)
            if (inlined(&g->nodes.at[n->calls.at[c]])) g->nodes.at[n->calls.at[c]].copies += n->copies;
    }
    return total;
}

/* Keeps the function whose copies cost most as a call; false if nothing is left to gain. */
static bool keep_one(struct graph *g, uint32_t entry) {
    uint32_t best = UINT32_MAX;
    double gain = 0;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        struct node *n = &g->nodes.at[i];
        if (!n->reached || !inlined(n) || i == entry || n->copies < 2) continue;
        double saved = (n->copies - 1) * n->inlined;
        if (saved > gain) {
            gain = saved;
            best = i;
        }
    }
    if (best != UINT32_MAX) g->nodes.at[best].keep = true;
    return best != UINT32_MAX;
}

static void build(struct graph *g, LLVMModuleRef module, bool (*keep)(void *, LLVMValueRef), void *context) {
    FOR_FUNCTIONS (f, module) {
        if (!ir_has_body(f) || keep(context, f)) continue;
        *int_map_put(&g->of, (uintptr_t)f, NULL) = g->nodes.n;
        VEC_PUSH(&g->nodes, (struct node){.f = f});
    }
    for (uint32_t i = 0; i < g->nodes.n; i++) add_calls(g, i);
}

static void apply(struct graph *g, uint32_t entry) {
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        struct node *n = &g->nodes.at[i];
        uint32_t whole = (uint32_t)LLVMAttributeFunctionIndex;
        ir_drop_attribute(n->f, whole, "noinline");
        ir_drop_attribute(n->f, whole, "optnone");
        ir_drop_attribute(n->f, whole, "alwaysinline");
        if (n->reached && inlined(n) && i != entry) ir_add_attribute(n->f, "alwaysinline");
    }
}

void calls_choose_inlining(LLVMModuleRef module, LLVMValueRef entry, bool (*keep)(void *, LLVMValueRef),
                           void *context) {
    struct graph g = {0};
    build(&g, module, keep, context);
    uint64_t *at = int_map_get(&g.of, (uintptr_t)entry);
    assert(at);
    uint32_t root = (uint32_t)*at;
    components(&g, root);
    while (estimate(&g, root) > MAX_INSTRUCTIONS && keep_one(&g, root)) continue;
    apply(&g, root);
    for (uint32_t i = 0; i < g.nodes.n; i++) VEC_RELEASE(&g.nodes.at[i].calls);
    VEC_RELEASE(&g.nodes);
    VEC_RELEASE(&g.order);
    VEC_RELEASE(&g.stack);
    int_map_release(&g.of);
}
