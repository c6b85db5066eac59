/* Hits that the automaton cannot follow: the run is too long for the interpreter, or deeper than
 * the recursion was unfolded. What confirms them is agreement of programs that have nothing in
 * common but the source:
 *
 *   - the replay (replay/harness.h): clang without optimization, uninitialized variables are 0;
 *   - gcc with little optimization, uninitialized variables are filled with a pattern;
 *   - gcc with optimization and the sanitizers for addresses and undefined behaviour, which end the
 *     program at an access out of bounds, a use after free, a shift too far, ...
 *
 * All of them must reach the error. An error that rests on uninitialized memory shows up as a
 * difference between zeros and the pattern; undefined behaviour ends the third program. A program
 * that calls functions without a body, or takes other inputs than nondeterministic functions
 * deliver, is not judged here; neither is one that gcc cannot compile. When in doubt there is no
 * verdict. */
#include "fuzz/fill.h"

#include <assert.h>
#include <string.h>

#include "replay/harness.h"
#include "system/toolchain.h"
#include "util/log.h"
#include "util/seconds.h"

enum { MAX_FILES = 64 };

/* The sandbox allows no change of limits and has no /proc, which the sanitizer reads to learn where
 * the stack is when a function that does not return is called; memory that is not given back is no
 * error. */
static const char for_sanitizers[] =
    "const char *__asan_default_options(void) { return \"disable_coredump=0:detect_leaks=0\"; }\n"
    "void __asan_handle_no_return(void) {}\n";

/* ---- the inputs as the harness takes them ---- */

/* The site of a draw: the call at the same place if the automaton has it, else any of the same
 * function. */
static uint32_t site_of(const struct cfa *c, const struct hit *hit, const struct fuzz_draw *d) {
    const struct weave_source *source = &hit->weave->sources.at[d->source];
    const struct weave_place *place = &hit->weave->places.at[d->place];
    uint32_t any = NO_SITE;
    for (uint32_t i = 0; i < c->sites.n; i++) {
        const struct cfa_site *s = &c->sites.at[i];
        if (s->kind != SITE_NONDET || !s->name || strcmp(s->name, source->name)) continue;
        if (s->pos.line == place->line && s->pos.column == place->column) return i;
        any = i;
    }
    return any;
}

static bool make_log(const struct cfa *c, const struct hit *hit, input_log *log) {
    for (uint32_t i = 0; i < hit->n; i++) {
        const struct fuzz_draw *d = &hit->draws[i];
        if (d->source >= hit->weave->sources.n || d->place >= hit->weave->places.n) return false;
        if (fill_is_source(&hit->weave->sources.at[d->source]))
            continue; /* the builds start with contents of their own */
        uint32_t site = site_of(c, hit, d);
        if (site == NO_SITE) return false;
        VEC_PUSH(log, (struct input_value){site, value_of(d->value)});
    }
    return true;
}

/* ---- builds by gcc ---- */

struct variant {
    const char *name;
    const char *const *flags; /* NULL-terminated */
    /* limit of address space in bytes; sanitizers map terabytes that they do not touch */
    uint64_t memory;
    uint64_t resident; /* for these: limit of memory that is used */
};

