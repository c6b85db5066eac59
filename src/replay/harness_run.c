/* Running the program on the values of a counterexample.
 *
 * The user's files are compiled to LLVM's text form, so that a call of edgewise_reached can be put
 * at the entry of every definition of an error function: the program may define reach_error()
 * itself, even as a static function, and what it does there (assert(0), an endless loop) does not
 * matter. Functions that nobody defines become stubs that return 0: the linker's message names
 * them. Uninitialized scalar locals are set to the values of the trace (instrument.c), and so are
 * arrays and allocated memory (contents.c). What is left, such as addresses in memory that nobody
 * set, may keep the program from doing what the trace does: the note then says what. */
#include "replay/harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "replay/instrument.h"
#include "replay/sanitizer.h"
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
    char *token_word;             /* that tells the harness */
    text_list sources, objects;   /* to be compiled, to be linked; owned by `made` */
    struct int_map uninitialized; /* places of locals that take their value from the log */
    struct contents contents;     /* of memory that nobody set */
    /* of what others may do; not with a sanitizer, which moves the stack */
    struct world world;
    bool probing;                      /* does anybody want to know which branches were taken? */
    struct probes probes;              /* that tell; they take more time than most programs */
    bool room;                         /* null pointers from outside point to memory instead */
    bool failing;                      /* some allocation fails */
    bool counted;                      /* the trace says how many arguments main has */
    const struct cfa_check *sanitized; /* a check that a sanitizer's runtime judges; NULL: none */
    enum sanitizer sanitizer;
    char *trouble; /* why it could not be built */
};

static char *in_dir(struct build *b, const char *name) {
    char prefixed[64];
    snprintf(prefixed, sizeof prefixed, "replay-%s", name);
    return toolchain_file(b->subject, &b->made, prefixed);
}

/* ---- compiling ---- */

/* What clang makes of the program's files, by their numbers: the same for all counterexamples. */
static struct {
    const struct subject *of;
    enum sanitizer sanitizer; /* that it is prepared for */
    VEC(char *) texts;        /* NULL: not compiled yet, or in vain */
} compiled;

void harness_forget(void) {
    for (uint32_t i = 0; i < compiled.texts.n; i++) free(compiled.texts.at[i]);
    VEC_RELEASE(&compiled.texts);
    compiled.of = NULL;
}

/* The file as LLVM's text; NULL if it does not compile. */
static const char *compiled_text(struct build *b, uint32_t index) {
    const struct subject *s = b->subject;
    if (compiled.of != s || compiled.sanitizer != b->sanitizer) harness_forget();
    compiled.of = s;
    compiled.sanitizer = b->sanitizer;
    while (compiled.texts.n < s->files.n) VEC_PUSH(&compiled.texts, NULL);
    if (compiled.texts.at[index]) return compiled.texts.at[index];
    char *target = in_dir(b, "plain.ll");
    text_list words = {0}, owned = {0};
    toolchain_clang(&words, s);
    if (strcmp(s->entry, "main")) WORDS(&words, "-Dmain=edgewise_user_main");
    /* The sanitizers' runtimes define the functions that clang's checks call. Their passes run
     * once, on what we have added to. */
    sanitizer_flags(&words, b->sanitizer);
    if (b->sanitized) WORDS(&words, "-Xclang", "-disable-llvm-passes");
    else toolchain_words(&words, s->check_flags.at, s->check_flags.n);
    WORDS(&words, "-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", target);
    toolchain_source(&words, s->files.at[index], toolchain_language(s->files.at[index]), &owned);
    if (toolchain_compile(&words, NULL)) compiled.texts.at[index] = toolchain_read(target);
    VEC_RELEASE(&words);
    toolchain_release(&owned);
    return compiled.texts.at[index];
}

/* The instrumented text of a file, in a file of its own. */
static bool build_module(struct build *b, const struct cfa *c, uint32_t index) {
    char name[32];
    snprintf(name, sizeof name, "%u.ll", index);
    char *target = in_dir(b, name);
    const char *text = compiled_text(b, index);
    if (text &&
        strstr(text, "edgewise_reached")) { /* the program itself could say that the error is reached */
        b->trouble = mem_printf("the name edgewise_reached is reserved");
        return false;
    }
    struct strbuf changed = {0};
    bool unset = b->sanitizer == SANITIZER_MEMORY; /* the run is about what nobody has set */
    if (text)
        instrument_module(b->subject, c, text, unset ? NULL : &b->uninitialized,
                          b->probing ? &b->probes : NULL, unset ? NULL : &b->contents,
                          b->sanitized ? NULL : &b->world, &changed);
    bool good = text && toolchain_write(target, &changed);
    strbuf_release(&changed);
    VEC_PUSH(&b->sources, target);
    return good;
}

