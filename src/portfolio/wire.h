/* Verdicts, facts and statistics as bytes, from a child process to its parent.
 *
 * A child is a fork: the terms and sorts that existed then have the same handles on both sides, so
 * a term is sent as a number, and only terms made since are described, leaves first, by operator,
 * sort, parameters and arguments. The receiver makes them with the usual constructors. Both sides
 * are the same program on the same machine, so numbers travel as they are in memory; the reader
 * still checks every length, because a child may die in the middle of a message. */
#ifndef PORTFOLIO_WIRE_H
#define PORTFOLIO_WIRE_H

#include "cfa/verdict.h"
#include "util/stats.h"
#include "util/strbuf.h"

struct wire {
    struct strbuf out; /* writing */
    const char *in;    /* reading */
    size_t n, at;
    bool broken;         /* the bytes ended too early or make no sense */
    term base;           /* terms below are common */
    struct int_map sent; /* writing: term -> number */
    term_vec received;   /* reading: by number - base */
};

void wire_release(struct wire *w);

void wire_put(struct wire *w, const void *data, size_t n);
void wire_put_u64(struct wire *w, uint64_t x);
void wire_put_text(struct wire *w, const char *text); /* may be NULL */
void wire_put_term(struct wire *w, term t);
void wire_put_facts(struct wire *w, const struct facts *f);
void wire_put_verdict(struct wire *w, const struct cfa *c, const struct verdict *v);
void wire_put_stats(struct wire *w);

bool wire_get(struct wire *w, void *data, size_t n);
uint64_t wire_get_u64(struct wire *w);
char *wire_get_text(struct wire *w); /* fresh, or NULL */
term wire_get_term(struct wire *w);
/* Into *f, initialized by the caller for the right number of locations. */
void wire_get_facts(struct wire *w, struct facts *f);
void wire_get_verdict(struct wire *w, const struct cfa *c, struct verdict *v);
/* The counters and TIMER_COUNT timers of the sender, for stats_adopt. */
bool wire_get_stats(struct wire *w, struct stats *counters, double *timers);

#endif
