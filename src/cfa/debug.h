/* What the source says about the values of an automaton: types, objects of memory, calls, and notes
 * on marks.
 *
 * The tables are made once by the front end from the compiler's debug information. They serve
 * people only: a wrong entry makes an ugly trace and no wrong verdict. Copies of an automaton share
 * them. Index 0 of each table means "unknown". An example, for
 *
 *     struct ring { int buf[8]; unsigned head; } r;
 *     r.head = 3;
 *
 * there is a type for the struct with the members buf (offset 0) and head (offset 32), an object r
 * of that type with its address, and a mark at the assignment with a note of kind NOTE_STORE at the
 * address of r plus 32. */
#ifndef CFA_DEBUG_H
#define CFA_DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/strbuf.h"
#include "util/vec.h"

enum debug_kind {
    DEBUG_UNKNOWN,
    DEBUG_SIGNED,
    DEBUG_UNSIGNED,
    DEBUG_BOOL,
    DEBUG_CHAR,
    DEBUG_FLOAT,
    DEBUG_POINTER, /* element: what it points to */
    DEBUG_ARRAY,   /* element, count; several dimensions are arrays of arrays */
    DEBUG_STRUCT,
    DEBUG_UNION,
    DEBUG_ENUM,
    DEBUG_FUNCTION
};

struct debug_member {
    const char *name; /* "" for an anonymous struct or union */
    uint64_t offset, bits;
    uint32_t type;
};

struct debug_constant {
    const char *name;
    int64_t value;
};

struct debug_type {
    enum debug_kind kind;
    const char *name; /* as C spells it, NULL if it has no name */
    bool is_unsigned; /* of a character */
    uint64_t bits;
    uint32_t element;
    uint64_t count;
    VEC(struct debug_member) members;
    VEC(struct debug_constant) constants;
};

/* How the names of functions begin that we make to call the one of --entry. */
#define DEBUG_CALLER "edgewise_entry_"
/* The same for --enforce, around the function and its contract. */
#define DEBUG_WRAPPER "edgewise_enforced_"

/* The name of the memory in which a call hands over the arguments that stand for `...`. */
#define DEBUG_VARARGS "..."

/* An object of memory, or one of its instances. */
struct debug_object {
    uint64_t address, bytes;
    const char *name; /* "r"; "malloc@12" for memory that line 12 allocates */
    uint32_t type, scope;
    /* of a site that allocates several times: bytes from one to the next; 0: it is one object */
    uint64_t slot;
    const char *text; /* of a string literal, `bytes` long; NULL for others */
    bool is_function;
};

/* A function at one of the places where it is inlined; scope 0 is none. */
struct debug_scope {
    const char *function;
    uint32_t caller;             /* a scope, 0 if it is not inlined */
    uint32_t file, line, column; /* of the call */
    bool is_model;               /* code of ours that stands for a library function */
};

enum note_kind {
    NOTE_NONE,
    NOTE_VARIABLE, /* a variable got the value that the mark shows */
    NOTE_RESULT,   /* the function returns it */
    NOTE_ADDRESS,  /* the address of the load, store or block that follows */
    NOTE_LOAD,     /* a value was read */
    NOTE_STORE,    /* the value that the mark shows was written */
    NOTE_BLOCK,    /* `bytes` bytes were written at once: memset, memcpy */
    NOTE_FREE,     /* the block was freed that the mark shows the address of */
    NOTE_BRANCH,   /* a condition was decided */
    NOTE_MERGE,    /* a value comes from one of several places */
    NOTE_INPUT,    /* the value that was just drawn */
    NOTE_ENTER,    /* a function that is not inlined begins */
    NOTE_LEAVE,
    NOTE_TAIL,   /* a function calls itself as the last thing that it does, and became a loop */
    NOTE_FAILURE /* the check that fails; the mark may show the pointer that it is about */
};

/* What a condition in the source is where a branch goes this way. */
enum truth { TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE, TRUTH_PART /* of a condition with && or || */ };

struct debug_note {
    enum note_kind kind;
    uint32_t type, scope;
    /* VARIABLE: with the path to the part, "c.x"; FAILURE: the text of the check, or NULL */
    const char *name;
    const char *function;  /* FAILURE: what was called, or the class of the check */
    bool is_class;         /* FAILURE: which of the two */
    uint32_t id, variable; /* of the value, of the variable; 0: none */
    /* VARIABLE: 1.. for a parameter; FAILURE: 1.. if the check is an argument of the call */
    uint32_t argument;
    uint64_t address, bytes; /* LOAD, STORE, BLOCK; the address is 0 if a NOTE_ADDRESS tells it */
    enum truth truth;        /* BRANCH */
    /* VARIABLE: the scope and the place of the code that sets it; scope 0: not known. */
    uint32_t code, code_file, code_line;
    uint32_t first_use, n_uses; /* into `uses`: ids that it is computed from */
};

struct cfa_debug {
    uint32_t users; /* automata that share the tables */
    struct arena arena;
    VEC(struct debug_type) types;
    VEC(struct debug_object) objects; /* by address, once debug_sort was called */
    VEC(struct debug_scope) scopes;
    VEC(struct debug_note) notes;
    VEC(uint32_t) uses;
};

struct cfa_debug *debug_new(void);
struct cfa_debug *debug_share(struct cfa_debug *d); /* d may be NULL */
void debug_free(struct cfa_debug *d);               /* frees with its last user; d may be NULL */
const char *debug_keep(struct cfa_debug *d, const char *text, size_t n);
void debug_sort(struct cfa_debug *d);

/* The object that the address lies in, or just behind; NULL: none. */
const struct debug_object *debug_find(const struct cfa_debug *d, uint64_t address);
/* Appends the path ".m[3]" to the part of this many bytes at this offset. Returns the part's type,
 * 0 if there is no such part; then what was appended is the path to the smallest part around it. */
uint32_t debug_path(const struct cfa_debug *d, struct strbuf *b, uint32_t type, uint64_t offset,
                    uint64_t bytes);
/* Memory that the source does not speak of: variable arguments, and the inside of a va_list. */
bool debug_is_hidden(const struct cfa_debug *d, const struct debug_object *o);
bool debug_is_scalar(const struct cfa_debug *d, uint32_t type);

#endif
