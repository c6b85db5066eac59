#include "world.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static unsigned char *between_guards(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page;
    unsigned char *all =
        mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) || mprotect(all + page + room, page, PROT_NONE)) {
        perror("oracle_library");
        exit(1);
    }
    return all + page;
}

void world_init(struct world *w, uint64_t seed) {
    *w = (struct world){.slots = between_guards(WORLD_BYTES), .spare = between_guards(WORLD_BYTES)};
    w->seed = seed * 2654435761u + 1;
}

/* xorshift* */
uint64_t world_random(struct world *w) {
    w->seed ^= w->seed >> 12;
    w->seed ^= w->seed << 25;
    w->seed ^= w->seed >> 27;
    return w->seed * 2685821657736338717u;
}

static uint64_t below(struct world *w, uint64_t n) { return (world_random(w) >> 16) % n; }

/* ---- values ---- */

static long any_number(struct world *w, int bits) {
    static const long boundaries[] = {0,   1,   -1,  2,   7,     8,     9,         10,
                                      127, 128, 255, 256, 32767, 65535, INT32_MAX, INT32_MIN};
    long v = boundaries[below(w, sizeof boundaries / sizeof *boundaries)];
    if (below(w, 2)) v = (long)world_random(w) >> below(w, 60);
    if (bits == 64 && below(w, 8) == 0) v = below(w, 2) ? INT64_MAX : INT64_MIN;
    return bits == 32 ? (long)(int)v : v;
}

static double any_real(struct world *w, bool single) {
    static const double boundaries[] = {
        0, -0.0, 1, -1, 0.5, 3.75, 1e300, -1e-300, 4.9e-324, 2.2250738585072014e-308, 1e38, 1e-45};
    union {
        uint64_t bits;
        double d;
    } v = {world_random(w)};
    if (below(w, 2)) v.d = boundaries[below(w, sizeof boundaries / sizeof *boundaries)];
    if (below(w, 8) == 0) v.d = below(w, 2) ? 1.0 / 0.0 : 0.0 / 0.0;
    if (below(w, 3) == 0) v.d = (double)any_number(w, 32) / 8;
    return single ? (double)(float)v.d : v.d;
}

/* ---- memory ---- */

static unsigned char *take_slot(struct world *w, struct call *c, uint32_t i) {
    if (w->used == SLOTS) world_fail(c, "its recipe needs too many slots");
    unsigned char *at = w->slots + SLOT * w->used;
    c->arg[i].slot = (int)w->used++;
    c->arg[i].is_pointer = true;
    return at;
}

static void put_string(struct world *w, unsigned char *at, int width) {
    static const char letters[] = "abcabcabcABC019 -+.xX,;%\t\n_z\xff\x80";
    size_t n = below(w, 25), kinds = 1 + below(w, sizeof letters - 1);
    for (size_t i = 0; i <= n; i++) {
        int letter = i < n ? (unsigned char)letters[below(w, kinds)] : 0;
        if (width == 4) memcpy(at + 4 * i, &letter, 4);
        else at[i] = (unsigned char)letter;
    }
}

static void put_numeral(struct world *w, unsigned char *at) {
    static const char *const forms[] = {
        "%ld", " %+ld", "0x%lx", "%lde5", "-%ld.5x", "\t0%lo", "%ld99999999999999999999"};
    snprintf((char *)at, 64, forms[below(w, sizeof forms / sizeof *forms)], any_number(w, 64));
}

static void put_tm(struct world *w, unsigned char *at) {
    struct tm t = {.tm_sec = (int)below(w, 61),
                   .tm_min = (int)below(w, 60),
                   .tm_hour = (int)below(w, 24),
                   .tm_mday = 1 + (int)below(w, 31),
                   .tm_mon = (int)below(w, 12),
                   .tm_year = (int)below(w, 200),
                   .tm_wday = (int)below(w, 7),
                   .tm_yday = (int)below(w, 365),
                   .tm_zone = "UTC"};
    memcpy(at, &t, sizeof t);
}

static void put_time(struct world *w, unsigned char *at) {
    time_t t = (time_t)below(w, 4000000000u);
    memcpy(at, &t, sizeof t);
}

/* The folder holds a file "data"; see main.c. */
static int some_file(struct world *w, bool write) {
    static int last = -1;
    if (last >= 0) close(last);
    last = open(write ? "written" : "data", write ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY, 0600);
    return below(w, 4) ? last : -1;
}

