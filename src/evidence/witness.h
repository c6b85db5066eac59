/* Verdicts in the formats of other tools. */
#ifndef EVIDENCE_WITNESS_H
#define EVIDENCE_WITNESS_H

#include "evidence/branches.h"
#include "evidence/evidence.h"
#include "evidence/proof.h"
#include "evidence/story.h"

struct witness {
    const struct subject *subject;
    enum verdict_kind kind;
    const struct story *story;  /* FALSE */
    const branch_log *branches; /* FALSE: taken by the compiled program; may be empty */
    const struct proof *proof;  /* TRUE */
    const char *reason;         /* UNKNOWN */
};

/* By the extension of `path`: .yml and .yaml are SV-COMP's format 2.0, .graphml is 1.0 (violations only).
 * False with *e set if there is no such witness. */
bool witness_print(struct strbuf *b, const char *path, const struct witness *w, struct error *e);
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
