/* The branches that the compiled program takes on its way to the error, at the keywords of its if,
 * while and for statements. The program itself says which: its LLVM text gets a probe in front of
 * every conditional jump whose targets tell what the statement's condition was (if.then, while.end,
 * ...), and one in front of every draw of an input. */
#ifndef REPLAY_BRANCHES_H
#define REPLAY_BRANCHES_H

#include "cfa/cfa.h"
#include "util/options.h"

struct branch {
    const char *file;      /* belongs to the log */
    uint32_t line, column; /* of the keyword, in the source before preprocessing */
    bool taken;            /* the condition was true */
    uint32_t draws;        /* inputs that were drawn before */
};
typedef struct branch_log {
    struct branch *at;
    uint32_t n, capacity;
    text_list files; /* owned */
} branch_log;
void branch_log_release(branch_log *log);

struct probe {
    const char *file; /* belongs to the probes */
    uint32_t line, column;
    /* of the statement, when the jump's condition is false or true: 0, 1, or -1: not decided yet */
    signed char outcome[2];
};
struct probes {
    VEC(struct probe) at;     /* number 0 is a draw */
    text_list files;          /* owned */
    struct int_map places;    /* of the present module: number of a !DILocation -> place */
    VEC(struct probe) placed; /* what `places` points to */
};
void probes_init(struct probes *p);
void probes_release(struct probes *p);
/* Before the lines of a module: reads its debug information. */
void probes_read(struct probes *p, const char *module);
/* Puts a probe in front of the line if it needs one. */
void probes_add(struct probes *p, const struct cfa *c, const char *line, size_t n, struct strbuf *out);
/* What is declared at the end of a module, and a C file that defines it: `edgewise_events` writes
 * what the probes saw. */
void probes_declare(struct strbuf *out);
void probes_define(struct strbuf *out);
/* What `edgewise_events` wrote. Branches whose keyword is not found in the source are left out. */
void probes_decode(const struct probes *p, const char *text, branch_log *log);

#endif
