#include "project/scan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "project/run.h"
#include "util/mem.h"

struct scan {
    struct plan *plan;
    const char *file;
    const text_list *words;
    char source[SHA256_HEX + 1];
    /* What the file defines; owned. */
    text_list functions;
};

static bool has(const text_list *list, const char *name) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], name)) return true;
    return false;
}

/* The output of --list-functions: the hash of the compiled file, then a name per line. */
static void take_functions(struct scan *s, char *text) {
    char *save = NULL, *line = strtok_r(text, "\n", &save);
    if (line && !strncmp(line, "source ", 7)) snprintf(s->source, sizeof s->source, "%s", line + 7);
    while ((line = strtok_r(NULL, "\n", &save))) VEC_PUSH(&s->functions, mem_strdup(line));
}

/* A file that edgewise cannot list (a circuit, or one with errors) is known by its bytes. */
static void hash_source(struct scan *s) {
    struct strbuf bytes = {0};
    FILE *f = fopen(s->file, "rbe");
    char block[1 << 16];
    size_t n;
    while (f && (n = fread(block, 1, sizeof block, f)) > 0) strbuf_bytes(&bytes, block, n);
    if (f) fclose(f);
    sha256_hex(bytes.n ? bytes.text : "", bytes.n, s->source);
    strbuf_release(&bytes);
}

static void list_functions(struct scan *s) {
    text_list argv = {0};
    struct strbuf output = {0};
    VEC_PUSH(&argv, run_self());
    VEC_PUSH(&argv, "--list-functions");
    VEC_PUSH(&argv, "--quiet");
    for (uint32_t i = 0; i < s->words->n; i++) VEC_PUSH(&argv, s->words->at[i]);
    VEC_PUSH(&argv, s->file);
    VEC_PUSH(&argv, NULL);
    if (run_program(argv.at, NULL, &output, true) == 0 && output.n) take_functions(s, output.text);
    if (!s->source[0]) hash_source(s);
    strbuf_release(&output);
    VEC_RELEASE(&argv);
}

static char *here(void) {
    char *folder = getcwd(NULL, 0);
    if (!folder) fail_environment("cannot tell the current directory");
    return folder;
}

/* `entry` and `checks` may be NULL; checks are so many bytes. */
static void add_job(struct scan *s, const char *entry, const char *checks, size_t n) {
    struct plan_job j = {.directory = here(),
                         .source = mem_strdup(s->source),
                         .timeout = options.timeout,
                         .memory = options.memory};
    struct strbuf name = {0};
    strbuf_text(&name, s->file);
    if (entry) strbuf_printf(&name, ":%s", entry);
    if (checks) strbuf_printf(&name, " [%.*s]", (int)n, checks);
    j.name = strbuf_take(&name);
    /* The cache is for C programs: a file that cannot be listed is no C, or has no verdict. */
    for (uint32_t i = 0; i < s->words->n; i++)
        if (s->functions.n || strncmp(s->words->at[i], "--cache=", 8))
            VEC_PUSH(&j.args, mem_strdup(s->words->at[i]));
    if (entry) VEC_PUSH(&j.args, mem_printf("--entry=%s", entry));
    if (checks) VEC_PUSH(&j.args, mem_printf("--check=%.*s", (int)n, checks));
    VEC_PUSH(&j.args, mem_strdup(s->file));
    plan_add(s->plan, j);
}

/* Groups are parted by slashes. */
static void add_groups(struct scan *s, const char *entry) {
    const char *at = options.check_groups;
    if (!at) add_job(s, entry, NULL, 0);
    while (at && *at) {
        size_t n = strcspn(at, "/");
        if (n) add_job(s, entry, at, n);
        at += n + (at[n] == '/');
    }
}

static void add_named(struct scan *s) {
    for (const char *at = options.functions; *at;) {
        size_t n = strcspn(at, ",");
        char *name = mem_printf("%.*s", (int)n, at);
        if (has(&s->functions, name)) add_groups(s, name);
        free(name);
        at += n + (at[n] == ',');
    }
}

void scan_file(struct plan *p, const char *file, const text_list *words) {
    struct scan s = {.plan = p, .file = file, .words = words};
    list_functions(&s);
    assert(strlen(s.source) == SHA256_HEX);
    bool all = options.functions && !strcmp(options.functions, "all");
    if (options.functions && !all) add_named(&s);
    else if (options_given("entry") || !s.functions.n || (has(&s.functions, "main") && !all))
        add_groups(&s, NULL);
    else
        for (uint32_t i = 0; i < s.functions.n; i++) add_groups(&s, s.functions.at[i]);
    for (uint32_t i = 0; i < s.functions.n; i++) free((char *)s.functions.at[i]);
    VEC_RELEASE(&s.functions);
}
