#include "system/executions.h"

#include <stddef.h>
#include <sys/mman.h>

#include "util/fail.h"

struct executions *executions(void) {
    static struct executions *shared;
    if (shared) return shared;
    void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail_environment("out of memory");
    return shared = memory;
}
