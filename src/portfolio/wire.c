#include "portfolio/wire.h"

#include <assert.h>
#include <stdlib.h>

void wire_release(struct wire *w) {
    strbuf_release(&w->out);
    int_map_release(&w->sent);
    VEC_RELEASE(&w->received);
}

/* ---- bytes ---- */

void wire_put(struct wire *w, const void *data, size_t n) { strbuf_bytes(&w->out, data, n); }

void wire_put_u64(struct wire *w, uint64_t x) { wire_put(w, &x, sizeof x); }

void wire_put_text(struct wire *w, const char *text) {
    size_t n = text ? strlen(text) + 1 : 0;
    wire_put_u64(w, n);
    if (n) wire_put(w, text, n);
}

bool wire_get(struct wire *w, void *data, size_t n) {
    assert(w->at <= w->n);
    if (w->broken || n > w->n - w->at) {
        w->broken = true;
        memset(data, 0, n);
        return false;
    }
    memcpy(data, w->in + w->at, n);
    w->at += n;
    return true;
}

uint64_t wire_get_u64(struct wire *w) {
    uint64_t x;
    wire_get(w, &x, sizeof x);
    return x;
}

/* A number of things of at least `size` bytes each that follow. */
static uint32_t get_count(struct wire *w, size_t size) {
    uint64_t n = wire_get_u64(w);
    if (n > (w->n - w->at) / size) w->broken = true;
    return w->broken ? 0 : (uint32_t)n;
}

char *wire_get_text(struct wire *w) {
    uint32_t n = get_count(w, 1);
    if (!n) return NULL;
    char *text = mem_alloc(n);
    wire_get(w, text, n);
    text[n - 1] = '\0';
    return text;
}

/* ---- sorts and values ---- */

static void put_sort(struct wire *w, sort s) {
    wire_put_u64(w, sort_kind_of(s));
    switch (sort_kind_of(s)) {
    case SORT_BV: wire_put_u64(w, sort_width(s)); break;
    case SORT_FLOAT:
        wire_put_u64(w, sort_exponent(s));
        wire_put_u64(w, sort_significand(s));
        break;
    case SORT_ARRAY:
        put_sort(w, sort_index(s));
        put_sort(w, sort_element(s));
        break;
    case SORT_BOOL:
    case SORT_INT: break;
    }
}

static sort get_sort(struct wire *w) {
    uint64_t kind = wire_get_u64(w);
    if (w->broken || kind > SORT_FLOAT) {
        w->broken = true;
        return sort_bool();
    }
    switch ((enum sort_kind)kind) {
    case SORT_BV: {
        uint64_t width = wire_get_u64(w);
        if (width < 1 || width > BV_MAX_WIDTH) w->broken = true;
        return w->broken ? sort_bool() : sort_bv((uint32_t)width);
    }
    case SORT_FLOAT: {
        uint64_t exponent = wire_get_u64(w), significand = wire_get_u64(w);
        return w->broken ? sort_bool() : sort_float((uint32_t)exponent, (uint32_t)significand);
    }
    case SORT_ARRAY: {
        sort index = get_sort(w), element = get_sort(w);
        return w->broken ? sort_bool() : sort_array(index, element);
    }
    case SORT_INT: return sort_int();
    case SORT_BOOL: break;
    }
    return sort_bool();
}

static void put_value(struct wire *w, sort s, value v);

struct array_visit {
    struct wire *w;
    sort sort;
    uint64_t n;
    bool count_only;
};

static void visit_exception(void *context, value index, value element) {
    struct array_visit *v = context;
    v->n++;
    if (v->count_only) return;
    put_value(v->w, sort_index(v->sort), index);
    put_value(v->w, sort_element(v->sort), element);
}

/* Array values are handles of this process: their contents travel. */
static void put_value(struct wire *w, sort s, value v) {
    if (sort_kind_of(s) != SORT_ARRAY) {
        wire_put(w, &v, sizeof v);
        return;
    }
    struct array_visit visit = {.w = w, .sort = s, .count_only = true};
    put_value(w, sort_element(s), array_value_default(v));
    array_value_visit(v, visit_exception, &visit);
    wire_put_u64(w, visit.n);
    visit.count_only = false;
    array_value_visit(v, visit_exception, &visit);
}

static value get_value(struct wire *w, sort s) {
    value v = {0, 0};
    if (sort_kind_of(s) != SORT_ARRAY) {
        wire_get(w, &v, sizeof v);
        return v;
    }
    v = array_value_const(get_value(w, sort_element(s)));
    for (uint32_t n = get_count(w, 2 * sizeof v); n > 0 && !w->broken; n--) {
        value index = get_value(w, sort_index(s)), element = get_value(w, sort_element(s));
        v = array_value_store(v, index, element);
    }
    return v;
}

