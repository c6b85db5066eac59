/* The compiler at the front door. clang-19 runs in a child process without a shell and in a cage
 * (system/sandbox.h); its command line is made by system/toolchain.h, so that file names may
 * contain anything. Its messages go to the user: our own message after them only says that
 * compilation failed.
 *
 * Flags that decide what the program means are in util/clang_flags.h; the others are
 *   -disable-O0-optnone       our passes may run on code of -O0
 *   -disable-llvm-passes      clang inlines nothing, not even always_inline: our marks of
 *                             uninitialized variables come first
 *   -fno-discard-value-names  C names survive on values
 *   -g                        positions and names for traces, and the points where variables begin
 *                             to live */
#include "frontend/driver/driver.h"

#include <assert.h>
#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frontend/dialects/dialect.h"
#include "frontend/driver/statics.h"
#include "frontend/source/listing.h"
#include "frontend/source/rewrite.h"
#include "system/companion.h"
#include "system/process.h"
#include "system/toolchain.h"
#include "util/clang_flags.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/mem.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { MAX_TRIES = 6 }; /* of compiling a file with ever more declarations in front */

static const char *const fixed_flags[] = {CLANG_MEANING,
                                          "-Xclang",
                                          "-disable-O0-optnone",
                                          "-Xclang",
                                          "-disable-llvm-passes",
                                          "-fno-discard-value-names",
                                          "-g",
                                          "-emit-llvm",
                                          "-c",
                                          "-fno-pic",
                                          "-fno-pie"};

/* What places the checks (cfa/checks.h). */
static void check_flags(text_list *words, check_set set, text_list *owned) {
    const char *flags[CHECK_FLAGS];
    uint32_t n = checks_flags(set, flags);
    toolchain_words(words, flags, n);
    if (n) VEC_PUSH(owned, flags[0]);
}

static void clang_flags(text_list *words, const struct program *p, text_list *owned) {
    toolchain_clang_name(words);
    toolchain_words(words, fixed_flags, sizeof fixed_flags / sizeof *fixed_flags);
    WORDS(words, p->m32 ? "-m32" : "-m64");
    if (!options.verbose) WORDS(words, "-Wno-everything");
    /* dialects/dialect.c reads which functions are undeclared */
    WORDS(words, "-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration");
    if (isatty(STDERR_FILENO)) WORDS(words, "-fcolor-diagnostics");
    check_flags(words, program_placed_checks(p), owned);
    if (checks_follow_memory(p->checks)) WORDS(words, CLANG_SCOPES);
}

/* *messages is what clang says, a fresh string. */
static bool run_clang(text_list *words, const char *file, char **messages, struct error *e) {
    double start = timer_start();
    VEC_PUSH(words, NULL);
    struct process p = {.argv = words->at,
                        .seconds = options.timeout >= 1 ? options.timeout : DRIVER_CLANG_SECONDS};
    bool started = process_run(&p), good = started && p.exit_code == 0;
    timer_stop(TIMER_CLANG, start);
    *messages = toolchain_messages(&p.output);
    process_release(&p);
    if (stop_requested()) error_set(e, file, 0, 0, "compilation stopped: %s", stop_text(stop_requested()));
    else if (!started)
        fail_environment("clang-19 cannot be started%s", options.confine ? " with --confine" : "");
    else if (!good) error_set(e, file, 0, 0, "compilation failed");
    return good && !e->set;
}

/* ---- modules ---- */

/* The file that LLVM is reading: it gives up on some damaged bitcode instead of returning an
 * error. */
static const char *being_read;

static void on_fatal(const char *reason) {
    if (being_read) fail_input("%s: not LLVM code that we can read: %s", being_read, reason);
    fail_environment("LLVM: %s", reason);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(info);
    error_set(context, NULL, 0, 0, "%s", text);
    LLVMDisposeMessage(text);
}

LLVMContextRef driver_context(struct error *e) {
    static bool installed;
    if (!installed) LLVMInstallFatalErrorHandler(on_fatal);
    installed = true;
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, on_diagnostic, e);
    return context;
}

