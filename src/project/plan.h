/* The list of jobs of a project, one JSON object per line:
 *
 *     {"name": "a.c:push", "args": ["-p", "build", "--entry=push", "a.c"], "directory": "/home/u/p",
 *      "timeout": 60, "memory": 2000, "source": "5f0c..."}
 *
 * A job is one run of edgewise: a file, a function to start at, a group of checks. It needs no
 * state but its line and the folder of the run, so that any machine that sees the files can do it.
 * `source` is the hash of what clang made of the file: a line whose program has changed is another
 * line.
 *
 * Invariants: names are unique (`by_name` finds them); `key` is the hash of the line, and the name
 * of the job's result. */
#ifndef PROJECT_PLAN_H
#define PROJECT_PLAN_H

#include "project/sha256.h"
#include "util/fail.h"
#include "util/hash.h"
#include "util/options.h"
#include "util/strbuf.h"

struct plan_job {
    /* All strings are owned. */
    char *name, *directory, *source;
    text_list args;
    /* Seconds and MiB; 0: no limit. */
    double timeout, memory;
    char key[SHA256_HEX + 1];
};

struct plan {
    VEC(struct plan_job) jobs;
    struct int_map by_name; /* the hash of a name -> the first job that has it, + 1 */
};

/* Takes what the job owns, makes its name unique and its key. */
void plan_add(struct plan *p, struct plan_job job);
void plan_print(const struct plan *p, struct strbuf *b);
/* False with *e set, line included. */
bool plan_read(struct plan *p, const char *file, struct error *e);
void plan_release(struct plan *p);

#endif
