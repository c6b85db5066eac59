/* Control flow: activations, segments, branches, calls and returns. See translate.h for the
 * scheme. */
#include "frontend/dialects/vocabulary.h"
#include "frontend/translate/translate.h"

#include <assert.h>
#include <string.h>

#include "cfa/check.h"
#include "frontend/translate/checks.h"
#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/ir.h"
#include "frontend/library/rounding.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/names.h"
#include "frontend/translate/notes.h"
#include "frontend/translate/predicates.h"
#include "frontend/driver/parameters.h"
#include "frontend/driver/prepare.h"
#include "frontend/translate/procedures.h"
#include "frontend/translate/validity.h"
#include "util/options.h"
#include "util/stats.h"

/* ---- activations and locations ---- */

static struct src_pos pos_of(struct translator *t, LLVMBasicBlockRef block) {
    struct run r = {.t = t};
    FOR_INSTRUCTIONS (i, block) {
        if (ir_is_debug(i) || LLVMIsAPHINode(i)) continue;
        run_place(&r, i);
        if (r.pos.line) break;
    }
    return r.pos;
}

static loc block_loc(struct translator *t, struct activation *a, LLVMBasicBlockRef block) {
    bool added;
    uint64_t *known = int_map_put(&a->locs, (uintptr_t)block, &added);
    if (!added) return (loc)*known;
    loc l = cfa_add_loc(t->cfa, pos_of(t, block));
    *int_map_put(&a->locs, (uintptr_t)block, NULL) = l;
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(first)) first = LLVMGetNextInstruction(first);
    VEC_PUSH(&t->waiting, (struct work){a, block, first, l});
    return l;
}

static struct activation *activation_of(struct translator *t, uint32_t procedure, uint32_t depth) {
    for (uint32_t i = 0; i < t->activations.n; i++)
        if (t->activations.at[i]->procedure == procedure && t->activations.at[i]->depth == depth)
            return t->activations.at[i];
    struct activation *a = MEM_NEW(struct activation);
    a->procedure = procedure;
    a->depth = depth;
    VEC_PUSH(&t->activations, a);
    a->entry = block_loc(t, a, LLVMGetEntryBasicBlock(t->procedures.at[procedure].function));
    a->exit = LOC_NONE;
    return a;
}

/* ---- branches ---- */

typedef VEC(struct cfa_assign) assign_vec;

static void phi_assigns(struct run *r, LLVMBasicBlockRef from, LLVMBasicBlockRef to, assign_vec *out) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        unsigned k = 0;
        while (LLVMGetIncomingBlock(phi, k) != from) k++;
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        uint32_t leaves = run_leaves(r, LLVMTypeOf(phi));
        if (leaves == 0) {
            run_cut(r, "a value of a type that is not supported");
            return;
        }
        for (uint32_t leaf = 0; leaf < leaves; leaf++)
            VEC_PUSH(out, (struct cfa_assign){activation_var(r->t, r->a, phi, leaf), run_leaf(r, v, leaf)});
    }
}

/* Values on the way to the target may need inputs of their own (an undefined value), so they are
 * computed before the edges are made. */
static void branch(struct run *r, term condition, const assign_vec *phis, LLVMValueRef end,
                   LLVMBasicBlockRef to) {
    if (r->over) return;
    if (condition == term_false()) {
        r->t->cfa->decided = true;
        return;
    }
    r->arriving = notes_branch(r, end, !term_is_const(condition), to);
    run_edge(r, condition, phis->at, phis->n, block_loc(r->t, r->a, to));
    r->arriving = cfa_skip();
}

static void two_ways(struct run *r, LLVMValueRef end, LLVMBasicBlockRef here) {
    term c = run_value(r, LLVMGetCondition(end));
    LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0), no = LLVMGetSuccessor(end, 1);
    assign_vec when_yes = {0}, when_no = {0};
    if (yes == no) c = term_true();
    if (c != term_false()) phi_assigns(r, here, yes, &when_yes);
    if (c != term_true()) phi_assigns(r, here, no, &when_no);
    if (term_is_const(c)) checks_pass(r, c == term_true() ? no : yes);
    if (!term_is_const(c) && !r->over) run_flush(r);
    branch(r, c, &when_yes, end, yes);
    branch(r, term_not(c), &when_no, end, no);
    VEC_RELEASE(&when_yes);
    VEC_RELEASE(&when_no);
}

