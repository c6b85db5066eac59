/* Notes on marks. A trace that only shows what matters needs to know what each value was computed
 * from, and a person wants `r.head = 3` instead of a number at an address. For
 *
 *     int y = r.head + 1;
 *
 * clang gives %1 = load r+32; %add = add %1, 1; dbg.value(%add, y). The load gets a mark with an id
 * for %1, its address and its value; the mark of y says that it is made from that id. Pure
 * instructions in between have no marks: `collect` walks through them to the loads, inputs, merged
 * values and variables that they use.
 *
 * Merged values (phi nodes) are noted on the edge into the join, so that whatever decided for the
 * edge has decided about the value. */
#include "frontend/translate/notes.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/driver/prepare.h"
#include "frontend/driver/varargs.h"
#include "frontend/source/entry.h"
#include "frontend/translate/debug.h"
#include "frontend/translate/names.h"
#include "frontend/translate/procedures.h"
#include "frontend/translate/types.h"

enum { MAX_WALK = 200, MAX_TEXT = 4096 };

static struct cfa_debug *tables(struct translator *t) { return t->cfa->debug; }

/* ---- ids ---- */

static uint32_t number(struct translator *t, uint64_t key) {
    bool added;
    uint64_t *known = int_map_put(&t->note_ids, key, &added);
    if (added) *known = t->note_ids.n;
    return (uint32_t)*known;
}

static uint32_t value_id(struct translator *t, const struct activation *a, LLVMValueRef v) {
    return number(t, hash_mix((uintptr_t)v, (uintptr_t)a));
}

static uint32_t variable_id(struct translator *t, const struct activation *a, LLVMValueRef variable,
                            uint32_t scope) {
    uint64_t key = hash_mix((uintptr_t)LLVMValueAsMetadata(variable), scope);
    return number(t, hash_mix(key, (uintptr_t)a));
}

static uint32_t result_id(struct translator *t, const struct activation *a) {
    return number(t, hash_mix(0x7265, (uintptr_t)a));
}

/* ---- what a value is made from ---- */

/* Values that marks speak of; all others are made from those without a mark of their own. */
static bool is_noted(struct translator *t, LLVMValueRef v) {
    if (LLVMIsAArgument(v)) return true;
    if (!LLVMIsAInstruction(v)) return false;
    return LLVMIsALoadInst(v) || LLVMIsAPHINode(v) || (ir_is_call(v) && !ir_is_debug(v)) ||
           int_map_get(&t->value_variables, (uintptr_t)v) || int_map_get(&t->results, (uintptr_t)v);
}

static void add_use(struct translator *t, uint32_t first, uint32_t id) {
    for (uint32_t i = first; i < tables(t)->uses.n; i++)
        if (tables(t)->uses.at[i] == id) return;
    VEC_PUSH(&tables(t)->uses, id);
}

static bool is_passed_through(LLVMValueRef v) { return LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v); }

/* Has every execution of the instruction a mark of its own? A computed value is marked only where a
 * variable of a type that marks can show gets it, so that what it is made from counts as well. */
static bool is_always_marked(LLVMValueRef v) {
    return LLVMIsAArgument(v) || LLVMIsALoadInst(v) || LLVMIsAPHINode(v) || ir_is_call(v);
}

/* Appends the ids that v is made from, v itself if it is noted and `through` is false. */
static void collect(struct translator *t, const struct activation *a, LLVMValueRef v, uint32_t first,
                    bool through) {
    VEC(LLVMValueRef) stack = {0};
    struct int_map seen = {0};
    VEC_PUSH(&stack, v);
    for (uint32_t steps = 0; stack.n && steps < MAX_WALK; steps++) {
        LLVMValueRef x = VEC_POP(&stack);
        bool added;
        int_map_put(&seen, (uintptr_t)x, &added);
        if (!added) continue;
        if (is_noted(t, x) && !(through && x == v)) {
            add_use(t, first, value_id(t, a, x));
            if (is_always_marked(x)) continue;
        }
        bool call = ir_is_call(x);
        int n = is_passed_through(x) && !LLVMIsAPHINode(x) ? LLVMGetNumOperands(x) : 0;
        for (int i = 0; i < n; i++) {
            LLVMValueRef o = LLVMGetOperand(x, (unsigned)i);
            if (call && i == n - 1) break; /* the function */
            if (!LLVMIsABasicBlock(o) && !LLVMIsAConstant(o)) VEC_PUSH(&stack, o);
        }
    }
    int_map_release(&seen);
    VEC_RELEASE(&stack);
}