/* One file to an object with the same name and ".o"; `p` is started. */
static void start_object(struct build *b, const char *source, text_list *words, struct process *p) {
    char *object = mem_printf("%s.o", source);
    VEC_PUSH(&b->made, object);
    VEC_PUSH(&b->objects, object);
    toolchain_clang(words, b->subject);
    WORDS(words, b->token_word, "-DEDGEWISE_FD=3", "-DEDGEWISE_EVENTS=edgewise_events");
    if (b->room) WORDS(words, "-DEDGEWISE_ROOM");
    sanitizer_flags(words, b->sanitizer);
    WORDS(words, "-c", source, "-o", object, NULL);
    *p = (struct process){.argv = words->at, .seconds = TOOLCHAIN_SECONDS};
    process_start(p);
}

/* All sources, two at a time. */
static bool compile_objects(struct build *b) {
    struct process p[PROCESSES_AT_ONCE];
    text_list words[PROCESSES_AT_ONCE] = {0};
    bool good = true;
    for (uint32_t i = 0; i < b->sources.n && good; i += PROCESSES_AT_ONCE) {
        uint32_t n = b->sources.n - i < PROCESSES_AT_ONCE ? b->sources.n - i : PROCESSES_AT_ONCE;
        for (uint32_t k = 0; k < n; k++) start_object(b, b->sources.at[i + k], &words[k], &p[k]);
        for (uint32_t k = 0; k < n; k++) {
            good = process_wait(&p[k]) && p[k].exit_code == 0 && good;
            process_release(&p[k]);
            words[k].n = 0;
        }
    }
    for (uint32_t k = 0; k < PROCESSES_AT_ONCE; k++) VEC_RELEASE(&words[k]);
    b->sources.n = 0;
    return good;
}

static bool link_program(struct build *b, const char *target, struct strbuf *messages) {
    text_list words = {0};
    if (b->sanitized) toolchain_clang(&words, b->subject); /* gcc has another runtime */
    else toolchain_linker(&words, b->subject);
    sanitizer_flags(&words, b->sanitizer);
    if (b->failing) WORDS(&words, HARNESS_WRAP);
    if (b->counted) WORDS(&words, HARNESS_WRAP_MAIN);
    toolchain_words(&words, b->objects.at, b->objects.n);
    WORDS(&words, "-lm", "-o", target);
    bool good = toolchain_compile(&words, messages);
    VEC_RELEASE(&words);
    return good;
}

/* Links; what is undefined is replaced by stubs and linked again. */
static bool link_all(struct build *b, const struct cfa *c, const input_log *log, const char *target) {
    struct strbuf messages = {0}, text = {0};
    bool good = link_program(b, target, &messages);
    if (!good && messages.n && world_stubs(&b->world, c, log, messages.text, &text)) {
        char *stubs = in_dir(b, "stubs.c");
        VEC_PUSH(&b->sources, stubs);
        strbuf_clear(&messages);
        good = toolchain_write(stubs, &text) && compile_objects(b) && link_program(b, target, &messages);
    }
    if (!good) verbose("the replay cannot be linked: %s", messages.n ? messages.text : "no message");
    if (!good) b->trouble = mem_printf("it could not be linked");
    strbuf_release(&messages);
    strbuf_release(&text);
    return good;
}

static bool build_all(struct build *b, const struct cfa *unreduced, const input_log *log,
                      const char *target) {
    char *harness = in_dir(b, "harness.c");
    struct strbuf text = {0};
    bool good = true;
    for (uint32_t i = 0; i < b->subject->files.n && good; i++) good = build_module(b, unreduced, i);
    harness_print(&text, b->subject, unreduced, log);
    probes_define(&text);
    instrument_values(unreduced, log, &b->uninitialized, &text);
    contents_define(&b->contents, unreduced, log, &text);
    world_define(&b->world, unreduced, log, &text);
    good = good && toolchain_write(harness, &text);
    strbuf_release(&text);
    VEC_PUSH(&b->sources, harness);
    good = good && compile_objects(b);
    if (!good && !b->trouble) b->trouble = mem_printf("it could not be compiled");
    return good && link_all(b, unreduced, log, target);
}

static void build_release(struct build *b) {
    toolchain_unlink(&b->made);
    free(b->trouble);
    free(b->token_word);
    int_map_release(&b->uninitialized);
    probes_release(&b->probes);
    contents_release(&b->contents);
    world_release(&b->world);
    VEC_RELEASE(&b->sources);
    VEC_RELEASE(&b->objects);
}

static bool is_own_volatile(const struct cfa_site *site) {
    return site->kind == SITE_ENVIRONMENT && site->name && !strcmp(site->name, SITE_OWN_VOLATILE);
}

