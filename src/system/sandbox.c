/* Filters are made by libseccomp from names of system calls, exported once, and installed in the
 * child with one system call. A program may send signals to itself (abort and raise do), so the
 * filter compares with the process number, which is known after fork only: OWN_PROCESS stands for
 * it and sandbox_enter puts it in. */
#include "system/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/landlock.h"
#include "system/process.h"
#include "system/temporary.h"
#include "util/mem.h"

enum {
    MAX_FILTER = 4096,
    OWN_PROCESS = 0x7edcbe11,
    WRAPPED_PROCESS = 2 /* bubblewrap itself is process 1 */
};

/* What a program may ask for whatever the arguments. Absent on purpose: clone, sockets, everything
 * that writes. wait4 is for bubblewrap, execve for the start of the program. */
static const char *const calls[] = {
    "read",
    "write",
    "close",
    "stat",
    "fstat",
    "lstat",
    "lseek",
    "_llseek",
    "mmap",
    "mmap2",
    "mprotect",
    "munmap",
    "brk",
    "mremap",
    "madvise",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigreturn",
    "sigaltstack",
    "pread64",
    "readv",
    "writev",
    "access",
    "faccessat",
    "faccessat2",
    "setitimer",
    "getitimer",
    "alarm",
    "getpid",
    "getppid",
    "gettid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getuid32",
    "geteuid32",
    "getgid32",
    "getegid32",
    "execve",
    "exit",
    "exit_group",
    "wait4",
    "waitpid",
    "uname",
    "readlink",
    "readlinkat",
    "gettimeofday",
    "time",
    "times",
    "getrusage",
    "sysinfo",
    "arch_prctl",
    "futex",
    "futex_time64",
    "getcwd",
    "set_tid_address",
    "set_robust_list",
    "set_thread_area",
    "clock_gettime",
    "clock_gettime64",
    "clock_getres",
    "clock_getres_time64",
    "nanosleep",
    "clock_nanosleep",
    "clock_nanosleep_time64",
    "newfstatat",
    "fstatat64",
    "stat64",
    "fstat64",
    "lstat64",
    "statx",
    "getrlimit",
    "ugetrlimit",
    "getrandom",
    "rseq",
    "restart_syscall",
    "sched_yield",
    "sched_getaffinity",
    "poll",
    "getdents64",
};
/* What a compiler may not: reaching other machines and other processes. */
static const char *const not_for_compilers[] = {
    "socket", "socketcall", "connect", "io_uring_setup", "ptrace", "process_vm_readv", "process_vm_writev",
    "bpf",    "keyctl",     "add_key", "request_key",    "mount"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- filters ---- */

static bool allow(scmp_filter_ctx ctx, const char *name, unsigned n, const struct scmp_arg_cmp *conditions) {
    int call = seccomp_syscall_resolve_name(name);
    /* unknown to this library: forbidden, which is safe */
    if (call == __NR_SCMP_ERROR) return true;
    int result = seccomp_rule_add_array(ctx, SCMP_ACT_ALLOW, call, n, conditions);
    return !result || result == -EDOM; /* of another architecture */
}

/* Opening for reading only; asking for limits without setting any; asking what a terminal is;
 * signals to oneself. */
static bool allow_partly(scmp_filter_ctx ctx) {
    const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    const struct scmp_arg_cmp open_flags = {1, SCMP_CMP_MASKED_EQ, writing, 0},
                              openat_flags = {2, SCMP_CMP_MASKED_EQ, writing, 0},
                              no_new_limit = {2, SCMP_CMP_EQ, 0, 0},
                              is_terminal = {1, SCMP_CMP_EQ, TCGETS, 0},
                              self = {0, SCMP_CMP_EQ, OWN_PROCESS, 0};
    bool good = allow(ctx, "open", 1, &open_flags) && allow(ctx, "openat", 1, &openat_flags) &&
                allow(ctx, "prlimit64", 1, &no_new_limit) && allow(ctx, "ioctl", 1, &is_terminal);
    static const int harmless[] = {F_GETFD, F_SETFD, F_GETFL};
    for (size_t i = 0; i < COUNT(harmless) && good; i++) {
        const struct scmp_arg_cmp command = {1, SCMP_CMP_EQ, (uint64_t)harmless[i], 0};
        good = allow(ctx, "fcntl", 1, &command) && allow(ctx, "fcntl64", 1, &command);
    }
    return good && allow(ctx, "kill", 1, &self) && allow(ctx, "tgkill", 1, &self);
}

static bool program_rules(scmp_filter_ctx ctx) {
    for (size_t i = 0; i < COUNT(calls); i++)
        if (!allow(ctx, calls[i], 0, NULL)) return false;
    return allow_partly(ctx);
}

static bool compiler_rules(scmp_filter_ctx ctx) {
    for (size_t i = 0; i < COUNT(not_for_compilers); i++) {
        int call = seccomp_syscall_resolve_name(not_for_compilers[i]);
        if (call == __NR_SCMP_ERROR) continue;
        int result = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EACCES), call, 0);
        if (result && result != -EDOM) return false;
    }
    return true;
}