/* Is this the first that a mark says of the value? Else the earlier mark is what it comes from: y =
 * x, y = f(x). */
static bool is_made_here(struct translator *t, LLVMValueRef v, LLVMValueRef variable) {
    if (!LLVMIsAInstruction(v) || LLVMIsALoadInst(v) || LLVMIsAPHINode(v) || ir_is_call(v)) return false;
    const uint64_t *first = int_map_get(&t->value_variables, (uintptr_t)v);
    bool own = !first || (LLVMValueRef)(uintptr_t)*first == variable;
    return own && !int_map_get(&t->results, (uintptr_t)v);
}

/* ---- marks ---- */

static struct debug_note begin(struct translator *t, enum note_kind kind, LLVMMetadataRef place) {
    return (struct debug_note){.kind = kind, .scope = types_scope(t, place), .first_use = tables(t)->uses.n};
}

static uint32_t finish(struct translator *t, struct debug_note n) {
    n.n_uses = tables(t)->uses.n - n.first_use;
    VEC_PUSH(&tables(t)->notes, n);
    return tables(t)->notes.n - 1;
}

static void mark(struct run *r, struct debug_note n, term shown) {
    run_command(r, cfa_mark_noted(r->t->cfa, r->pos, shown, finish(r->t, n)));
}

/* ---- variables ---- */

/* Can the value be said here? One that no segment needs is gone where its segment ends. */
static bool is_there(struct run *r, LLVMValueRef v) {
    if (LLVMIsUndef(v) || run_leaves(r, LLVMTypeOf(v)) != 1) return false;
    if (LLVMIsAInstruction(v))
        return int_map_get(&r->env, value_key(v, 0)) || int_map_get(&r->p->escapes, (uintptr_t)v) ||
               LLVMIsAPHINode(v) || ir_is_fixed_address(v) || procedures_called(r->t, v);
    if (!LLVMIsAConstant(v)) return true;
    if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAConstantPointerNull(v)) return true;
    return LLVMIsAGlobalValue(v) && objects_of_site(&r->t->pt.objects, v) &&
           LLVMGetLinkage(v) != LLVMExternalWeakLinkage;
}

/* "c.x" for the part of c at these bits; the type of the part. */
static const char *part_name(struct translator *t, const char *name, unsigned n, uint32_t type,
                             uint64_t offset, uint64_t bits, uint32_t *part) {
    struct strbuf b = {0};
    strbuf_bytes(&b, name, n);
    *part = bits ? debug_path(tables(t), &b, type, offset / 8, bits / 8) : type;
    const char *kept = *part || !bits ? debug_keep(tables(t), b.text, b.n) : NULL;
    strbuf_release(&b);
    return kept;
}

/* The position in the scope where the run is: behind an inlined call, that of the call. */
static struct src_pos place_in(struct run *r, uint32_t scope) {
    for (LLVMMetadataRef at = r->place; at && scope; at = LLVMDILocationGetInlinedAt(at)) {
        if (types_scope(r->t, at) != scope || !LLVMDILocationGetLine(at)) continue;
        if (at == r->place) break;
        struct src_pos pos = r->pos;
        pos.line = LLVMDILocationGetLine(at);
        pos.column = LLVMDILocationGetColumn(at);
        pos.file = types_file(r->t, at);
        pos.function = tables(r->t)->scopes.at[scope].function;
        return pos;
    }
    return r->pos.line ? r->pos : r->t->cfa->locs.at[r->at].pos; /* at the beginning of a segment */
}

/* `n = c ? a : b` comes together where nothing was done yet: the place is that of the merged
 * value. */
static struct src_pos place_of_value(struct run *r, uint32_t scope, LLVMValueRef shown) {
    LLVMMetadataRef at = LLVMIsAPHINode(shown) ? LLVMInstructionGetDebugLoc(shown) : NULL;
    if (r->pos.line || !at || !LLVMDILocationGetLine(at) || types_scope(r->t, at) != scope)
        return place_in(r, scope);
    return (struct src_pos){types_file(r->t, at), LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at),
                            tables(r->t)->scopes.at[scope].function};
}

