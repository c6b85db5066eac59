/* Verdicts in the formats of other tools. */
#ifndef REPORT_WITNESS_H
#define REPORT_WITNESS_H

#include "replay/branches.h"
#include "system/subject.h"
#include "report/checks.h"
#include "report/proof.h"
#include "replay/story.h"

struct witness {
    const struct subject *subject;
    enum verdict_kind kind;
    /* FALSE, or UNKNOWN with an unconfirmed counterexample; else NULL */
    const struct story *story;
    const branch_log *branches; /* FALSE: taken by the compiled program; may be empty */
    const struct proof *proof;  /* TRUE */
    const char *reason;         /* UNKNOWN */
    /* The automaton whose ledger the verdict rests on; NULL: there are no assumptions. */
    const struct cfa *ledger;
    char *const *warnings;
    uint32_t n_warnings;
    /* the automaton whose checks have a status, NULL: there is one answer only */
    const struct cfa *checked;
    const struct check_answer *results; /* of its checks */
};

/* By the extension of `path`: .yml and .yaml are SV-COMP's format 2.0, .graphml is 1.0 (violations
 * only). False with *e set if there is no such witness. */
bool witness_print(struct strbuf *b, const char *path, const struct witness *w, struct error *e);
/* Does the name say which kind of witness it is to be? */
bool witness_check_name(const char *path, struct error *e);
void witness_yaml(struct strbuf *b, const struct witness *w);
void witness_graphml(struct strbuf *b, const struct witness *w);
/* SARIF 2.1.0, for any verdict. */
void sarif_print(struct strbuf *b, const struct witness *w);

/* "G ! call(reach_error())": the formula of the property, a fresh string. */
char *witness_specification(const struct subject *s);
/* "x == (5)" if the line stores an input in a variable, a fresh string; else NULL. */
char *witness_assumption(const struct story_line *line);

/* Hexadecimal SHA-256 of a file; 64 zeros if it cannot be read. */
void sha256_file(const char *path, char hex[65]);
/* A random UUID (version 4). */
void uuid_make(char text[37]);
/* The time now as 2026-01-31T23:59:59Z. */
void time_now(char text[21]);

#endif
