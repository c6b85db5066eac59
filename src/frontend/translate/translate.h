/* The translation of a prepared module into an automaton: what its parts share.
 *
 * Control. A function that is still called after inlining (it is recursive, or too big to be
 * copied) is a procedure; an activation is a procedure at a recursion depth, with variables and
 * locations of its own. On one call stack a depth occurs once, so one copy per depth is exact;
 * where to return to is a variable.
 *
 * Segments. A location stands before each segment: a chain of basic blocks with one way in and one
 * way on, cut after each call of a procedure. A segment is executed symbolically: `env` maps the
 * values that it defines and `memory` the variables that it changes to terms over the variables at
 * its beginning, plus the inputs that it met. Only at its end one parallel assignment makes the
 * changes: so the commands before that, which only set inputs, may be cut in two at any point by a
 * location. Values that other segments use are assigned to variables of the activation. */
#ifndef FRONTEND_TRANSLATE_TRANSLATE_H
#define FRONTEND_TRANSLATE_TRANSLATE_H

#include <llvm-c/Core.h>

#include "cfa/cfa.h"
#include "frontend/frontend.h"
#include "frontend/pointers/layout.h"
#include "frontend/pointers/points_to.h"

enum {
    MAX_LEAVES_OF_VALUE = 255, /* scalars in a first-class struct */
    MAX_OBJECTS = 1 << 16,
};

struct procedure {
    LLVMValueRef function;
    uint32_t group; /* procedures that call each other recursively share it */
    bool recursive;
    struct int_map segment; /* instruction -> number of its segment */
    struct int_map end;     /* block -> segment at its end */
    struct int_map head;    /* block -> 1 if it begins a chain */
    struct int_map escapes; /* instruction -> 1 if another segment uses it */
};

struct call_site {
    struct activation *caller;
    LLVMValueRef call;
    loc back; /* where control goes on */
};

struct activation {
    uint32_t procedure, depth;
    struct int_map vars; /* value and leaf -> variable */
    struct int_map locs; /* block -> its location */
    loc entry, exit;
    term return_to; /* number of the call site; TERM_NONE before there is a call */
    VEC(struct call_site) sites;
    term_vec result; /* variables of the value returned */
};

struct work { /* a segment to be translated */
    struct activation *a;
    LLVMBasicBlockRef block;
    LLVMValueRef from; /* first instruction */
    loc at;
};

struct translator {
    const struct program *program;
    LLVMModuleRef module;
    LLVMTargetDataRef data;
    struct points_to pt;
    struct layout layout;
    struct cfa *cfa;
    uint32_t pointer_width;
    VEC(struct procedure) procedures;
    struct int_map procedure_of; /* function -> index + 1 */
    VEC(struct activation *) activations;
    VEC(struct work) waiting;
    struct int_map cells;  /* object, instance, row, field -> variable */
    VEC(struct cell) made; /* the variables of memory, in order of creation */
    /* object, row, field -> initial value of what is never written */
    struct int_map constants;
    struct int_map bump; /* object -> variable that counts what is allocated */
    /* object, instance -> variable of its address, of its life (lifetime.h) */
    struct int_map numbers, alive;
    struct int_map sizes,
        living;     /* object -> variable of its size, of the number of its living blocks (lifetime.h) */
    bool lifetimes; /* of all objects that may end, with their sizes */
    bool accesses;  /* every access is checked (validity.h) */
    struct int_map outside; /* sort -> the value that is read where no object is */
    /* call of a handler or an error function -> index of its check */
    struct int_map check_of;
    /* basic block that only reports a failure -> the call that does */
    struct int_map failing;
    struct int_map blocks;          /* basic block -> its number, for computed gotos */
    struct int_map value_variables; /* value -> debug node of the C variable (names.c) */
    struct int_map value_instances; /* value -> that variable in its inlined function */
    /* such a variable -> its value, or a mark that it has several */
    struct int_map variable_values;
    struct int_map scopes; /* debug scope -> name of its function */
    /* value -> which part of the variable it is, as a debug expression */
    struct int_map value_expressions;
    /* value or alloca -> index of its function's scope (types.h) */
    struct int_map value_scopes;
    /* debug variable -> which parameter it is, or 0 (parameters.h) */
    struct int_map parameters;
    /* what types.c and notes.c have met */
    struct int_map types, inlined, fragments, note_ids, results;
    term_vec unset;  /* variables that nothing sets: what is read outside of all objects */
    uint64_t places; /* candidates of all accesses with several (memory.c) */
    term_vec zeros;  /* variables that begin as 0: bump counters */
};

struct cell {
    uint32_t object, instance, field;
    uint64_t row; /* 0 for an array */
    term var;
};

struct definition {
    term var, value;
};

