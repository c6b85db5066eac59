/* libFuzzer on the BTOR2 reader: any bytes either give an error or a model that keeps the promises
 * of model.h. A small model is also simulated and blasted, and both must agree that all of its
 * values are within their sorts. `test/fuzz/btor2/run` builds and runs it; the unit test `reader`
 * replays the corpus through the same function. */
#include <stdlib.h>

#include "btor2/blast.h"
#include "btor2/simulate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MAX_NODES = 200, MAX_BITS = 1 << 10, STEPS = 3 };

static void require(bool holds) {
    if (!holds) abort();
}

static void check_bits(const struct btor2_model *m, const btor2_refs *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        require(btor2_node_of(list->at[i]) > 0 && btor2_node_of(list->at[i]) < m->nodes.n);
        require(btor2_at(m, list->at[i])->sort.width == 1);
    }
}

static void check_states(const struct btor2_model *m) {
    for (uint32_t i = 0; i < m->states.n; i++) {
        const struct btor2_state *s = &m->states.at[i];
        require(s->node < m->nodes.n && m->nodes.at[s->node].index == i);
        require(btor2_node_of(s->init) < s->node && btor2_node_of(s->next) < m->nodes.n);
    }
}

static void check_model(const struct btor2_model *m) {
    require(m->symbols.n == m->nodes.n);
    for (uint32_t i = 1; i < m->nodes.n; i++)
        for (uint32_t k = 0; k < btor2_op_arity[m->nodes.at[i].op]; k++)
            require(m->nodes.at[i].args[k] >= 2 && btor2_node_of(m->nodes.at[i].args[k]) < i);
    check_states(m);
    check_bits(m, &m->bads);
    check_bits(m, &m->constraints);
    check_bits(m, &m->fairs);
    for (uint32_t i = 0; i < m->justices.n; i++) check_bits(m, &m->justices.at[i]);
}

static bool is_small(const struct btor2_model *m) {
    for (uint32_t i = 1; i < m->nodes.n; i++) {
        const struct btor2_sort *s = &m->nodes.at[i].sort;
        if (s->width > 64 || s->index > 4 || s->element > 16) return false;
    }
    return m->nodes.n < MAX_NODES;
}

/* The run with all inputs 0: the simulator and the circuit must say the same about every
 * property. */
static void compare(const struct btor2_model *m) {
    const char *why;
    struct btor2_circuit *c = btor2_blast(m, &why);
    require(c != NULL);
    struct trace t = {calloc(c->aiger->latches.n + 1, 1), calloc((c->aiger->inputs + 1) * STEPS, 1), STEPS};
    for (uint32_t i = 0; i < c->aiger->latches.n; i++)
        t.initial[i] = c->aiger->latches.at[i].reset == RESET_1;
    for (uint32_t i = 0; i < m->bads.n; i++) {
        struct btor2_run run;
        btor2_circuit_run(c, m, &t, &run);
        require(btor2_run_is_bad(&run, m->bads.at[i]) == trace_replays(c->aiger, c->aiger->bads.at[i], &t));
        btor2_run_release(&run);
    }
    trace_release(&t);
    btor2_circuit_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    struct error e = {0};
    struct btor2_model *m = btor2_parse((const char *)data, n, "fuzz", &e);
    require((m != NULL) != e.set);
    if (m) {
        check_model(m);
        if (is_small(m)) compare(m);
    }
    btor2_free(m);
    error_release(&e);
    return 0;
}