static const char *const pattern_flags[] = {"-O1", "-ftrivial-auto-var-init=pattern", NULL};
static const char *const sanitizer_flags[] = {
    "-O1", "-ftrivial-auto-var-init=zero", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", NULL};
static const struct variant variants[] = {
    {"gcc", pattern_flags, (uint64_t)4 << 30, 0},
    {"gcc with sanitizers", sanitizer_flags, 0, (uint64_t)4 << 30},
};

static void compiler_words(text_list *words, const struct subject *s, const struct variant *v) {
    static const char *const meaning[] = {"-fwrapv",
                                          "-ffp-contract=off",
                                          "-std=gnu11",
                                          "-fgnu89-inline",
                                          "-fno-strict-aliasing",
                                          "-fno-builtin",
                                          "-fno-stack-protector",
                                          "-msse2",
                                          "-mfpmath=sse",
                                          "-fno-pie",
                                          "-no-pie",
                                          "-w"};
    WORDS(words, "gcc", s->m32 ? "-m32" : "-m64");
    toolchain_words(words, meaning, sizeof meaning / sizeof *meaning);
    for (const char *const *flag = v->flags; *flag; flag++) VEC_PUSH(words, *flag);
}

/* The harness's own definition of an error function takes the place of the program's, whatever that
 * does. */
static bool weaken(const struct subject *s, const char *object) {
    text_list words = {0};
    WORDS(&words, "objcopy");
    text_list owned = {0};
    for (uint32_t i = 0; i < s->error_functions.n; i++)
        VEC_PUSH(&owned, mem_printf("--weaken-symbol=%s", s->error_functions.at[i]));
    toolchain_words(&words, owned.at, owned.n);
    if (strcmp(s->entry, "main")) WORDS(&words, "--weaken-symbol=main");
    WORDS(&words, object);
    bool good = toolchain_compile(&words, NULL);
    toolchain_release(&owned);
    VEC_RELEASE(&words);
    return good;
}

static bool compile_file(const struct subject *s, const struct variant *v, const char *file,
                         const char *object) {
    text_list words = {0}, owned = {0};
    compiler_words(&words, s, v);
    WORDS(&words, "-c", "-o", object);
    toolchain_source(&words, file, toolchain_language(file), &owned);
    bool good = toolchain_compile(&words, NULL);
    VEC_RELEASE(&words);
    toolchain_release(&owned);
    return good && weaken(s, object);
}

static bool link_objects(const struct subject *s, const struct variant *v, const char *harness,
                         const text_list *objects, const char *token, const char *program) {
    text_list words = {0};
    compiler_words(&words, s, v);
    char *definition = mem_printf("-DEDGEWISE_TOKEN=\"%s\"", token);
    WORDS(&words, definition, "-DEDGEWISE_FD=3");
    WORDS(&words, harness); /* first: of several weak definitions the first one counts */
    toolchain_words(&words, objects->at, objects->n);
    WORDS(&words, "-lm", "-o", program);
    bool good = toolchain_compile(&words, NULL);
    VEC_RELEASE(&words);
    free(definition);
    return good;
}

enum outcome { OUTCOME_NONE, OUTCOME_REACHED, OUTCOME_SANITIZED };

/* Does the program, run in the sandbox, reach the error, or does a sanitizer end it before that? */
static enum outcome outcome_of(const char *program, const struct variant *v, const char *token) {
    struct process p = {.seconds = FUZZ_RUN_SECONDS, .memory = v->memory, .resident = v->resident};
    toolchain_run(program, &p);
    bool reached = p.started && p.token.n && !strcmp(p.token.text, token) && p.exit_code == HARNESS_REACHED;
    bool told = p.started && p.output.n &&
                (strstr(p.output.text, "runtime error: ") || strstr(p.output.text, "AddressSanitizer"));
    if (!reached && p.output.n) verbose("a build does not reach the error: %.300s", p.output.text);
    process_release(&p);
    return reached ? OUTCOME_REACHED : told ? OUTCOME_SANITIZED : OUTCOME_NONE;
}

static enum outcome run_variant(const struct subject *s, const struct cfa *unreduced, const struct variant *v,
                                const input_log *log) {
    text_list made = {0}, objects = {0};
    struct strbuf text = {0};
    char token[TOKEN_BYTES + 1];
    toolchain_token(token);
    char *harness = toolchain_file(s, &made, "fuzz-confirm.c"),
         *program = toolchain_file(s, &made, "fuzz-confirm");
    harness_print(&text, s, unreduced, log);
    strbuf_text(&text, for_sanitizers);
    bool good = toolchain_write(harness, &text);
    for (uint32_t i = 0; i < s->files.n && good; i++) {
        char *name = mem_printf("fuzz-confirm-%u.o", i), *object = toolchain_file(s, &made, name);
        free(name);
        VEC_PUSH(&objects, object);
        good = compile_file(s, v, s->files.at[i], object);
    }
    good = good && link_objects(s, v, harness, &objects, token, program);
    if (!good) verbose("%s: the program cannot be built", v->name);
    enum outcome outcome = good ? outcome_of(program, v, token) : OUTCOME_NONE;
    toolchain_unlink(&made);
    VEC_RELEASE(&objects);
    strbuf_release(&text);
    return outcome;
}

bool confirm_undefined(const struct subject *subject, const struct cfa *unreduced, const input_log *log) {
    const struct variant *sanitized = &variants[sizeof variants / sizeof *variants - 1];
    assert(sanitized->resident);
    return subject->files.n <= MAX_FILES &&
           run_variant(subject, unreduced, sanitized, log) == OUTCOME_SANITIZED;
}

bool confirm_compiled(const struct fuzz_task *task, const struct hit *hit, input_log *log,
                      struct src_pos *target) {
    assert(hit->target < hit->weave->places.n);
    const struct weave_place *place = &hit->weave->places.at[hit->target];
    *target = (struct src_pos){.line = place->line, .column = place->column};
    if (task->unreduced->over_approximate || task->subject->files.n > MAX_FILES) return false;
    if (!make_log(task->unreduced, hit, log)) return false;
    char *note = NULL;
    bool good = harness_run(task->subject, task->unreduced, log, NULL, &note) == HARNESS_CONFIRMED;
    if (!good && note) verbose("execution: %s", note);
    free(note);
    for (size_t i = 0; i < sizeof variants / sizeof *variants && good; i++)
        good = run_variant(task->subject, task->unreduced, &variants[i], log) == OUTCOME_REACHED;
    return good;
}