/* ---- terms ---- */

static term number_of(const struct wire *w, term t) {
    if (t < w->base) return t;
    uint64_t *n = int_map_get(&w->sent, t);
    assert(n);
    return (term)*n;
}

static void describe(struct wire *w, term t) {
    wire_put_u64(w, term_op_of(t));
    put_sort(w, term_sort(t));
    if (term_is_const(t)) {
        put_value(w, term_sort(t), term_value(t));
    } else if (term_is_var(t)) {
        wire_put_text(w, term_name(t));
    } else {
        bool sliced = term_op_of(t) == OP_BV_EXTRACT;
        wire_put_u64(w, sliced ? term_param(t, 0) : 0);
        wire_put_u64(w, sliced ? term_param(t, 1) : 0);
        wire_put_u64(w, term_arity(t));
        for (uint32_t i = 0; i < term_arity(t); i++) wire_put_u64(w, number_of(w, term_arg(t, i)));
    }
}

/* The new subterms of t, arguments (which have smaller handles) first. */
static void new_subterms(struct wire *w, term t, term_vec *found) {
    struct int_map seen = {0};
    term_vec stack = {0};
    VEC_PUSH(&stack, t);
    while (stack.n) {
        term top = VEC_POP(&stack);
        bool added = false;
        if (top >= w->base && !int_map_get(&w->sent, top)) int_map_put(&seen, top, &added);
        if (!added) continue;
        VEC_PUSH(found, top);
        for (uint32_t i = 0; i < term_arity(top); i++) VEC_PUSH(&stack, term_arg(top, i));
    }
    terms_sort(found->at, found->n);
    VEC_RELEASE(&stack);
    int_map_release(&seen);
}

void wire_put_term(struct wire *w, term t) {
    term_vec fresh = {0};
    new_subterms(w, t, &fresh);
    wire_put_u64(w, fresh.n);
    for (uint32_t i = 0; i < fresh.n; i++) {
        describe(w, fresh.at[i]);
        term number = w->base + w->sent.n;
        *int_map_put(&w->sent, fresh.at[i], NULL) = number;
    }
    wire_put_u64(w, number_of(w, t));
    VEC_RELEASE(&fresh);
}

/* ---- reading terms ---- */

static term received(struct wire *w, uint64_t number) {
    if (number > 0 && number < w->base) return (term)number;
    if (number >= w->base && number - w->base < w->received.n) return w->received.at[number - w->base];
    w->broken = true;
    return term_true();
}

static term get_application(struct wire *w, enum term_op op, sort s) {
    uint64_t params[2] = {wire_get_u64(w), 0};
    params[1] = wire_get_u64(w);
    term_vec args = {0};
    for (uint32_t n = get_count(w, sizeof(uint64_t)); n > 0; n--)
        VEC_PUSH(&args, received(w, wire_get_u64(w)));
    bool good = !w->broken && params[0] <= UINT32_MAX && params[1] <= UINT32_MAX;
    term t =
        good ? term_checked(op, s, args.at, args.n, (uint32_t)params[0], (uint32_t)params[1]) : TERM_NONE;
    VEC_RELEASE(&args);
    return t;
}

static term get_described(struct wire *w) {
    uint64_t op = wire_get_u64(w);
    sort s = get_sort(w);
    term t = TERM_NONE;
    if (w->broken || op >= OP_COUNT) {
        w->broken = true;
    } else if (op == OP_TRUE || op == OP_FALSE || op == OP_CONST) {
        t = term_const(s, get_value(w, s));
    } else if (op == OP_VAR) {
        char *name = wire_get_text(w);
        if (name) t = term_var(name, s);
        free(name);
    } else {
        t = get_application(w, (enum term_op)op, s);
    }
    if (t == TERM_NONE) w->broken = true;
    return t;
}

term wire_get_term(struct wire *w) {
    for (uint32_t n = get_count(w, sizeof(uint64_t)); n > 0 && !w->broken; n--) {
        term t = get_described(w);
        VEC_PUSH(&w->received, t);
    }
    return received(w, wire_get_u64(w));
}

/* ---- facts, verdicts, statistics ---- */

void wire_put_facts(struct wire *w, const struct facts *f) {
    wire_put_u64(w, f->n);
    for (uint32_t l = 0; l < f->n; l++) {
        wire_put_u64(w, f->at[l].n);
        for (uint32_t i = 0; i < f->at[l].n; i++) wire_put_term(w, f->at[l].at[i]);
    }
}

void wire_get_facts(struct wire *w, struct facts *f) {
    uint32_t n = get_count(w, sizeof(uint64_t));
    if (n && n != f->n) w->broken = true;
    for (uint32_t l = 0; l < n && !w->broken; l++)
        for (uint32_t i = get_count(w, sizeof(uint64_t)); i > 0 && !w->broken; i--) {
            term fact = wire_get_term(w);
            if (!w->broken) facts_add(f, l, fact);
        }
}

