/* The cage holds: what a program under test must not do ends it, with bubblewrap (where installed)
 * and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/landlock.h"
#include "system/process.h"
#include "system/sandbox.h"
#include "system/temporary.h"

static char dir[] = "/tmp/edgewise-victims-XXXXXX";
static char source[4200], program[4200], victim[64], secret[64];

/* Each crime exits with 0 if it succeeded. */
static const char crimes[] =
    "#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n#include <sys/resource.h>\n#include <sys/socket.h>\n#include "
    "<sys/stat.h>\n#include <unistd.h>\n"
    "extern char **environ;\n"
    "static int inherited(void) {\n"
    "    for (int fd = 4; fd < 1024; fd++) if (fcntl(fd, F_GETFD) >= 0) return 1;\n"
    "    return 0;\n}\n"
    "static rlim_t limit(int what) { struct rlimit r; return getrlimit(what, &r) ? 1 : r.rlim_cur; }\n"
    "static int hog(void) {\n"
    "    for (int i = 0; i < 20; i++) { char *p = malloc(20 << 20); memset(p, 1, 20 << 20); usleep(40000); "
    "}\n"
    "    return 0;\n}\n"
    "int main(int argc, char **argv) {\n"
    "    switch (atoi(argv[1])) {\n"
    "    case 0: return open(VICTIM, O_WRONLY | O_CREAT, 0600) < 0;\n"
    "    case 1: return socket(AF_INET, SOCK_STREAM, 0) < 0;\n"
    "    case 2: return fork() < 0;\n"
    "    case 3: return kill(getppid(), 0) < 0;\n"
    "    case 4: return unlink(VICTIM) < 0;\n"
    "    case 5: return mkdir(VICTIM \"d\", 0700) < 0;\n"
    "    case 6: { FILE *f = fopen(VICTIM, \"a\"); return !f; }\n"
    "    case 7: return rename(VICTIM, VICTIM \"x\") < 0;\n"
    "    case 8: { struct rlimit r = {1, 1}; return setrlimit(RLIMIT_NOFILE, &r) < 0; }\n"
    "    case 9: return kill(-1, 0) < 0;\n"
    "    case 10: return chdir(\"/tmp\") < 0;\n"
    "    case 20: for (;;) ;\n"
    "    case 21: for (;;) puts(\"flood\");\n"
    "    case 30: return malloc((size_t)6 << 30) == NULL;\n"
    "    case 31: return open(SECRET, O_RDONLY) < 0;\n"
    "    case 32: return open(\"/etc/passwd\", O_RDONLY) < 0;\n"
    "    case 33: return !environ || !*environ || (!strcmp(*environ, \"PWD=/\") && !environ[1]);\n"
    "    case 34: return !inherited();\n"
    "    case 35: return limit(RLIMIT_FSIZE) == 0 && limit(RLIMIT_AS) == (rlim_t)4 << 30;\n"
    "    case 36: { char c; return open(\"/proc/self/environ\", O_RDONLY) < 0; }\n"
    "    case 37: execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 0\", (char *)0); return 1;\n"
    "    case 40: raise(SIGKILL); return 0;\n"
    "    case 41: abort(); return 0;\n"
    "    case 42: kill(getpid(), SIGTERM); return 0;\n"
    "    case 50: return hog();\n"
    "    }\n"
    "    return (int)write(3, \"token\", 5) == 5 ? 42 : 1;\n}\n";
enum {
    REFUSED = 0,
    N_REFUSED = 11,
    TIME = 20,
    N_TIME = 2,
    IN_VAIN = 30,
    N_IN_VAIN = 8,
    HOG = 50,
    HONEST = 99
};

static void run(bool wrapped, int which, uint64_t resident, struct process *p) {
    text_list words = {0};
    char number[16];
    snprintf(number, sizeof number, "%d", which);
    int filter = wrapped ? sandbox_wrap(program, WRAP_FD, &words) : -1;
    *p = (struct process){.seconds = 1,
                          .kind = words.n ? PROCESS_WRAPPED : PROCESS_PROGRAM,
                          .filter = filter,
                          .memory = resident ? 0 : (uint64_t)4 << 30,
                          .resident = resident};
    if (!words.n) VEC_PUSH(&words, program);
    VEC_PUSH(&words, number);
    VEC_PUSH(&words, NULL);
    p->argv = words.at;
    assert_true(process_run(p));
    if (filter >= 0) close(filter);
    VEC_RELEASE(&words);
}

static const char *mode(bool wrapped) { return wrapped ? "wrapped" : "filter only"; }

static void compile(void) {
    char name[100], other[100];
    snprintf(name, sizeof name, "-DVICTIM=\"%s\"", victim);
    snprintf(other, sizeof other, "-DSECRET=\"%s\"", secret);
    const char *argv[] = {"gcc", "-w", name, other, source, "-o", program, NULL};
    struct process p = {.argv = argv, .seconds = 60};
    assert_true(process_run(&p));
    if (p.exit_code) fail_msg("%s", p.output.text ? p.output.text : "gcc failed");
    process_release(&p);
}

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static int setup(void **state) {
    (void)state;
    options_reset();
    if (!mkdtemp(dir)) return 1;
    snprintf(source, sizeof source, "%s/crime.c", temporary_dir());
    snprintf(program, sizeof program, "%s/crime", temporary_dir());
    snprintf(victim, sizeof victim, "%s/victim", dir);
    snprintf(secret, sizeof secret, "%s/secret", dir);
    write_file(source, crimes);
    write_file(victim, "");
    write_file(secret, "secret");
    int inherited = open(secret, O_RDONLY); /* on purpose without O_CLOEXEC */
    assert_true(inherited >= 0 && dup(inherited) >= 0);
    compile();
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(victim);
    unlink(secret);
    temporary_remove();
    return rmdir(dir); /* fails if a crime left something */
}

