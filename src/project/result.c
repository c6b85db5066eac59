#include "project/result.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/mem.h"

static const char *const words[RESULT_KINDS] = {"NO RESULT", "TRUE", "FALSE", "UNKNOWN", "ERROR"};

const char *result_word(enum result_kind k) {
    assert(k < RESULT_KINDS);
    return words[k];
}

char *result_path(const char *run, const struct plan_job *j) {
    return mem_printf("%s/results/%s.json", run, j->key);
}

bool result_exists(const char *run, const struct plan_job *j) {
    char *path = result_path(run, j);
    bool there = !access(path, R_OK);
    free(path);
    return there;
}

static const char *text_of(const json_t *o, const char *key) {
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static enum result_kind kind_of(const char *word) {
    for (int k = RESULT_TRUE; k < RESULT_KINDS; k++)
        if (!strcmp(words[k], word)) return (enum result_kind)k;
    return RESULT_NONE;
}

struct result_record result_read(const char *run, const struct plan_job *j) {
    struct result_record r = {0};
    char *path = result_path(run, j);
    r.whole = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    free(path);
    r.kind = kind_of(text_of(r.whole, "verdict"));
    if (r.kind == RESULT_NONE || strcmp(text_of(r.whole, "key"), j->key)) {
        json_decref(r.whole);
        r = (struct result_record){0};
    }
    r.reason = mem_strdup(text_of(r.whole, "reason"));
    r.seconds = json_number_value(json_object_get(r.whole, "seconds"));
    r.cpu_seconds = json_number_value(json_object_get(r.whole, "cpu_seconds"));
    r.memory_bytes = (uint64_t)json_integer_value(json_object_get(r.whole, "memory_bytes"));
    return r;
}

void result_release(struct result_record *r) {
    json_decref(r->whole);
    free(r->reason);
    *r = (struct result_record){0};
}

/* The name of a draft holds what no other process on any machine has. */
static char *draft_path(const char *run, const struct plan_job *j) {
    char host[256] = "host";
    gethostname(host, sizeof host - 1);
    return mem_printf("%s/results/.%s-%s-%ld", run, j->key, host, (long)getpid());
}

/* A signal waits until the draft is gone, because its handler ends the process at once. */
bool result_write(const char *run, const struct plan_job *j, const json_t *whole) {
    char *draft = draft_path(run, j), *path = result_path(run, j);
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, &before);
    bool good = !json_dump_file(whole, draft, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_SORT_KEYS);
    good = good && (!link(draft, path) || errno == EEXIST);
    unlink(draft);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(draft);
    free(path);
    return good;
}

/* ---- findings ---- */

static const json_t *first(const json_t *o, const char *key) {
    return json_array_get(json_object_get(o, key), 0);
}

static char *finding_id(const struct plan_job *j, const json_t *sarif, const struct result_finding *f) {
    const char *check = text_of(json_object_get(sarif, "partialFingerprints"), "check/v1");
    return *check ? mem_printf("%s | %s", j->name, check)
                  : mem_printf("%s | %s in %s", j->name, f->rule, *f->function ? f->function : f->file);
}

static struct result_finding finding_of(const struct plan_job *j, const json_t *sarif) {
    const json_t *at = first(sarif, "locations"), *physical = json_object_get(at, "physicalLocation");
    struct result_finding f = {.rule = text_of(sarif, "ruleId"),
                               .file = text_of(json_object_get(physical, "artifactLocation"), "uri"),
                               .function = text_of(first(at, "logicalLocations"), "name"),
                               .message = text_of(json_object_get(sarif, "message"), "text")};
    f.line = (int)json_integer_value(json_object_get(json_object_get(physical, "region"), "startLine"));
    f.id = finding_id(j, sarif, &f);
    return f;
}

void result_findings(const struct plan_job *j, const struct result_record *r, result_finding_list *list) {
    const json_t *all = json_object_get(json_object_get(r->whole, "sarif"), "results");
    uint32_t before = list->n;
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!strcmp(text_of(json_array_get(all, i), "level"), "error"))
            VEC_PUSH(list, finding_of(j, json_array_get(all, i)));
    if (r->kind == RESULT_FALSE && list->n == before)
        VEC_PUSH(list, ((struct result_finding){.rule = "unreach-call",
                                                .file = "",
                                                .function = "",
                                                .message = "an execution fails",
                                                .id = mem_printf("%s | unreach-call", j->name)}));
}

void result_findings_release(result_finding_list *list) {
    for (uint32_t i = 0; i < list->n; i++) free(list->at[i].id);
    VEC_RELEASE(list);
}
