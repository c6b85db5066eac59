/* Running the program on the values of a counterexample.
 *
 * The user's files are compiled to LLVM's text form, so that a call of edgewise_reached can be put at the
 * entry of every definition of an error function: the program may define reach_error() itself, even as a
 * static function, and what it does there (assert(0), an endless loop) does not matter. Functions that
 * nobody defines become stubs that return 0: the linker's message names them. Uninitialized scalar locals are
 * set to the values of the trace (instrument.c), and so are arrays and allocated memory (contents.c). What is left, such
 * as addresses in memory that nobody set, may keep the program from doing what the trace does: the note then says what. */
#include "evidence/harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evidence/instrument.h"
#include "evidence/process.h"
#include "evidence/sandbox.h"
#include "util/clang_flags.h"
#include "util/log.h"

enum { COMPILE_SECONDS = 60, RUN_SECONDS = 20, LONG_RUN = 5000000 /* edges; less cannot take RUN_SECONDS */ };
#define TOKEN "reached"
#define RUN_MEMORY ((uint64_t)4 << 30)

struct build {
    const struct subject *subject;
    text_list made; /* owned names of files to remove */
    text_list objects; /* .ll files, owned by `made` */
    struct int_map uninitialized; /* places of locals that take their value from the log */
    struct contents contents; /* of memory that nobody set */
    struct probes probes; /* that tell which branches were taken */
    bool room; /* null pointers from outside point to memory instead */
    char *trouble; /* why it could not be built */
};

static char *in_dir(struct build *b, const char *name) {
    char *path = mem_printf("%s/replay-%s", b->subject->temp_dir, name); /* flat: its owner removes plain files */
    VEC_PUSH(&b->made, path);
    return path;
}

static bool write_file(const char *path, const char *text, size_t n) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool written = fwrite(text, 1, n, f) == n;
    return !fclose(f) && written;
}

static char *read_file(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f) return NULL;
    char *text = fstat(fileno(f), &st) ? NULL : mem_alloc((size_t)st.st_size + 1);
    *n = text ? fread(text, 1, (size_t)st.st_size, f) : 0;
    if (text) text[*n] = 0;
    fclose(f);
    return text;
}

/* Runs the compiler; its output is kept in *output if that is not NULL. */
static bool compile(text_list *words, struct strbuf *output) {
    VEC_PUSH(words, NULL);
    struct process p = {.argv = words->at, .seconds = COMPILE_SECONDS};
    bool good = process_run(&p) && p.exit_code == 0;
    if (output && p.output.n) strbuf_bytes(output, p.output.text, p.output.n);
    process_release(&p);
    return good;
}

static void compiler_words(const struct subject *subject, text_list *words) {
    static const char *const flags[] = {CLANG_MEANING, "-w", "-ftrivial-auto-var-init=zero"};
    VEC_PUSH(words, "clang-19");
    VEC_PUSH(words, subject->m32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) VEC_PUSH(words, flags[i]);
}

static void push_pairs(text_list *words, const char *flag, const text_list *values) {
    for (uint32_t i = 0; i < values->n; i++) {
        VEC_PUSH(words, flag);
        VEC_PUSH(words, values->at[i]);
    }
}

static const char *language_of(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && (!strcmp(dot, ".ll") || !strcmp(dot, ".bc")) ? "ir" : dot && !strcmp(dot, ".i") ? "cpp-output" : "c";
}

static bool build_module(struct build *b, const struct cfa *c, uint32_t index) {
    const struct subject *s = b->subject;
    char name[32];
    snprintf(name, sizeof name, "%u.ll", index);
    char *target = in_dir(b, name), *source = NULL;
    text_list words = {0};
    compiler_words(s, &words);
    push_pairs(&words, "-I", &options.include);
    push_pairs(&words, "-D", &options.define);
    if (strcmp(s->entry, "main")) VEC_PUSH(&words, "-Dmain=edgewise_user_main");
    source = s->files.at[index][0] == '-' ? mem_printf("./%s", s->files.at[index]) : mem_strdup(s->files.at[index]);
    const char *rest[] = {"-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", target, "-x", language_of(source), source};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) VEC_PUSH(&words, rest[i]);
    bool good = compile(&words, NULL);
    VEC_RELEASE(&words);
    free(source);
    size_t n = 0;
    char *text = good ? read_file(target, &n) : NULL;
    struct strbuf changed = {0};
    if (text) instrument_module(s, c, text, &b->uninitialized, &b->probes, &b->contents, &changed);
    good = text && write_file(target, changed.text, changed.n);
    free(text);
    strbuf_release(&changed);
    VEC_PUSH(&b->objects, target);
    return good;
}

