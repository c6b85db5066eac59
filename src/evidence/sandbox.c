#include "evidence/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "evidence/process.h"

#if defined(__x86_64__)
enum { SUPPORTED = 1 };
#else
enum { SUPPORTED = 0 }; /* the numbers of system calls below are those of x86 */
#endif

/* Allowed system calls, by number. Absent on purpose: kill and its kin, clone, ioctl. */
static const unsigned short calls_64[] = {
    0,   1,   3,   4,   5,   6,   8,   9,   10,  11,  12,  13,  14,  15,  17,  20,
    21,  25,  38, /* read write close stat* lseek mmap .. mremap setitimer */
    39,  59,  60,  61,  63,  89,  96,  131, 158, 186, 201, 202, 218, 228, 231, /* getpid execve exit wait4 (bubblewrap) uname .. sigaltstack .. futex .. exit_group */
    262, 267, 269, 273, 318, 332, 334, 439, /* newfstatat readlinkat faccessat robust_list getrandom statx rseq */
};
static const unsigned short calls_32[] = {
    1,   3,   4,   6,   11,  13,  19,  20,  33,  45,  78,  85,  90,  91,  104, 119,
    122, 125, 140, 146, 163, 173, 174, 175, 180, 186, 191, 192, 195, 196, 197, 224,
    240, 243, 252, 258, 265, 300, 305, 307, 311, 355, 383, 384, 386, 403, 439,
};
enum { OPEN_64 = 2, OPENAT_64 = 257, OPEN_32 = 5, OPENAT_32 = 295, PRLIMIT_64 = 302 };
enum { N_64 = sizeof calls_64 / sizeof *calls_64, N_32 = sizeof calls_32 / sizeof *calls_32 };
enum { FILTER_FD = 32 }; /* at least: out of the way of what a program is handed */
enum { MAX_FILTER = 2 * (N_64 + N_32) + 40 };

#define NUMBER_AT offsetof(struct seccomp_data, nr)
#define ARCH_AT offsetof(struct seccomp_data, arch)
#define ARG_AT(i) (offsetof(struct seccomp_data, args) + 8 * (i)) /* the low half, on x86 */
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

struct program {
    struct sock_filter code[MAX_FILTER];
    unsigned short n;
};

static void emit(struct program *p, struct sock_filter f) {
    if (p->n < MAX_FILTER) p->code[p->n++] = f;
}

static void emit_load(struct program *p, size_t offset) {
    emit(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void emit_return(struct program *p, unsigned what) {
    emit(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* if (number == call) return allow */
static void emit_allow(struct program *p, unsigned call) {
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    emit_return(p, SECCOMP_RET_ALLOW);
}

/* if (number == call) return flags are read-only ? allow : refuse */
static void emit_open(struct program *p, unsigned call, int flags_argument) {
    unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4));
    emit_load(p, ARG_AT((size_t)flags_argument));
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, writing, 1, 0));
    emit_return(p, SECCOMP_RET_ALLOW);
    emit_return(p, REFUSE);
}

/* if (number == call) return there is no new limit (prlimit's third argument) ? allow : refuse */
static void emit_query_limit(struct program *p, unsigned call) {
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 6));
    emit_load(p, ARG_AT(2));
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
    emit_load(p, ARG_AT(2) + 4);
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
    emit_return(p, SECCOMP_RET_ALLOW);
    emit_return(p, REFUSE);
}

static void emit_table(struct program *p, const unsigned short *calls, int n, unsigned open,
                       unsigned openat) {
    emit_load(p, NUMBER_AT);
    for (int i = 0; i < n; i++) emit_allow(p, calls[i]);
    emit_open(p, open, 1);
    emit_open(p, openat, 2);
    emit_return(p, REFUSE);
}

static void filter_make(struct program *p) {
    struct program part = {.n = 0};
    emit_load(&part, NUMBER_AT);
    emit_query_limit(&part, PRLIMIT_64);
    emit_table(&part, calls_64, N_64, OPEN_64, OPENAT_64);
    p->n = 0;
    emit_load(p, ARCH_AT);
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0,
                                         (unsigned char)part.n));
    for (int i = 0; i < part.n; i++) emit(p, part.code[i]);
    emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 1, 0));
    emit_return(p, SECCOMP_RET_KILL_PROCESS);
    emit_table(p, calls_32, N_32, OPEN_32, OPENAT_32);
}

bool sandbox_confine(void) {
    struct program p;
    filter_make(&p);
    struct sock_fprog program = {p.n, p.code};
    return SUPPORTED && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static void wrap(text_list *words) {
    static const char *const start[] = {"bwrap",
                                        "--unshare-all",
                                        "--die-with-parent",
                                        "--new-session",
                                        "--clearenv",
                                        "--ro-bind",
                                        "/usr",
                                        "/usr",
                                        "--ro-bind-try",
                                        "/lib",
                                        "/lib",
                                        "--ro-bind-try",
                                        "/lib32",
                                        "/lib32",
                                        "--ro-bind-try",
                                        "/lib64",
                                        "/lib64",
                                        "--ro-bind-try",
                                        "/libx32",
                                        "/libx32",
                                        "--ro-bind-try",
                                        "/etc/ld.so.cache",
                                        "/etc/ld.so.cache",
                                        "--dev",
                                        "/dev",
                                        "--chdir",
                                        "/"};
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) VEC_PUSH(words, start[i]);
}

/* Tried once: it may be absent, or the kernel may refuse namespaces to this user. */
static bool bubblewrap_works(void) {
    static int works = -1;
    if (works >= 0) return works;
    text_list words = {0};
    wrap(&words);
    VEC_PUSH(&words, "/usr/bin/true");
    VEC_PUSH(&words, NULL);
    struct process p = {.argv = words.at, .seconds = 5};
    works = process_run(&p) && p.exit_code == 0;
    process_release(&p);
    VEC_RELEASE(&words);
    return works;
}

bool sandbox_available(void) { return SUPPORTED; }

const char *sandbox_name(void) { return bubblewrap_works() ? "bubblewrap and seccomp" : "seccomp"; }

/* The filter as bubblewrap reads it: its instructions, through a pipe (they fit its buffer). */
static int filter_pipe(void) {
    struct program p;
    int ends[2];
    filter_make(&p);
    if (pipe2(ends, O_CLOEXEC)) return -1;
    ssize_t size = (ssize_t)(p.n * sizeof *p.code);
    if (write(ends[1], p.code, (size_t)size) != size) {
        close(ends[0]);
        ends[0] = -1;
    }
    close(ends[1]);
    if (ends[0] < 0) return -1;
    int inherited = fcntl(ends[0], F_DUPFD, FILTER_FD); /* by bubblewrap */
    close(ends[0]);
    return inherited;
}

void sandbox_command(const char *program, text_list *words, int *filter_fd) {
    static char number[16];
    *filter_fd = -1;
    if (!bubblewrap_works() || (*filter_fd = filter_pipe()) < 0) return;
    snprintf(number, sizeof number, "%d", *filter_fd);
    wrap(words);
    const char *rest[] = {"--seccomp", number, "--ro-bind", program, "/program", "/program"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) VEC_PUSH(words, rest[i]);
}