struct run {
    struct translator *t;
    struct activation *a;
    struct procedure *p;
    loc at; /* where the commands in `body` begin */
    cmd body;
    struct int_map env;    /* value and leaf -> term */
    struct int_map memory; /* variable of memory -> term */
    term_vec changed;      /* the keys of memory */
    VEC(struct definition) escaping;
    uint32_t segment;
    struct src_pos pos, marked; /* of the current instruction; of the last mark */
    LLVMMetadataRef place;      /* the debug location that pos was taken from */
    /* the pointer whose access is being checked, for the note of a failure; NULL: none */
    LLVMValueRef accessed;
    bool over;    /* control does not go on */
    cmd arriving; /* marks for the edges that are made next (notes.h) */
};

/* ---- translate.c ---- */
struct cfa *translate_module(LLVMModuleRef module, const struct program *p, struct error *e);

/* ---- run.c: the state of symbolic execution ---- */
void run_init(struct run *r, struct translator *t, struct activation *a, loc at);
void run_release(struct run *r);
uint64_t value_key(LLVMValueRef v, uint32_t leaf);
/* The sort of a scalar type, 0 if it has none. */
sort run_sort(const struct run *r, LLVMTypeRef type);
/* The number of scalars in a type; 0 if some part has no sort. */
uint32_t run_leaves(const struct run *r, LLVMTypeRef type);
LLVMTypeRef run_leaf_type(LLVMTypeRef type, uint32_t leaf);
term run_value(struct run *r, LLVMValueRef v); /* of a scalar */
term run_leaf(struct run *r, LLVMValueRef v, uint32_t leaf);
term run_bits(struct run *r, LLVMValueRef v); /* as a bit-vector, i1 too */
void run_define(struct run *r, LLVMValueRef v, term t);
void run_define_leaf(struct run *r, LLVMValueRef v, uint32_t leaf, term t);
/* The variable of the activation that holds a value for other segments. */
term activation_var(struct translator *t, struct activation *a, LLVMValueRef v, uint32_t leaf);
/* Memory as it is now. */
term run_memory(struct run *r, term var);
void run_set_memory(struct run *r, term var, term value);
void run_command(struct run *r, cmd c);
void run_assume(struct run *r, term b);
/* An arbitrary value of the sort. */
term run_input(struct run *r, enum site_kind kind, const char *name, sort s, bool is_signed);
/* Moves the commands so far in front of a new location, so that the run may branch. */
void run_flush(struct run *r);
/* An edge from here; `extra` is assigned along with what the segment changed. */
void run_edge(struct run *r, term condition, const struct cfa_assign *extra, uint32_t n, loc to);
/* Ends the run at the error location, at a cut, or nowhere. */
void run_error(struct run *r);
void run_cut(struct run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void run_cut_if(struct run *r, term condition, const char *format, ...) __attribute__((format(printf, 3, 4)));
void run_stop(struct run *r);
/* sets r->pos, and marks it when the line is new */
void run_place(struct run *r, LLVMValueRef instruction);
/* The place of the current instruction, also as *at; in the model of a library function, that of
 * the function's call. */
struct src_pos run_user_place(struct run *r, LLVMMetadataRef *at);
/* An entry of the ledger at that place. */
void run_assumption(struct run *r, enum ledger_kind kind, const char *detail);
char *run_where(struct run *r); /* "file:line", a fresh string */

/* ---- constants.c ---- */
term constant_term(struct run *r, LLVMValueRef c, uint32_t leaf);
term constant_address(struct run *r, LLVMValueRef global);

/* ---- instr.c, casts and integer arithmetic; floats.c; intrinsics.c; library.c; memory.c ---- */
void instr_translate(struct run *r, LLVMValueRef i);
bool floats_instruction(struct run *r, LLVMValueRef i); /* false: it is none of theirs */
bool floats_call(struct run *r, LLVMValueRef call, const char *name);
term float_constant(struct run *r, LLVMValueRef c);
term float_to_bits(struct run *r, term f); /* the bits in memory; a NaN has arbitrary ones */
term float_from_bits(term bits, sort f);
bool intrinsics_call(struct run *r, LLVMValueRef call, const char *name);
void library_call(struct run *r, LLVMValueRef call);
/* Does the function of this name end the life of the block that it is given, and nothing else? */
bool library_frees(const char *name);

void memory_load(struct run *r, LLVMValueRef i);
void memory_store(struct run *r, LLVMValueRef value, LLVMValueRef pointer);
term memory_read(struct run *r, LLVMValueRef pointer, LLVMTypeRef type);
void memory_write(struct run *r, LLVMValueRef pointer, LLVMTypeRef type, term value);
void memory_copy(struct run *r, LLVMValueRef to, LLVMValueRef from, uint64_t bytes);
void memory_fill(struct run *r, LLVMValueRef to, term byte, uint64_t bytes);
void memory_begin(struct run *r, LLVMValueRef marker); /* a large variable begins its life */
void memory_allocate(struct run *r, LLVMValueRef site);
/* Sets the initial values of all memory, on the automaton's first edge. */
void memory_initial(struct run *r);

#endif
