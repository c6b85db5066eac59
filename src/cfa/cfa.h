/* Control-flow automata (L, G, l0, lE) whose edges carry guarded commands (SPIN18, Defs. 1 and 2):
 *
 *     C ::= assume b | x := a | x := * | C;C | C [] C
 *
 * with two additions: assignment is parallel (x, y := a, b), which is what phi nodes need, and
 * `mark` commands do nothing but remember a statement's source position for traces.
 *
 * Invariants (cfa_check in check.h): l0 has no incoming edge, lE and the cuts have no outgoing
 * edge; every variable that a command mentions is declared in `vars`; the targets of one parallel
 * assignment are distinct; sorts agree. At l0 every variable has an arbitrary value: the front
 * end's first edge sets the initial values.
 *
 * A cut is a location where the translation gave up (recursion too deep, an unsupported construct):
 * a path to lE that meets no cut is real; TRUE needs that the cuts are unreachable too
 * (cfa_aim_at_cuts).
 *
 * Steps. After cfa_split (reduce.h) `steps` holds the choice-free paths of all edges in normal
 * form: a guard (a cube over the variables and the step's own inputs), a parallel assignment, and
 * the inputs, one for each `x := *` on the path. Engines work on steps only. wp(step, phi) is guard
 * and phi with the updates substituted; no variable is assigned twice; unassigned variables keep
 * their value.
 *
 * Draws. A trace is replayed on the unreduced automaton by giving each site its values in order, so
 * a reduction must not lose a draw of a site of which it keeps another: a `x := *` whose value is
 * not needed becomes a bare draw (a havoc of TERM_NONE), and bare draws are dropped only when no
 * site of their class (same_as) has a used one. `draws` lists them all, in the order of execution.
 *
 * All strings that are passed in are copied into the arena; a command's children have smaller
 * indices. */
#ifndef CFA_CFA_H
#define CFA_CFA_H

#include "cfa/checks.h"
#include "cfa/debug.h"
#include "cfa/ledger.h"
#include "term/subst.h"
#include "term/term.h"
#include "util/arena.h"
#include "util/vec.h"

typedef uint32_t loc; /* index into cfa.locs */
typedef uint32_t cmd; /* index into cfa.cmds; 0 is skip */

#define LOC_NONE UINT32_MAX
#define NO_SITE UINT32_MAX

struct src_pos {
    uint32_t file;         /* index into cfa.files; 0: unknown */
    uint32_t line, column; /* 0: unknown */
    const char *function;  /* C function, NULL: unknown; lives as long as the cfa */
};

struct cfa_var {
    term var;
    const char *c_name; /* as in the source, NULL for what has no name there */
    bool is_signed;     /* how a person wants to see it */
    /* of c_name, of the elements of an array: index into debug->types, 0: not known */
    uint32_t type;
    struct src_pos pos;
};

enum site_kind {
    SITE_NONDET,  /* a call of __VERIFIER_nondet_*: `name` is the function */
    SITE_UNINIT,  /* an uninitialized variable: `name` is the variable */
    SITE_UNKNOWN, /* the result of a function without a body: `name` is the function */
    /* what lies behind pointers from outside, volatile memory, what unknown functions write */
    SITE_ENVIRONMENT,
    /* what a library function returns or writes, and we do not compute: fewer values are
     * possible */
    SITE_LIBRARY,
    /* what a library function brings in from outside (fgets): any value is possible, and compiled
     * runs are given it; `name` is the function, of memory `memory` says which part */
    SITE_INPUT,
    SITE_INTERNAL, /* something of our own: what C leaves undefined, malloc that may fail, ... */
};

/* Contents of memory that nobody set: which object it is, and where in it. Of an array, element i
 * lies at offset + i * stride. */
struct site_memory {
    /* where the object is declared or allocated; line 0: not known, or no memory */
    uint32_t line, column;
    uint64_t offset, stride;
    uint32_t bytes; /* of a value or an element */
    /* of SITE_INPUT: how many sites of the same bytes come before this one; `offset` is that from
     * the pointer, or from the object's beginning for an array */
    uint32_t part;
    /* the name of a variable that the program only declares; `line` is 0 then; NULL: another
     * object */
    const char *symbol;
};

/* Names of sites of SITE_ENVIRONMENT: a read of volatile memory that others may write, and of a
 * volatile object that the program itself defines. */
#define SITE_VOLATILE "volatile"
#define SITE_OWN_VOLATILE "own volatile"
/* Of a site of SITE_INTERNAL: the first parameter of main. */
#define SITE_ARGC "argc"

/* Where a nondeterministic value comes from. */
struct cfa_site {
    enum site_kind kind;
    const char *name;
    sort sort;
    bool is_signed;
    struct src_pos pos;
    uint32_t same_as; /* sites merged by bisimulation share the least index; itself otherwise */
    struct site_memory memory;
};

