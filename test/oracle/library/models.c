/* Each model is called with the arguments of the real function, in the same memory, and must do the
 * same: result, bytes written, errno. What a model leaves open is an arbitrary value; it gets the
 * value that the function really gave, and must accept it:
 *
 *     M int strcmp(const char *a, const char *b) { ... a[i] < b[i] ? less() : ... }
 *
 * less() asks for any number and excludes those that are not negative. If the function returned 1
 * there, the model refuses (native.h), and that is a finding. */
#include "models.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(name, result, recipe) void model_##name(void);
#include "models.def"
#undef X
/* Their real functions have other names. */
void model_edgewise_memcpy(void);
void model_edgewise_memmove(void);
void model_edgewise_memset(void);
const unsigned short **model___ctype_b_loc(void);
int model_posix_memalign(void **, size_t, size_t);
void *edgewise_sized_malloc(size_t);
void *model_realloc(void *, size_t);
void *model_reallocarray(void *, size_t, size_t);
extern int edgewise_errno;

static const struct model {
    const char *name;
    void (*model)(void);
    char result;
    const char *recipe;
} models[] = {
#define X(name, result, recipe) {#name, model_##name, result, recipe},
#include "models.def"
#undef X
    {"memcpy", model_edgewise_memcpy, 'v', "buf buf n"},
    {"memmove", model_edgewise_memmove, 'v', "buf near n"},
    {"memset", model_edgewise_memset, 'v', "buf ch n"},
};

/* ---- what is arbitrary ---- */

static const struct call *real; /* the call of the real function that is compared with */
static bool asked_end;          /* the model of strtol has been told where the number ends */

static const unsigned char *first_pointer(void) { return (const unsigned char *)real->arg[0].number; }

/* Where strtol and its kin say that the number ends, as an offset. */
static const unsigned char *stored_end;

int any_int(void);
long any_long(void);
long long any_long_long(void);
float anyf(void);
double any(void);
int any_errno(void);

/* Where no function is compared with, any number but 0. */
int any_int(void) { return real ? (int)real->number : 1; }
long any_long(void) {
    if (stored_end && !asked_end) {
        asked_end = true;
        return (long)(stored_end - first_pointer());
    }
    return real->number;
}
long long any_long_long(void) { return real->number; }
double any(void) { return real->real; }
float anyf(void) {
    union {
        double d;
        float f;
    } v = {real->real};
    return v.f;
}
int any_errno(void) { return real->errno_after; }

_Noreturn void model_refuses(void);
void model_refuses(void) {
    world_fail(real, "the model excludes what the function did (%ld, %a)", real->number, real->real);
}

/* ---- comparison ---- */

static bool same_bits(double a, double b, size_t bytes) {
    float f, g;
    memcpy(&f, &a, sizeof f);
    memcpy(&g, &b, sizeof g);
    bool both_nan = bytes == 4 ? f != f && g != g : a != a && b != b;
    return both_nan || !memcmp(&a, &b, bytes);
}

static bool same_strings(long a, long b) { return !a || !b ? a == b : !strcmp((char *)a, (char *)b); }

static bool same_results(char kind, const struct call *a, const struct call *b) {
    switch (kind) {
    case 'v': return true;
    case 'b': /* any number but 0 is as good */
    case 'i': return (int)a->number == (int)b->number;
    case 's': return (short)a->number == (short)b->number;
    case 'd': return same_bits(a->real, b->real, 8);
    case 'f': return same_bits(a->real, b->real, 4);
    case 'z': return same_bits(a->real, b->real, 8) && same_bits(a->imaginary, b->imaginary, 8);
    case 'w': return a->number == b->number && a->second == b->second;
    case 'S': return same_strings(a->number, b->number);
    default: return a->number == b->number;
    }
}

static void free_strings(const struct call *a, const struct call *b) {
    free((void *)a->number);
    free((void *)b->number);
}

