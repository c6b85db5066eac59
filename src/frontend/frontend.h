/* From source files to an automaton. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "cfa/cfa.h"
#include "frontend/contracts/contracts.h"
#include "system/temporary.h"
#include "util/fail.h"
#include "util/options.h"

enum { FIRST_RECURSION = 12, LAST_RECURSION = 3072 }; /* depths, where --recursion does not say */

/* What is taken for granted of the world around the program. C's rules are all false; SV-COMP's are
 * all true, and apply with a task or property file unless --rules says otherwise. --extern,
 * --malloc and --volatile replace single ones. Each rule that was used is on the ledger. */
struct rules {
    bool extern_pure;     /* functions without a body change no memory */
    bool malloc_succeeds; /* malloc and its relatives never return null */
    bool volatile_memory; /* volatile objects of the program change by its own writes only */
    /* the user says that they do not (--volatile=new): FALSE may rest on it */
    bool volatile_changes;
    /* a counterexample that cannot be compiled counts if the automaton replays it */
    bool sv_comp;
};

/* What became of a program that was made smaller for a proof (abstract/abstraction.h): TRUE of that
 * is TRUE of the program, and nothing else is. */
struct abstraction {
    bool always; /* set by the caller: however little that gains */
    bool made;   /* else the program was translated as it is */
    /* of the ledger, for what is gone: kinds of cfa/ledger.h, owned details */
    VEC(struct abstraction_note {
        int kind;
        char *detail;
    })
    notes;
};
void abstraction_release(struct abstraction *a);

/* What is to be verified, after task and property files were read. */
struct program {
    text_list files; /* owned strings */
    /* That many of the last files are of --stub. */
    uint32_t stubs;
    bool m32;
    struct rules rules;
    const char *entry; /* owned */
    /* Pointers that the entry function is given lead to objects that were made for it
     * (cfa/ledger.h). */
    bool entry_objects;
    /* What functions of --enforce may change, as the text of their assigns clauses; owned, NULL: no
     * function is held to a contract. */
    char *assigned;
    uint32_t recursion;        /* recursive calls are unfolded this deep; deeper ones are cuts */
    check_set checks;          /* the classes that are asked for */
    text_list error_functions; /* reaching a call of one of these is the error; owned strings */
    /* not owned; not NULL: set to whether a function that the entry reaches calls itself,
     * directly or not */
    bool *is_recursive;
    /* not owned; not NULL: translate the pieces of contracts.h, guessing contracts if there are
     * none yet */
    struct contracts *contracts;
    /* not owned; not NULL: translate an abstraction, if that is much smaller */
    struct abstraction *abstraction;
    bool statuses;     /* every check gets a status; else the first failure is the answer */
    char *property;    /* the text of the property file's CHECK line, NULL: the default */
    char *unsupported; /* a property that we do not check ("valid-memsafety"), NULL: fine; owned */
};

/* Reads --spec, a .yml task among the inputs, --32/--64; checks that files exist. On failure *e is
 * set and *p holds nothing. */
bool program_load(struct program *p, const text_list *inputs, struct error *e);
/* Adds those of the other files that define what the program's files use and do not define, until
 * nothing is missing or nobody defines it. An ambiguity is an error; another file that cannot be
 * compiled is left out with a warning. */
bool program_complete(struct program *p, const text_list *others, struct error *e);
/* The classes whose checks clang places. A property of SV-COMP's is about objects as a whole, not
 * about arrays in structs, so that clang places none of its checks of pointers. */
check_set program_placed_checks(const struct program *p);
void program_release(struct program *p);

/* An entry function with parameters, and functions of --enforce, are called by a function that is
 * made for it: p->entry is then that one. Files with CBMC's clauses and quantifiers are rewritten
 * on the way. */
bool program_find_entry(struct program *p, struct error *e);

/* Compiles (clang), links, normalizes (LLVM passes) and translates. NULL with *e set for bad input.
 * What is not supported becomes a cut. */
struct cfa *frontend_translate(const struct program *p, struct error *e);
/* The program as clang made it, as text, and in *names its functions that other files can call, one
 * per line; NULL with *e set. */
struct strbuf;
char *frontend_functions(const struct program *p, struct strbuf *names, struct error *e);
/* The functions that its C files define themselves, static ones too, a line each
 * (source/listing.h); NULL with *e set. */
char *frontend_listing(const struct program *p, struct error *e);
/* The program as one LLVM module after the passes, as text (--emit=llvm); NULL with *e set. */
char *frontend_llvm_text(const struct program *p, struct error *e);

#endif