/* Where the code is that sets the variable: in a function that was inlined, if it sets a variable
 * of its caller by a pointer. */
static void code_place(struct run *r, struct debug_note *n) {
    n->code = r->place ? types_scope(r->t, r->place) : 0;
    n->code_file = r->place ? types_file(r->t, r->place) : 0;
    n->code_line = r->place ? LLVMDILocationGetLine(r->place) : 0;
}

static bool kind_is_signed(enum debug_kind k) {
    return k != DEBUG_UNSIGNED && k != DEBUG_POINTER && k != DEBUG_BOOL;
}

/* A small struct, or a piece of one with bit-fields, is a number in LLVM: a mark for each member
 * that lies in these bits of it. Of a union, the first that fills them. Behind the uses of the note
 * stands its own id, for the second mark and those after it. */
static void note_members(struct run *r, const struct debug_note *variable, const char *name, uint32_t type,
                         uint64_t offset, term v) {
    struct cfa_debug *d = tables(r->t);
    struct debug_note before = *variable;
    uint64_t width = sort_width(term_sort(v));
    bool more = false, one = d->types.at[type].kind == DEBUG_UNION;
    for (uint32_t i = 0; i < d->types.at[type].members.n; i++) {
        struct debug_member m = d->types.at[type].members.at[i];
        if (!*m.name || !m.bits || !debug_is_scalar(d, m.type) || m.offset < offset ||
            m.offset + m.bits > offset + width || (one && m.bits != width))
            continue;
        char *path = mem_printf("%s.%s", name, m.name);
        struct debug_note n = before;
        n.name = debug_keep(d, path, strlen(path));
        n.type = m.type;
        free(path);
        uint32_t low = (uint32_t)(m.offset - offset);
        term part = term_extract(v, low + (uint32_t)m.bits - 1, low);
        VEC_PUSH(&d->notes, n);
        run_command(r, cfa_mark_noted(r->t->cfa, place_in(r, n.scope), part, d->notes.n - 1));
        if (!more)
            before.n_uses += before.id != 0; /* who depends on the number depends on all of these marks */
        more = true;
        if (one) return;
    }
}

/* What `note_members` needs to know of a value that is no number for C. */
static void note_pieces(struct run *r, LLVMValueRef call, LLVMValueRef shown, const char *name,
                        unsigned length, uint32_t type, uint64_t offset) {
    enum debug_kind kind = tables(r->t)->types.at[type].kind;
    if (kind != DEBUG_STRUCT && kind != DEBUG_UNION) return;
    struct debug_note n = begin(r->t, NOTE_VARIABLE, LLVMInstructionGetDebugLoc(call));
    if (!LLVMIsAConstant(shown)) collect(r->t, r->a, shown, n.first_use, true);
    n.n_uses = tables(r->t)->uses.n - n.first_use;
    if (is_noted(r->t, shown)) n.id = value_id(r->t, r->a, shown);
    if (n.id) VEC_PUSH(&tables(r->t)->uses, n.id);
    run_place(r, call);
    code_place(r, &n);
    term v = run_value(r, shown);
    char *text = mem_printf("%.*s", (int)length, name);
    if (sort_kind_of(term_sort(v)) == SORT_BV && strcmp(text, "return"))
        note_members(r, &n, text, type, offset, v);
    free(text);
}

