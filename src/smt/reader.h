/* A reader of SMT-LIB text: one command at a time, as a tree; terms are built from trees, which may
 * be anybody's: what does not fit is an error with its line. No sorts other than ours, no
 * quantifiers inside of terms, no push and pop. */
#ifndef SMT_READER_H
#define SMT_READER_H

#include <stdio.h>

#include "term/term.h"
#include "util/fail.h"
#include "util/hash.h"

/* A node of the tree of the current command. Node 0 is none. */
struct sexpr {
    const char *text;     /* of an atom, without the bars of a quoted symbol; NULL: a list */
    uint32_t first, next; /* first child, next sibling */
};

struct symbol {
    char *name;
    term t;          /* TERM_NONE: it means nothing here */
    term_vec params; /* of a function that was defined: variables of its body t */
};

struct reader {
    FILE *file;
    const char *path;
    int line;
    struct strbuf text; /* of the current command's atoms, each ended by NUL */
    VEC(struct sexpr) nodes;
    struct strbuf comment;      /* of the last ";; " line before the command */
    VEC(struct symbol) symbols; /* index 0 unused */
    struct index_table table;   /* of symbols by name */
    struct error *error;
    /* What a function that was only declared means for these arguments; TERM_NONE: nothing (the
     * operators of SMT-LIB come after it). May be NULL. */
    term (*unknown)(void *context, const char *name, const term *args, uint32_t n);
    void *context;
};

enum reader_item { READER_END, READER_COMMAND, READER_COMMENT, READER_ERROR };

bool reader_open(struct reader *r, const char *path, struct error *e);
/* The same for a text in memory, which stays as it is until reader_close. */
bool reader_open_text(struct reader *r, const char *text, struct error *e);
void reader_close(struct reader *r);
/* The next command (its tree is node 1) or ";; " comment. */
enum reader_item reader_next(struct reader *r);
/* The term of a node; TERM_NONE after an error. */
term reader_term(struct reader *r, uint32_t node);
sort reader_sort(struct reader *r, uint32_t node);                /* 0 after an error */
uint32_t reader_symbol(const struct reader *r, const char *name); /* index into symbols, or 0 */
void reader_define(struct reader *r, const char *name, term t);
/* A function of these parameters; there is at least one. */
void reader_define_function(struct reader *r, const char *name, const term_vec *params, term t);
/* Child i of a list, 0 if there is none. */
uint32_t reader_child(const struct reader *r, uint32_t node, uint32_t i);
const char *reader_text(const struct reader *r, uint32_t node); /* "" for lists and none */
void reader_error(struct reader *r, const char *what, const char *text);

#endif
