/* oracle_library COUNT SEED: the C library's functions against what edgewise says of them.
 *
 * Models in C are called beside the real functions (models.c, input.c); functions with a row in
 * rows.def are called, and what they change is compared with what the row allows (rows.c). COUNT
 * calls of each. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "input.h"
#include "models.h"
#include "rows.h"

static void make_files(void) {
    FILE *f = fopen("data", "w");
    for (int i = 0; f && i < 20; i++) fprintf(f, "%d line of text %x\n", i, i * 77);
    if (!f || fclose(f)) {
        perror("oracle_library: data");
        exit(1);
    }
}

int main(int argc, char **argv) {
    static struct world w;
    long count = argc == 3 ? strtol(argv[1], NULL, 10) : 0, seed = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (count < 1 || seed < 0) {
        fprintf(stderr, "usage: oracle_library COUNT SEED, in an empty folder\n");
        return 2;
    }
    make_files();
    world_init(&w, (uint64_t)seed);
    uint32_t models = models_compare(&w, (uint32_t)count) + models_compare_texts(&w, (uint32_t)count) +
                      input_compare((uint64_t)seed, (uint32_t)count);
    uint32_t rows = rows_compare(&w, (uint32_t)count);
    printf("%u models and %u functions with a row, %ld calls each: as edgewise says\n", models, rows, count);
    return 0;
}
