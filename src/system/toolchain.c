#include "system/toolchain.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/companion.h"
#include "system/executions.h"
#include "system/sandbox.h"
#include "util/clang_flags.h"
#include "util/flags.h"
#include "util/log.h"
#include "util/seconds.h"

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

static bool is_in_path(const char *name) {
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin"; *at;) {
        size_t n = strcspn(at, ":");
        char *file = mem_printf("%.*s/%s", (int)n, at, name);
        bool there = n > 0 && !access(file, X_OK);
        free(file);
        if (there) return true;
        at += n + (at[n] == ':');
    }
    return false;
}

void toolchain_clang_name(text_list *words) {
    static const char elsewhere[] = "/usr/lib/llvm-19/bin/clang";
    const char *name = is_in_path("clang-19") || access(elsewhere, X_OK) ? "clang-19" : elsewhere;
    WORDS(words, name, "--no-default-config", "-fno-crash-diagnostics");
}

void toolchain_clang(text_list *words, const struct subject *s) {
    toolchain_clang_name(words);
    WORDS(words, s->m32 ? "-m32" : "-m64", CLANG_MEANING, "-w", "-ftrivial-auto-var-init=zero");
}

/* gcc's driver starts in a millisecond, clang's in thirty, and both call the same linker. */
void toolchain_linker(text_list *words, const struct subject *s) {
    static int has_gcc = -1;
    if (has_gcc < 0) has_gcc = is_in_path("gcc");
    if (has_gcc) WORDS(words, "gcc", s->m32 ? "-m32" : "-m64");
    else toolchain_clang(words, s);
}

const char *toolchain_language(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && (!strcmp(dot, ".ll") || !strcmp(dot, ".bc")) ? "ir"
           : dot && !strcmp(dot, ".i")                         ? "cpp-output"
                                                               : "c";
}

/* Our working directory with a slash at the end; compilers run in another one. */
static const char *current_folder(void) {
    static char folder[PATH_MAX + 2];
    if (!getcwd(folder, PATH_MAX)) fail_environment("cannot tell the current directory: %s", strerror(errno));
    if (folder[strlen(folder) - 1] != '/') strcat(folder, "/");
    return folder;
}

static char *absolute(const char *name) {
    return name[0] == '/' ? mem_strdup(name) : mem_printf("%s%s", current_folder(), name);
}

static void own(text_list *words, text_list *owned, char *word) {
    VEC_PUSH(owned, word);
    VEC_PUSH(words, word);
}

static void own_joined(text_list *words, text_list *owned, const char *option, char *value) {
    own(words, owned, mem_printf("%s%s", option, value));
    free(value);
}

/* ---- the project's flags ---- */

static char *beneath(const char *folder, const char *name) {
    return name[0] == '/' || !folder ? absolute(name) : mem_printf("%s/%s", folder, name);
}

/* gcc knows the newest C by its working title only; the inline functions of C99 are not those of
 * CLANG_MEANING. */
static void take_standard(text_list *words, const char *value) {
    size_t n = strlen(value);
    bool c23 = n >= 3 && (!strcmp(value + n - 2, "23") || !strcmp(value + n - 2, "2x"));
    bool old = strstr(value, "89") || strstr(value, "90") || strstr(value, "199409");
    VEC_PUSH(words,
             c23 ? mem_printf("-std=%s2x", value[0] == 'g' ? "gnu" : "c") : mem_printf("-std=%s", value));
    if (!old) VEC_PUSH(words, mem_strdup("-fno-gnu89-inline"));
}

/* A header that is not beside the command is looked for in the include path. */
static char *header_name(const char *folder, const char *name) {
    char *path = beneath(folder, name);
    if (!access(path, F_OK)) return path;
    free(path);
    return mem_strdup(name);
}

static void take_flag(text_list *words, const struct flags_found *f, const char *folder) {
    if (!strcmp(f->name, "-std=") || !strcmp(f->name, "--std=")) {
        take_standard(words, f->value);
        return;
    }
    char *value = f->kind == FLAGS_FOLDER   ? beneath(folder, f->value)
                  : f->kind == FLAGS_HEADER ? header_name(folder, f->value)
                                            : mem_strdup(f->value ? f->value : "");
    bool bare = !strcmp(f->name, "--sysroot");
    VEC_PUSH(words, mem_printf("%s%s%s", f->name, bare ? "=" : "", value));
    free(value);
}

static void choose_model(const struct flags_found *f, const char *word, const struct toolchain_flags *from,
                         struct error *e) {
    uint32_t width = flags_model(f);
    if (!width) error_set(e, from->file, from->line, 0, "flag %s: only x86-64 and x86 are modelled", word);
    else if (from->width) *from->width = width;
}

bool toolchain_take(text_list *words, text_list *files, const text_list *flags,
                    const struct toolchain_flags *from, struct error *e) {
    for (uint32_t i = 0; i < flags->n && !e->set;) {
        const char *word = flags->at[i];
        if (files && word[0] != '-' && word[0] != '@') {
            VEC_PUSH(files, mem_strdup(word));
            i++;
            continue;
        }
        struct flags_found f = flags_find(flags->at + i, flags->n - i);
        i += f.words;
        switch (f.action) {
        case FLAGS_TAKE: take_flag(words, &f, from->folder); break;
        case FLAGS_DROP: break;
        case FLAGS_WARN: warning("%s has no effect here", word); break;
        case FLAGS_MODEL: choose_model(&f, word, from, e); break;
        case FLAGS_REFUSE:
            error_set(e, from->file, from->line, 0, "flag %s is refused: %s", word,
                      f.why ? f.why : "it is not known");
        }
    }
    return !e->set;
}

/* Names stay as the user wrote them. A folder with '=' in its name cannot be mapped: names are then
 * absolute. */
