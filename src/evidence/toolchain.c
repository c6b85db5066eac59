#include "evidence/toolchain.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evidence/sandbox.h"
#include "util/clang_flags.h"

enum { COMPILE_SECONDS = 120 };

/* ---- files ---- */

char *toolchain_file(const struct subject *s, text_list *made, const char *name) {
    char *path = mem_printf("%s/%s", s->temp_dir, name);
    VEC_PUSH(made, path);
    return path;
}

void toolchain_unlink(text_list *made) {
    for (uint32_t i = 0; i < made->n; i++) {
        unlink(made->at[i]);
        free((char *)made->at[i]);
    }
    VEC_RELEASE(made);
}

bool toolchain_write(const char *path, const struct strbuf *text) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool written = !text->n || fwrite(text->text, 1, text->n, f) == text->n;
    return !fclose(f) && written;
}

char *toolchain_read(const char *path) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f) return NULL;
    char *text = fstat(fileno(f), &st) ? NULL : mem_alloc((size_t)st.st_size + 1);
    if (text) text[fread(text, 1, (size_t)st.st_size, f)] = 0;
    fclose(f);
    return text;
}

/* ---- compilers ---- */

void toolchain_words(text_list *words, const char *const *more, size_t n) {
    for (size_t i = 0; i < n; i++) VEC_PUSH(words, more[i]);
}

void toolchain_clang(text_list *words, const struct subject *s) {
    WORDS(words, "clang-19", s->m32 ? "-m32" : "-m64", CLANG_MEANING, "-w", "-ftrivial-auto-var-init=zero");
}

static const char *language_of(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && (!strcmp(dot, ".ll") || !strcmp(dot, ".bc")) ? "ir"
           : dot && !strcmp(dot, ".i")                         ? "cpp-output"
                                                               : "c";
}

void toolchain_source(text_list *words, const char *file, char **owned) {
    for (uint32_t i = 0; i < options.include.n; i++) WORDS(words, "-I", options.include.at[i]);
    for (uint32_t i = 0; i < options.define.n; i++) WORDS(words, "-D", options.define.at[i]);
    *owned = mem_printf("%s%s", file[0] == '-' ? "./" : "", file);
    WORDS(words, "-x", language_of(file), *owned, "-x", "none");
}

bool toolchain_compile(text_list *words, struct strbuf *messages) {
    VEC_PUSH(words, NULL);
    struct process p = {.argv = words->at, .seconds = COMPILE_SECONDS};
    bool good = process_run(&p) && p.exit_code == 0;
    if (messages && p.output.n) strbuf_bytes(messages, p.output.text, p.output.n);
    process_release(&p);
    return good;
}

bool toolchain_stubs(const char *messages, struct strbuf *out) {
    static const char before[] = "undefined reference to `";
    size_t start = out->n;
    for (const char *at = messages; (at = strstr(at, before));) {
        at += sizeof before - 1;
        char *stub = mem_printf("long long %.*s() { return 0; }\n", (int)strcspn(at, "'\n"), at);
        if (!out->n || !strstr(out->text, stub)) strbuf_text(out, stub);
        free(stub);
    }
    return out->n > start;
}

/* "!16 = !DILocation(line: 1, column: 18, scope: !10)" and its "distinct" form. */
void toolchain_places(const char *text, struct int_map *places) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        unsigned id, row, column;
        if (*line != '!') continue;
        if (sscanf(line, "!%u = !DILocation(line: %u, column: %u", &id, &row, &column) != 3 &&
            sscanf(line, "!%u = distinct !DILocation(line: %u, column: %u", &id, &row, &column) != 3)
            continue;
        *int_map_put(places, id, NULL) = place_key(row, column);
    }
}

/* ---- running ---- */

void toolchain_run(const char *program, struct process *p) {
    text_list words = {0};
    int filter;
    sandbox_command(program, &words, &filter);
    p->confined = !words.n;
    if (p->confined) VEC_PUSH(&words, program);
    VEC_PUSH(&words, NULL);
    p->argv = words.at;
    process_run(p);
    p->argv = NULL;
    if (filter >= 0) close(filter);
    VEC_RELEASE(&words);
}
