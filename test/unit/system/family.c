/* All descendants are seen, also orphans, and all of them end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/family.h"

enum { BYTES = 64 << 20 };

/* A child with a child of its own, which uses memory and tells its number; `orphan` ends the one in
 * between. */
static pid_t start(bool orphan, pid_t *grandchild) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            volatile char *block = malloc(BYTES);
            for (size_t i = 0; i < BYTES; i += 512) block[i] = 1;
            pid_t self = getpid();
            if (write(ends[1], &self, sizeof self) != sizeof self) _exit(1);
            alarm(20); /* also if the test fails */
            for (;;) pause();
        }
        if (orphan) _exit(0);
        alarm(20);
        for (;;) pause();
    }
    assert_int_equal(read(ends[0], grandchild, sizeof *grandchild), sizeof *grandchild);
    close(ends[0]);
    close(ends[1]);
    return child;
}

static void test_descendants(void **state) {
    (void)state;
    family_adopt();
    for (int orphan = 0; orphan < 2; orphan++) {
        uint64_t before = family_memory(getpid(), UINT64_MAX);
        pid_t grandchild, child = start(orphan, &grandchild);
        if (orphan) assert_int_equal(waitpid(child, NULL, 0), child);
        assert_true(family_memory(getpid(), UINT64_MAX) >= before + BYTES);
        /* exactly: pages that are shared count once */
        assert_true(family_memory(getpid(), 0) >= BYTES);
        family_kill();
        if (!orphan) assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(waitpid(grandchild, NULL, 0), grandchild); /* adopted */
        assert_int_equal(kill(grandchild, 0), -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_descendants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