void notes_variable(struct run *r, LLVMValueRef call) {
    struct translator *t = r->t;
    LLVMValueRef f = ir_callee(call);
    if (!f || !ir_has_name(f, "llvm.dbg.value")) return;
    LLVMValueRef shown = ir_debug_value(call), variable = LLVMGetOperand(call, 1);
    uint64_t offset, bits;
    unsigned length = 0;
    const char *name = debug_string(variable, 1, &length);
    if (!shown || !name || !is_there(r, shown)) return;
    if (!types_fragment(t, LLVMGetOperand(call, 2), &offset, &bits)) return;
    uint32_t type = types_of(t, debug_operand(variable, 3)), part;
    /* Of the 128 bits of a long double, 80 are the number. */
    if (tables(t)->types.at[type].kind == DEBUG_FLOAT && offset == 0) bits = 0;
    struct debug_note n = begin(t, NOTE_VARIABLE, LLVMInstructionGetDebugLoc(call));
    n.name = part_name(t, name, length, type, offset, bits, &part);
    bool whole = tables(t)->types.at[part].kind != DEBUG_UNKNOWN && !debug_is_scalar(tables(t), part);
    if (!n.name || whole) {
        if (n.name) note_pieces(r, call, shown, n.name, (unsigned)strlen(n.name), part, 0);
        else note_pieces(r, call, shown, name, length, type, offset);
        return;
    }
    bool result = !strcmp(n.name, "return");
    n.kind = result ? NOTE_RESULT : NOTE_VARIABLE;
    n.type = part;
    n.variable = variable_id(t, r->a, variable, n.scope);
    n.argument = result ? 0 : types_parameter(t, variable);
    if (!LLVMIsAConstant(shown)) collect(t, r->a, shown, n.first_use, is_made_here(t, shown, variable));
    if (result && LLVMIsAInstruction(shown)) int_map_put(&t->results, (uintptr_t)shown, NULL);
    if (is_noted(t, shown)) n.id = value_id(t, r->a, shown);
    run_place(r, call);
    code_place(r, &n);
    term v = run_value(r, shown);
    if (result) {
        mark(r, n, v);
        return;
    }
    struct cfa *c = t->cfa;
    cmd k = cfa_mark(c, place_of_value(r, n.scope, shown), n.name, v,
                     kind_is_signed(tables(t)->types.at[part].kind));
    c->cmds.at[k].note = finish(t, n);
    run_command(r, k);
}

/* ---- memory ---- */

static bool is_uninitialized(LLVMValueRef v) {
    LLVMValueRef f = ir_is_call(v) ? ir_callee(v) : NULL;
    return f && ir_starts_with(f, MARK_UNINIT);
}

static void mark_access(struct run *r, struct debug_note n, LLVMValueRef pointer, term shown) {
    term address = run_value(r, pointer);
    if (term_is_const(address)) n.address = term_value(address).lo;
    else {
        struct debug_note where = {.kind = NOTE_ADDRESS, .scope = n.scope, .first_use = n.first_use};
        VEC_PUSH(&tables(r->t)->notes, where);
        run_command(r, cfa_mark_noted(r->t->cfa, r->pos, address, tables(r->t)->notes.n - 1));
    }
    mark(r, n, shown);
}

static void note_load(struct run *r, LLVMValueRef i) {
    if (!LLVMGetFirstUse(i) || run_leaves(r, LLVMTypeOf(i)) != 1 || !int_map_get(&r->env, value_key(i, 0)))
        return;
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    struct debug_note n = begin(r->t, NOTE_LOAD, LLVMInstructionGetDebugLoc(i));
    n.id = value_id(r->t, r->a, i);
    n.bytes = LLVMStoreSizeOfType(r->t->data, LLVMTypeOf(i));
    collect(r->t, r->a, pointer, n.first_use, false);
    mark_access(r, n, pointer, run_value(r, i));
}

static void note_store(struct run *r, LLVMValueRef i) {
    LLVMValueRef v = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
    if (run_leaves(r, LLVMTypeOf(v)) != 1 || is_uninitialized(v)) return;
    struct debug_note n = begin(r->t, NOTE_STORE, LLVMInstructionGetDebugLoc(i));
    n.bytes = LLVMStoreSizeOfType(r->t->data, LLVMTypeOf(v));
    collect(r->t, r->a, v, n.first_use, false);
    collect(r->t, r->a, pointer, n.first_use, false);
    mark_access(r, n, pointer, run_value(r, v));
}

static void note_block(struct run *r, LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(length)) return;
    struct debug_note n = begin(r->t, NOTE_BLOCK, LLVMInstructionGetDebugLoc(call));
    n.bytes = LLVMConstIntGetZExtValue(length);
    for (unsigned k = 0; k < 2; k++) collect(r->t, r->a, LLVMGetOperand(call, k), n.first_use, false);
    mark_access(r, n, LLVMGetOperand(call, 0), TERM_NONE);
}

/* The result of a call that was not inlined: an input, or something that its arguments
 * determine. */
