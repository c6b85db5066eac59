/* --html: one page for people, with everything in it: no network, no server, no other file. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "replay/steps.h"
#include "replay/story.h"
#include "report/checks.h"
#include "report/proof.h"
#include "system/subject.h"
#include "util/progress.h"

/* A file to download from the page. */
struct html_file {
    const char *name;
    const struct strbuf *text;
};

struct html_report {
    const struct subject *subject;
    enum verdict_kind kind;
    /* "FALSE"; the sentence about the evidence, or the reason of UNKNOWN; NULL: none. */
    const char *verdict, *detail;
    /* UNKNOWN: what is known all the same, lines; NULL: nothing. */
    const char *rest;
    /* What was typed; what decided, NULL: unknown. */
    const char *command, *engine;
    double seconds;
    /* May be NULL. */
    const struct cfa *unreduced, *reduced;
    /* With a status for every check: the answers, in the order of the unreduced automaton's checks;
     * else NULL. */
    const struct check_answer *answers;
    /* Of a failure, also of an unconfirmed one; NULL for others. */
    const struct steps *steps;
    const struct story *story;
    /* TRUE; NULL for others. */
    const struct proof *proof;
    /* The automaton whose assumptions the verdict rests on; NULL: none. */
    const struct cfa *ledger;
    const struct progress_history *history;
    VEC(struct html_file) files;
};

/* Everything that comes from the program is escaped, so that no name and no line of it becomes
 * markup. */
void html_print(struct strbuf *b, const struct html_report *r);

/* ---- parts of the page ---- */

/* The files that are shown, by their number in the automaton; a line has the id "s<page
 * number>-<line>". */
struct html_listing {
    const struct html_report *r;
    const struct cfa *c;
    VEC(uint32_t) files;
    VEC(uint8_t) seen;
};
void html_listing_init(struct html_listing *l, const struct html_report *r);
void html_listing_release(struct html_listing *l);
/* The number of the file on the page; UINT32_MAX: it is not shown. */
uint32_t html_page_number(const struct html_listing *l, uint32_t file);
/* "ring.c:12", as a link if the line is on the page. */
void html_place(struct strbuf *b, const struct html_listing *l, struct src_pos pos);

void html_print_checks(struct strbuf *b, const struct html_listing *l);  /* html_checks.c */
void html_print_sources(struct strbuf *b, const struct html_listing *l); /* html_source.c */
void html_print_steps(struct strbuf *b, const struct html_listing *l);   /* html_steps.c */
void html_print_automata(struct strbuf *b, const struct html_report *r); /* html_graph.c */
void html_print_history(struct strbuf *b, const struct html_report *r);  /* html_history.c */

#endif
