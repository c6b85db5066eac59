/* The compiler at the front door. clang-19 runs in a child process without a shell, so file names may
 * contain anything; a leading dash is hidden behind "./". Its messages go to the user unchanged: our own
 * message after them only says that compilation failed.
 *
 * Flags that decide what the program means are in util/clang_flags.h; the others are
 *   -disable-O0-optnone       our passes may run on code of -O0
 *   -fno-discard-value-names  C names survive on values
 *   -g                        positions and names for traces, and the points where variables begin to live */
#include "frontend/driver.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/clang_flags.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/mem.h"
#include "util/stats.h"

typedef VEC(const char *) arg_list; /* of a command line; owned strings */

static void arg(arg_list *args, const char *text) { VEC_PUSH(args, mem_strdup(text)); }

static void args_release(arg_list *args) {
    for (uint32_t i = 0; i < args->n; i++) free((char *)args->at[i]);
    VEC_RELEASE(args);
}

static const char *const fixed_flags[] = {
    CLANG_MEANING, "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-g", "-emit-llvm", "-c",
    "-fno-pic",    "-fno-pie"};

static void clang_flags(arg_list *args, const struct program *p) {
    for (size_t i = 0; i < sizeof fixed_flags / sizeof *fixed_flags; i++) arg(args, fixed_flags[i]);
    arg(args, p->m32 ? "-m32" : "-m64");
    if (!options.verbose) arg(args, "-w");
    for (uint32_t i = 0; i < options.include.n; i++) {
        arg(args, "-I");
        arg(args, options.include.at[i]);
    }
    for (uint32_t i = 0; i < options.define.n; i++) {
        arg(args, "-D");
        arg(args, options.define.at[i]);
    }
}

static _Noreturn void become_clang(arg_list *args) {
    static const char *const names[] = {"clang-19", "/usr/lib/llvm-19/bin/clang"};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    VEC_PUSH(args, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        args->at[0] = names[i];
        execvp(names[i], (char *const *)args->at);
    }
    _exit(127);
}

/* Waits for the child and passes our own stop on to it. Returns its exit code, -1 if it died. */
static int wait_for(pid_t child) {
    int status;
    bool killed = false;
    for (;;) {
        pid_t done = waitpid(child, &status, WNOHANG);
        if (done == child) break;
        if (done < 0 && errno != EINTR) return -1;
        if (stop_requested() && !killed) {
            kill(child, SIGKILL);
            killed = true;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* args.at[0] is a place for the name of the program. */
static bool run_clang(arg_list *args, const char *file, struct error *e) {
    double start = timer_start();
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (child < 0) fail_environment("cannot start clang: %s", strerror(errno));
    if (child == 0) become_clang(args);
    int code = wait_for(child);
    timer_stop(TIMER_CLANG, start);
    if (code == 127) fail_environment("clang-19 is not installed");
    if (stop_requested()) error_set(e, file, 0, 0, "compilation stopped: %s", stop_text(stop_requested()));
    else if (code != 0) error_set(e, file, 0, 0, "compilation failed");
    return code == 0;
}

/* ---- modules ---- */

static void on_fatal(const char *reason) { fail_environment("LLVM: %s", reason); }

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
    if (LLVMParseIRInContext(context, buffer, &module, &message) || e->set) {
        llvm_error(e, shown, message);
        return NULL;
    }
    LLVMSetIsNewDbgInfoFormat(module, false);
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

/* clang's idea of the language: preprocessed text keeps its line markers; anything unknown is C. */
static const char *language_of(const char *file) {
    size_t n = strlen(file);
    return n > 2 && !strcmp(file + n - 2, ".i") ? "cpp-output" : "c";
}

static LLVMModuleRef compile(LLVMContextRef context, const struct program *p, const char *path,
                             const char *shown, struct error *e) {
    static int serial;
    char *out = mem_printf("%s/%d.bc", temporary_dir(), serial++);
    arg_list args = {0};
    VEC_PUSH(&args, NULL);
    clang_flags(&args, p);
    arg(&args, "-x");
    arg(&args, language_of(path));
    VEC_PUSH(&args, path[0] == '-' ? mem_printf("./%s", path) : mem_strdup(path));
    arg(&args, "-o");
    arg(&args, out);
    LLVMModuleRef module = run_clang(&args, shown, e) ? read_module(context, out, shown, e) : NULL;
    unlink(out);
    args_release(&args);
    free(out);
    return module;
}

static LLVMModuleRef load_file(LLVMContextRef context, const struct program *p, const char *file,
                               struct error *e) {
    if (strcmp(file, "-"))
        return is_llvm(file) ? read_module(context, file, file, e) : compile(context, p, file, file, e);
    char *path = mem_printf("%s/stdin", temporary_dir());
    save_stdin(path);
    LLVMModuleRef module =
        is_llvm(path) ? read_module(context, path, "<stdin>", e) : compile(context, p, path, "<stdin>", e);
    unlink(path);
    free(path);
    return module;
}

bool driver_link(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *e) {
    if (!LLVMLinkModules2(module, other) && !e->set) return true;
    char *why = e->set ? mem_strdup(e->message) : mem_strdup("conflicting definitions");
    error_release(e);
    error_set(e, file, 0, 0, "cannot be linked with the other files: %s", why);
    free(why);
    return false;
}

LLVMModuleRef driver_load(LLVMContextRef context, const struct program *p, struct error *e) {
    LLVMModuleRef all = NULL;
    for (uint32_t i = 0; i < p->files.n && !e->set; i++) {
        LLVMModuleRef module = load_file(context, p, p->files.at[i], e);
        if (!module) break;
        if (!all) all = module;
        else driver_link(all, module, p->files.at[i], e);
    }
    if (all && e->set) {
        LLVMDisposeModule(all);
        all = NULL;
    }
    assert(all || e->set);
    return all;
}

LLVMModuleRef driver_compile_text(LLVMContextRef context, const struct program *p, const char *text,
                                  struct error *e) {
    char *path = mem_printf("%s/models.c", temporary_dir());
    FILE *f = fopen(path, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0) fail_environment("cannot write %s", path);
    LLVMModuleRef module = compile(context, p, path, "models.c", e);
    unlink(path);
    free(path);
    return module;
}