/* LLVM's message up to the first newline, without the name of the file in front (we print that). */
static void llvm_error(struct error *e, const char *file, char *message) {
    char *line = message ? strchr(message, '\n') : NULL;
    if (line) *line = 0;
    error_release(e);
    error_set(e, file, 0, 0, "not LLVM code that we can read: %s", message && *message ? message : "damaged");
    LLVMDisposeMessage(message);
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path, const char *shown,
                                 struct error *e) {
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        llvm_error(e, shown, message);
        return NULL;
    }
    being_read = shown;
    bool failed = LLVMParseIRInContext(context, buffer, &module, &message);
    being_read = NULL;
    if (failed || e->set) {
        llvm_error(e, shown, message);
        return NULL;
    }
    LLVMSetIsNewDbgInfoFormat(module, false);
    message = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        llvm_error(e, shown, message);
        LLVMDisposeModule(module);
        return NULL;
    }
    LLVMDisposeMessage(message);
    return module;
}

/* Bitcode by its magic number, assembly by its extension. */
static bool is_llvm(const char *file) {
    unsigned char magic[4] = {0};
    FILE *f = fopen(file, "rb");
    size_t n = f ? fread(magic, 1, 4, f) : 0;
    if (f) fclose(f);
    bool bitcode = n == 4 && ((magic[0] == 'B' && magic[1] == 'C' && magic[2] == 0xC0 && magic[3] == 0xDE) ||
                              (magic[0] == 0xDE && magic[1] == 0xC0 && magic[2] == 0x17 && magic[3] == 0x0B));
    size_t length = strlen(file);
    return bitcode ||
           (length > 3 && (!strcmp(file + length - 3, ".ll") || !strcmp(file + length - 3, ".bc")));
}

static void save_stdin(const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f) fail_environment("cannot write %s: %s", path, strerror(errno));
    char block[1 << 16];
    size_t n;
    while ((n = fread(block, 1, sizeof block, stdin)) > 0)
        if (fwrite(block, 1, n, f) != n) fail_environment("cannot write %s", path);
    if (fclose(f) != 0) fail_environment("cannot write %s", path);
}

static LLVMModuleRef compile_once(LLVMContextRef context, const struct program *p, const char *path,
                                  const char *shown, char **messages, struct error *e) {
    static int serial;
    char *out = mem_printf("%s/%d.bc", temporary_dir(), serial++);
    text_list words = {0}, owned = {0};
    clang_flags(&words, p, &owned);
    WORDS(&words, "-o", out);
    toolchain_source(&words, path, toolchain_language(path), &owned);
    LLVMModuleRef module = run_clang(&words, shown, messages, e) ? read_module(context, out, shown, e) : NULL;
    unlink(out);
    toolchain_release(&owned);
    VEC_RELEASE(&words);
    free(out);
    return module;
}

/* The copy of standard input that the replay compiles (cli/pipeline.c) is this file with another
 * name. */
static void accompany(const struct dialect *d, const char *path) {
    char *input = mem_printf("%s/stdin", temporary_dir()), *copy = mem_printf("%s.c", input);
    dialect_apply(d, path);
    if (!strcmp(path, input)) dialect_apply(d, copy);
    free(input);
    free(copy);
}

static void show_messages(const char *messages) {
    fputs(messages, stderr);
    fflush(stderr);
}

static char *preprocess_once(const struct program *p, const char *path, char **messages) {
    char *out = mem_printf("%s/preprocessed.i", temporary_dir());
    text_list words = {0}, owned = {0};
    struct error e = {0};
    clang_flags(&words, p, &owned);
    WORDS(&words, "-E", "-o", out);
    toolchain_source(&words, path, toolchain_language(path), &owned);
    char *text = run_clang(&words, path, messages, &e) ? toolchain_read(out) : NULL;
    unlink(out);
    error_release(&e);
    toolchain_release(&owned);
    VEC_RELEASE(&words);
    free(out);
    return text;
}

/* The file after the preprocessor, with line markers; NULL if it has errors. A header of a
 * vocabulary that it includes and does not find is ours. */
static char *preprocess(const struct program *p, const char *path) {
    struct dialect d = {0};
    char *messages = NULL, *text = preprocess_once(p, path, &messages);
    if (!text && !stop_requested() && messages && dialect_learn(&d, messages)) {
        accompany(&d, path);
        free(messages);
        text = preprocess_once(p, path, &messages);
        companion_put_header(path, NULL, NULL); /* it is in the text now */
    }
    dialect_release(&d);
    if (!text && options.list_functions && messages) show_messages(messages);
    free(messages);
    return text;
}