/* Cases with the same target are one edge. */
static void many_ways(struct run *r, LLVMValueRef end, LLVMBasicBlockRef here) {
    term selector = run_bits(r, LLVMGetOperand(end, 0));
    unsigned n = LLVMGetNumSuccessors(end);
    term_vec conditions = {0}, none = {0};
    VEC_RESIZE(&conditions, n);
    conditions.at[0] = term_true();
    for (unsigned i = 1; i < n; i++) {
        term v = run_bits(r, LLVMGetOperand(end, 2 * i));
        conditions.at[i] = term_eq(selector, v);
        VEC_PUSH(&none, term_not(conditions.at[i]));
    }
    conditions.at[0] = term_and_n(none.at, none.n);
    VEC(assign_vec) phis = {0};
    VEC_RESIZE(&phis, n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (LLVMGetSuccessor(end, k) != LLVMGetSuccessor(end, i)) continue;
            conditions.at[k] = term_or(conditions.at[k], conditions.at[i]);
            conditions.at[i] = term_false();
            break;
        }
        if (conditions.at[i] != term_false()) phi_assigns(r, here, LLVMGetSuccessor(end, i), &phis.at[i]);
    }
    if (!r->over) run_flush(r);
    for (unsigned i = 0; i < n; i++) {
        branch(r, conditions.at[i], &phis.at[i], end, LLVMGetSuccessor(end, i));
        VEC_RELEASE(&phis.at[i]);
    }
    VEC_RELEASE(&phis);
    VEC_RELEASE(&conditions);
    VEC_RELEASE(&none);
}

static void computed_goto(struct run *r, LLVMValueRef end, LLVMBasicBlockRef here) {
    term address = run_value(r, LLVMGetOperand(end, 0));
    LLVMValueRef function = LLVMGetBasicBlockParent(here);
    run_flush(r);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !r->over; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
        assign_vec phis = {0};
        phi_assigns(r, here, to, &phis);
        branch(r, term_eq(address, constant_term(r, LLVMBlockAddress(function, to), 0)), &phis, end, to);
        VEC_RELEASE(&phis);
    }
}

/* ---- calls and returns ---- */

static void return_edge(struct translator *t, struct activation *a, uint32_t site) {
    if (a->exit == LOC_NONE) return;
    const struct call_site *s = &a->sites.at[site];
    assign_vec assigns = {0};
    struct cfa *c = t->cfa;
    bool used = LLVMGetFirstUse(s->call) != NULL;
    for (uint32_t leaf = 0; used && leaf < a->result.n; leaf++)
        VEC_PUSH(&assigns,
                 (struct cfa_assign){activation_var(t, s->caller, s->call, leaf), a->result.at[leaf]});
    cmd command = cfa_assume(c, term_eq(a->return_to, term_bv(16, site)));
    command = cfa_seq(c, command, notes_leave(t, a, s->caller, s->call));
    if (assigns.n > 0) command = cfa_seq(c, command, cfa_assign_n(c, assigns.at, assigns.n));
    cfa_add_edge(c, a->exit, command, s->back);
    VEC_RELEASE(&assigns);
}

static void do_return(struct run *r, LLVMValueRef end) {
    struct activation *a = r->a;
    if (a == r->t->activations.at[0]) { /* the entry function is done */
        validity_end(r);
        if (r->over) return;
        cfa_add_edge(r->t->cfa, r->at, r->body, cfa_add_loc(r->t->cfa, r->pos));
        return;
    }
    lifetime_return(r);
    assign_vec results = {0};
    LLVMValueRef returned = LLVMGetNumOperands(end) ? LLVMGetOperand(end, 0) : NULL;
    uint32_t leaves = returned ? run_leaves(r, LLVMTypeOf(returned)) : 0;
    if (returned && leaves == 0) run_cut(r, "a value of a type that is not supported");
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        term v = run_leaf(r, returned, leaf);
        if (a->result.n <= leaf) {
            term var = term_fresh("result", term_sort(v));
            cfa_add_var(r->t->cfa, var, NULL, true, r->pos);
            VEC_PUSH(&a->result, var);
        }
        VEC_PUSH(&results, (struct cfa_assign){a->result.at[leaf], v});
    }
    if (!r->over) {
        notes_return(r, returned);
        bool first = a->exit == LOC_NONE;
        if (first) a->exit = cfa_add_loc(r->t->cfa, r->pos);
        run_edge(r, term_true(), results.at, results.n, a->exit);
        for (uint32_t i = 0; first && i < a->sites.n; i++) return_edge(r->t, a, i);
    }
    VEC_RELEASE(&results);
}

