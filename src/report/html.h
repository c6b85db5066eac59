/* --html: one page for people, with everything in it: no network, no server, no other file. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "replay/steps.h"
#include "report/proof.h"
#include "system/subject.h"

/* A file to download from the page. */
struct html_file {
    const char *name;
    const struct strbuf *text;
};

struct html_report {
    const struct subject *subject;
    enum verdict_kind kind;
    const char *verdict, *detail; /* "FALSE"; the sentence about the evidence, NULL: none */
    const char *command, *engine; /* what was typed; what decided, NULL: unknown */
    double seconds;
    const struct cfa *unreduced, *reduced; /* may be NULL */
    const struct steps *steps;             /* of a failure, also of an unconfirmed one; NULL for others */
    const struct proof *proof;             /* TRUE; NULL for others */
    const struct cfa *ledger; /* the automaton whose assumptions the verdict rests on; NULL: none */
    VEC(struct html_file) files;
};

/* Everything that comes from the program is escaped, so that no name and no line of it becomes markup. */
void html_print(struct strbuf *b, const struct html_report *r);
/* Appends text as HTML shows it literally, also inside of quoted attributes. */
void html_escape(struct strbuf *b, const char *text);

#endif