enum cmd_kind { CMD_SKIP, CMD_ASSUME, CMD_ASSIGN, CMD_HAVOC, CMD_SEQ, CMD_CHOICE, CMD_MARK };

struct cfa_assign {
    term var, value;
};

struct cfa_cmd {
    enum cmd_kind kind;
    term cond;                  /* ASSUME; MARK: a term whose value is shown, or TERM_NONE */
    uint32_t n;                 /* ASSIGN: number of pairs */
    struct cfa_assign *assigns; /* ASSIGN: in the cfa's arena */
    /* HAVOC; TERM_NONE: a value is drawn and nobody uses it (see `draws` below) */
    term var;
    uint32_t site;      /* HAVOC: index into cfa.sites */
    cmd first, second;  /* SEQ, CHOICE */
    struct src_pos pos; /* MARK */
    const char *name;   /* MARK: the C variable that `cond` shows, or NULL */
    bool is_signed;     /* MARK: how to show it */
    /* MARK: what it means in the source: index into cfa.debug->notes, 0 if nothing is known */
    uint32_t note;
};

struct cfa_loc {
    struct src_pos pos;
    loc origin; /* the location of the unreduced automaton that this one was; itself there */
    bool loop_head;
};

struct cfa_edge {
    loc from, to;
    cmd cmd;
    /* Unreduced automaton, edges into lE: which check fails here, its index into cfa.checks and 1;
     * 0: none that has a number. Reductions join edges and forget it. */
    uint32_t check;
};

struct cfa_input {
    term var; /* unique to the step */
    uint32_t site;
    uint32_t draw; /* index into the step's draws */
};

struct cfa_step {
    loc from, to;
    uint32_t edge;  /* the edge that it is a path of */
    term_vec guard; /* literals: no conjunction among them, sorted, each once; may mention inputs */
    VEC(struct cfa_assign) updates; /* sorted by variable; values may mention inputs; no x := x */
    /* in the order of execution; only those that guard or updates mention */
    VEC(struct cfa_input) inputs;
    /* the sites of all `x := *` on the path, also of those that nobody uses, in order */
    VEC(uint32_t) draws;
    struct subst wp; /* variable -> value, for cfa_wp */
};

struct cfa_cut {
    loc at;
    const char *reason; /* "recursion deeper than 12 at f.c:3", "inline assembly at ..." */
    bool deeper;        /* a translation that unfolds recursion deeper would have gone on here */
    /* The number of the only check that it leaves open, because executions end here anyhow; 0: what
     * would come after it may fail any check. */
    uint32_t check;
};

/* An entry of the ledger (ledger.h). */
struct cfa_assumption {
    enum ledger_kind kind;
    /* What rests on it; line 0: the whole program. */
    struct src_pos pos;
    /* A function, an object or an amount that the place alone does not tell; NULL: nothing more. */
    const char *detail;
};

/* A property at a place. The edges into lE that carry its number are its failures; there are
 * several where a function was inlined several times, and none where the translation saw that it
 * cannot fail. */
struct cfa_check {
    enum check_class class;
    struct src_pos pos;
    const char *id; /* "push.overflow.3", see cfa_name_checks */
    bool met;       /* the translation came by: it is not in code that nothing leads to */
    /* Placed by the memory model, by clang's instrumentation, or by both: an index beyond an array
     * inside of a struct is seen by clang only, one beyond the struct by AddressSanitizer, too. */
    bool of_memory, of_clang;
    bool allowed; /* a comment allows it to fail: nothing is asked */
};

struct cfa {
    struct arena arena;       /* names, command arrays */
    struct int_map names;     /* hash of a string -> its copy in the arena */
    struct int_map var_index; /* variable -> index into vars */
    VEC(const char *) files;  /* files.at[0] is "" */
    VEC(struct cfa_var) vars;
    VEC(struct cfa_site) sites;
    VEC(struct cfa_loc) locs;
    VEC(struct cfa_cmd) cmds;
    VEC(struct cfa_edge) edges;
    VEC(struct cfa_step) steps; /* empty before cfa_split */
    VEC(struct cfa_cut) cuts;
    VEC(struct cfa_check) checks;
    VEC(loc)
    image; /* location of the unreduced automaton -> the one that stands for it now, or LOC_NONE; empty
                     * before the first reduction. A hint: nothing is believed because of it */
    /* What is assumed for the automaton to have every behaviour of the program; each entry once. */
    VEC(struct cfa_assumption) ledger;
    loc l0, lE;
    /* something was abstracted such that FALSE needs the replay to be believed */
    bool over_approximate;
    uint32_t pointer_width; /* 32 or 64 */
    /* The code that the entry function may reach has a check, even if the translation could decide
     * it. */
    bool has_check;
    /* The translation has decided a condition: code may be missing that is not reached because of
     * it. */
    bool decided;
    /* what the source says (debug.h); shared with copies; NULL: nothing is known */
    struct cfa_debug *debug;
};

