#include "project/last.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "system/output.h"
#include "util/mem.h"

static char *path_of(const char *run) { return mem_printf("%s/last.json", run); }

void last_read(struct last *l, const char *run) {
    char *path = path_of(run);
    l->jobs = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    free(path);
    if (!json_is_object(l->jobs)) last_release(l);
}

void last_release(struct last *l) {
    json_decref(l->jobs);
    l->jobs = NULL;
}

static const json_t *job_of(const struct last *l, const char *name) { return json_object_get(l->jobs, name); }

double last_seconds(const struct last *l, const char *name) {
    const json_t *seconds = json_object_get(job_of(l, name), "seconds");
    return json_is_number(seconds) ? json_number_value(seconds) : -1;
}

enum result_kind last_kind(const struct last *l, const char *name) {
    const char *word = json_string_value(json_object_get(job_of(l, name), "verdict"));
    for (int k = RESULT_TRUE; word && k < RESULT_KINDS; k++)
        if (!strcmp(word, result_word((enum result_kind)k))) return (enum result_kind)k;
    return RESULT_NONE;
}

bool last_has_finding(const struct last *l, const char *name, const char *id) {
    const json_t *list = json_object_get(job_of(l, name), "findings");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *known = json_string_value(json_array_get(list, i));
        if (known && !strcmp(known, id)) return true;
    }
    return false;
}

static json_t *entry_of(const struct plan_job *j, const struct result_record *r) {
    json_t *o = json_object(), *ids = json_array();
    result_finding_list found = {0};
    result_findings(j, r, &found);
    for (uint32_t i = 0; i < found.n; i++) json_array_append_new(ids, json_string(found.at[i].id));
    json_object_set_new(o, "verdict", json_string(result_word(r->kind)));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_object_set_new(o, "findings", ids);
    result_findings_release(&found);
    return o;
}

bool last_write(const char *run, const struct plan *p, struct error *e) {
    json_t *all = json_object();
    assert(run[0] == '/');
    for (uint32_t i = 0; i < p->jobs.n; i++) {
        struct result_record r = result_read(run, &p->jobs.at[i]);
        if (r.kind != RESULT_NONE) json_object_set_new(all, p->jobs.at[i].name, entry_of(&p->jobs.at[i], &r));
        result_release(&r);
    }
    char *path = path_of(run), *text = json_dumps(all, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_SORT_KEYS);
    struct strbuf b = {0};
    strbuf_printf(&b, "%s\n", text);
    bool good = output_write(path, &b, e);
    strbuf_release(&b);
    free(text);
    free(path);
    json_decref(all);
    return good;
}