/* The instructions, through a file in memory, which is what the library can export to. */
static size_t export_filter(scmp_filter_ctx ctx, struct sock_filter *code) {
    int file = memfd_create("edgewise-filter", MFD_CLOEXEC);
    if (file < 0) return 0;
    ssize_t n = seccomp_export_bpf(ctx, file) ? -1 : pread(file, code, MAX_FILTER * sizeof *code, 0);
    close(file);
    return n > 0 ? (size_t)n / sizeof *code : 0;
}

static size_t make_filter(bool program, struct sock_filter *code) {
    scmp_filter_ctx ctx = seccomp_init(program ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ALLOW);
    if (!ctx) return 0;
    bool good = !seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
#if defined(__x86_64__)
    good = good && !seccomp_arch_add(ctx, SCMP_ARCH_X86); /* programs with --32 */
#endif
    good = good && (program ? program_rules(ctx) : compiler_rules(ctx));
    size_t n = good ? export_filter(ctx, code) : 0;
    seccomp_release(ctx);
    return n < MAX_FILTER ? n : 0;
}

/* Made once per process. */
struct made_filter {
    bool tried;
    size_t n;
    struct sock_filter code[MAX_FILTER];
};

static const struct made_filter *filter_for(bool program) {
    static struct made_filter filters[2];
    struct made_filter *f = &filters[program];
    if (!f->tried) f->n = make_filter(program, f->code);
    f->tried = true;
    return f;
}

static void set_own_process(struct sock_filter *code, size_t n, unsigned process) {
    for (size_t i = 0; i < n; i++)
        if (BPF_CLASS(code[i].code) == BPF_JMP && code[i].k == OWN_PROCESS) code[i].k = process;
}

/* ---- files ---- */

/* Libraries and the loader, which every program reads. */
static const char *const libraries[] = {"/lib",       "/lib32",      "/lib64",
                                        "/libx32",    "/usr/lib",    "/usr/lib32",
                                        "/usr/lib64", "/usr/libx32", "/etc/ld.so.cache"};
/* What a compiler reads besides: headers, its own parts, and what clang tells Debian by. */
static const char *const for_compilers[] = {
    "/usr/include",        "/usr/local/include",  "/usr/bin",        "/bin",
    "/usr/libexec",        "/usr/share/zoneinfo", "/etc/os-release", "/etc/lsb-release",
    "/etc/debian_version", "/dev/urandom",        "/dev/null"};

static bool allow_all(int rules, const char *const *paths, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!landlock_allow(rules, paths[i], LANDLOCK_READING)) return false;
    return true;
}

static int program_files(const char *program) {
    int rules = landlock_forbid(LANDLOCK_READING | LANDLOCK_WRITING);
    if (rules < 0) return -1;
    if (allow_all(rules, libraries, COUNT(libraries)) && landlock_allow(rules, program, LANDLOCK_READING))
        return rules;
    close(rules);
    return -1;
}

static int compiler_files(const char *folder) {
    int rules = landlock_forbid(options.confine ? LANDLOCK_READING | LANDLOCK_WRITING : LANDLOCK_WRITING);
    if (rules < 0) return -1;
    int own = options.confine ? LANDLOCK_READING | LANDLOCK_WRITING : LANDLOCK_WRITING;
    bool good = landlock_allow(rules, folder, own) && landlock_allow(rules, "/dev/null", own);
    if (good && options.confine)
        good = allow_all(rules, libraries, COUNT(libraries)) &&
               allow_all(rules, for_compilers, COUNT(for_compilers)) &&
               landlock_allow(rules, options.confine, LANDLOCK_READING);
    if (good) return rules;
    close(rules);
    return -1;
}

static bool is_below(const char *path, const char *folder) {
    char *real = realpath(folder, NULL);
    size_t n = real ? strlen(real) : 0;
    bool below = n > 0 && !strncmp(path, real, n) && (n == 1 || path[n] == '/' || !path[n]);
    free(real);
    return below;
}

/* A path that does not exist is no secret: whoever opens it says so. */
bool sandbox_may_read(const char *path) {
    static const char *const headers[] = {"/usr/include", "/usr/local/include", "/usr/lib"};
    if (!options.confine) return true;
    char *real = realpath(path, NULL);
    if (!real) return errno == ENOENT || errno == ENOTDIR;
    bool may = is_below(real, options.confine) || is_below(real, temporary_dir());
    for (size_t i = 0; i < COUNT(headers) && !may; i++) may = is_below(real, headers[i]);
    free(real);
    return may;
}

bool sandbox_check_confine(struct error *e) {
    struct stat st;
    if (!options.confine) return true;
    if (stat(options.confine, &st)) error_set(e, options.confine, 0, 0, "--confine: %s", strerror(errno));
    else if (!S_ISDIR(st.st_mode)) error_set(e, options.confine, 0, 0, "--confine: is not a directory");
    else if (!landlock_version())
        error_set(e, NULL, 0, 0, "--confine needs landlock, which this machine's kernel does not have");
    return !e->set;
}