/* An input that the compiled program does not take from the harness, and that is not 0 as it would
 * be there. */
static const struct cfa_site *unrunnable(const struct build *b, const struct cfa *c, const input_log *log) {
    const struct cfa_site *first = NULL;
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        bool zero = sort_kind_of(site->sort) != SORT_ARRAY && value_same(log->at[i].value, value_of(0));
        bool set = site->kind == SITE_UNINIT && instrument_is_scalar(site->sort) &&
                   int_map_get(&b->uninitialized, place_key(site->pos.line, site->pos.column));
        set |= b->counted && site->kind == SITE_INTERNAL && site->name && !strcmp(site->name, SITE_ARGC);
        bool ours = site->kind == SITE_UNINIT || site->kind == SITE_ENVIRONMENT ||
                    (site->kind == SITE_INTERNAL && !harness_fails_allocation(site));
        bool read_again = site->kind == SITE_ENVIRONMENT && site->name && !strcmp(site->name, SITE_VOLATILE);
        if (is_own_volatile(site)) return site; /* what the user can do something about */
        bool open = (ours && !zero && !set) || site->kind == SITE_LIBRARY || read_again;
        if (open && !first) first = site;
    }
    return first;
}

/* What the front end calls the values that it makes up, for people. */
static const char *made_up(const struct cfa_site *site) {
    static const char *const words[][2] = {{"address", "an address that C leaves open"},
                                           {"undefined", "a value that C leaves undefined"},
                                           {"malloc_of_nothing", "what malloc(0) returns"},
                                           {"nan", "the bits of a NaN"},
                                           {"conversion", "the result of a conversion that does not fit"},
                                           {"outside", "memory that is not the program's"},
                                           {"volatile", "what a volatile variable holds"},
                                           {"any", "what the C library computes"},
                                           {"unknown object", "an object that is not known"}};
    if (site->kind == SITE_UNINIT) return NULL;
    for (size_t i = 0; site->name && i < sizeof words / sizeof *words; i++)
        if (!strcmp(site->name, words[i][0])) return words[i][1];
    return NULL;
}

static char *site_note(const struct cfa *c, const struct cfa_site *site) {
    struct strbuf b = {0};
    const char *words = made_up(site), *name = site->name ? site->name : "a value";
    if (words) strbuf_text(&b, words);
    else
        strbuf_printf(&b, "%s, which %s", name,
                      site->kind == SITE_UNINIT        ? "was never set,"
                      : site->kind == SITE_ENVIRONMENT ? "comes from the environment,"
                      : site->kind == SITE_LIBRARY     ? "the C library computes,"
                                                       : "C leaves open,");
    strbuf_text(&b, " at ");
    cfa_print_pos(&b, c, site->pos);
    if (is_own_volatile(site)) {
        strbuf_text(&b, " would have to change by itself (--volatile=new lets it)");
        return strbuf_take(&b);
    }
    strbuf_text(&b, site->memory.line ? " may be an address, which differs in the compiled program"
                                      : " cannot be set in the compiled program");
    return strbuf_take(&b);
}