static void pass_arguments(struct run *r, LLVMValueRef call, struct activation *callee, assign_vec *out) {
    LLVMValueRef f = r->t->procedures.at[callee->procedure].function;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++) {
        LLVMValueRef parameter = LLVMGetParam(f, i), v = LLVMGetOperand(call, i);
        uint32_t leaves = run_leaves(r, LLVMTypeOf(parameter));
        if (leaves == 0) run_cut(r, "an argument of a type that is not supported");
        for (uint32_t leaf = 0; leaf < leaves; leaf++)
            VEC_PUSH(out, (struct cfa_assign){activation_var(r->t, callee, parameter, leaf),
                                              run_leaf(r, v, leaf)});
    }
}

/* Ends the segment with a jump to the callee; what follows the call is a segment of its own. */
static void do_procedure_call(struct run *r, LLVMValueRef call, struct procedure *p) {
    struct translator *t = r->t;
    bool deeper = p->group == r->p->group && p->recursive;
    uint32_t depth = deeper ? r->a->depth + 1 : 0, index = (uint32_t)(p - t->procedures.at);
    if (deeper && depth > t->program->recursion) {
        uint32_t cuts = t->cfa->cuts.n;
        run_cut(r, "recursion deeper than %u in %s", t->program->recursion, ir_name(p->function));
        if (t->cfa->cuts.n > cuts) VEC_LAST(&t->cfa->cuts).deeper = true;
        return;
    }
    struct activation *callee = activation_of(t, index, depth);
    if (callee->sites.n == UINT16_MAX) {
        run_cut(r, "too many calls of %s", ir_name(p->function));
        return;
    }
    if (!callee->return_to) {
        callee->return_to = term_fresh("return_to", sort_bv(16));
        cfa_add_var(t->cfa, callee->return_to, NULL, false, r->pos);
    }
    assign_vec assigns = {0};
    pass_arguments(r, call, callee, &assigns);
    if (!r->over) {
        struct call_site site = {r->a, call, cfa_add_loc(t->cfa, r->pos)};
        VEC_PUSH(&assigns, (struct cfa_assign){callee->return_to, term_bv(16, callee->sites.n)});
        r->arriving = notes_enter(r, call, t->procedures.at[index].function, callee);
        run_edge(r, term_true(), assigns.at, assigns.n, callee->entry);
        r->arriving = cfa_skip();
        VEC_PUSH(&callee->sites, site);
        return_edge(t, callee, callee->sites.n - 1);
        VEC_PUSH(&t->waiting, (struct work){r->a, LLVMGetInstructionParent(call),
                                            LLVMGetNextInstruction(call), site.back});
    }
    run_stop(r);
    VEC_RELEASE(&assigns);
}

/* ---- segments ---- */

static void finish_segment(struct run *r, LLVMValueRef end, LLVMBasicBlockRef here) {
    switch (LLVMGetInstructionOpcode(end)) {
    case LLVMBr:
        if (LLVMIsConditional(end)) {
            two_ways(r, end, here);
        } else {
            assign_vec phis = {0};
            phi_assigns(r, here, LLVMGetSuccessor(end, 0), &phis);
            branch(r, term_true(), &phis, end, LLVMGetSuccessor(end, 0));
            VEC_RELEASE(&phis);
        }
        break;
    case LLVMSwitch: many_ways(r, end, here); break;
    case LLVMIndirectBr: computed_goto(r, end, here); break;
    case LLVMRet: do_return(r, end); break;
    case LLVMUnreachable: break; /* undefined behaviour, or after a call that does not return */
    default: run_cut(r, "exception handling"); break;
    }
}

/* Goes on into the next block of the chain; NULL if the segment ends here. */
static LLVMBasicBlockRef next_in_chain(struct run *r, LLVMValueRef end, LLVMBasicBlockRef here) {
    if (LLVMGetInstructionOpcode(end) != LLVMBr || LLVMIsConditional(end)) return NULL;
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, 0);
    if (int_map_get(&r->p->head, (uintptr_t)next)) return NULL;
    (void)here;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(next); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(phi)); leaf++)
            run_define_leaf(r, phi, leaf, run_leaf(r, LLVMGetIncomingValue(phi, 0), leaf));
    return next;
}