/* Compilers get the file's text without what only verifiers understand; false if there is nothing
 * of that kind in it. */
static bool rewrite(const struct program *p, const char *path, struct rewriting *r) {
    static int serial;
    if (companion_source(path)) return false;
    companion_put_header(path, NULL, NULL);
    char *text = preprocess(p, path), *changed = text ? rewrite_text(text, p, r) : NULL;
    if (changed) {
        char *file = mem_printf("%s/rewritten-%d.i", temporary_dir(), serial++);
        FILE *f = fopen(file, "wb");
        if (!f || fputs(changed, f) < 0 || fclose(f) != 0) fail_environment("cannot write %s", file);
        companion_put_source(path, file);
        free(file);
    }
    free(text);
    free(changed);
    return companion_source(path) != NULL;
}

/* Files that the entry function or a contract may be in: C, and not standard input, which is read
 * once. */
static bool is_c_file(const char *file) { return strcmp(file, "-") && !is_llvm(file); }

static bool has_text(const text_list *list, const char *text) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], text)) return true;
    return false;
}

bool program_find_entry(struct program *p, struct error *e) {
    struct rewriting r = {0};
    bool wanted =
        options.enforce.n || options.replace.n || options.loop_contracts || strcmp(p->entry, "main");
    for (uint32_t i = 0; wanted && i < p->files.n && !stop_requested(); i++)
        if (is_c_file(p->files.at[i])) rewrite(p, p->files.at[i], &r);
    for (uint32_t i = 0; i < options.enforce.n && r.enforced.n < options.enforce.n; i++)
        error_set(e, NULL, 0, 0, "--enforce=%s: no file has a contract for it%s%s", options.enforce.at[i],
                  options_given("entry") ? " and calls it from " : "",
                  options_given("entry") ? p->entry : "");
    for (uint32_t i = 0; i < options.replace.n && r.replaced.n < options.replace.n; i++)
        if (!has_text(&r.replaced, options.replace.at[i]))
            error_set(e, NULL, 0, 0, "--replace=%s: no file has a contract for it", options.replace.at[i]);
    if (options.enforce.n > 1 && !options_given("entry"))
        error_set(e, NULL, 0, 0, "several functions of --enforce need an --entry that calls them");
    if (options.assume.n && (!r.entry || options.enforce.n))
        error_set(e, NULL, 0, 0, "--assume needs an --entry with parameters, which a file defines");
    if (r.entry) {
        free((char *)p->entry);
        p->entry = mem_strdup(r.entry);
    }
    p->entry_objects = r.objects;
    free(p->assigned);
    p->assigned = r.assigned;
    r.assigned = NULL;
    rewrite_release(&r);
    return !e->set;
}

void driver_list(const struct program *p, struct strbuf *out, struct error *e) {
    for (uint32_t i = 0; i < p->files.n - p->stubs && !e->set; i++) {
        struct tokens t;
        const char *file = p->files.at[i];
        char *text = is_c_file(file) ? preprocess(p, file) : NULL;
        if (!text) {
            error_set(e, file, 0, 0, "no C, or not to be preprocessed");
            break;
        }
        tokens_read(&t, text);
        listing_print(&t, out);
        tokens_release(&t);
        free(text);
    }
}

/* Compiles again while clang names what the vocabularies of verification have (dialects/dialect.c).
 * What compiles without them and not with them is taken as it is. */
static LLVMModuleRef compile_with_words(LLVMContextRef context, const struct program *p, const char *path,
                                        const char *shown, char **messages, struct error *e) {
    struct dialect d = {0};
    *messages = NULL;
    LLVMModuleRef module = NULL;
    bool good = false;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
        bool fine_before = good;
        if (module) LLVMDisposeModule(module);
        error_release(e);
        free(*messages);
        *messages = NULL;
        module = compile_once(context, p, path, shown, messages, e);
        good = module != NULL;
        if (stop_requested()) break;
        if (!good && fine_before) companion_put_header(path, NULL, NULL);
        else if (!*messages || !dialect_learn(&d, *messages)) break;
        else accompany(&d, path);
    }
    dialect_release(&d);
    return module;
}

