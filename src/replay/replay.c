#include "replay/replay.h"

#include <string.h>

typedef VEC(value) value_vec;

void input_log_copy(input_log *to, const input_log *from) {
    VEC_CLEAR(to);
    VEC_CLEAR(&to->initial);
    to->check = from->check;
    for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(to, from->at[i]);
    for (uint32_t i = 0; i < from->initial.n; i++) VEC_PUSH(&to->initial, from->initial.at[i]);
}

void input_log_release(input_log *log) {
    VEC_RELEASE(log);
    VEC_RELEASE(&log->initial);
}

static bool is_zero(struct initial_value i) {
    if (sort_kind_of(term_sort(i.var)) == SORT_ARRAY)
        return array_value_equal(i.v, array_value_const(value_of(0)));
    return value_same(i.v, value_of(0));
}

void replay_log(const struct cfa *reduced, const struct verdict *v, input_log *log) {
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        const struct cfa_step *s = &reduced->steps.at[t->step];
        uint32_t first = log->n;
        for (uint32_t d = 0; d < s->draws.n; d++)
            VEC_PUSH(log, (struct input_value){s->draws.at[d], value_of(0)});
        for (uint32_t j = 0; j < s->inputs.n; j++) {
            assert(s->inputs.at[j].draw < s->draws.n);
            log->at[first + s->inputs.at[j].draw].value = t->inputs.at[j];
        }
    }
    for (uint32_t i = 0; i < v->initial.n; i++)
        if (!is_zero(v->initial.at[i])) VEC_PUSH(&log->initial, v->initial.at[i]);
}

void replay_adopt_classes(struct cfa *unreduced, const struct cfa *reduced) {
    assert(unreduced->sites.n <= reduced->sites.n);
    for (uint32_t i = 0; i < unreduced->sites.n; i++)
        unreduced->sites.at[i].same_as = reduced->sites.at[i].same_as;
}

/* The values that are still to be drawn, per class of sites. */
struct feed {
    const struct cfa *c;
    value_vec *queues;
    uint32_t *next;
    struct replay_watch *watch;
    input_log *used;
};

static uint32_t class_of(const struct feed *f, uint32_t site) {
    assert(site < f->c->sites.n);
    return f->c->sites.at[site].same_as;
}

static value default_value(const struct cfa *c, uint32_t site) {
    sort s = c->sites.at[site].sort;
    if (sort_kind_of(s) != SORT_ARRAY) return value_of(0);
    return array_value_const(value_of(0));
}

static value next_value(void *context, const struct cfa *c, uint32_t site) {
    struct feed *f = context;
    uint32_t class = class_of(f, site);
    return f->next[class] < f->queues[class].n ? f->queues[class].at[f->next[class]++]
                                               : default_value(c, site);
}

static void see_draw(void *context, const struct cfa *c, uint32_t site, value v) {
    struct feed *f = context;
    if (f->used) VEC_PUSH(f->used, (struct input_value){site, v});
    if (f->watch && f->watch->at_input) f->watch->at_input(f->watch->context, c, site, v);
}

static void see_mark(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown) {
    struct replay_watch *w = ((struct feed *)context)->watch;
    w->at_mark(w->context, c, mark, shown);
}

static void see_loc(void *context, const struct cfa *c, loc l, struct model *state) {
    struct replay_watch *w = ((struct feed *)context)->watch;
    w->at_loc(w->context, c, l, state);
}

static void feed_init(struct feed *f, const struct cfa *c, const input_log *log) {
    *f = (struct feed){.c = c};
    f->queues = mem_zero(c->sites.n, sizeof *f->queues);
    f->next = mem_zero(c->sites.n, sizeof *f->next);
    for (uint32_t i = 0; i < log->n; i++)
        VEC_PUSH(&f->queues[class_of(f, log->at[i].site)], log->at[i].value);
}

static void feed_release(struct feed *f) {
    for (uint32_t i = 0; i < f->c->sites.n; i++) VEC_RELEASE(&f->queues[i]);
    free(f->queues);
    free(f->next);
}

struct replay_end replay_execute(const struct cfa *unreduced, struct cfa_world *world) {
    struct cfa_index by_edge;
    struct cfa_run run;
    memset(&run, 0, sizeof run);
    cfa_index_edges(unreduced, &by_edge);
    cfa_execute(unreduced, &by_edge, world, &run);
    struct replay_end end = {run.end, run.at, run.edges, run.last};
    model_release(&run.state);
    cfa_index_release(&by_edge);
    return end;
}

uint32_t replay_failed_check(const struct cfa *unreduced, struct replay_end end) {
    if (end.end != RUN_ERROR || !end.edges) return UINT32_MAX;
    assert(unreduced->edges.at[end.last].to == unreduced->lE);
    uint32_t check = unreduced->edges.at[end.last].check;
    return check ? check - 1 : UINT32_MAX;
}

struct replay_end replay_run(const struct cfa *unreduced, const input_log *log, uint64_t max_edges,
                             struct replay_watch *watch, input_log *used) {
    struct feed f;
    feed_init(&f, unreduced, log);
    f.watch = watch;
    f.used = used;
    struct model initial = {0};
    for (uint32_t i = 0; i < log->initial.n; i++)
        model_set(&initial, log->initial.at[i].var, log->initial.at[i].v);
    struct cfa_world world = {
        .context = &f, .input = next_value, .at_draw = see_draw, .initial = &initial, .max_edges = max_edges};
    if (watch && watch->at_mark) world.at_mark = see_mark;
    if (watch && watch->at_loc) world.at_loc = see_loc;
    struct replay_end end = replay_execute(unreduced, &world);
    model_release(&initial);
    feed_release(&f);
    if (used) used->check = replay_failed_check(unreduced, end) + 1;
    if (used) /* a log that leads the same way again */
        for (uint32_t i = 0; i < log->initial.n; i++) VEC_PUSH(&used->initial, log->initial.at[i]);
    return end;
}
