/* Running the program on the values of a counterexample.
 *
 * The user's files are compiled to LLVM's text form, so that a call of edgewise_reached can be put at the
 * entry of every definition of an error function: the program may define reach_error() itself, even as a
 * static function, and what it does there (assert(0), an endless loop) does not matter. Functions that
 * nobody defines become stubs that return 0: the linker's message names them. Uninitialized scalar locals are
 * set to the values of the trace (instrument.c), and so are arrays and allocated memory (contents.c). What is left, such
 * as addresses in memory that nobody set, may keep the program from doing what the trace does: the note then says what. */
#include "replay/harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "replay/instrument.h"
#include "system/companion.h"
#include "system/sandbox.h"
#include "system/toolchain.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"

/* Edges; less cannot take HARNESS_RUN_SECONDS. */
enum { LONG_RUN = 5000000 };
#define RUN_MEMORY ((uint64_t)4 << 30)

struct build {
    const struct subject *subject;
    char token[TOKEN_BYTES + 1];  /* what this build writes when it reaches the error */
    text_list made;               /* owned names of files to remove */
    text_list objects;            /* .ll files, owned by `made` */
    struct int_map uninitialized; /* places of locals that take their value from the log */
    struct contents contents;     /* of memory that nobody set */
    bool probing;                 /* does anybody want to know which branches were taken? */
    struct probes probes;         /* that tell; they take more time than most programs */
    bool room;                    /* null pointers from outside point to memory instead */
    bool failing;                 /* some allocation fails */
    char *trouble;                /* why it could not be built */
};

static char *in_dir(struct build *b, const char *name) {
    char prefixed[64];
    snprintf(prefixed, sizeof prefixed, "replay-%s", name);
    return toolchain_file(b->subject, &b->made, prefixed);
}

static bool build_module(struct build *b, const struct cfa *c, uint32_t index) {
    const struct subject *s = b->subject;
    char name[32];
    snprintf(name, sizeof name, "%u.ll", index);
    char *target = in_dir(b, name);
    text_list words = {0}, owned = {0};
    toolchain_clang(&words, s);
    if (strcmp(s->entry, "main")) WORDS(&words, "-Dmain=edgewise_user_main");
    toolchain_words(&words, s->check_flags.at, s->check_flags.n);
    WORDS(&words, "-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", target);
    toolchain_source(&words, s->files.at[index], toolchain_language(s->files.at[index]), &owned);
    bool good = toolchain_compile(&words, NULL);
    VEC_RELEASE(&words);
    toolchain_release(&owned);
    char *text = good ? toolchain_read(target) : NULL;
    struct strbuf changed = {0};
    if (text &&
        strstr(text, "edgewise_reached")) { /* the program itself could say that the error is reached */
        b->trouble = mem_printf("the name edgewise_reached is reserved");
        free(text);
        text = NULL;
    }
    if (text)
        instrument_module(s, c, text, &b->uninitialized, b->probing ? &b->probes : NULL, &b->contents,
                          &changed);
    good = text && toolchain_write(target, &changed);
    free(text);
    strbuf_release(&changed);
    VEC_PUSH(&b->objects, target);
    return good;
}

static bool link_program(struct build *b, const char *const *sources, uint32_t n, const char *target,
                         struct strbuf *messages) {
    text_list words = {0};
    char *token = mem_printf("-DEDGEWISE_TOKEN=\"%s\"", b->token);
    toolchain_clang(&words, b->subject);
    WORDS(&words, token, "-DEDGEWISE_FD=3", "-DEDGEWISE_EVENTS=edgewise_events");
    if (b->room) WORDS(&words, "-DEDGEWISE_ROOM");
    if (b->failing) WORDS(&words, HARNESS_WRAP);
    toolchain_words(&words, b->objects.at, b->objects.n);
    toolchain_words(&words, sources, n);
    WORDS(&words, "-lm", "-o", target);
    bool good = toolchain_compile(&words, messages);
    VEC_RELEASE(&words);
    free(token);
    return good;
}

