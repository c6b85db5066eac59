/* The models of printf's directives, beside snprintf with the same directive; qsort and bsearch,
 * beside the real ones. */
#include "models.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 1, ZERO = 2, PLUS = 4, SPACE = 8, ALTERNATIVE = 16, UPPER = 32, ROOM = 96, ELEMENTS = 12 };

size_t model_edgewise_print_text(char *, size_t, size_t, const char *, int, int, int);
size_t model_edgewise_print_char(char *, size_t, size_t, int, int, int);
size_t model_edgewise_print_number(char *, size_t, size_t, unsigned, int, unsigned, int, int, int, int);
size_t model_edgewise_print_long(char *, size_t, size_t, unsigned long long, int, unsigned long long, int,
                                 int, int, int);
int model_edgewise_print_sign(int, int);
int model_edgewise_print_end(char *, size_t, size_t);
int model_edgewise_print_result(size_t);
char *model_edgewise_print_new(char **, size_t);
size_t model_edgewise_print_room(const char *, size_t);
int model_edgewise_print_new_end(char *, size_t, size_t);
void model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void model_qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int model_atexit(void (*)(void));
void edgewise_run_at_exit(void);

void edgewise_ledger(const char *name) __asm__("__edgewise_ledger");
void edgewise_ledger(const char *name) { (void)name; }
_Noreturn void edgewise_cut(const char *reason) __asm__("__edgewise_cut");
void edgewise_cut(const char *reason) {
    struct call c = {.name = "atexit"};
    world_fail(&c, "%s", reason);
}

/* ---- printf ---- */

struct directive {
    char format[32], kind;
    int flags, width, precision, room;
    long long number;
    bool wide;
};

static int small(struct world *w, int most) { return (int)(world_random(w) % (uint64_t)(most + 1)); }

static long long some_number(struct world *w) {
    static const long long edges[] = {0, 1, -1, 9, 10, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, UINT_MAX};
    long long n = (long long)world_random(w);
    int which = small(w, 2);
    return which == 0 ? edges[small(w, 9)] : which == 1 ? n >> small(w, 63) : n;
}

static bool has_meaning(char kind, char flag) {
    return flag == '-' || !strchr("sc", kind) ? flag != '#' || strchr("oxX", kind) : false;
}

static void make_directive(struct world *w, struct directive *d) {
    static const char kinds[] = "duxXosc", letters[] = "-0+ #";
    char *at = d->format;
    *d = (struct directive){.kind = kinds[small(w, 6)], .number = some_number(w), .room = small(w, 40)};
    d->wide = d->kind != 's' && d->kind != 'c' && small(w, 1);
    *at++ = '%';
    for (int i = 0; i < 5; i++)
        if (small(w, 2) == 0 && has_meaning(d->kind, letters[i])) {
            d->flags |= 1 << i;
            *at++ = letters[i];
        }
    if (d->kind == 'X') d->flags |= UPPER;
    d->width = small(w, 1) ? small(w, 30) - 15 : 0;
    d->precision = small(w, 1) ? small(w, 25) - 3 : -1;
    snprintf(at, 16, "*.*%s%c", d->wide ? "ll" : "", d->kind);
    if (d->kind == 'c') snprintf(at, 16, "*c"); /* a precision is none of its business */
}

static size_t print_number(const struct directive *d, char *to, size_t max) {
    bool negative = d->kind == 'd' && (d->wide ? d->number : (int)d->number) < 0;
    int sign = d->kind == 'd' ? model_edgewise_print_sign(negative, d->flags) : 0;
    unsigned base = d->kind == 'o' ? 8 : d->kind == 'x' || d->kind == 'X' ? 16 : 10;
    unsigned long long x = (unsigned long long)d->number;
    if (negative) x = -x;
    if (d->wide)
        return model_edgewise_print_long(to, max, 0, x, sign, base,
                                         base == 8    ? 22
                                         : base == 16 ? 16
                                                      : 20,
                                         d->flags, d->width, d->precision);
    return model_edgewise_print_number(to, max, 0, (unsigned)x, sign, base,
                                       base == 8    ? 11
                                       : base == 16 ? 8
                                                    : 10,
                                       d->flags, d->width, d->precision);
}

static int print_model(const struct directive *d, char *to, size_t max, const char *text) {
    size_t n = d->kind == 's' ? model_edgewise_print_text(to, max, 0, text, d->flags, d->width, d->precision)
               : d->kind == 'c' ? model_edgewise_print_char(to, max, 0, (int)d->number, d->flags, d->width)
                                : print_number(d, to, max);
    return model_edgewise_print_end(to, max, n);
}

