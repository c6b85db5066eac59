/* The cage holds: what a program under test must not do is refused, with bubblewrap and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evidence/process.h"
#include "evidence/sandbox.h"

static char dir[] = "/tmp/edgewise-sandbox-XXXXXX";
static char source[64], program[64], victim[64];

/* Each crime exits with 0 if it succeeded. */
static const char crimes[] =
    "#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <sys/resource.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
    "int main(int argc, char **argv) {\n"
    "    switch (WHICH) {\n"
    "    case 0: return open(VICTIM, O_WRONLY | O_CREAT, 0600) < 0;\n"
    "    case 1: return socket(AF_INET, SOCK_STREAM, 0) < 0;\n"
    "    case 2: return fork() < 0;\n"
    "    case 3: return kill(getppid(), 0) < 0;\n"
    "    case 4: return unlink(VICTIM) < 0;\n"
    "    case 5: return mkdir(VICTIM \"d\", 0700) < 0;\n"
    "    case 6: { FILE *f = fopen(VICTIM, \"a\"); return !f; }\n"
    "    case 7: return rename(VICTIM, VICTIM \"x\") < 0;\n"
    "    case 8: for (;;) ;\n"
    "    case 9: for (;;) puts(\"flood\");\n"
    "    case 10: return malloc((size_t)6 << 30) == NULL;\n"
    "    case 11: { struct rlimit r = {1, 1}; return setrlimit(RLIMIT_NOFILE, &r) < 0; }\n"
    "    }\n"
    "    return (int)write(3, \"reached\", 7) == 7 ? 42 : 1;\n}\n";
enum { CRIMES = 12, HONEST = 12 };

static void compile(int which) {
    char crime[32], name[100];
    snprintf(crime, sizeof crime, "-DWHICH=%d", which);
    snprintf(name, sizeof name, "-DVICTIM=\"%s\"", victim);
    const char *argv[] = {"gcc", "-w", crime, name, source, "-o", program, NULL};
    struct process p = {.argv = argv, .seconds = 60};
    assert_true(process_run(&p));
    if (p.exit_code) fail_msg("%s", p.output.text ? p.output.text : "gcc failed");
    process_release(&p);
}

static void run(bool wrapped, struct process *p) {
    text_list words = {0};
    int filter = -1;
    if (wrapped) sandbox_command(program, &words, &filter);
    if (!words.n) VEC_PUSH(&words, program);
    VEC_PUSH(&words, NULL);
    *p = (struct process){
        .argv = words.at, .seconds = 1, .memory = (uint64_t)4 << 30, .confined = words.n == 2};
    process_run(p);
    if (filter >= 0) close(filter);
    VEC_RELEASE(&words);
}

static int setup(void **state) {
    (void)state;
    if (!mkdtemp(dir)) return 1;
    snprintf(source, sizeof source, "%s/crime.c", dir);
    snprintf(program, sizeof program, "%s/crime", dir);
    snprintf(victim, sizeof victim, "%s/victim", dir);
    FILE *f = fopen(source, "w");
    fputs(crimes, f);
    fclose(f);
    f = fopen(victim, "w");
    return !f || fclose(f);
}

static int teardown(void **state) {
    (void)state;
    unlink(source);
    unlink(program);
    unlink(victim);
    return rmdir(dir); /* fails if a crime left something */
}

static void test_honest(void **state) {
    (void)state;
    compile(HONEST);
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        struct process p;
        run(wrapped, &p);
        if (p.exit_code != 42)
            fail_msg("%s: exit code %d, signal %d: %s", wrapped ? "wrapped" : "filter only", p.exit_code,
                     p.signal, p.output.text);
        assert_string_equal(p.token.text, "reached");
        process_release(&p);
    }
}

static void test_crimes(void **state) {
    (void)state;
    for (int which = 0; which < CRIMES; which++) {
        compile(which);
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            struct process p;
            run(wrapped, &p);
            if (p.exit_code == 0)
                fail_msg("crime %d succeeded (%s)", which, wrapped ? "wrapped" : "filter only");
            if (which == 8) assert_true(p.timed_out);
            assert_true(p.output.n < (1 << 20));
            process_release(&p);
            struct stat st;
            assert_int_equal(stat(victim, &st), 0);
            assert_int_equal(st.st_size, 0);
        }
    }
}

static void test_absent(void **state) {
    (void)state;
    const char *argv[] = {"/nonexistent/program", NULL};
    struct process p = {.argv = argv, .seconds = 1};
    assert_false(process_run(&p));
    process_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest), cmocka_unit_test(test_crimes),
                                       cmocka_unit_test(test_absent)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
