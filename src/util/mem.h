/* Allocation that does not fail: running out of memory ends the process (see cli/limits.c for the
 * orderly way, `--memory`), so callers never test for NULL. */
#ifndef UTIL_MEM_H
#define UTIL_MEM_H

#include <stdbool.h>
#include <stddef.h>

void *mem_alloc(size_t bytes);
void *mem_zero(size_t count, size_t size);
void *mem_resize(void *block, size_t bytes);
char *mem_strdup(const char *s);
/* printf into a fresh string that the caller frees. */
char *mem_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* An allocation has failed; for those who say the last words. */
bool mem_failed(void);

#define MEM_NEW(type) ((type *)mem_zero(1, sizeof(type)))

#endif