/* Links; what is undefined is replaced by stubs and linked again. */
static bool link_all(struct build *b, const char *harness, const char *values, const char *target) {
    char *stubs = in_dir(b, "stubs.c");
    const char *sources[] = {harness, values, stubs};
    struct strbuf messages = {0}, text = {0};
    bool good = link_program(b, sources, 2, target, &messages);
    if (!good && messages.n && toolchain_stubs(messages.text, &text)) {
        strbuf_clear(&messages);
        good = toolchain_write(stubs, &text) && link_program(b, sources, 3, target, &messages);
    }
    if (!good) verbose("the replay cannot be linked: %s", messages.n ? messages.text : "no message");
    if (!good) b->trouble = mem_printf("it could not be linked");
    strbuf_release(&messages);
    strbuf_release(&text);
    return good;
}

static bool build_all(struct build *b, const struct cfa *unreduced, const input_log *log,
                      const char *target) {
    char *harness = in_dir(b, "harness.c"), *values = in_dir(b, "uninit.c");
    struct strbuf text = {0};
    harness_print(&text, b->subject, unreduced, log);
    bool good = toolchain_write(harness, &text);
    strbuf_clear(&text);
    for (uint32_t i = 0; i < b->subject->files.n && good; i++) good = build_module(b, unreduced, i);
    probes_define(&text);
    instrument_values(unreduced, log, &b->uninitialized, &text);
    contents_define(&b->contents, unreduced, log, &text);
    good = good && toolchain_write(values, &text);
    strbuf_release(&text);
    if (!good && !b->trouble) b->trouble = mem_printf("it could not be compiled");
    return good && link_all(b, harness, values, target);
}

static void build_release(struct build *b) {
    toolchain_unlink(&b->made);
    free(b->trouble);
    int_map_release(&b->uninitialized);
    probes_release(&b->probes);
    contents_release(&b->contents);
    VEC_RELEASE(&b->objects);
}

/* An input that the compiled program does not take from the harness, and that is not 0 as it would be there. */
static const struct cfa_site *unrunnable(const struct build *b, const struct cfa *c, const input_log *log) {
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        bool zero = sort_kind_of(site->sort) != SORT_ARRAY && value_same(log->at[i].value, value_of(0));
        bool set = site->kind == SITE_UNINIT && instrument_is_scalar(site->sort) &&
                   int_map_get(&b->uninitialized, place_key(site->pos.line, site->pos.column));
        bool ours = site->kind == SITE_UNINIT || site->kind == SITE_ENVIRONMENT ||
                    (site->kind == SITE_INTERNAL && !harness_fails_allocation(site));
        bool read_again = site->kind == SITE_ENVIRONMENT && site->name && !strcmp(site->name, "volatile");
        if ((ours && !zero && !set) || site->kind == SITE_LIBRARY || read_again) return site;
    }
    return NULL;
}

static char *site_note(const struct cfa *c, const struct cfa_site *site) {
    struct strbuf b = {0};
    strbuf_printf(&b, "the value of %s %s at ",
                  site->kind == SITE_UNINIT        ? "uninitialized"
                  : site->kind == SITE_ENVIRONMENT ? "the environment's"
                  : site->kind == SITE_LIBRARY     ? "the library's"
                                                   : "internal",
                  site->name ? site->name : "(unnamed)");
    cfa_print_pos(&b, c, site->pos);
    strbuf_text(&b, site->memory.line ? " may be an address, which differs in the compiled program"
                                      : " cannot be set from outside");
    return strbuf_take(&b);
}

/* Why the compiled program need not do what the trace does; NULL if it must. */
static char *unrunnable_note(const struct build *b, const struct cfa *c, const input_log *log) {
    const struct cfa_site *site = unrunnable(b, c, log);
    if (site) return site_note(c, site);
    if (companion_arguments())
        return mem_printf("replayed symbolically only: the arguments of %s cannot be set from outside",
                          b->subject->entry);
    if (!log->initial.n) return NULL;
    uint32_t index = cfa_var_index(c, log->initial.at[0].var);
    const char *name = index == UINT32_MAX ? NULL : c->vars.at[index].c_name;
    return mem_printf("the initial contents of %s cannot be set from outside",
                      name ? name : term_name(log->initial.at[0].var));
}

/* Inside bubblewrap a signal is an exit code of 128 and its number. */
static bool has_crashed(const struct process *p) {
    int signal_number = p->signal ? p->signal : p->exit_code - 128;
    return signal_number == SIGSEGV || signal_number == SIGBUS;
}

