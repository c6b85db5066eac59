#include "cfa/verdict.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/fail.h"
#include "util/mem.h"

void facts_init(struct facts *f, uint32_t locations) {
    f->n = locations;
    f->at = mem_zero(locations, sizeof *f->at);
}

void facts_add(struct facts *f, loc l, term fact) {
    assert(l < f->n && sort_kind_of(term_sort(fact)) == SORT_BOOL);
    if (fact == term_true()) return;
    for (uint32_t i = 0; i < f->at[l].n; i++)
        if (f->at[l].at[i] == fact) return;
    VEC_PUSH(&f->at[l], fact);
}

uint32_t facts_count(const struct facts *f) {
    uint32_t n = 0;
    for (uint32_t l = 0; l < f->n; l++) n += f->at[l].n;
    return n;
}

void facts_copy(struct facts *to, const struct facts *from) {
    assert(to != from);
    facts_init(to, from->n);
    for (uint32_t l = 0; l < from->n; l++)
        for (uint32_t i = 0; i < from->at[l].n; i++) VEC_PUSH(&to->at[l], from->at[l].at[i]);
}

void facts_release(struct facts *f) {
    for (uint32_t l = 0; l < f->n; l++) VEC_RELEASE(&f->at[l]);
    free(f->at);
    *f = (struct facts){0};
}

void verdict_unknown(struct verdict *v, const char *format, ...) {
    assert(v->kind != VERDICT_TRUE || !v->checked);
    va_list args;
    char *reason = NULL;
    va_start(args, format);
    if (vasprintf(&reason, format, args) < 0) fail_environment("out of memory");
    va_end(args);
    free(v->reason);
    v->reason = reason;
    v->kind = VERDICT_UNKNOWN;
}

void verdict_clear(struct verdict *v) {
    free(v->reason);
    facts_release(&v->invariant);
    facts_release(&v->held);
    for (uint32_t i = 0; i < v->trace.n; i++) VEC_RELEASE(&v->trace.at[i].inputs);
    VEC_RELEASE(&v->trace);
    VEC_RELEASE(&v->initial);
    VEC_RELEASE(&v->draws);
    *v = (struct verdict){0};
}
