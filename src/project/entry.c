#include "project/entry.h"

#include "project/numbers.h"

/* ---- the key ---- */

static void put_sites(struct numbers_writer *w) {
    const struct cfa *c = w->c;
    numbers_put(w, c->sites.n);
    for (uint32_t i = 0; i < c->sites.n; i++) {
        numbers_put(w, c->sites.at[i].kind);
        numbers_put_sort(w, c->sites.at[i].sort);
        numbers_put(w, c->sites.at[i].same_as);
    }
}

static void put_step(struct numbers_writer *w, const struct cfa_step *s) {
    numbers_put(w, s->from);
    numbers_put(w, s->to);
    numbers_put(w, s->inputs.n);
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        numbers_put_term(w, s->inputs.at[i].var);
        numbers_put(w, s->inputs.at[i].site);
        numbers_put(w, s->inputs.at[i].draw);
    }
    numbers_put(w, s->draws.n);
    for (uint32_t i = 0; i < s->draws.n; i++) numbers_put(w, s->draws.at[i]);
    numbers_put(w, s->guard.n);
    for (uint32_t i = 0; i < s->guard.n; i++) numbers_put_term(w, s->guard.at[i]);
    numbers_put(w, s->updates.n);
    for (uint32_t i = 0; i < s->updates.n; i++) {
        numbers_put_term(w, s->updates.at[i].var);
        numbers_put_term(w, s->updates.at[i].value);
    }
}

void entry_key(const struct cfa *c, const char *context, char key[SHA256_HEX + 1]) {
    struct numbers_writer w = {.c = c};
    strbuf_printf(&w.out, "%s\n", context);
    numbers_put(&w, c->locs.n);
    numbers_put(&w, c->l0);
    numbers_put(&w, c->lE);
    numbers_put(&w, c->vars.n);
    for (uint32_t i = 0; i < c->vars.n; i++) numbers_put_sort(&w, term_sort(c->vars.at[i].var));
    put_sites(&w);
    numbers_put(&w, c->cuts.n);
    for (uint32_t i = 0; i < c->cuts.n; i++) numbers_put(&w, c->cuts.at[i].at);
    numbers_put(&w, c->steps.n);
    for (uint32_t i = 0; i < c->steps.n; i++) put_step(&w, &c->steps.at[i]);
    sha256_hex(w.out.text, w.out.n, key);
    numbers_writer_release(&w);
}

/* ---- writing ---- */

static void put_proof(struct numbers_writer *w, const struct verdict *v) {
    numbers_put(w, v->proof);
    numbers_put(w, v->proof_depth);
    numbers_put(w, v->carried);
    numbers_put(w, v->invariant.n);
    for (loc l = 0; l < v->invariant.n; l++) {
        numbers_put(w, v->invariant.at[l].n);
        for (uint32_t i = 0; i < v->invariant.at[l].n; i++) numbers_put_term(w, v->invariant.at[l].at[i]);
    }
}

static void put_steps(struct numbers_writer *w, const struct verdict *v) {
    numbers_put(w, v->trace.n);
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        numbers_put(w, t->step);
        for (uint32_t k = 0; k < t->inputs.n; k++)
            numbers_put_value(w, term_sort(w->c->steps.at[t->step].inputs.at[k].var), t->inputs.at[k]);
    }
}

static void put_trace(struct numbers_writer *w, const struct verdict *v) {
    numbers_put(w, v->trace_kind);
    if (v->trace_kind == TRACE_STEPS) put_steps(w, v);
    else numbers_put(w, v->draws.n);
    for (uint32_t i = 0; v->trace_kind == TRACE_DRAWS && i < v->draws.n; i++) {
        numbers_put(w, v->draws.at[i].site);
        numbers_put_value(w, w->c->sites.at[v->draws.at[i].site].sort, v->draws.at[i].v);
    }
    numbers_put(w, v->initial.n);
    for (uint32_t i = 0; i < v->initial.n; i++) {
        numbers_put_term(w, v->initial.at[i].var);
        numbers_put_value(w, term_sort(v->initial.at[i].var), v->initial.at[i].v);
    }
}