static enum harness_outcome judge(const struct build *b, const struct cfa *c, const input_log *log,
                                  struct process *p, branch_log *branches, char **note) {
    bool token = p->token.n && !strncmp(p->token.text, b->token, TOKEN_BYTES);
    if (p->started && token && p->exit_code == HARNESS_REACHED) {
        if (branches) probes_decode(&b->probes, p->token.text + TOKEN_BYTES, branches);
        const struct cfa_check *failed = log->check ? &c->checks.at[log->check - 1] : NULL;
        bool checked = failed && failed->class != CHECK_ASSERT;
        *note = mem_strdup(
            checked ? "the compiled program, run in a sandbox, fails the check, by clang's instrumentation"
                    : "the compiled program reaches the error, run in a sandbox");
        return HARNESS_CONFIRMED;
    }
    if (p->started && p->exit_code == HARNESS_OTHER) {
        *note = mem_printf("another check fails first in the compiled program");
        return HARNESS_REFUTED;
    }
    if (p->refused) {
        *note = mem_printf("the compiled program asks the system for what the sandbox "
                           "forbids");
        return HARNESS_SYMBOLIC;
    }
    char *doubt = unrunnable_note(b, c, log);
    if (doubt) {
        *note =
            has_crashed(p) ? mem_printf("%s; an invalid access to memory ends it", doubt) : mem_strdup(doubt);
        free(doubt);
        return HARNESS_SYMBOLIC;
    }
    bool long_run = p->timed_out && replay_run(c, log, LONG_RUN, NULL, NULL).end == RUN_LIMIT;
    if (!p->started || long_run) {
        *note =
            mem_printf("the compiled program %s", p->started ? "ran out of time" : "could not be started");
        return HARNESS_SYMBOLIC;
    }
    if (p->timed_out) {
        *note = stop_requested() ? mem_strdup(stop_text(stop_requested()))
                                 : mem_printf("the compiled program ran for %g s without reaching the error",
                                              HARNESS_RUN_SECONDS);
        return HARNESS_LATE;
    }
    if (has_crashed(p)) {
        *note = mem_printf("an invalid access to memory ends the compiled program before the error");
        return HARNESS_CRASHED;
    }
    *note = p->signal
                ? mem_printf("the compiled program was ended by signal %d before the error", p->signal)
                : mem_printf("the compiled program ended with exit code %d before the error", p->exit_code);
    return HARNESS_REFUTED;
}

static enum harness_outcome run(const struct build *b, const struct cfa *c, const input_log *log,
                                const char *program, branch_log *branches, char **note) {
    struct process p = {.seconds = HARNESS_RUN_SECONDS, .memory = RUN_MEMORY};
    toolchain_run(program, &p);
    enum harness_outcome outcome = judge(b, c, log, &p, branches, note);
    process_release(&p);
    return outcome;
}

static bool draws_pointers(const struct cfa *c, const input_log *log) {
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (harness_is_pointer(site) || contents_may_be_address(site, log->at[i].value)) return true;
    }
    return false;
}

static enum harness_outcome build_and_run(const struct subject *subject, const struct cfa *unreduced,
                                          const input_log *log, bool room, branch_log *branches,
                                          char **note) {
    struct build b = {.subject = subject,
                      .room = room,
                      .probing = branches && !subject->check_flags.n,
                      .failing = harness_has_failing(unreduced, log)};
    toolchain_token(b.token);
    probes_init(&b.probes);
    contents_init(&b.contents, unreduced);
    char *program = in_dir(&b, "program");
    enum harness_outcome outcome = HARNESS_SYMBOLIC;
    if (build_all(&b, unreduced, log, program)) outcome = run(&b, unreduced, log, program, branches, note);
    else *note = mem_strdup(b.trouble);
    build_release(&b);
    return outcome;
}

enum harness_outcome harness_run(const struct subject *subject, const struct cfa *unreduced,
                                 const input_log *log, branch_log *branches, char **note) {
    *note = NULL;
    if (!options.execute) {
        *note = mem_printf("the compiled program was not run (--no-execute)");
        return HARNESS_SYMBOLIC;
    }
    if (!sandbox_available()) {
        *note = mem_printf("there is no sandbox for compiled programs on this machine");
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