static int some_socket(void) {
    static int ends[2] = {-1, -1};
    if (ends[0] < 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) abort();
    return ends[0];
}

/* A va_list of x86-64 whose registers are used up, and the arguments in the same slot. */
static void put_list(struct world *w, unsigned char *at) {
    struct {
        unsigned general, floating;
        void *rest, *saved;
    } list = {48, 304, at + 64, NULL};
    long number = any_number(w, 32);
    memcpy(at, &list, sizeof list);
    memcpy(at + 64, &number, sizeof number);
}

static void *some_stream(struct world *w) {
    static FILE *stream;
    if (stream) fclose(stream);
    stream = fopen("data", "r+");
    if (!stream || fseek(stream, (long)below(w, 40), SEEK_SET)) abort();
    return stream;
}

static bool is_word(const char *word, size_t n, const char *name) {
    return strlen(name) == n && !memcmp(word, name, n);
}

static bool number_argument(struct world *w, const char *word, size_t n, long *v) {
    if (is_word(word, n, "i")) *v = any_number(w, 32);
    else if (is_word(word, n, "l")) *v = any_number(w, 64);
    else if (is_word(word, n, "ch")) *v = (long)below(w, 257) - 1;
    else if (is_word(word, n, "base")) *v = below(w, 4) ? (long)below(w, 35) + 2 : 0;
    else if (is_word(word, n, "n")) *v = (long)below(w, 25);
    else if (is_word(word, n, "N")) *v = (long)below(w, 24) + 1;
    else if (is_word(word, n, "sec")) *v = (long)below(w, 4000000000u);
    else if (is_word(word, n, "fd")) *v = some_file(w, false);
    else if (is_word(word, n, "wfd")) *v = some_file(w, true);
    else if (is_word(word, n, "sock")) *v = some_socket();
    else if (*word >= '0' && *word <= '9') *v = strtol(word, NULL, 10);
    else if (*word == '-') *v = strtol(word, NULL, 10);
    else return false;
    return true;
}

/* The offset in the slot is where the argument points. */
static size_t fill_slot(struct world *w, const char *word, size_t n, unsigned char *at) {
    size_t offset = below(w, 8);
    if (is_word(word, n, "str")) put_string(w, at + offset, 1);
    else if (is_word(word, n, "num")) put_numeral(w, at + offset);
    else if (is_word(word, n, "wstr")) put_string(w, at, 4);
    else if (is_word(word, n, "zero")) memset(at, 0, SLOT);
    else if (is_word(word, n, "tm")) put_tm(w, at);
    else if (is_word(word, n, "time")) put_time(w, at);
    else if (is_word(word, n, "va")) put_list(w, at);
    else if (is_word(word, n, "small")) memcpy(at, "\x10\0\0\0", 4);
    else if (is_word(word, n, "template")) strcpy((char *)at, "tmpXXXXXX");
    else if (is_word(word, n, "buf")) return offset;
    else if (!is_word(word, n, "slot")) return SLOT;
    return is_word(word, n, "str") || is_word(word, n, "num") ? offset : 0;
}

static void pointer_argument(struct world *w, struct call *c, uint32_t i, const char *word, size_t n) {
    static char texts[MAX_ARGUMENTS][64];
    c->arg[i].is_pointer = true;
    c->arg[i].slot = -1;
    if (is_word(word, n, "null")) {
        c->arg[i].number = 0;
    } else if (*word == '=') {
        snprintf(texts[i], sizeof texts[i], "%.*s", (int)n - 1, word + 1);
        c->arg[i].number = (long)texts[i];
    } else if (is_word(word, n, "file")) {
        c->arg[i].number = (long)some_stream(w);
    } else if (is_word(word, n, "newfile")) {
        c->arg[i].number = (long)fopen("data", "r");
    } else if (is_word(word, n, "wide")) {
        c->arg[i].number = (long)L"%d";
    } else if (is_word(word, n, "near")) {
        c->arg[i].slot = c->arg[i - 1].slot;
        c->arg[i].number = (long)(w->slots + SLOT * c->arg[i].slot + below(w, 24));
    } else if (is_word(word, n, "ref")) {
        unsigned char *at = take_slot(w, c, i), *string = w->slots + SLOT * w->used++;
        put_string(w, string, 1);
        memcpy(at, &string, sizeof string);
        c->arg[i].number = (long)at;
    } else {
        unsigned char *at = take_slot(w, c, i);
        size_t offset = fill_slot(w, word, n, at);
        if (offset == SLOT) world_fail(c, "its recipe has the unknown word %.*s", (int)n, word);
        c->arg[i].number = (long)(at + offset);
        c->arg[i].is_list = is_word(word, n, "va");
    }
}