static void note_call(struct run *r, LLVMValueRef call) {
    if (!LLVMGetFirstUse(call) || run_leaves(r, LLVMTypeOf(call)) == 0) return;
    struct debug_note n = begin(r->t, NOTE_INPUT, LLVMInstructionGetDebugLoc(call));
    n.id = value_id(r->t, r->a, call);
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMIsAInstruction(arg) || LLVMIsAArgument(arg)) collect(r->t, r->a, arg, n.first_use, false);
    }
    mark(r, n, TERM_NONE);
}

/* free(p): whatever goes wrong with the block later is because of this. */
static void note_free(struct run *r, LLVMValueRef call) {
    struct debug_note n = begin(r->t, NOTE_FREE, LLVMInstructionGetDebugLoc(call));
    collect(r->t, r->a, LLVMGetOperand(call, 0), n.first_use, false);
    mark(r, n, run_value(r, LLVMGetOperand(call, 0)));
}

void notes_instruction(struct run *r, LLVMValueRef i) {
    if (r->over) return;
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    if (LLVMIsALoadInst(i)) note_load(r, i);
    else if (LLVMIsAStoreInst(i)) note_store(r, i);
    else if (f && (ir_starts_with(f, "llvm.memcpy") || ir_starts_with(f, "llvm.memset") ||
                   ir_starts_with(f, "llvm.memmove")))
        note_block(r, i);
    else if (f && ir_arguments(i) == 1 && library_frees(ir_name(f))) note_free(r, i);
    else if (f && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) note_call(r, i);
}

/* The bytes that a global is initialized with, if it is an array of characters; "" is all zero. */
static const char *string_of(LLVMValueRef global, size_t *n) {
    LLVMValueRef data = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    if (data && LLVMIsAConstantDataArray(data) && LLVMIsConstantString(data)) return LLVMGetAsString(data, n);
    bool empty = data && LLVMIsAConstantAggregateZero(data) &&
                 LLVMGetTypeKind(LLVMTypeOf(data)) == LLVMArrayTypeKind &&
                 LLVMGetArrayLength2(LLVMTypeOf(data)) == 1 &&
                 ir_width(LLVMGetElementType(LLVMTypeOf(data))) == 8;
    *n = 1;
    return empty ? "" : NULL;
}

/* assert(x == y) passes the text of its condition. */
void notes_failure(struct run *r, LLVMValueRef call, const char *class) {
    struct debug_note n = begin(r->t, NOTE_FAILURE, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef text = ir_arguments(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
    size_t length = 0;
    const char *s = text ? string_of(text, &length) : NULL;
    const char *who = class ? class : ir_name(ir_callee(call));
    n.is_class = class != NULL;
    n.function = debug_keep(tables(r->t), who, strlen(who));
    if (s && ir_starts_with(ir_callee(call), "__assert")) {
        while (length && !s[length - 1]) length--;
        if (length < MAX_TEXT) n.name = debug_keep(tables(r->t), s, length);
    }
    mark(r, n, TERM_NONE);
}

cmd notes_invalid(struct run *r, struct src_pos pos, LLVMMetadataRef place, const char *class) {
    struct debug_note n = begin(r->t, NOTE_FAILURE, place);
    n.is_class = true;
    n.function = debug_keep(tables(r->t), class, strlen(class));
    if (r->accessed) collect(r->t, r->a, r->accessed, n.first_use, false);
    term pointer = r->accessed ? run_value(r, r->accessed) : TERM_NONE;
    return cfa_mark_noted(r->t->cfa, pos, pointer, finish(r->t, n));
}

cmd notes_check(struct run *r, LLVMValueRef call) {
    struct debug_note n = begin(r->t, NOTE_FAILURE, LLVMInstructionGetDebugLoc(call));
    n.function = debug_keep(tables(r->t), ir_name(ir_callee(call)), strlen(ir_name(ir_callee(call))));
    n.argument = 1;
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (!LLVMIsAConstant(arg)) collect(r->t, r->a, arg, n.first_use, false);
    }
    return cfa_mark_noted(r->t->cfa, r->pos, TERM_NONE, finish(r->t, n));
}

/* ---- control ---- */

/* clang names the blocks by what they are; other compilers' names say nothing. */
static enum truth truth_of(LLVMBasicBlockRef to) {
    static const struct {
        const char *prefix;
        enum truth truth;
    } names[] = {{"if.then", TRUTH_TRUE},           {"while.body", TRUTH_TRUE}, {"for.body", TRUTH_TRUE},
                 {"do.body", TRUTH_TRUE},           {"cond.true", TRUTH_TRUE},  {"if.else", TRUTH_FALSE},
                 {"if.end", TRUTH_FALSE},           {"while.end", TRUTH_FALSE}, {"for.end", TRUTH_FALSE},
                 {"for.cond.cleanup", TRUTH_FALSE}, {"do.end", TRUTH_FALSE},    {"cond.false", TRUTH_FALSE},
                 {"cond.end", TRUTH_FALSE},         {"land.", TRUTH_PART},      {"lor.", TRUTH_PART}};
    const char *name = LLVMGetBasicBlockName(to);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i].prefix, strlen(names[i].prefix))) return names[i].truth;
    return TRUTH_UNKNOWN;
}