/* Why the compiled program need not do what the trace does; NULL if it must. */
static char *unrunnable_note(const struct build *b, const struct cfa *c, const input_log *log) {
    const struct cfa_site *site = unrunnable(b, c, log);
    if (site) return site_note(c, site);
    if (companion_arguments())
        return mem_printf("the arguments of %s cannot be set in the compiled program", b->subject->entry);
    if (!log->initial.n) return NULL;
    uint32_t index = cfa_var_index(c, log->initial.at[0].var);
    const char *name = index == UINT32_MAX ? NULL : c->vars.at[index].c_name;
    return mem_printf("the initial contents of %s cannot be set in the compiled program",
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
    if (p->refused) {
        *note = mem_printf("the compiled program asks the system for what the sandbox "
                           "forbids");
        return HARNESS_SYMBOLIC;
    }
    bool other = p->started && p->exit_code == HARNESS_OTHER;
    char *doubt = unrunnable_note(b, c, log);
    if (doubt) {
        *note = mem_printf("%s%s", doubt,
                           has_crashed(p) ? "; an invalid access to memory ends it"
                           : other        ? "; another check fails first in the compiled program"
                                          : "");
        free(doubt);
        return HARNESS_SYMBOLIC;
    }
    if (other) {
        *note = mem_strdup("another check fails first in the compiled program");
        return HARNESS_REFUTED;
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

/* A run that the sanitizer says nothing about contradicts no trace: it does not see everything.
 * Least of what is left at the end, where any number may look like a pointer. */
static enum harness_outcome judge_sanitized(const struct build *b, const struct cfa *c, const input_log *log,
                                            struct process *p, const char *program, char **note) {
    bool token = p->token.n > TOKEN_BYTES && !strncmp(p->token.text, b->token, TOKEN_BYTES);
    bool at_end = b->sanitized->class == CHECK_LEAK || b->sanitized->class == CHECK_CLEANUP;
    enum harness_outcome silent = at_end ? HARNESS_SYMBOLIC : HARNESS_SILENT;
    if (p->started && token && p->exit_code == HARNESS_REACHED) {
        bool confirmed = sanitizer_confirms(c, b->sanitized, program, p->token.text + TOKEN_BYTES, note);
        return confirmed ? HARNESS_CONFIRMED : silent;
    }
    verbose("%s says nothing: %.*s", sanitizer_name(b->sanitizer), 400, p->output.n ? p->output.text : "");
    char *doubt = unrunnable_note(b, c, log);
    *note = doubt         ? doubt
            : p->refused  ? mem_printf("the compiled program asks the system for what the sandbox forbids")
            : !p->started ? mem_printf("the compiled program could not be started")
            : p->timed_out
                ? mem_printf("the compiled program ran out of time")
                : mem_printf("%s reports nothing in the compiled program, which ended with exit code %d",
                             sanitizer_name(b->sanitizer), p->exit_code);
    return p->refused || !p->started ? HARNESS_SYMBOLIC : silent;
}

static enum harness_outcome run(const struct build *b, const struct cfa *c, const input_log *log,
                                const char *program, branch_log *branches, char **note) {
    struct process p = {.seconds = HARNESS_RUN_SECONDS};
    *(b->sanitized ? &p.resident : &p.memory) = RUN_MEMORY;
    toolchain_run(program, &p);
    enum harness_outcome outcome =
        b->sanitized ? judge_sanitized(b, c, log, &p, program, note) : judge(b, c, log, &p, branches, note);
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

static const struct cfa_check *check_of_memory(const struct cfa *c, const input_log *log) {
    const struct cfa_check *check = log->check ? &c->checks.at[log->check - 1] : NULL;
    return check && check->of_memory && !log->by_clang ? check : NULL;
}

static enum harness_outcome build_and_run(const struct subject *subject, const struct cfa *unreduced,
                                          const input_log *log, bool room, branch_log *branches,
                                          char **note) {
    struct build b = {.subject = subject,
                      .room = room,
                      .probing = branches && !subject->check_flags.n,
                      .failing = harness_has_failing(unreduced, log),
                      .counted = harness_arguments(subject, unreduced, log) >= 0,
                      .sanitized = check_of_memory(unreduced, log)};
    if (b.sanitized) b.sanitizer = sanitizer_of(b.sanitized->class);
    toolchain_token(b.token);
    b.token_word = mem_printf("-DEDGEWISE_TOKEN=\"%s\"", b.token);
    probes_init(&b.probes);
    contents_init(&b.contents, unreduced);
    world_init(&b.world, unreduced);
    char *program = in_dir(&b, "program");
    enum harness_outcome outcome = HARNESS_SYMBOLIC;
    if (build_all(&b, unreduced, log, program)) outcome = run(&b, unreduced, log, program, branches, note);
    else *note = mem_strdup(b.trouble);
    build_release(&b);
    return outcome;
}

/* AddressSanitizer has not confirmed a check that clang has placed as well. */
static enum harness_outcome ask_clang(const struct subject *subject, const struct cfa *unreduced,
                                      const input_log *log, enum harness_outcome outcome, char **note) {
    input_log second = *log;
    char *said = NULL;
    second.by_clang = true;
    if (build_and_run(subject, unreduced, &second, false, NULL, &said) != HARNESS_CONFIRMED) {
        free(said);
        return outcome;
    }
    free(*note);
    *note = said;
    return HARNESS_CONFIRMED;
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
    if (companion_unbuildable()) {
        *note = mem_printf("the compiled program would be another one: %s", companion_unbuildable());
        return HARNESS_SYMBOLIC;
    }
    const struct cfa_check *check = check_of_memory(unreduced, log);
    if (check && sanitizer_of(check->class) == SANITIZER_NONE) {
        *note =
            mem_printf("no compiled run can show this kind of failure (%s)", check_rows[check->class].name);
        return HARNESS_SYMBOLIC;
    }
    enum harness_outcome outcome = build_and_run(subject, unreduced, log, false, branches, note);
    if (outcome != HARNESS_CONFIRMED && check && check->of_clang)
        outcome = ask_clang(subject, unreduced, log, outcome, note);
    if (outcome == HARNESS_CONFIRMED || !draws_pointers(unreduced, log)) return outcome;
    /* The automaton goes on after a write through a null pointer, and its addresses are others.
     * Values other than the trace's confirm the error as well. */
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