static void put_trace(struct wire *w, const struct cfa *c, const struct verdict *v) {
    wire_put_u64(w, v->trace.n);
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        wire_put_u64(w, t->step);
        for (uint32_t j = 0; j < t->inputs.n; j++)
            put_value(w, term_sort(c->steps.at[t->step].inputs.at[j].var), t->inputs.at[j]);
    }
    wire_put_u64(w, v->trace_kind);
    wire_put_u64(w, v->draws.n);
    for (uint32_t i = 0; i < v->draws.n; i++) {
        assert(v->draws.at[i].site < c->sites.n); /* reductions keep the sites */
        wire_put_u64(w, v->draws.at[i].site);
        put_value(w, c->sites.at[v->draws.at[i].site].sort, v->draws.at[i].v);
    }
    wire_put_u64(w, v->target.line);
    wire_put_u64(w, v->target.column);
    wire_put_u64(w, v->initial.n);
    for (uint32_t i = 0; i < v->initial.n; i++) {
        wire_put_term(w, v->initial.at[i].var);
        put_value(w, term_sort(v->initial.at[i].var), v->initial.at[i].v);
    }
}

static void get_draws(struct wire *w, const struct cfa *c, struct verdict *v) {
    uint64_t kind = wire_get_u64(w);
    if (kind > TRACE_COMPILED) w->broken = true;
    v->trace_kind = w->broken ? TRACE_STEPS : (enum trace_kind)kind;
    for (uint32_t n = get_count(w, sizeof(uint64_t)); n > 0 && !w->broken; n--) {
        uint64_t site = wire_get_u64(w);
        if (site >= c->sites.n) w->broken = true;
        if (!w->broken)
            VEC_PUSH(&v->draws, (struct verdict_draw){(uint32_t)site, get_value(w, c->sites.at[site].sort)});
    }
    v->target.line = (uint32_t)wire_get_u64(w);
    v->target.column = (uint32_t)wire_get_u64(w);
}

static void get_trace(struct wire *w, const struct cfa *c, struct verdict *v) {
    for (uint32_t n = get_count(w, sizeof(uint64_t)); n > 0 && !w->broken; n--) {
        struct trace_step t = {0};
        uint64_t step = wire_get_u64(w);
        if (step >= c->steps.n) w->broken = true;
        t.step = w->broken ? 0 : (uint32_t)step;
        for (uint32_t j = 0; !w->broken && j < c->steps.at[step].inputs.n; j++)
            VEC_PUSH(&t.inputs, get_value(w, term_sort(c->steps.at[step].inputs.at[j].var)));
        VEC_PUSH(&v->trace, t);
    }
    get_draws(w, c, v);
    for (uint32_t n = get_count(w, sizeof(uint64_t)); n > 0 && !w->broken; n--) {
        term var = wire_get_term(w);
        if (!w->broken) VEC_PUSH(&v->initial, (struct initial_value){var, get_value(w, term_sort(var))});
    }
}

void wire_put_verdict(struct wire *w, const struct cfa *c, const struct verdict *v) {
    wire_put_u64(w, v->kind);
    wire_put_text(w, v->reason);
    wire_put_u64(w, v->bound);
    wire_put_u64(w, v->proof);
    wire_put_u64(w, v->proof_depth);
    wire_put_u64(w, v->checked);
    wire_put_facts(w, &v->invariant);
    put_trace(w, c, v);
}

void wire_get_verdict(struct wire *w, const struct cfa *c, struct verdict *v) {
    uint64_t kind = wire_get_u64(w);
    char *reason = wire_get_text(w);
    v->bound = wire_get_u64(w);
    uint64_t proof = wire_get_u64(w);
    v->proof_depth = wire_get_u64(w);
    v->checked = wire_get_u64(w) == 1;
    facts_init(&v->invariant, c->locs.n);
    wire_get_facts(w, &v->invariant);
    get_trace(w, c, v);
    if (kind > VERDICT_FALSE || proof > PROOF_FORALL) w->broken = true;
    if (!w->broken) {
        v->kind = (enum verdict_kind)kind;
        v->proof = (enum proof_kind)proof;
    }
    v->reason = reason;
}

void wire_put_stats(struct wire *w) {
    wire_put(w, &stats, sizeof stats);
    for (int t = 0; t < TIMER_COUNT; t++) {
        double seconds = timer_total((enum timer)t);
        wire_put(w, &seconds, sizeof seconds);
    }
}

bool wire_get_stats(struct wire *w, struct stats *counters, double *timers) {
    return wire_get(w, counters, sizeof *counters) && wire_get(w, timers, TIMER_COUNT * sizeof *timers);
}
