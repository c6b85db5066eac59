/* The run of a counterexample as events, with what each one depends on.
 *
 * An event is a mark of the unreduced automaton that was executed, or a value that was drawn. It
 * depends on the events whose values it was computed from (the ids of its note, memory that it
 * reads) and on the decision that let control come to it. An event is relevant if the failure
 * depends on it, directly or through others: a backward slice of the run. */
#ifndef REPLAY_EVENTS_H
#define REPLAY_EVENTS_H

#include "replay/replay.h"

#define NO_EVENT UINT32_MAX

struct event {
    enum note_kind kind;
    uint32_t note; /* index into the debug notes; 0: a line was entered, or a value was drawn */
    struct src_pos pos;
    uint32_t site; /* of a drawn value; NO_SITE for others */
    sort sort;     /* of the value; 0: there is none */
    value v;
    uint64_t address;           /* LOAD, STORE, BLOCK */
    uint32_t control;           /* the decision that it depends on, NO_EVENT: none */
    uint32_t first_use, n_uses; /* into `uses` */
    bool relevant;
};

struct events {
    const struct cfa *c;
    VEC(struct event) all;
    VEC(uint32_t) uses; /* indices of events, each smaller than that of the event that uses it */
    bool complete;      /* false: the run was too long, and nothing but its beginning is here */
};

/* Runs the unreduced automaton on the log, which must lead to lE, and slices. */
void events_init(struct events *e, const struct cfa *unreduced, const input_log *log);
void events_release(struct events *e);
/* The event that freed the block which the pointer of failure `i` leads to; NO_EVENT: none did. */
uint32_t events_freed(const struct events *e, uint32_t i);
static inline const struct debug_note *event_note(const struct events *e, uint32_t i) {
    return &e->c->debug->notes.at[e->all.at[i].note];
}

#endif