static void do_instructions(struct run *r, LLVMValueRef from) {
    for (LLVMValueRef i = from; i && !r->over; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAPHINode(i)) continue;
        struct procedure *p = procedures_called(r->t, i);
        if (ir_is_debug(i)) {
            notes_variable(r, i);
            continue;
        }
        run_place(r, i);
        if (LLVMIsATerminatorInst(i)) break;
        if (p) do_procedure_call(r, i, p);
        else {
            instr_translate(r, i);
            notes_instruction(r, i);
        }
    }
}

static void do_segment(struct translator *t, struct work w) {
    struct run r;
    run_init(&r, t, w.a, w.at);
    LLVMBasicBlockRef block = w.block;
    LLVMValueRef from = w.from;
    while (block && !r.over && !checks_enter(&r, block)) {
        do_instructions(&r, from);
        if (r.over) break;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        LLVMBasicBlockRef next = next_in_chain(&r, end, block);
        if (!next) finish_segment(&r, end, block);
        block = next;
        from = next ? LLVMGetFirstInstruction(next) : NULL;
    }
    run_release(&r);
}

/* ---- the whole ---- */

/* The entry function's parameters: any number, and pointers to the outside. */
static void entry_arguments(struct run *r, struct activation *a, assign_vec *out) {
    LLVMValueRef f = r->t->procedures.at[a->procedure].function;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++) {
        LLVMValueRef parameter = LLVMGetParam(f, i);
        sort s = run_sort(r, LLVMTypeOf(parameter));
        if (!s) {
            run_cut(r, "the entry function has a parameter of a type that is not supported");
            return;
        }
        const target_set *targets = points_to_of(&r->t->pt, parameter);
        bool fixed = targets->n && !points_to_has(targets, r->t->pt.unknown);
        if (fixed && !ir_has_name(f, "main")) /* main's are of the system's making */
            run_assumption(r, LEDGER_ENTRY_POINTERS, ir_name(parameter));
        bool count = i == 0 && ir_has_name(f, "main") && sort_kind_of(s) == SORT_BV && !targets->n;
        term v = fixed ? term_bv(r->t->pointer_width, layout_address(&r->t->layout, targets->at[0].object, 0))
                       : run_input(r, targets->n ? SITE_ENVIRONMENT : SITE_INTERNAL,
                                   count ? SITE_ARGC : ir_name(parameter), s, true);
        if (count) run_assume(r, term_sle(term_bv(sort_width(s), 0), v));
        VEC_PUSH(out, (struct cfa_assign){activation_var(r->t, a, parameter, 0), v});
    }
}

/* l0 -> entry, made last, when all variables of memory are known. */
static void first_edge(struct translator *t, struct activation *main_activation) {
    struct run r;
    assign_vec args = {0};
    run_init(&r, t, main_activation, t->cfa->l0);
    r.pos = t->cfa->locs.at[main_activation->entry].pos;
    memory_initial(&r);
    entry_arguments(&r, main_activation, &args);
    if (!r.over) run_edge(&r, term_true(), args.at, args.n, main_activation->entry);
    VEC_RELEASE(&args);
    run_release(&r);
}

static void translator_release(struct translator *t) {
    for (uint32_t i = 0; i < t->activations.n; i++) {
        struct activation *a = t->activations.at[i];
        int_map_release(&a->vars);
        int_map_release(&a->locs);
        VEC_RELEASE(&a->sites);
        VEC_RELEASE(&a->result);
        free(a);
    }
    VEC_RELEASE(&t->activations);
    VEC_RELEASE(&t->waiting);
    VEC_RELEASE(&t->made);
    VEC_RELEASE(&t->zeros);
    VEC_RELEASE(&t->unset);
    int_map_release(&t->cells);
    int_map_release(&t->constants);
    int_map_release(&t->bump);
    int_map_release(&t->numbers);
    int_map_release(&t->alive);
    int_map_release(&t->sizes);
    int_map_release(&t->living);
    int_map_release(&t->outside);
    int_map_release(&t->blocks);
    int_map_release(&t->check_of);
    int_map_release(&t->failing);
    int_map_release(&t->scopes);
    int_map_release(&t->parameters);
    names_release(t);
    procedures_release(t);
    layout_release(&t->layout);
    points_to_release(&t->pt);
}

