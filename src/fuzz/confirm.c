/* The values of a run go to the automaton by their source: the n-th call of a function that
 * delivers inputs gets its n-th value, wherever it stands, as in the compiled program. Inputs that
 * the driver does not know (a failing malloc) are 0. */
#include "fuzz/confirm.h"

#include <assert.h>
#include <string.h>

#include "replay/instrument.h"
#include "fuzz/fill.h"

struct hit_feed {
    const struct hit *hit;
    uint32_t *source_of; /* per site; NO_SOURCE: always 0 */
    uint32_t *next;      /* per source: where in the draws to look for its next value */
    input_log *log;
};
#define NO_SOURCE UINT32_MAX

static uint32_t find_named(const struct weave *w, const char *name) {
    for (uint32_t i = 0; i < w->sources.n; i++)
        if (!strcmp(w->sources.at[i].name, name)) return i;
    return NO_SOURCE;
}

static uint32_t find_source(const struct weave *w, const struct cfa_site *site) {
    bool uninit = site->kind == SITE_UNINIT;
    if (fill_is_possible(site)) {
        char *name = fill_name(site);
        uint32_t source = find_named(w, name);
        free(name);
        return source;
    }
    for (uint32_t i = 0; i < w->sources.n; i++) {
        const struct weave_source *s = &w->sources.at[i];
        bool same = uninit ? s->line && s->line == site->pos.line && s->column == site->pos.column
                           : !s->line && site->name && !strcmp(s->name, site->name);
        if (same) return i;
    }
    return NO_SOURCE;
}

static uint64_t cut_to(sort s, uint64_t v) {
    uint32_t width = sort_kind_of(s) == SORT_BOOL ? 1 : sort_width(s);
    return width < 64 ? v & (((uint64_t)1 << width) - 1) : v;
}

static value next_value(void *context, const struct cfa *c, uint32_t site) {
    struct hit_feed *f = context;
    sort s = c->sites.at[site].sort;
    uint32_t source = f->source_of[site];
    if (sort_kind_of(s) == SORT_ARRAY)
        return source == NO_SOURCE ? array_value_const(value_of(0))
                                   : fill_value(f->hit, source, &f->next[source]);
    if (source == NO_SOURCE || !instrument_is_scalar(s)) return value_of(0);
    assert(source < f->hit->weave->sources.n);
    uint32_t i = f->next[source];
    while (i < f->hit->n && f->hit->draws[i].source != source) i++;
    f->next[source] = i + 1;
    return value_of(i < f->hit->n ? cut_to(s, f->hit->draws[i].value) : 0);
}

static void see_draw(void *context, const struct cfa *c, uint32_t site, value v) {
    (void)c;
    struct hit_feed *f = context;
    VEC_PUSH(f->log, (struct input_value){site, v});
}

struct replay_end confirm_follow(const struct cfa *unreduced, const struct hit *hit, uint64_t max_edges,
                                 input_log *log) {
    struct hit_feed f = {.hit = hit, .log = log};
    assert(hit->n <= FUZZ_MAX_DRAWS && max_edges > 0);
    f.source_of = mem_alloc((unreduced->sites.n + 1) * sizeof *f.source_of);
    f.next = mem_zero(hit->weave->sources.n + 1, sizeof *f.next);
    for (uint32_t i = 0; i < unreduced->sites.n; i++)
        f.source_of[i] = find_source(hit->weave, &unreduced->sites.at[i]);
    struct cfa_world world = {
        .context = &f, .input = next_value, .at_draw = see_draw, .max_edges = max_edges};
    struct replay_end end = replay_execute(unreduced, &world);
    free(f.source_of);
    free(f.next);
    return end;
}