static void map_names(text_list *words, const char *file, text_list *owned) {
    const char *folder = current_folder();
    if (file[0] == '/' || strchr(folder, '=') || !folder[1]) return;
    own(words, owned, mem_printf("-ffile-prefix-map=%s=", folder));
}

/* What is included in front of a file is in its preprocessed text already. */
static bool is_inclusion(const char *word) {
    return !strncmp(word, "-include", 8) || !strncmp(word, "-imacros", 8);
}

void toolchain_source(text_list *words, const char *file, const char *language, text_list *owned) {
    for (uint32_t i = 0; i < options.include.n; i++)
        own_joined(words, owned, "-I", absolute(options.include.at[i]));
    for (uint32_t i = 0; i < options.define.n; i++)
        own_joined(words, owned, "-D", mem_strdup(options.define.at[i]));
    WORDS(words, "-D__EDGEWISE__");
    struct toolchain_flags from = {0};
    struct error none = {0};
    const text_list *own_flags = companion_flags(file);
    uint32_t first = owned->n;
    for (uint32_t i = 0; i < own_flags->n; i++) VEC_PUSH(owned, mem_strdup(own_flags->at[i]));
    bool taken = toolchain_take(owned, NULL, &options.flags, &from, &none);
    assert(taken), (void)taken; /* toolchain_check_options has seen them */
    const char *source = companion_source(file);
    for (uint32_t i = first; i < owned->n; i++)
        if (!source || !is_inclusion(owned->at[i])) VEC_PUSH(words, owned->at[i]);
    map_names(words, file, owned);
    /* preprocessed text takes no header in front */
    bool accompanied = companion_words(words, file);
    WORDS(words, "-x", accompanied ? "c" : source ? "cpp-output" : language);
    own(words, owned, source ? mem_strdup(source) : absolute(file));
}

void toolchain_release(text_list *owned) {
    for (uint32_t i = 0; i < owned->n; i++) free((char *)owned->at[i]);
    VEC_RELEASE(owned);
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

bool toolchain_check_options(struct error *e) {
    for (uint32_t i = 0; i < options.define.n; i++)
        if (!flags_is_definition(options.define.at[i]))
            error_set(e, NULL, 0, 0, "--define takes NAME or NAME=VALUE in one line, not '%s'",
                      options.define.at[i]);
    text_list words = {0};
    struct toolchain_flags from = {0};
    toolchain_take(&words, NULL, &options.flags, &from, e);
    toolchain_release(&words);
    return !e->set;
}

char *toolchain_messages(const struct strbuf *output) {
    struct strbuf shown = {0};
    const char *folder = current_folder(), *at = output->n ? output->text : "";
    size_t n = strlen(folder);
    for (; *at; at++)
        if (n > 1 && !strncmp(at, folder, n)) at += n - 1;
        else strbuf_char(&shown, *at);
    return strbuf_take(&shown);
}

const char *toolchain_shown_name(const char *name) {
    const char *folder = current_folder();
    size_t n = strlen(folder);
    return n > 1 && !strncmp(name, folder, n) && name[n] ? name + n : name;
}

bool toolchain_compile(text_list *words, struct strbuf *messages) {
    VEC_PUSH(words, NULL);
    struct process p = {.argv = words->at, .seconds = TOOLCHAIN_SECONDS};
    bool good = process_run(&p) && p.exit_code == 0;
    if (messages && p.output.n) strbuf_bytes(messages, p.output.text, p.output.n);
    process_release(&p);
    return good;
}

/* The linker's message is the program's text in part: only names of C functions become
 * definitions. */
static bool is_name(const char *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!is_word(at[i])) return false;
    return n > 0 && !isdigit((unsigned char)*at);
}

static bool is_listed(const text_list *names, const char *at, size_t n) {
    for (uint32_t i = 0; i < names->n; i++)
        if (strlen(names->at[i]) == n && !strncmp(names->at[i], at, n)) return true;
    return false;
}

void toolchain_undefined(const char *messages, text_list *names) {
    static const char before[] = "undefined reference to `";
    for (const char *at = messages; (at = strstr(at, before));) {
        at += sizeof before - 1;
        size_t n = strcspn(at, "'\n");
        if (is_name(at, n) && !is_listed(names, at, n)) VEC_PUSH(names, mem_printf("%.*s", (int)n, at));
    }
}

bool toolchain_stubs(const char *messages, struct strbuf *out) {
    text_list names = {0};
    toolchain_undefined(messages, &names);
    for (uint32_t i = 0; i < names.n; i++) strbuf_printf(out, "long long %s() { return 0; }\n", names.at[i]);
    bool found = names.n > 0;
    toolchain_release(&names);
    return found;
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

/* The program is one of those that keep to --memory together. */
static void keep_to_memory(uint64_t *limit) {
    uint64_t all = (uint64_t)options.memory << 20;
    if (all && *limit > all) *limit = all;
}

void toolchain_run(const char *program, struct process *p) {
    text_list words = {0};
    assert(options.execute && program[0] == '/');
    keep_to_memory(&p->memory);
    keep_to_memory(&p->resident);
    p->filter = sandbox_wrap(program, WRAP_FD, &words);
    p->kind = words.n ? PROCESS_WRAPPED : PROCESS_PROGRAM;
    if (!words.n) VEC_PUSH(&words, program);
    VEC_PUSH(&words, NULL);
    p->argv = words.at;
    if (process_run(p)) executions()->replays++;
    p->argv = NULL;
    if (p->filter >= 0) close(p->filter);
    VEC_RELEASE(&words);
}

void toolchain_token(char token[TOKEN_BYTES + 1]) {
    unsigned char bytes[TOKEN_BYTES / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) fail_environment("no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
}