static cmd note_decision(struct run *r, LLVMValueRef end, LLVMBasicBlockRef to) {
    struct debug_note n = begin(r->t, NOTE_BRANCH, LLVMInstructionGetDebugLoc(end));
    LLVMValueRef condition = LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0);
    n.truth = LLVMIsABranchInst(end) ? truth_of(to) : TRUTH_UNKNOWN;
    collect(r->t, r->a, condition, n.first_use, false);
    return cfa_mark_noted(r->t->cfa, r->pos, TERM_NONE, finish(r->t, n));
}

static cmd note_merge(struct run *r, LLVMValueRef phi, LLVMValueRef from) {
    struct translator *t = r->t;
    struct debug_note n = begin(t, NOTE_MERGE, LLVMInstructionGetDebugLoc(phi));
    n.id = value_id(t, r->a, phi);
    if (!LLVMIsAConstant(from)) collect(t, r->a, from, n.first_use, false);
    uint64_t *variable = int_map_get(&t->value_variables, (uintptr_t)phi);
    uint64_t *scope = int_map_get(&t->value_scopes, (uintptr_t)phi);
    if (variable && scope)
        add_use(t, n.first_use, variable_id(t, r->a, (LLVMValueRef)(uintptr_t)*variable, (uint32_t)*scope));
    return cfa_mark_noted(t->cfa, r->pos, TERM_NONE, finish(t, n));
}

/* The call that the branch was in the source. */
static cmd note_tail(struct run *r, LLVMValueRef end) {
    run_place(r, end);
    return cfa_mark_noted(r->t->cfa, r->pos, TERM_NONE,
                          finish(r->t, begin(r->t, NOTE_TAIL, LLVMInstructionGetDebugLoc(end))));
}

cmd notes_branch(struct run *r, LLVMValueRef end, bool decides, LLVMBasicBlockRef to) {
    LLVMBasicBlockRef here = LLVMGetInstructionParent(end);
    cmd all = decides ? note_decision(r, end, to) : cfa_skip();
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        unsigned k = 0;
        while (LLVMGetIncomingBlock(phi, k) != here) k++;
        all = cfa_seq(r->t->cfa, all, note_merge(r, phi, LLVMGetIncomingValue(phi, k)));
    }
    if (ir_is_tail(end)) all = cfa_seq(r->t->cfa, all, note_tail(r, end));
    return all;
}

/* ---- procedures ---- */

static cmd note_copy(struct run *r, LLVMMetadataRef place, uint32_t id, LLVMValueRef from) {
    struct debug_note n = begin(r->t, NOTE_MERGE, place);
    n.id = id;
    if (!LLVMIsAConstant(from)) collect(r->t, r->a, from, n.first_use, false);
    return cfa_mark_noted(r->t->cfa, r->pos, TERM_NONE, finish(r->t, n));
}

cmd notes_enter(struct run *r, LLVMValueRef call, LLVMValueRef function, struct activation *callee) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
    cmd all = cfa_skip();
    for (uint32_t i = 0; i < LLVMCountParams(function); i++)
        all = cfa_seq(
            r->t->cfa, all,
            note_copy(r, place, value_id(r->t, callee, LLVMGetParam(function, i)), LLVMGetOperand(call, i)));
    struct debug_note n = begin(r->t, NOTE_ENTER, place);
    return cfa_seq(r->t->cfa, all, cfa_mark_noted(r->t->cfa, r->pos, TERM_NONE, finish(r->t, n)));
}

