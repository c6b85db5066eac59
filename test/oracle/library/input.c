/* A real function reads from a file of random text. Its model is then given the numbers and bytes
 * that the real one found, and must accept them, return the same and leave the same bytes:
 *
 *     fgets found "ab\n", 3 bytes      the model draws 3, and for the bytes "ab\n"
 *
 * The bytes that a model draws may lie anywhere in what it says it may write. */
#include "input.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *model_fgets(char *, int, void *);
char *model_gets(char *);
size_t model_fread(void *, size_t, size_t, void *);
long model_read(int, void *, size_t);
int model_scanf(const char *, ...);
int model_fscanf(void *, const char *, ...);

enum { ROOM = 96, TEXT = 40, NUMBERS = 8 };

static uint64_t state;
static unsigned char before[ROOM], found[ROOM], to[ROOM];
static const char *name;
static long numbers[NUMBERS];
static unsigned n_numbers, next_number;

static void differs(const char *what) {
    fprintf(stderr, "oracle_library: the model of %s %s\n", name, what);
    exit(99);
}

_Noreturn void model_refuses_input(void);
void model_refuses_input(void) {
    fprintf(stderr, "oracle_library: the model of %s excludes what the function did\n", name);
    exit(99);
}

long __edgewise_outside_number(const char *by);
long __edgewise_outside_number(const char *by) {
    if (!strcmp(by, "errno")) return 0;
    if (next_number >= n_numbers) differs("asks for more numbers than there are");
    return numbers[next_number++];
}

/* The part of `to` may change to what was found there. */
void __edgewise_outside_bytes(unsigned char *part, size_t n, const char *by);
void __edgewise_outside_bytes(unsigned char *part, size_t n, const char *by) {
    (void)by;
    if (part < to || part > to + ROOM) differs("writes elsewhere");
    size_t at = (size_t)(part - to);
    for (size_t i = 0; i < n && at + i < ROOM; i++) part[i] = found[at + i];
}

static uint32_t draw(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

/* A file of random text, with characters that formats care about, and zeros if they may be in
 * it. */
static FILE *some_file(bool zeros) {
    static const char letters[] = "a b-1207.5e\n\n x\t+9";
    FILE *f = tmpfile();
    uint32_t n = draw(TEXT);
    for (uint32_t i = 0; f && i < n; i++)
        fputc(zeros && !draw(12) ? 0 : letters[draw(sizeof letters - 1)], f);
    if (!f) exit(2);
    rewind(f);
    return f;
}

static void begin(const char *function) {
    name = function;
    n_numbers = next_number = 0;
    for (int i = 0; i < ROOM; i++) before[i] = (unsigned char)draw(256);
    memcpy(found, before, ROOM);
    memcpy(to, before, ROOM);
}

static void number(long n) { numbers[n_numbers++] = n; }

static void finish(bool same_result) {
    if (!same_result) differs("returns something else");
    if (memcmp(found, to, ROOM)) differs("leaves other bytes");
    if (next_number != n_numbers) differs("asks for fewer numbers");
}

static void compare_fgets(void) {
    FILE *f = some_file(true);
    int n = (int)draw(ROOM / 2);
    begin("fgets");
    char *result = fgets((char *)found, n, f);
    number(result && n > 1 ? ftell(f) : 0);
    fclose(f);
    char *other = model_fgets((char *)to, n, NULL);
    finish(result ? other == (char *)to : !other);
}

static void compare_fread(void) {
    FILE *f = some_file(true);
    size_t size = draw(5), n = draw(12);
    begin("fread");
    size_t result = fread(found, size, n, f);
    number((long)result);
    fclose(f);
    finish(model_fread(to, size, n, NULL) == result);
}

static void compare_read(void) {
    FILE *f = some_file(true);
    size_t n = draw(ROOM);
    int file = draw(8) ? fileno(f) : -1;
    begin("read");
    lseek(fileno(f), 0, SEEK_SET);
    long result = read(file, found, n);
    number(result);
    fclose(f);
    finish(model_read(file, to, n) == result);
}

/* One conversion after a number: what it stored is drawn once more. */
static void compare_scan(const char *format, char kind) {
    FILE *f = some_file(false);
    int first = 0, second = 0;
    begin(format);
    int result = fscanf(f, format, &first, (void *)found);
    fclose(f);
    number(result);
    if (result >= 1) number(first);
    if (result >= 2 && kind == 's') number((long)strlen((char *)found));
    if (result >= 2 && kind == 'h') number(*(short *)found);
    if (result >= 2 && kind == 'l') {
        number(*(long *)found >> 32);
        number((int)*(long *)found);
    }
    int other = draw(2) ? model_scanf(format, &second, to) : model_fscanf(NULL, format, &second, to);
    if (result >= 1 && first != second) differs("stores another number");
    finish(other == result);
}

uint32_t input_compare(uint64_t seed, uint32_t count) {
    static const struct {
        const char *format;
        char kind;
    } formats[] = {{"%d%9s", 's'},  {"%i %20[^b]", 's'}, {"%x%*d %lf", 'f'},
                   {"%u %3c", 'c'}, {"%d,%hd", 'h'},     {"%d %ld", 'l'},
                   {"%o%%%f", 'f'}, {"%*s %d %Lf", 'f'}, {"%d%*[]x]%5s", 's'}};
    state = seed;
    for (uint32_t i = 0; i < count; i++) {
        compare_fgets();
        compare_fread();
        compare_read();
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
            compare_scan(formats[k].format, formats[k].kind);
    }
    return 5;
}