struct cfa *cfa_new(void); /* with the locations l0 and lE, and no edge */
void cfa_free(struct cfa *c);
struct cfa *cfa_copy(const struct cfa *c); /* deep, without steps */
/* A copy in which the cuts are the error location and the old lE leads nowhere. */
struct cfa *cfa_aim_at_cuts(const struct cfa *c);

/* The automaton's one copy of a string; NULL stays NULL. */
const char *cfa_intern(struct cfa *c, const char *s);
loc cfa_add_loc(struct cfa *c, struct src_pos pos);
void cfa_add_var(struct cfa *c, term var, const char *c_name, bool is_signed, struct src_pos pos);
bool cfa_has_var(const struct cfa *c, term var);
/* into c->vars; UINT32_MAX if not declared */
uint32_t cfa_var_index(const struct cfa *c, term var);
bool cfa_is_cut(const struct cfa *c, loc l);
uint32_t cfa_add_site(struct cfa *c, enum site_kind kind, const char *name, sort s, bool is_signed,
                      struct src_pos pos);
uint32_t cfa_add_file(struct cfa *c, const char *name); /* the index of the file, added once */
void cfa_add_cut(struct cfa *c, loc at, const char *reason);
/* Something that TRUE takes for granted, and the place that rests on it; `detail` (may be NULL) is
 * copied. */
void cfa_ledger_add(struct cfa *c, enum ledger_kind k, struct src_pos pos, const char *detail);
uint32_t cfa_ledger_count(const struct cfa *c, enum ledger_kind k); /* entries of a kind */
/* "extern-pure, addresses": each kind once. */
void cfa_ledger_names(struct strbuf *b, const struct cfa *c);
/* A line per kind, with its sentence and its first places; `before` begins each line. */
void cfa_ledger_print(struct strbuf *b, const struct cfa *c, const char *before);
uint32_t cfa_add_edge(struct cfa *c, loc from, cmd command, loc to);
/* The check of this class at this place, added once; its index into cfa.checks. */
uint32_t cfa_add_check(struct cfa *c, enum check_class class, struct src_pos pos);
/* Gives the checks their names, by the order of their places in each function. */
void cfa_name_checks(struct cfa *c);
/* Drops the failing edges of the checks that are not open, and the cuts that leave nothing else
 * open: executions that would come there end silently. */
void cfa_close_checks(struct cfa *c, const bool *open);

/* Commands; the makers simplify (assume true is skip, skip;C is C, ...). */
cmd cfa_skip(void);
cmd cfa_assume(struct cfa *c, term b);
cmd cfa_assign(struct cfa *c, term var, term value);
cmd cfa_assign_n(struct cfa *c, const struct cfa_assign *pairs, uint32_t n); /* parallel */
cmd cfa_havoc(struct cfa *c, term var, uint32_t site);
cmd cfa_seq(struct cfa *c, cmd first, cmd second);
cmd cfa_choice(struct cfa *c, cmd first, cmd second);
cmd cfa_mark(struct cfa *c, struct src_pos pos, const char *name, term shown, bool is_signed);
/* without a name */
cmd cfa_mark_noted(struct cfa *c, struct src_pos pos, term shown, uint32_t note);

/* Incoming and outgoing step indices per location, made by cfa_split and by cfa_index_edges. */
struct cfa_index {
    VEC(uint32_t) * in, *out; /* one vector per location */
    uint32_t n;
};
void cfa_index_edges(const struct cfa *c, struct cfa_index *index);
void cfa_index_steps(const struct cfa *c, struct cfa_index *index);
void cfa_index_release(struct cfa_index *index);

/* phi with the updates of the step substituted, without the guard. */
term cfa_wp(struct cfa_step *s, term phi);
/* Makes the normal form of a step whose guard or updates were set or changed: order, inputs, wp. */
void cfa_step_finish(struct cfa_step *s);
void cfa_step_release(struct cfa_step *s);

/* The readable text of --emit=cfa, Graphviz, and SMT-LIB HORN (one predicate per location). */
void cfa_print(struct strbuf *b, const struct cfa *c);
void cfa_print_dot(struct strbuf *b, const struct cfa *c);
void cfa_print_chc(struct strbuf *b, const struct cfa *c);
/* file:line:column */
void cfa_print_pos(struct strbuf *b, const struct cfa *c, struct src_pos pos);

#endif