static void test_honest(void **state) {
    (void)state;
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        struct process p;
        run(wrapped, HONEST, 0, &p);
        if (p.exit_code != 42)
            fail_msg("%s: exit code %d, signal %d: %s", mode(wrapped), p.exit_code, p.signal,
                     p.output.n ? p.output.text : "");
        assert_string_equal(p.token.text, "token");
        assert_false(p.refused);
        process_release(&p);
    }
}

/* A refused system call ends the program: nothing that it does afterwards could be taken for its
 * behaviour. */
static void test_refused(void **state) {
    (void)state;
    struct stat st;
    for (int which = REFUSED; which < REFUSED + N_REFUSED; which++)
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            struct process p;
            run(wrapped, which, 0, &p);
            if (!p.refused)
                fail_msg("crime %d (%s): exit code %d, signal %d", which, mode(wrapped), p.exit_code,
                         p.signal);
            process_release(&p);
            assert_int_equal(stat(victim, &st), 0);
            assert_int_equal(st.st_size, 0);
        }
}

static void test_limits(void **state) {
    (void)state;
    for (int which = TIME; which < TIME + N_TIME; which++)
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            struct process p;
            run(wrapped, which, 0, &p);
            assert_true(p.timed_out);
            assert_true(p.output.n < (1 << 20));
            process_release(&p);
        }
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        struct process p;
        run(wrapped, HOG, (uint64_t)60 << 20, &p);
        if (!p.too_large) fail_msg("%s: a program uses more memory than it may", mode(wrapped));
        process_release(&p);
    }
}

static void test_in_vain(void **state) {
    (void)state;
    for (int which = IN_VAIN; which < IN_VAIN + N_IN_VAIN; which++)
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            struct process p;
            run(wrapped, which, 0, &p);
            bool reads = which == 31 || which == 32 || which == 36 || which == 37;
            if (p.exit_code == 0 && !(reads && sandbox_gaps()))
                fail_msg("crime %d succeeded (%s)", which, mode(wrapped));
            process_release(&p);
        }
}

/* Signals to itself arrive, as they do without a cage. */
static void test_signals(void **state) {
    (void)state;
    static const int expected[] = {SIGKILL, SIGABRT, SIGTERM};
    for (int i = 0; i < 3; i++)
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            struct process p;
            run(wrapped, 40 + i, 0, &p);
            int got = p.kind == PROCESS_WRAPPED ? p.exit_code - 128 : p.signal;
            if (got != expected[i]) fail_msg("signal %d instead of %d (%s)", got, expected[i], mode(wrapped));
            assert_false(p.refused || p.timed_out);
            process_release(&p);
        }
}

/* A compiler has no network and writes to the folder for temporary files only. */
static void test_compiler(void **state) {
    (void)state;
    const char *to_victim[] = {"sh", "-c", "echo x >\"$0\"", victim, NULL};
    struct process p = {.argv = to_victim, .seconds = 5};
    assert_true(process_run(&p));
    if (landlock_version()) assert_int_not_equal(p.exit_code, 0);
    process_release(&p);
    if (!landlock_version()) write_file(victim, "");
    const char *to_own[] = {"sh", "-c", "echo x >x && test \"$TMPDIR\" = \"$PWD\" && test -z \"$CPATH\"",
                            NULL};
    setenv("CPATH", "/tmp", 1);
    p = (struct process){.argv = to_own, .seconds = 5};
    assert_true(process_run(&p));
    assert_int_equal(p.exit_code, 0);
    process_release(&p);
    const char *network[] = {"python3", "-c", "import socket; socket.socket()", NULL};
    p = (struct process){.argv = network, .seconds = 5};
    assert_true(process_run(&p));
    assert_int_not_equal(p.exit_code, 0);
    assert_non_null(strstr(p.output.text, "PermissionError"));
    process_release(&p);
}

/* --confine: what lies elsewhere cannot be read. */
static void test_confine(void **state) {
    (void)state;
    if (!landlock_version()) skip();
    options.confine = dir;
    assert_true(sandbox_may_read(victim) && sandbox_may_read("/usr/include/stdio.h"));
    assert_false(sandbox_may_read("/etc/passwd"));
    static const char *const files[] = {NULL, "/etc/passwd", "/proc/self/environ"};
    for (int i = 0; i < 3; i++) {
        const char *argv[] = {"cat", files[i] ? files[i] : secret, NULL};
        struct process p = {.argv = argv, .seconds = 5};
        assert_true(process_run(&p));
        if ((p.exit_code == 0) != (i == 0)) fail_msg("cat %s: exit code %d", argv[1], p.exit_code);
        process_release(&p);
    }
    options.confine = NULL;
}

static void test_absent(void **state) {
    (void)state;
    const char *argv[] = {"/nonexistent/program", NULL};
    struct process p = {.argv = argv, .seconds = 1};
    assert_false(process_run(&p));
    process_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest),  cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_limits),  cmocka_unit_test(test_in_vain),
                                       cmocka_unit_test(test_signals), cmocka_unit_test(test_compiler),
                                       cmocka_unit_test(test_confine), cmocka_unit_test(test_absent)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