static void compare_once(struct world *w, const struct model *m, void *function) {
    static unsigned char after[WORLD_BYTES];
    struct call a = {.name = m->name, .function = function, .result = m->result}, b;
    world_prepare(w, &a, m->recipe);
    world_call(&a);
    memcpy(after, w->slots, WORLD_BYTES);
    bool ends = a.n > 1 && strstr(m->recipe, "num slot") && a.arg[1].slot >= 0;
    stored_end = NULL;
    if (ends) memcpy(&stored_end, (void *)a.arg[1].number, sizeof stored_end);
    asked_end = false;
    real = &a;
    memcpy(w->slots, w->shadow, WORLD_BYTES);
    b = a;
    b.function = (void *)m->model;
    edgewise_errno = 0;
    world_call(&b);
    if (!same_results(m->result, &a, &b))
        world_fail(&a, "the function gives %ld %a, the model %ld %a", a.number, a.real, b.number, b.real);
    if (memcmp(after, w->slots, WORLD_BYTES)) world_fail(&a, "the model writes other bytes");
    if (a.errno_after && m->result != 'S' && edgewise_errno != a.errno_after)
        world_fail(&a, "the function sets errno to %d, the model does not", a.errno_after);
    if (m->result == 'S') free_strings(&a, &b);
    real = NULL;
}

/* The table of character classes, of which only the kinds that C names are compared. */
static void compare_classes(void) {
    const unsigned short *(*function)(void) = NULL, **table;
    void *found = world_find("__ctype_b_loc");
    struct call c = {.name = "__ctype_b_loc"};
    memcpy(&function, &found, sizeof found);
    table = (const unsigned short **)function();
    for (int i = -128; i < 256; i++)
        if ((*table)[i] != (*model___ctype_b_loc())[i]) world_fail(&c, "differs at %d", i);
}

static void compare_memalign(struct world *w) {
    struct call c = {.name = "posix_memalign"};
    void *untouched = w, *a = untouched, *b = untouched;
    size_t align = world_random(w) % 2 ? (size_t)1 << world_random(w) % 10 : world_random(w) % 70;
    int real_result = posix_memalign(&a, align, 40), result = model_posix_memalign(&b, align, 40);
    if (real_result != result)
        world_fail(&c, "gives %d for the alignment %zu, the model %d", real_result, align, result);
    if ((a == untouched) != (b == untouched))
        world_fail(&c, "stores a pointer and the model does not, or the other way round");
    if (a != untouched) free(a);
    if (b != untouched) free(b);
}

/* Blocks of the model begin 16 bytes before what the program sees. */
static void compare_realloc(struct world *w) {
    struct call c = {.name = "realloc"};
    size_t old = 1 + world_random(w) % 100, new = 1 + world_random(w) % 100;
    bool array = world_random(w) % 2;
    unsigned char *a = edgewise_sized_malloc(old), *b;
    for (size_t i = 0; i < old; i++) a[i] = (unsigned char)world_random(w);
    b = array ? model_reallocarray(a, new, 1) : model_realloc(a, new);
    if (!b || memcmp(a, b, old < new ? old : new)) world_fail(&c, "the model loses contents");
    if (array && model_reallocarray(b, SIZE_MAX / 2, 4))
        world_fail(&c, "the model of reallocarray overflows");
    free(a - 16);
    free(b - 16);
}

/* Every model is compared, or has a reason for not being. */
static void check_complete(void) {
    static const char *const names[] = {
#include "models_list.h"
    };
    static const char apart[] =
        " __ctype_b_loc posix_memalign realloc reallocarray edgewise_memcpy edgewise_memmove edgewise_memset "
        /* in texts.c */
        "edgewise_print_text edgewise_print_char edgewise_print_number edgewise_print_long "
        "edgewise_print_sign "
        "edgewise_print_end edgewise_print_result edgewise_print_new edgewise_print_room "
        "edgewise_print_new_end "
        "qsort qsort_r bsearch atexit modfl "
        "__errno_location "; /* the last: the address of a variable, there is nothing to compare */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char word[64];
        bool known = false;
        snprintf(word, sizeof word, " %s ", names[i]);
        for (size_t k = 0; k < sizeof models / sizeof *models; k++)
            known |= !strcmp(models[k].name, names[i]);
        struct call c = {.name = names[i]};
        if (!known && !strstr(apart, word)) world_fail(&c, "has a model that is not compared");
    }
}

uint32_t models_compare(struct world *w, uint32_t count) {
    uint32_t n = 4;
    check_complete();
    compare_classes();
    for (uint32_t k = 0; k < count; k++) {
        compare_memalign(w);
        compare_realloc(w);
    }
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        void *function = world_find(models[i].name);
        if (!function) {
            printf("%s: this C library has no such function\n", models[i].name);
            continue;
        }
        w->prepared = 0;
        for (uint32_t k = 0; k < count; k++) compare_once(w, &models[i], function);
        n++;
    }
    return n;
}