/* Every name in "undefined reference to `name'" becomes a function that returns 0. */
static bool print_stubs(const char *messages, struct strbuf *out) {
    static const char before[] = "undefined reference to `";
    text_list seen = {0};
    for (const char *at = messages; (at = strstr(at, before));) {
        at += sizeof before - 1;
        char *name = strndup(at, strcspn(at, "'\n"));
        bool known = false;
        for (uint32_t i = 0; i < seen.n; i++) known |= !strcmp(seen.at[i], name);
        if (!known) {
            strbuf_printf(out, "long long %s() { return 0; }\n", name);
            VEC_PUSH(&seen, name);
        } else {
            free(name);
        }
    }
    bool any = seen.n > 0;
    for (uint32_t i = 0; i < seen.n; i++) free((char *)seen.at[i]);
    VEC_RELEASE(&seen);
    return any;
}

static bool link_program(struct build *b, const char *const *sources, uint32_t n, const char *target, struct strbuf *messages) {
    text_list words = {0};
    compiler_words(b->subject, &words);
    VEC_PUSH(&words, "-DEDGEWISE_TOKEN=\"" TOKEN "\"");
    VEC_PUSH(&words, "-DEDGEWISE_FD=3");
    VEC_PUSH(&words, "-DEDGEWISE_EVENTS=edgewise_events");
    if (b->room) VEC_PUSH(&words, "-DEDGEWISE_ROOM");
    for (uint32_t i = 0; i < b->objects.n; i++) VEC_PUSH(&words, b->objects.at[i]);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&words, sources[i]);
    VEC_PUSH(&words, "-lm");
    VEC_PUSH(&words, "-o");
    VEC_PUSH(&words, target);
    bool good = compile(&words, messages);
    VEC_RELEASE(&words);
    return good;
}

/* Links; what is undefined is replaced by stubs and linked again. */
static bool link_all(struct build *b, const char *harness, const char *values, const char *target) {
    char *stubs = in_dir(b, "stubs.c");
    const char *sources[] = {harness, values, stubs};
    struct strbuf messages = {0}, text = {0};
    bool good = link_program(b, sources, 2, target, &messages);
    if (!good && messages.n && print_stubs(messages.text, &text)) {
        strbuf_clear(&messages);
        good = write_file(stubs, text.text, text.n) && link_program(b, sources, 3, target, &messages);
    }
    if (!good) verbose("the replay cannot be linked: %s", messages.n ? messages.text : "no message");
    if (!good) b->trouble = mem_printf("it could not be linked");
    strbuf_release(&messages);
    strbuf_release(&text);
    return good;
}

static bool write_text(const char *path, struct strbuf *text) {
    bool good = write_file(path, text->text ? text->text : "", text->n);
    strbuf_release(text);
    return good;
}

static bool build_all(struct build *b, const struct cfa *unreduced, const input_log *log, const char *target) {
    char *harness = in_dir(b, "harness.c"), *values = in_dir(b, "uninit.c");
    struct strbuf text = {0};
    harness_print(&text, b->subject, unreduced, log);
    bool good = write_text(harness, &text);
    for (uint32_t i = 0; i < b->subject->files.n && good; i++) good = build_module(b, unreduced, i);
    probes_define(&text);
    instrument_values(unreduced, log, &b->uninitialized, &text);
    contents_define(&b->contents, unreduced, log, &text);
    good = good && write_text(values, &text);
    strbuf_release(&text);
    if (!good) b->trouble = mem_printf("it could not be compiled");
    return good && link_all(b, harness, values, target);
}

static void build_release(struct build *b) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        unlink(b->made.at[i]);
        free((char *)b->made.at[i]);
    }
    free(b->trouble);
    int_map_release(&b->uninitialized);
    probes_release(&b->probes);
    contents_release(&b->contents);
    VEC_RELEASE(&b->made);
    VEC_RELEASE(&b->objects);
}

/* An input that the compiled program does not take from the harness, and that is not 0 as it would be there. */
static const struct cfa_site *unrunnable(const struct build *b, const struct cfa *c, const input_log *log) {
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        bool zero = sort_kind_of(site->sort) != SORT_ARRAY && value_same(log->at[i].value, value_of(0));
        bool set = site->kind == SITE_UNINIT && int_map_get(&b->uninitialized, place_key(site->pos.line, site->pos.column));
        bool ours = site->kind == SITE_UNINIT || site->kind == SITE_ENVIRONMENT || site->kind == SITE_INTERNAL;
        if ((ours && !zero && !set) || site->kind == SITE_LIBRARY) return site;
    }
    return NULL;
}

static char *site_note(const struct cfa *c, const struct cfa_site *site) {
    struct strbuf b = {0};
    strbuf_printf(&b, "replayed symbolically only: the value of %s %s at ",
                  site->kind == SITE_UNINIT        ? "uninitialized"
                  : site->kind == SITE_ENVIRONMENT ? "the environment's"
                  : site->kind == SITE_LIBRARY     ? "the library's"
                                                   : "internal",
                  site->name ? site->name : "(unnamed)");
    cfa_print_pos(&b, c, site->pos);
    strbuf_text(&b, site->memory.line ? " may be an address, which differs in the compiled program" : " cannot be set from outside");
    return strbuf_take(&b);
}