static void translate_all(struct translator *t) {
    if (t->layout.too_large || t->pt.objects.all.n >= MAX_OBJECTS) {
        loc at = cfa_add_loc(t->cfa, (struct src_pos){0});
        cfa_add_cut(t->cfa, at, "the objects of the program do not fit into memory");
        cfa_add_edge(t->cfa, t->cfa->l0, cfa_skip(), at);
        return;
    }
    lifetime_prepare(t);
    struct activation *first = activation_of(t, 0, 0);
    for (uint32_t i = 0; i < t->waiting.n; i++) do_segment(t, t->waiting.at[i]);
    first_edge(t, first);
}

/* A global variable that the program may change and that is none of ours. */
static LLVMValueRef changing_global(LLVMModuleRef module) {
    FOR_GLOBALS (g, module)
        if (!LLVMIsGlobalConstant(g) && (LLVMGetInitializer(g) || prepare_forgets_globals()) &&
            LLVMGetFirstUse(g) && !ir_starts_with(g, "edgewise_"))
            return g;
    return NULL;
}

/* A function that is held to its contract in this very run relies on it by induction only. */
static bool is_enforced(const char *function) {
    for (uint32_t i = 0; i < options.enforce.n; i++)
        if (!strcmp(options.enforce.at[i], function)) return true;
    return false;
}

static void note_contracts(struct translator *t) {
    for (uint32_t i = 0; i < options.replace.n; i++)
        if (!is_enforced(options.replace.at[i]))
            cfa_ledger_add(t->cfa, LEDGER_CONTRACTS, (struct src_pos){0}, options.replace.at[i]);
}

/* An entry function other than main may be called at any time. */
static void note_initial_globals(struct translator *t) {
    LLVMValueRef g = changing_global(t->module);
    /* compiled programs have them */
    if (prepare_forgets_globals()) t->cfa->over_approximate |= g != NULL;
    else if (g && strcmp(t->program->entry, "main") && !t->program->property)
        cfa_ledger_add(t->cfa, LEDGER_INITIAL_GLOBALS, (struct src_pos){0}, ir_name(g));
}

/* What the program writes itself is held to the contract (memory.c); functions without a body are
 * not. */
static void note_globals(struct translator *t) {
    LLVMValueRef g = t->program->assigned ? changing_global(t->module) : NULL;
    if (g && cfa_ledger_count(t->cfa, LEDGER_EXTERN_APART))
        cfa_ledger_add(t->cfa, LEDGER_GLOBALS, (struct src_pos){0}, ir_name(g));
}

struct cfa *translate_module(LLVMModuleRef module, const struct program *p, struct error *e) {
    struct translator t = {
        .program = p, .module = module, .data = LLVMGetModuleDataLayout(module), .cfa = cfa_new()};
    (void)e;
    t.pointer_width = LLVMPointerSize(t.data) * 8;
    t.cfa->pointer_width = t.pointer_width;
    t.pt.outside_writes = !p->rules.extern_pure;
    t.pt.c_rules = !p->rules.sv_comp;
    t.accesses = checks_follow_memory(p->checks);
    t.pt.lives = t.lifetimes = t.accesses || predicates_used(module);
    if (p->entry_objects) cfa_ledger_add(t.cfa, LEDGER_ENTRY_OBJECTS, (struct src_pos){0}, NULL);
    for (uint32_t i = 0; i < options.assume.n; i++)
        cfa_ledger_add(t.cfa, LEDGER_ENTRY_ASSUMED, (struct src_pos){0}, options.assume.at[i]);
    note_contracts(&t);
    checks_simplify(module);
    t.cfa->debug = debug_new();
    parameters_read(module, &t.parameters);
    points_to_run(&t.pt, module, LLVMGetNamedFunction(module, p->entry), prepare_is_error, (void *)p);
    t.cfa->has_check = vocabulary_can_fail(module, p);
    if (LLVMGetNamedGlobal(module, ROUNDING_MODE))
        cfa_ledger_add(t.cfa, LEDGER_ROUNDING, (struct src_pos){0}, NULL);
    procedures_collect(&t);
    checks_collect(&t);
    for (uint32_t i = 0; i < t.procedures.n; i++) names_collect(&t, t.procedures.at[i].function);
    layout_run(&t.layout, &t.pt, t.pointer_width, procedures_instances, &t);
    translate_all(&t);
    note_globals(&t);
    note_initial_globals(&t);
    cfa_name_checks(t.cfa);
    notes_objects(&t);
    translator_release(&t);
    CFA_ASSERT_WELL_FORMED(t.cfa);
    stats.front_locations = t.cfa->locs.n;
    stats.front_edges = t.cfa->edges.n;
    stats.front_vars = t.cfa->vars.n;
    return t.cfa;
}