/* ---- cages ---- */

static bool take_filter(struct sandbox *s, bool program) {
    const struct made_filter *made = filter_for(program);
    *s = (struct sandbox){.n = made->n, .rules = -1};
    if (!made->n) return false;
    s->filter = mem_alloc(made->n * sizeof *s->filter);
    memcpy(s->filter, made->code, made->n * sizeof *s->filter);
    return true;
}

bool sandbox_for_program(struct sandbox *s, const char *program) {
    if (!take_filter(s, true)) return false;
    s->rules = program_files(program);
    assert(s->filter && s->n > 0);
    return true;
}

bool sandbox_for_compiler(struct sandbox *s, const char *folder) {
    take_filter(s, false);
    s->rules = compiler_files(folder);
    if (s->rules >= 0 || !options.confine) return true;
    sandbox_release(s);
    return false;
}

void sandbox_release(struct sandbox *s) {
    if (s->rules >= 0) close(s->rules);
    free(s->filter);
    *s = (struct sandbox){.rules = -1};
}

/* AddressSanitizer finds the bounds of the stack in the program's own map. Without them it puts no
 * variable where it could see a use after the function's return. In the child, because the map is
 * that of the process that opens it. */
static const char own_map[] = "/proc/self/maps";

bool sandbox_enter(const struct sandbox *s) {
    if (s->rules >= 0 && s->reads_own_map && !landlock_allow(s->rules, own_map, LANDLOCK_READING))
        return false;
    if (s->rules >= 0 && !landlock_enter(s->rules)) return false;
    if (!s->n) return true;
    set_own_process(s->filter, s->n, (unsigned)getpid()); /* the child's copy of it */
    struct sock_fprog program = {(unsigned short)s->n, s->filter};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, &program, 0, 0);
}

/* ---- bubblewrap ---- */

static void wrap(text_list *words) {
    static const char *const start[] = {"bwrap",         "--unshare-all", "--die-with-parent",
                                        "--new-session", "--clearenv",    "--dev",
                                        "/dev",          "--chdir",       "/"};
    for (size_t i = 0; i < COUNT(start); i++) VEC_PUSH(words, start[i]);
    for (size_t i = 0; i < COUNT(libraries); i++) {
        VEC_PUSH(words, "--ro-bind-try");
        VEC_PUSH(words, libraries[i]);
        VEC_PUSH(words, libraries[i]);
    }
}

/* Tried once: it may be absent, or the kernel may refuse namespaces to this user. */
static bool bubblewrap_works(void) {
    static int works = -1;
    if (works >= 0) return works;
    text_list words = {0};
    wrap(&words);
    const char *const rest[] = {"--ro-bind", "/usr/bin/true", "/program", "/program", NULL};
    for (size_t i = 0; i < COUNT(rest); i++) VEC_PUSH(&words, rest[i]);
    struct process p = {.argv = words.at, .seconds = 5, .kind = PROCESS_WRAPPED};
    works = process_run(&p) && p.exit_code == 0;
    process_release(&p);
    VEC_RELEASE(&words);
    return works;
}

/* The filter as bubblewrap reads it: its instructions in a file. */
static int filter_file(void) {
    struct sandbox s;
    if (!take_filter(&s, true)) return -1;
    set_own_process(s.filter, s.n, WRAPPED_PROCESS);
    int file = memfd_create("edgewise-filter", MFD_CLOEXEC);
    ssize_t size = (ssize_t)(s.n * sizeof *s.filter);
    if (file >= 0 && (write(file, s.filter, (size_t)size) != size || lseek(file, 0, SEEK_SET))) {
        close(file);
        file = -1;
    }
    sandbox_release(&s);
    return file;
}

int sandbox_wrap(const char *program, int number, text_list *words) {
    static char number_text[16];
    int file = bubblewrap_works() ? filter_file() : -1;
    if (file < 0) return -1;
    snprintf(number_text, sizeof number_text, "%d", number);
    wrap(words);
    const char *rest[] = {"--seccomp", number_text, "--ro-bind", program, "/program", "/program"};
    for (size_t i = 0; i < COUNT(rest); i++) VEC_PUSH(words, rest[i]);
    return file;
}

/* ---- what is said ---- */

bool sandbox_available(void) { return filter_for(true)->n > 0; }

const char *sandbox_name(void) {
    return bubblewrap_works()   ? "bubblewrap and seccomp"
           : landlock_version() ? "landlock and seccomp"
                                : "seccomp";
}

const char *sandbox_gaps(void) {
    if (landlock_version()) return NULL;
    return bubblewrap_works()
               ? "compilers can write the user's files, since the kernel has no landlock"
               : "the program under test can read the user's files and compilers can write them, "
                 "since there is neither landlock nor bubblewrap";
}
