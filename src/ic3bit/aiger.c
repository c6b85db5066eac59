/* AIGER models in memory: making, copying, writing. The reader is in aiger_read.c. */
#include "ic3bit/aiger.h"

#include <stdlib.h>
#include <string.h>

void aiger_free(struct aiger *m) {
    if (!m) return;
    VEC_RELEASE(&m->latches);
    VEC_RELEASE(&m->ands);
    VEC_RELEASE(&m->outputs);
    VEC_RELEASE(&m->bads);
    VEC_RELEASE(&m->constraints);
    VEC_RELEASE(&m->fairness);
    for (uint32_t i = 0; i < m->justices.n; i++) VEC_RELEASE(&m->justices.at[i]);
    VEC_RELEASE(&m->justices);
    for (uint32_t i = 0; i < m->symbols.n; i++) free(m->symbols.at[i].name);
    VEC_RELEASE(&m->symbols);
    free(m->comment);
    free(m);
}

const literal_vec *aiger_properties(const struct aiger *m) {
    return m->bads.n || m->justices.n ? &m->bads : &m->outputs;
}

uint32_t aiger_add_and(struct aiger *m, uint32_t a, uint32_t b) {
    assert(a / 2 < aiger_variables(m) && b / 2 < aiger_variables(m));
    VEC_PUSH(&m->ands, a >= b ? (struct aiger_and){a, b} : (struct aiger_and){b, a});
    return aiger_and(m, m->ands.n - 1);
}

static void copy_list(literal_vec *to, const literal_vec *from) {
    for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(to, from->at[i]);
}

struct aiger *aiger_copy(const struct aiger *m) {
    struct aiger *c = MEM_NEW(struct aiger);
    c->inputs = m->inputs;
    for (uint32_t i = 0; i < m->latches.n; i++) VEC_PUSH(&c->latches, m->latches.at[i]);
    for (uint32_t i = 0; i < m->ands.n; i++) VEC_PUSH(&c->ands, m->ands.at[i]);
    copy_list(&c->outputs, &m->outputs);
    copy_list(&c->bads, &m->bads);
    copy_list(&c->constraints, &m->constraints);
    copy_list(&c->fairness, &m->fairness);
    for (uint32_t i = 0; i < m->justices.n; i++) {
        VEC_PUSH(&c->justices, (literal_vec){0});
        copy_list(&VEC_LAST(&c->justices), &m->justices.at[i]);
    }
    return c;
}

static void write_header(const struct aiger *m, bool ascii, struct strbuf *out) {
    strbuf_printf(out, "%s %u %u %u %u %u", ascii ? "aag" : "aig", aiger_variables(m) - 1, m->inputs,
                  m->latches.n, m->outputs.n, m->ands.n);
    uint32_t sections[] = {m->bads.n, m->constraints.n, m->justices.n, m->fairness.n}, last = 4;
    while (last && !sections[last - 1]) last--;
    for (uint32_t i = 0; i < last; i++) strbuf_printf(out, " %u", sections[i]);
    strbuf_char(out, '\n');
}

static void write_latches(const struct aiger *m, bool ascii, struct strbuf *out) {
    for (uint32_t i = 0; i < m->latches.n; i++) {
        const struct aiger_latch *l = &m->latches.at[i];
        uint32_t lit = aiger_latch(m, i);
        if (ascii) strbuf_printf(out, "%u ", lit);
        strbuf_printf(out, "%u", l->next);
        if (l->reset != RESET_0) strbuf_printf(out, " %u", l->reset == RESET_ANY ? lit : 1);
        strbuf_char(out, '\n');
    }
}

static void write_list(const literal_vec *list, struct strbuf *out) {
    for (uint32_t i = 0; i < list->n; i++) strbuf_printf(out, "%u\n", list->at[i]);
}

static void write_delta(uint32_t delta, struct strbuf *out) {
    for (; delta > 127; delta >>= 7) strbuf_char(out, (char)((delta & 127) | 128));
    strbuf_char(out, (char)delta);
}

static void write_ands(const struct aiger *m, bool ascii, struct strbuf *out) {
    for (uint32_t i = 0; i < m->ands.n; i++) {
        uint32_t lit = aiger_and(m, i), a = m->ands.at[i].a, b = m->ands.at[i].b;
        assert(lit > a && a >= b);
        if (ascii) strbuf_printf(out, "%u %u %u\n", lit, a, b);
        else write_delta(lit - a, out), write_delta(a - b, out);
    }
}

void aiger_write(const struct aiger *m, bool ascii, struct strbuf *out) {
    write_header(m, ascii, out);
    for (uint32_t i = 0; ascii && i < m->inputs; i++) strbuf_printf(out, "%u\n", aiger_input(i));
    write_latches(m, ascii, out);
    write_list(&m->outputs, out);
    write_list(&m->bads, out);
    write_list(&m->constraints, out);
    for (uint32_t i = 0; i < m->justices.n; i++) strbuf_printf(out, "%u\n", m->justices.at[i].n);
    for (uint32_t i = 0; i < m->justices.n; i++) write_list(&m->justices.at[i], out);
    write_list(&m->fairness, out);
    write_ands(m, ascii, out);
    for (uint32_t i = 0; i < m->symbols.n; i++) {
        const struct aiger_symbol *s = &m->symbols.at[i];
        strbuf_printf(out, "%c%u %s\n", s->kind, s->index, s->name);
    }
    if (m->comment) strbuf_printf(out, "c\n%s", m->comment);
}
