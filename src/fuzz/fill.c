#include "fuzz/fill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "system/toolchain.h"

bool fill_is_possible(const struct cfa_site *site) {
    if (site->kind != SITE_UNINIT || !site->memory.line || sort_kind_of(site->sort) != SORT_ARRAY)
        return false;
    sort element = sort_element(site->sort);
    return sort_kind_of(element) == SORT_BV && site->memory.stride && site->memory.bytes <= 8 &&
           sort_width(element) == 8 * site->memory.bytes;
}

char *fill_name(const struct cfa_site *site) {
    return mem_printf("contents %u:%u+%" PRIu64, site->memory.line, site->memory.column, site->memory.offset);
}

bool fill_is_source(const struct weave_source *source) { return !strncmp(source->name, "contents ", 9); }

/* ---- the driver's side ---- */

static void print_place(struct weave *w, uint64_t place, struct strbuf *text) {
    strbuf_printf(text,
                  "__attribute__((no_sanitize(\"coverage\"))) void edgewise_fill_%u_%u(unsigned char "
                  "*object, unsigned long size) {\n",
                  (unsigned)(place >> 32), (unsigned)place);
    for (uint32_t i = 0; i < w->drawn->sites.n; i++) {
        const struct cfa_site *site = &w->drawn->sites.at[i];
        const struct site_memory *m = &site->memory;
        if (!fill_is_possible(site) || place_key(m->line, m->column) != place) continue;
        char *name = fill_name(site);
        strbuf_printf(text, "    edgewise_fill(%u, %u, object, size, %" PRIu64 ", %" PRIu64 ");\n",
                      weave_source(w, name), m->bytes, m->offset, m->stride);
        free(name);
    }
    strbuf_text(text, "}\n");
}

void fill_print(struct weave *w, const struct contents *k, struct strbuf *text) {
    for (uint32_t i = 0; i < k->set.capacity; i++)
        if (k->set.used[i]) print_place(w, k->set.keys[i], text);
}

/* ---- the engine's side ---- */

static uint64_t next_draw(const struct hit *hit, uint32_t source, uint32_t *next) {
    uint32_t i = *next;
    while (i < hit->n && hit->draws[i].source != source) i++;
    *next = i + 1;
    return i < hit->n ? hit->draws[i].value : 0;
}

value fill_value(const struct hit *hit, uint32_t source, uint32_t *next) {
    value all = array_value_const(value_of(next_draw(hit, source, next)));
    uint64_t how = next_draw(hit, source, next), first = fill_first(how, next_draw(hit, source, next));
    for (uint64_t i = first; i < first + how % (FILL_FIRST + 1); i++)
        all = array_value_store(all, value_of(i), value_of(next_draw(hit, source, next)));
    return all;
}
