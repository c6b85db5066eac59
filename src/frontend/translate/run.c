#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "frontend/translate/debug.h"
#include "frontend/driver/driver.h"
#include "frontend/driver/ir.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/names.h"
#include "frontend/translate/translate.h"
#include "frontend/translate/types.h"
#include "frontend/translate/wide.h"
#include "util/strbuf.h"

void run_init(struct run *r, struct translator *t, struct activation *a, loc at) {
    *r = (struct run){.t = t, .a = a, .at = at, .body = cfa_skip()};
    if (a) r->p = &t->procedures.at[a->procedure];
}

void run_release(struct run *r) {
    int_map_release(&r->env);
    int_map_release(&r->memory);
    VEC_RELEASE(&r->changed);
    VEC_RELEASE(&r->escaping);
}

/* ---- values ---- */

uint64_t value_key(LLVMValueRef v, uint32_t leaf) {
    assert(leaf <= MAX_LEAVES_OF_VALUE);
    return (uint64_t)(uintptr_t)v << 8 | leaf;
}

sort run_sort(const struct run *r, LLVMTypeRef type) { return layout_sort(type, r->t->pointer_width); }

static uint64_t members(LLVMTypeRef type) {
    if (wide_is(type)) return wide_limbs(type);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                       : ir_sequence_length(type);
}

static LLVMTypeRef member(LLVMTypeRef type, unsigned i) {
    if (wide_is(type)) return wide_limb_type(type, i);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                       : LLVMGetElementType(type);
}

uint32_t run_leaves(const struct run *r, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (wide_is(type)) return wide_limbs(type);
    if (kind != LLVMStructTypeKind && !ir_is_sequence(type)) return run_sort(r, type) ? 1 : 0;
    uint32_t n = 0;
    uint64_t count = members(type);
    for (unsigned i = 0; i < count; i++) {
        uint32_t inner = run_leaves(r, member(type, i));
        if (inner == 0 || n + inner > MAX_LEAVES_OF_VALUE) return 0;
        n += inner;
    }
    return n;
}

LLVMTypeRef run_leaf_type(LLVMTypeRef type, uint32_t leaf) {
    LLVMTypeRef scalar = NULL;
    uint32_t at = 0;
    /* walks the leaves in order with an explicit stack: types nest a few levels at most */
    VEC(LLVMTypeRef) stack = {0};
    VEC_PUSH(&stack, type);
    while (stack.n > 0 && !scalar) {
        LLVMTypeRef t = VEC_POP(&stack);
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind || ir_is_sequence(t) || wide_is(t)) {
            for (unsigned i = (unsigned)members(t); i-- > 0;) VEC_PUSH(&stack, member(t, i));
        } else if (at++ == leaf) {
            scalar = t;
        }
    }
    VEC_RELEASE(&stack);
    return scalar;
}

term activation_var(struct translator *t, struct activation *a, LLVMValueRef v, uint32_t leaf) {
    bool added;
    uint64_t *known = int_map_put(&a->vars, value_key(v, leaf), &added);
    if (!added) return (term)*known;
    sort s = layout_sort(run_leaf_type(LLVMTypeOf(v), leaf), t->pointer_width);
    assert(s);
    const char *name = debug_value_name(t, v);
    struct strbuf b = {0};
    strbuf_text(&b, name ? name : "t");
    if (a->depth) strbuf_printf(&b, "@%u", a->depth);
    term var = term_fresh(b.text, s);
    strbuf_release(&b);
    *int_map_put(&a->vars, value_key(v, leaf), NULL) = var;
    struct c_name c = names_of_value(t, v);
    cfa_add_var(t->cfa, var, leaf == 0 ? c.text : NULL, c.is_signed, (struct src_pos){0});
    VEC_LAST(&t->cfa->vars).type = c.type;
    return var;
}

