/* The temporary directory goes, also while a compiler that was just killed still writes into it. */
#include "frontend/frontend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Makes folders in the directory again and again, for a tenth of a second or until the directory is
 * gone. */
static _Noreturn void keep_busy(const char *dir, int ready) {
    char path[4200];
    snprintf(path, sizeof path, "%s/busy", dir);
    int failed = mkdir(path, 0700) || write(ready, "", 1) != 1;
    for (int i = 0; i < 1000 && (!mkdir(path, 0700) || errno == EEXIST); i++) usleep(100);
    _exit(failed);
}

static void test_late_writer(void **state) {
    (void)state;
    int ready[2], status;
    char *dir = strdup(temporary_dir()), byte;
    assert_int_equal(pipe(ready), 0);
    pid_t writer = fork();
    if (writer == 0) keep_busy(dir, ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    temporary_remove();
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, 0);
    assert_int_not_equal(access(dir, F_OK), 0);
    close(ready[0]);
    close(ready[1]);
    free(dir);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_late_writer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