bool entry_write(struct strbuf *body, const struct cfa *c, const struct verdict *v) {
    if (v->kind == VERDICT_UNKNOWN) return false;
    if (v->kind == VERDICT_FALSE && v->trace_kind == TRACE_COMPILED) return false;
    struct numbers_writer w = {.c = c};
    numbers_put(&w, v->kind);
    if (v->kind == VERDICT_TRUE) put_proof(&w, v);
    else put_trace(&w, v);
    bool ghosts = v->kind == VERDICT_TRUE && v->proof == PROOF_FORALL;
    bool closed = w.foreign.n <= (ghosts ? MAX_GHOSTS : 0);
    if (closed) strbuf_bytes(body, w.out.text, w.out.n);
    numbers_writer_release(&w);
    return closed;
}

/* ---- reading ---- */

static void get_proof(struct numbers_reader *r, struct verdict *v) {
    v->proof = (enum proof_kind)numbers_get_below(r, PROOF_FORALL + 1);
    v->proof_depth = numbers_get(r);
    v->carried = numbers_get_below(r, 2);
    if (v->proof == PROOF_FORALL) r->most_foreign = MAX_GHOSTS;
    uint32_t n = numbers_get_count(r);
    if (n != r->c->locs.n && (n || v->proof != PROOF_BOUNDED)) r->broken = true;
    if (!r->broken) facts_init(&v->invariant, n);
    for (loc l = 0; l < n && !r->broken; l++)
        for (uint32_t k = numbers_get_count(r); k > 0 && !r->broken; k--) {
            term fact = numbers_get_term(r);
            if (term_sort(fact) != sort_bool()) r->broken = true;
            else facts_add(&v->invariant, l, fact);
        }
}

static void get_steps(struct numbers_reader *r, struct verdict *v) {
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        struct trace_step t = {.step = numbers_get_below(r, r->c->steps.n)};
        for (uint32_t k = 0; !r->broken && k < r->c->steps.at[t.step].inputs.n; k++)
            VEC_PUSH(&t.inputs, numbers_get_value(r, term_sort(r->c->steps.at[t.step].inputs.at[k].var)));
        VEC_PUSH(&v->trace, t);
    }
}

static void get_draws(struct numbers_reader *r, struct verdict *v) {
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        uint32_t site = numbers_get_below(r, r->c->sites.n);
        if (r->broken) return;
        value drawn = numbers_get_value(r, r->c->sites.at[site].sort);
        VEC_PUSH(&v->draws, (struct verdict_draw){site, drawn});
    }
}

static void get_trace(struct numbers_reader *r, struct verdict *v) {
    v->trace_kind = (enum trace_kind)numbers_get_below(r, TRACE_COMPILED);
    if (v->trace_kind == TRACE_STEPS) get_steps(r, v);
    else get_draws(r, v);
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        term var = numbers_get_term(r);
        if (!cfa_has_var(r->c, var)) r->broken = true;
        if (r->broken) return;
        value initial = numbers_get_value(r, term_sort(var));
        VEC_PUSH(&v->initial, (struct initial_value){var, initial});
    }
}

bool entry_read(const char *text, size_t n, const struct cfa *c, struct verdict *v) {
    struct numbers_reader r = {.c = c, .at = text, .end = text + n};
    *v = (struct verdict){0};
    v->kind = (enum verdict_kind)numbers_get_below(&r, VERDICT_FALSE + 1);
    if (v->kind == VERDICT_TRUE) get_proof(&r, v);
    else if (v->kind == VERDICT_FALSE) get_trace(&r, v);
    bool good = !r.broken && r.at == r.end && v->kind != VERDICT_UNKNOWN;
    numbers_reader_release(&r);
    if (!good) verdict_clear(v);
    return good;
}
