/* Memory that is freed all at once: for data whose lifetime is that of one table or one pass. */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stddef.h>

struct arena {
    struct arena_chunk *chunk; /* newest first */
    size_t total;              /* bytes held */
};

void *arena_alloc(struct arena *a, size_t bytes); /* 8-byte aligned, not zeroed */
char *arena_strdup(struct arena *a, const char *s);
void arena_release(struct arena *a);

#endif