static void one_argument(struct world *w, struct call *c, const char *word, size_t n) {
    uint32_t i = c->n++;
    bool may_be_null = n > 1 && word[n - 1] == '?';
    if (c->n > MAX_ARGUMENTS) world_fail(c, "its recipe is too long");
    if (is_word(word, n, "d") || is_word(word, n, "f")) {
        c->arg[i].is_float = true;
        c->arg[i].real = any_real(w, *word == 'f');
        if (*word == 'f') { /* the register holds the float in its lower half */
            union {
                float f;
                double d;
            } narrow = {.d = 0};
            narrow.f = (float)c->arg[i].real;
            c->arg[i].real = narrow.d;
        }
    } else if (!number_argument(w, word, n, &c->arg[i].number)) {
        pointer_argument(w, c, i, word, may_be_null ? n - 1 : n);
        if (may_be_null && w->prepared > 0 && below(w, 4) == 0) {
            c->arg[i].number = 0;
            c->arg[i].slot = -1;
        }
    }
}

static void scatter(struct world *w, unsigned char *at) {
    for (size_t i = 0; i < WORLD_BYTES; i += 8) {
        uint64_t v = world_random(w);
        memcpy(at + i, &v, 8);
    }
}

void world_prepare(struct world *w, struct call *c, const char *recipe) {
    scatter(w, w->slots);
    memset(c->arg, 0, sizeof c->arg);
    c->n = 0;
    w->used = 0;
    for (const char *at = recipe + strspn(recipe, " "); *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        one_argument(w, c, at, n);
        at += n;
    }
    w->prepared++;
    memcpy(w->shadow, w->slots, WORLD_BYTES);
    memcpy(w->spare_shadow, w->spare, WORLD_BYTES);
}

/* ---- calls ---- */

struct pair {
    long a, b;
};
struct reals {
    double a, b;
};

void world_call(struct call *c) {
    long n[6] = {0};
    double d[4] = {0};
    uint32_t numbers = 0, reals = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->arg[i].is_float ? reals == 4 : numbers == 6) world_fail(c, "takes too many arguments");
        if (c->arg[i].is_float) d[reals++] = c->arg[i].real;
        else n[numbers++] = c->arg[i].number;
    }
    errno = 0;
    if (c->result == 'd' || c->result == 'f' || c->result == 'z') {
        struct reals (*f)(long, ...) = (struct reals(*)(long, ...))c->function;
        struct reals r = f(n[0], n[1], n[2], n[3], n[4], n[5], d[0], d[1], d[2], d[3]);
        c->real = r.a;
        c->imaginary = r.b;
    } else {
        struct pair (*f)(long, ...) = (struct pair(*)(long, ...))c->function;
        struct pair r = f(n[0], n[1], n[2], n[3], n[4], n[5], d[0], d[1], d[2], d[3]);
        c->number = r.a;
        c->second = r.b;
    }
    c->errno_after = errno;
}

const char *world_prototype(const char *name) {
    static const char *const rows[][2] = {
#define R(name, codes) {name, codes},
#define V(name)
#include "frontend/library/prototypes/prototypes.def"
#undef R
#undef V
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], name)) return rows[i][1];
    return NULL;
}

void *world_find(const char *name) {
    static void *mathematics;
    if (!mathematics) mathematics = dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
    void *found = dlsym(RTLD_DEFAULT, name);
    return found ? found : dlsym(mathematics, name);
}

FILE *world_complaints;

void world_fail(const struct call *c, const char *format, ...) {
    FILE *to = world_complaints ? world_complaints : stderr;
    va_list args;
    fprintf(to, "oracle_library: %s", c->name);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->arg[i].is_float) fprintf(to, " %a", c->arg[i].real);
        else fprintf(to, " %#lx", (unsigned long)c->arg[i].number);
    fputs(": ", to);
    va_start(args, format);
    vfprintf(to, format, args);
    va_end(args);
    fputs("\n", to);
    _exit(WORLD_FAILED);
}