/* The address of a local variable, or of a part of one, is a constant of the activation. */
static term fixed_address(struct run *r, LLVMValueRef v) {
    uint64_t offset = 0;
    for (; !LLVMIsAAllocaInst(v) && !LLVMIsAConstant(v); v = LLVMGetOperand(v, 0)) {
        struct gep g;
        bool parsed = gep_parse(r->t->data, v, &g);
        assert(parsed && g.n == 0);
        (void)parsed;
        offset += (uint64_t)g.constant;
    }
    if (LLVMIsAConstant(v)) return term_bv_add(constant_term(r, v, 0), term_bv(r->t->pointer_width, offset));
    uint32_t object = objects_of_site(&r->t->pt.objects, v);
    return term_bv_add(lifetime_address(r, object, r->a->depth), term_bv(r->t->pointer_width, offset));
}

term run_leaf(struct run *r, LLVMValueRef v, uint32_t leaf) {
    if (LLVMIsAConstant(v)) return constant_term(r, v, leaf);
    uint64_t *known = int_map_get(&r->env, value_key(v, leaf));
    if (known) return (term)*known;
    return ir_is_fixed_address(v) ? fixed_address(r, v) : activation_var(r->t, r->a, v, leaf);
}

term run_value(struct run *r, LLVMValueRef v) { return run_leaf(r, v, 0); }

term run_bits(struct run *r, LLVMValueRef v) {
    term t = run_value(r, v);
    return term_sort(t) == sort_bool() ? term_bool_to_bv(t, 1) : t;
}

void run_define_leaf(struct run *r, LLVMValueRef v, uint32_t leaf, term t) {
    sort wanted = run_sort(r, run_leaf_type(LLVMTypeOf(v), leaf));
    if (wanted == sort_bool() && term_sort(t) != wanted) t = term_eq(t, term_bv(1, 1));
    assert(term_sort(t) == wanted);
    *int_map_put(&r->env, value_key(v, leaf), NULL) = t;
    if (!int_map_get(&r->p->escapes, (uintptr_t)v)) return;
    VEC_PUSH(&r->escaping, (struct definition){activation_var(r->t, r->a, v, leaf), t});
}

void run_define(struct run *r, LLVMValueRef v, term t) { run_define_leaf(r, v, 0, t); }

/* ---- memory ---- */

term run_memory(struct run *r, term var) {
    uint64_t *known = int_map_get(&r->memory, var);
    return known ? (term)*known : var;
}

void run_set_memory(struct run *r, term var, term v) {
    bool added;
    assert(term_sort(var) == term_sort(v));
    uint64_t *at = int_map_put(&r->memory, var, &added);
    if (added) VEC_PUSH(&r->changed, var);
    *at = v;
}

/* ---- commands ---- */

void run_command(struct run *r, cmd c) { r->body = cfa_seq(r->t->cfa, r->body, c); }

void run_assume(struct run *r, term b) {
    run_command(r, cfa_assume(r->t->cfa, b));
    if (b == term_false()) run_stop(r);
}

term run_input(struct run *r, enum site_kind kind, const char *name, sort s, bool is_signed) {
    struct cfa *c = r->t->cfa;
    term var = term_fresh(name && *name ? name : "input", s);
    const char *kept = arena_strdup(&c->arena, name ? name : "");
    uint32_t site = cfa_add_site(c, kind, kept, s, is_signed, r->pos);
    cfa_add_var(c, var, NULL, is_signed, r->pos);
    run_command(r, cfa_havoc(c, var, site));
    return var;
}

void run_flush(struct run *r) {
    if (r->body == cfa_skip()) return;
    loc next = cfa_add_loc(r->t->cfa, r->pos);
    cfa_add_edge(r->t->cfa, r->at, r->body, next);
    r->at = next;
    r->body = cfa_skip();
}