cmd notes_leave(struct translator *t, struct activation *callee, struct activation *caller,
                LLVMValueRef call) {
    struct debug_note n = begin(t, NOTE_LEAVE, LLVMInstructionGetDebugLoc(call));
    n.id = value_id(t, caller, call);
    add_use(t, n.first_use, result_id(t, callee));
    return cfa_mark_noted(t->cfa, (struct src_pos){0}, TERM_NONE, finish(t, n));
}

void notes_return(struct run *r, LLVMValueRef returned) {
    if (returned) run_command(r, note_copy(r, NULL, result_id(r->t, r->a), returned));
}

/* ---- objects ---- */

static const char *literal(LLVMValueRef site, size_t *n) {
    return LLVMIsAGlobalVariable(site) && LLVMIsGlobalConstant(site) ? string_of(site, n) : NULL;
}

/* The variable that a block which the caller of --entry's function hands in is for; NULL: it is no
 * such block. */
static const char *caller_variable(struct translator *t, LLVMValueRef block, unsigned *n) {
    const char *function = debug_function_at(t, LLVMInstructionGetDebugLoc(block));
    if (!function || strncmp(function, ENTRY_PREFIX, strlen(ENTRY_PREFIX))) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(block); u; u = LLVMGetNextUse(u)) {
        const uint64_t *variable = int_map_get(&t->value_variables, (uintptr_t)LLVMGetUser(u));
        if (variable) return debug_string((LLVMValueRef)(uintptr_t)*variable, 1, n);
    }
    return NULL;
}

/* "malloc@12" for memory that line 12 allocates, "block@p" for what a caller hands in. */
static const char *name_block(struct translator *t, LLVMValueRef site) {
    struct strbuf b = {0};
    LLVMValueRef f = ir_is_call(site) ? ir_callee(site) : NULL;
    unsigned n = 0;
    const char *variable = caller_variable(t, site, &n);
    if (variable) strbuf_printf(&b, "block@%.*s", (int)n, variable);
    else strbuf_printf(&b, "%s@%u", f ? ir_name(f) : "memory", LLVMGetDebugLocLine(site));
    const char *name = debug_keep(tables(t), b.text, b.n);
    strbuf_release(&b);
    return name;
}

static void describe(struct translator *t, const struct object *o, struct debug_object *d) {
    LLVMValueRef variable = names_variable(t, o);
    unsigned n = 0;
    size_t length = 0;
    const char *name = variable ? debug_string(variable, 1, &n) : NULL;
    const char *text = o->kind == OBJECT_GLOBAL && !name ? literal(o->site, &length) : NULL;
    if (o->site && !name && varargs_is_area(o->site)) d->name = DEBUG_VARARGS;
    if (name) d->name = debug_keep(tables(t), name, n);
    if (variable) d->type = types_of(t, debug_operand(variable, 3));
    uint64_t *scope = o->site ? int_map_get(&t->value_scopes, (uintptr_t)o->site) : NULL;
    if (scope) d->scope = (uint32_t)*scope;
    if (text && length && length < MAX_TEXT) {
        d->text = debug_keep(tables(t), text, length);
        d->bytes = length;
    }
    if (o->kind == OBJECT_FUNCTION) {
        d->is_function = true;
        d->name = debug_keep(tables(t), ir_name(o->site), strlen(ir_name(o->site)));
    } else if (o->kind == OBJECT_HEAP) {
        d->name = name_block(t, o->site);
    }
}

void notes_objects(struct translator *t) {
    if (t->layout.too_large) return;
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        const struct object *o = &t->pt.objects.all.at[i];
        const struct shape *s = &t->layout.shapes.at[i];
        struct debug_object d = {.bytes = o->size && !o->many ? o->size : s->extent,
                                 .slot = o->many ? o->slot : 0};
        describe(t, o, &d);
        for (uint32_t k = 0; d.name || d.text ? k < (s->instances ? s->instances : 1) : 0; k++) {
            d.address = layout_address(&t->layout, i, k) + (o->many ? o->lead : 0);
            VEC_PUSH(&tables(t)->objects, d);
        }
    }
    debug_sort(tables(t));
}
