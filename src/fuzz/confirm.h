/* A hit of the driver is a suggestion. This is where it becomes a verdict, by means that share
 * nothing with the driver. */
#ifndef FUZZ_CONFIRM_H
#define FUZZ_CONFIRM_H

#include "replay/replay.h"
#include "fuzz/fuzz.h"
#include "fuzz/shared.h"
#include "fuzz/weave.h"

struct hit {
    const struct weave *weave;
    const struct fuzz_draw *draws;
    uint32_t n;
    uint32_t target; /* number of a place */
};

/* Follows the run on the unreduced automaton. RUN_ERROR: *log is what was drawn there. */
struct replay_end confirm_follow(const struct cfa *unreduced, const struct hit *hit, uint64_t max_edges,
                                 input_log *log);
/* A run that cannot be followed to the end: several builds of the program, among them one by
 * another compiler and one with sanitizers, must reach the error. True: *log names a site of the
 * automaton for every draw. */
bool confirm_compiled(const struct fuzz_task *task, const struct hit *hit, input_log *log,
                      struct src_pos *target);
/* Does a build with sanitizers, run on these values, end because of something that C leaves
 * undefined? */
bool confirm_undefined(const struct subject *subject, const struct cfa *unreduced, const input_log *log);

#endif