static int print_real(const struct directive *d, char *to, size_t max, const char *text) {
    if (d->kind == 's') return snprintf(to, max, d->format, d->width, d->precision, text);
    if (d->kind == 'c') return snprintf(to, max, d->format, d->width, (int)d->number);
    if (d->wide) return snprintf(to, max, d->format, d->width, d->precision, d->number);
    return snprintf(to, max, d->format, d->width, d->precision, (int)d->number);
}

static void compare_directive(struct world *w) {
    static const char *const texts[] = {"", "a", "edgewise", "%s %d", "a longer text than the others"};
    struct directive d;
    char real[ROOM], model[ROOM];
    make_directive(w, &d);
    const char *text = texts[small(w, 4)];
    struct call c = {.name = "snprintf"};
    memset(real, 7, sizeof real);
    memset(model, 7, sizeof model);
    size_t max = small(w, 3) ? ROOM : (size_t)d.room;
    int a = print_real(&d, real, max, text), b = print_model(&d, model, max, text);
    if (a != b || memcmp(real, model, sizeof real))
        world_fail(&c, "%s of %lld and %d, %d: %d and \"%s\", the model %d and \"%s\"", d.format, d.number,
                   d.width, d.precision, a, max ? real : "", b, max ? model : "");
    if (model_edgewise_print_result((size_t)a) != a) world_fail(&c, "the result is another one");
}

static void compare_new(void) {
    struct call c = {.name = "asprintf"};
    char *to = NULL, *new = model_edgewise_print_new(&to, 3);
    size_t room = model_edgewise_print_room(new, 3);
    size_t n = model_edgewise_print_text(new, room, 0, "abc", 0, 0, -1);
    if (model_edgewise_print_new_end(new, room, n) != 3 || to != new || strcmp(to, "abc"))
        world_fail(&c, "the model gives another text");
    free(new);
}

/* ---- qsort, bsearch ---- */

struct element {
    short key;
    char name[5];
};

static int compare_keys(const void *a, const void *b) {
    const struct element *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}
static int compare_with(const void *a, const void *b, void *sign) {
    return *(int *)sign * compare_keys(a, b);
}

static void compare_sorting(struct world *w) {
    struct call c = {.name = "qsort"};
    struct element real[ELEMENTS], model[ELEMENTS], key = {.key = (short)small(w, 20)};
    size_t n = (size_t)small(w, ELEMENTS);
    int sign = 1;
    memset(real, 0, sizeof real);
    for (size_t i = 0; i < n; i++) /* where keys are equal, elements are */
        real[i].name[0] = (char)(real[i].key = (short)small(w, 20));
    memcpy(model, real, sizeof real);
    qsort(real, n, sizeof *real, compare_keys);
    if (small(w, 1)) model_qsort(model, n, sizeof *model, compare_keys);
    else model_qsort_r(model, n, sizeof *model, compare_with, &sign);
    if (memcmp(real, model, sizeof real)) world_fail(&c, "the model sorts in another way");
    const struct element *a = bsearch(&key, real, n, sizeof *real, compare_keys),
                         *b = model_bsearch(&key, model, n, sizeof *model, compare_keys);
    c.name = "bsearch";
    if (!a != !b || (a && a->key != b->key)) world_fail(&c, "the model finds something else");
}

/* ---- atexit ---- */

static int order;
static void runs_last(void) { order = 10 * order + 1; }
static void runs_first(void) { order = 10 * order + 2; }

static void check_atexit(void) {
    struct call c = {.name = "atexit"};
    order = 0;
    if (model_atexit(runs_last) || model_atexit(runs_first)) world_fail(&c, "the model fails");
    edgewise_run_at_exit();
    if (order != 21) world_fail(&c, "the model calls functions in another order");
}

/* ---- long double, of which world.h knows nothing ---- */

long double modfl(long double, long double *);
long double model_modfl(long double, long double *);

static void compare_modfl(struct world *w) {
    static const long double edges[] = {0, -0.0L, 0.5L, -1, 1e30L, -1e-30L, __builtin_infl(), 1.5L};
    struct call c = {.name = "modfl"};
    long double x = small(w, 1) ? edges[small(w, 7)] : (long double)some_number(w) / 4096;
    long double whole = 0, whole2 = 0, a = modfl(x, &whole), b = model_modfl(x, &whole2);
    if (a != b || whole != whole2 || __builtin_signbit(a) != __builtin_signbit(b))
        world_fail(&c, "%Lg and %Lg, the model %Lg and %Lg", a, whole, b, whole2);
}

uint32_t models_compare_texts(struct world *w, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        compare_directive(w);
        compare_new();
        compare_sorting(w);
        check_atexit();
        compare_modfl(w);
    }
    return 9;
}
