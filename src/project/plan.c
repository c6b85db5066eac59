#include "project/plan.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

enum { LONGEST_LINE = 1 << 20 };

static json_t *job_json(const struct plan_job *j) {
    json_t *o = json_object(), *args = json_array();
    for (uint32_t i = 0; i < j->args.n; i++) json_array_append_new(args, json_string(j->args.at[i]));
    json_object_set_new(o, "name", json_string(j->name));
    json_object_set_new(o, "args", args);
    json_object_set_new(o, "directory", json_string(j->directory));
    json_object_set_new(o, "timeout", json_real(j->timeout));
    json_object_set_new(o, "memory", json_real(j->memory));
    json_object_set_new(o, "source", json_string(j->source));
    return o;
}

/* The line of a job, a fresh string. */
static char *job_line(const struct plan_job *j) {
    json_t *o = job_json(j);
    char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(o);
    if (!text) fail_environment("a job cannot be written: its words are not UTF-8");
    return text;
}

static uint64_t hash_of(const char *name) { return hash_bytes(name, strlen(name)); }

static bool has_name(const struct plan *p, const char *name) {
    const uint64_t *first = int_map_get(&p->by_name, hash_of(name));
    for (uint32_t i = first ? (uint32_t)*first - 1 : p->jobs.n; i < p->jobs.n; i++)
        if (!strcmp(p->jobs.at[i].name, name)) return true;
    return false;
}

void plan_add(struct plan *p, struct plan_job job) {
    char *name = mem_strdup(job.name);
    for (unsigned k = 2; has_name(p, name); k++) {
        free(name);
        name = mem_printf("%s (%u)", job.name, k);
    }
    free(job.name);
    job.name = name;
    char *line = job_line(&job);
    sha256_hex(line, strlen(line), job.key);
    free(line);
    bool added;
    uint64_t *first = int_map_put(&p->by_name, hash_of(job.name), &added);
    if (added) *first = (uint64_t)p->jobs.n + 1;
    VEC_PUSH(&p->jobs, job);
    assert(strlen(VEC_LAST(&p->jobs).key) == SHA256_HEX);
}

void plan_print(const struct plan *p, struct strbuf *b) {
    for (uint32_t i = 0; i < p->jobs.n; i++) {
        char *line = job_line(&p->jobs.at[i]);
        strbuf_printf(b, "%s\n", line);
        free(line);
    }
}

static void job_release(struct plan_job *j) {
    free(j->name);
    free(j->directory);
    free(j->source);
    for (uint32_t i = 0; i < j->args.n; i++) free((char *)j->args.at[i]);
    VEC_RELEASE(&j->args);
}

void plan_release(struct plan *p) {
    for (uint32_t i = 0; i < p->jobs.n; i++) job_release(&p->jobs.at[i]);
    VEC_RELEASE(&p->jobs);
    int_map_release(&p->by_name);
}

/* ---- reading ---- */

static bool take_args(struct plan_job *j, json_t *args) {
    if (!json_is_array(args)) return false;
    for (size_t i = 0; i < json_array_size(args); i++) {
        const char *word = json_string_value(json_array_get(args, i));
        if (!word) return false;
        VEC_PUSH(&j->args, mem_strdup(word));
    }
    return j->args.n > 0;
}

static bool take_job(struct plan *p, json_t *o) {
    struct plan_job j = {0};
    const char *name = json_string_value(json_object_get(o, "name"));
    const char *directory = json_string_value(json_object_get(o, "directory"));
    const char *source = json_string_value(json_object_get(o, "source"));
    json_t *timeout = json_object_get(o, "timeout"), *memory = json_object_get(o, "memory");
    bool good = name && *name && directory && directory[0] == '/' && json_is_number(timeout) &&
                json_number_value(timeout) >= 0 && json_is_number(memory) && json_number_value(memory) >= 0;
    good = good && take_args(&j, json_object_get(o, "args"));
    if (!good) {
        job_release(&j);
        return false;
    }
    j.name = mem_strdup(name);
    j.directory = mem_strdup(directory);
    j.source = mem_strdup(source ? source : "");
    j.timeout = json_number_value(timeout);
    j.memory = json_number_value(memory);
    plan_add(p, j);
    return true;
}

static void read_line(struct plan *p, const char *file, int number, const char *line, struct error *e) {
    json_error_t why;
    json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, &why);
    if (!o) error_set(e, file, number, why.column, "no JSON: %s", why.text);
    else if (!take_job(p, o))
        error_set(e, file, number, 0,
                  "no job: name, args, directory (absolute), timeout and memory are needed");
    json_decref(o);
}

bool plan_read(struct plan *p, const char *file, struct error *e) {
    FILE *f = fopen(file, "re");
    char *line = NULL;
    size_t capacity = 0;
    if (!f) error_set(e, file, 0, 0, "no list of jobs can be read there");
    ssize_t n;
    for (int number = 1; f && !e->set && (n = getline(&line, &capacity, f)) > 0; number++) {
        if (n > LONGEST_LINE) error_set(e, file, number, 0, "the line is too long");
        else if (strspn(line, " \t\r\n") < (size_t)n) read_line(p, file, number, line, e);
    }
    free(line);
    if (f) fclose(f);
    if (!e->set && !p->jobs.n) error_set(e, file, 0, 0, "there is no job in it");
    return !e->set;
}