/* Why the compiled program need not do what the trace does; NULL if it must. */
static char *unrunnable_note(const struct build *b, const struct cfa *c, const input_log *log) {
    const struct cfa_site *site = unrunnable(b, c, log);
    if (site) return site_note(c, site);
    if (!log->initial.n) return NULL;
    uint32_t index = cfa_var_index(c, log->initial.at[0].var);
    const char *name = index == UINT32_MAX ? NULL : c->vars.at[index].c_name;
    return mem_printf("replayed symbolically only: the initial contents of %s cannot be set from outside",
                      name ? name : term_name(log->initial.at[0].var));
}

/* Inside bubblewrap a signal is an exit code of 128 and its number. */
static bool has_crashed(const struct process *p) {
    int signal_number = p->signal ? p->signal : p->exit_code - 128;
    return signal_number == SIGSEGV || signal_number == SIGBUS;
}

static enum harness_outcome judge(const struct build *b, const struct cfa *c, const input_log *log, struct process *p,
                                  branch_log *branches, char **note) {
    bool token = p->token.n && !strncmp(p->token.text, TOKEN, strlen(TOKEN));
    if (p->started && token && p->exit_code == HARNESS_REACHED) {
        if (branches) probes_decode(&b->probes, p->token.text + strlen(TOKEN), branches);
        *note = mem_printf("the compiled program reaches the error (%s)", sandbox_name());
        return HARNESS_CONFIRMED;
    }
    char *doubt = unrunnable_note(b, c, log);
    if (doubt) {
        *note = has_crashed(p) ? mem_printf("%s; an invalid access to memory ends it", doubt) : mem_strdup(doubt);
        free(doubt);
        return HARNESS_SYMBOLIC;
    }
    bool long_run = p->timed_out && replay_run(c, log, LONG_RUN, NULL, NULL).end == RUN_LIMIT;
    if (!p->started || long_run) {
        *note = mem_printf("replayed symbolically only: the compiled program %s",
                           p->started ? "ran out of time" : "could not be started");
        return HARNESS_SYMBOLIC;
    }
    if (has_crashed(p)) {
        *note = mem_printf("an invalid access to memory ends the compiled program before the error");
        return HARNESS_CRASHED;
    }
    *note = p->timed_out ? mem_printf("the compiled program ran for %d s without reaching the error", RUN_SECONDS)
            : p->signal ? mem_printf("the compiled program was ended by signal %d before the error", p->signal)
                      : mem_printf("the compiled program ended with exit code %d before the error", p->exit_code);
    return HARNESS_REFUTED;
}

static enum harness_outcome run(const struct build *b, const struct cfa *c, const input_log *log, const char *program,
                                branch_log *branches, char **note) {
    text_list words = {0};
    int filter_fd;
    sandbox_command(program, &words, &filter_fd);
    bool wrapped = words.n > 0;
    if (!wrapped) VEC_PUSH(&words, program);
    VEC_PUSH(&words, NULL);
    struct process p = {.argv = words.at, .seconds = RUN_SECONDS, .memory = RUN_MEMORY, .confined = !wrapped};
    process_run(&p);
    if (filter_fd >= 0) close(filter_fd);
    enum harness_outcome outcome = judge(b, c, log, &p, branches, note);
    process_release(&p);
    VEC_RELEASE(&words);
    return outcome;
}

static bool draws_pointers(const struct cfa *c, const input_log *log) {
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (harness_is_pointer(site) || contents_may_be_address(site, log->at[i].value)) return true;
    }
    return false;
}

static enum harness_outcome build_and_run(const struct subject *subject, const struct cfa *unreduced, const input_log *log, bool room,
                                          branch_log *branches, char **note) {
    struct build b = {.subject = subject, .room = room};
    probes_init(&b.probes);
    contents_init(&b.contents, unreduced);
    char *program = in_dir(&b, "program");
    enum harness_outcome outcome = HARNESS_SYMBOLIC;
    if (build_all(&b, unreduced, log, program))
        outcome = run(&b, unreduced, log, program, branches, note);
    else
        *note = mem_printf("replayed symbolically only: %s", b.trouble);
    build_release(&b);
    return outcome;
}

enum harness_outcome harness_run(const struct subject *subject, const struct cfa *unreduced, const input_log *log,
                                 branch_log *branches, char **note) {
    *note = NULL;
    if (!sandbox_available()) {
        *note = mem_printf("replayed symbolically only: there is no sandbox for compiled programs on this machine");
        return HARNESS_SYMBOLIC;
    }
    enum harness_outcome outcome = build_and_run(subject, unreduced, log, false, branches, note);
    if (outcome == HARNESS_CONFIRMED || !draws_pointers(unreduced, log)) return outcome;
    /* The automaton goes on after a write through a null pointer, and its addresses are others. Values other than the
     * trace's confirm the error as well. */
    char *second = NULL;
    if (build_and_run(subject, unreduced, log, true, branches, &second) != HARNESS_CONFIRMED) {
        free(second);
        return outcome;
    }
    free(*note);
    *note = mem_printf("%s, with pointers from outside replaced by memory", second);
    free(second);
    return HARNESS_CONFIRMED;
}
