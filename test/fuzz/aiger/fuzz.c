/* libFuzzer on the AIGER reader: any bytes either give an error or a model that keeps the promises
 * of aiger.h, and that survives being written and read again in both formats. `test/fuzz/aiger/run`
 * builds and runs it; the unit test `reader` replays the corpus through the same function. */
#include <stdlib.h>

#include "ic3bit/aiger.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void require(bool holds) {
    if (!holds) abort();
}

static void check_list(const struct aiger *m, const literal_vec *list) {
    for (uint32_t i = 0; i < list->n; i++) require(list->at[i] / 2 < aiger_variables(m));
}

static void check_model(const struct aiger *m) {
    for (uint32_t i = 0; i < m->latches.n; i++) {
        require(m->latches.at[i].next / 2 < aiger_variables(m));
        require(m->latches.at[i].reset <= RESET_ANY);
    }
    for (uint32_t i = 0; i < m->ands.n; i++) {
        const struct aiger_and *g = &m->ands.at[i];
        require(g->a >= g->b && g->a < aiger_and(m, i));
    }
    check_list(m, &m->outputs);
    check_list(m, &m->bads);
    check_list(m, &m->constraints);
    check_list(m, &m->fairness);
}

static void check_round_trip(const struct aiger *m, bool ascii) {
    struct strbuf text = {0}, again = {0};
    struct error e = {0};
    aiger_write(m, ascii, &text);
    struct aiger *copy = aiger_parse(text.text, text.n, "copy", &e);
    require(copy != NULL);
    check_model(copy);
    require(copy->inputs == m->inputs && copy->latches.n == m->latches.n && copy->ands.n == m->ands.n);
    aiger_write(copy, ascii, &again);
    require(again.n == text.n && !memcmp(again.text, text.text, text.n));
    strbuf_release(&text);
    strbuf_release(&again);
    aiger_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    struct error e = {0};
    struct aiger *m = aiger_parse(data, n, "fuzz", &e);
    require((m != NULL) != e.set);
    if (m) {
        check_model(m);
        if (aiger_variables(m) < 1 << 16) {
            check_round_trip(m, true);
            check_round_trip(m, false);
        }
    }
    aiger_free(m);
    error_release(&e);
    return 0;
}