/* A text that clang does not take may hold what only verifiers understand: it is rewritten and
 * tried once more. */
static LLVMModuleRef compile(LLVMContextRef context, const struct program *p, const char *path,
                             const char *shown, struct error *e) {
    char *messages = NULL;
    struct rewriting r = {0};
    LLVMModuleRef module = compile_with_words(context, p, path, shown, &messages, e);
    if (!module && !stop_requested() && rewrite(p, path, &r)) {
        free(messages);
        error_release(e);
        module = compile_with_words(context, p, path, shown, &messages, e);
    }
    if (messages && (!module || options.verbose)) show_messages(messages);
    free(messages);
    rewrite_release(&r);
    return module;
}

/* In LLVM code clang has placed nothing, so that nothing could be said of these checks. */
static bool cannot_check(const struct program *p, const char *shown, struct error *e) {
    if (!(p->checks & ~CHECK_BIT(CHECK_ASSERT))) return false;
    error_set(e, shown, 0, 0, "LLVM code has no checks of arithmetic and types: only C has (--check=assert)");
    return true;
}

/* A file with LLVM code or C; `shown` is its name for people. */
static LLVMModuleRef load_path(LLVMContextRef context, const struct program *p, const char *path,
                               const char *shown, struct error *e) {
    if (!is_llvm(path)) return compile(context, p, path, shown, e);
    return cannot_check(p, shown, e) ? NULL : read_module(context, path, shown, e);
}

static LLVMModuleRef load_file(LLVMContextRef context, const struct program *p, const char *file,
                               struct error *e) {
    if (strcmp(file, "-")) return load_path(context, p, file, file, e);
    char *path = mem_printf("%s/stdin", temporary_dir());
    save_stdin(path);
    LLVMModuleRef module = load_path(context, p, path, "<stdin>", e);
    unlink(path);
    free(path);
    return module;
}

bool driver_link(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *e) {
    if (!LLVMLinkModules2(module, other) && !e->set) return true;
    char *why = e->set ? mem_strdup(e->message) : mem_strdup("conflicting definitions");
    error_release(e);
    bool twice = strstr(why, "multiply defined") != NULL;
    error_set(e, file, 0, 0, "cannot be linked with the other files: %s%s", why,
              twice ? " (if it is a variable that neither file initializes: -fcommon)" : "");
    free(why);
    return false;
}

/* Uses the modules up. */
static LLVMModuleRef link_all(const module_list *modules, const struct program *p, struct error *e) {
    for (uint32_t i = 1; i < modules->n; i++)
        if (e->set) LLVMDisposeModule(modules->at[i]);
        else driver_link(modules->at[0], modules->at[i], p->files.at[i], e);
    LLVMModuleRef all = modules->n ? modules->at[0] : NULL;
    if (all && e->set) {
        LLVMDisposeModule(all);
        all = NULL;
    }
    return all;
}

LLVMModuleRef driver_load(LLVMContextRef context, const struct program *p, struct error *e) {
    module_list modules = {0};
    for (uint32_t i = 0; i < p->files.n && !e->set; i++) {
        LLVMModuleRef module = load_file(context, p, p->files.at[i], e);
        if (module) VEC_PUSH(&modules, module);
    }
    if (!e->set && statics_apply(&modules, p->files.n - p->stubs))
        companion_put_unbuildable("static functions are called from other files, or have lost their body");
    LLVMModuleRef all = link_all(&modules, p, e);
    VEC_RELEASE(&modules);
    assert(all || e->set);
    return all;
}

LLVMModuleRef driver_compile_text(LLVMContextRef context, const struct program *p, const char *text,
                                  struct error *e) {
    char *path = mem_printf("%s/models.c", temporary_dir());
    FILE *f = fopen(path, "wb");
    if (!f || fputs("#line 1 \"" DRIVER_LIBRARY "\"\n", f) < 0 || fputs(text, f) < 0 || fclose(f) != 0)
        fail_environment("cannot write %s", path);
    char *messages = NULL;
    LLVMModuleRef module = compile_with_words(context, p, path, DRIVER_LIBRARY, &messages, e);
    if (!module && messages) show_messages(messages);
    free(messages);
    unlink(path);
    free(path);
    return module;
}

bool driver_is_model(const char *file) { return !strcmp(file, DRIVER_LIBRARY); }