void run_edge(struct run *r, term condition, const struct cfa_assign *extra, uint32_t n, loc to) {
    VEC(struct cfa_assign) all = {0};
    if (condition == term_false()) return;
    for (uint32_t i = 0; i < r->changed.n; i++) {
        term var = r->changed.at[i], v = run_memory(r, var);
        if (var != v) VEC_PUSH(&all, (struct cfa_assign){var, v});
    }
    for (uint32_t i = 0; i < r->escaping.n; i++)
        VEC_PUSH(&all, (struct cfa_assign){r->escaping.at[i].var, r->escaping.at[i].value});
    for (uint32_t i = 0; i < n; i++)
        if (extra[i].var != extra[i].value) VEC_PUSH(&all, extra[i]);
    struct cfa *c = r->t->cfa;
    cmd command = cfa_seq(c, r->body, cfa_assume(c, condition));
    command = cfa_seq(c, command, r->arriving);
    if (all.n > 0) command = cfa_seq(c, command, cfa_assign_n(c, all.at, all.n));
    cfa_add_edge(c, r->at, command, to);
    VEC_RELEASE(&all);
}

void run_stop(struct run *r) { r->over = true; }

void run_error(struct run *r) {
    if (r->over) return;
    cfa_add_edge(r->t->cfa, r->at, r->body, r->t->cfa->lE);
    run_stop(r);
}

struct src_pos run_user_place(struct run *r, LLVMMetadataRef *at) {
    struct src_pos pos = r->pos;
    *at = r->place;
    while (*at && driver_is_model(r->t->cfa->files.at[types_file(r->t, *at)])) {
        LLVMMetadataRef call = LLVMDILocationGetInlinedAt(*at);
        if (!call) break;
        *at = call;
        pos = (struct src_pos){types_file(r->t, call), LLVMDILocationGetLine(call),
                               LLVMDILocationGetColumn(call), debug_function_at(r->t, call)};
    }
    return pos;
}

void run_assumption(struct run *r, enum ledger_kind kind, const char *detail) {
    LLVMMetadataRef at;
    cfa_ledger_add(r->t->cfa, kind, run_user_place(r, &at), detail);
}

char *run_where(struct run *r) {
    struct strbuf b = {0};
    LLVMMetadataRef at;
    struct src_pos pos = run_user_place(r, &at);
    if (pos.line) strbuf_printf(&b, "%s:%u", r->t->cfa->files.at[pos.file], pos.line);
    else strbuf_text(&b, r->p ? ir_name(r->p->function) : "unknown place");
    return strbuf_take(&b);
}

static loc new_cut(struct run *r, const char *format, va_list args) {
    struct cfa *c = r->t->cfa;
    char *text = NULL, *where = run_where(r);
    if (vasprintf(&text, format, args) < 0) fail_environment("out of memory");
    char *reason = mem_printf("%s at %s", text, where);
    loc at = cfa_add_loc(c, r->pos);
    cfa_add_cut(c, at, arena_strdup(&c->arena, reason));
    free(reason);
    free(text);
    free(where);
    return at;
}

void run_cut(struct run *r, const char *format, ...) {
    if (r->over) return;
    va_list args;
    va_start(args, format);
    loc to = new_cut(r, format, args);
    va_end(args);
    cfa_add_edge(r->t->cfa, r->at, r->body, to);
    run_stop(r);
}

void run_cut_if(struct run *r, term condition, const char *format, ...) {
    if (r->over || condition == term_false()) return;
    va_list args;
    va_start(args, format);
    run_flush(r);
    loc to = new_cut(r, format, args);
    va_end(args);
    cfa_add_edge(r->t->cfa, r->at, cfa_assume(r->t->cfa, condition), to);
    run_assume(r, term_not(condition));
}

/* ---- positions ---- */

static bool same_line(struct src_pos a, struct src_pos b) {
    return a.file == b.file && a.line == b.line && a.function == b.function;
}

void run_place(struct run *r, LLVMValueRef i) {
    if (!LLVMInstructionGetDebugLoc(i)) return;
    unsigned line = LLVMGetDebugLocLine(i);
    if (line == 0) return;
    r->place = LLVMInstructionGetDebugLoc(i);
    r->pos =
        (struct src_pos){types_file(r->t, r->place), line, LLVMGetDebugLocColumn(i), debug_function(r->t, i)};
    if (same_line(r->pos, r->marked)) return;
    run_command(r, cfa_mark(r->t->cfa, r->pos, NULL, TERM_NONE, false));
    r->marked = r->pos;
}
