/* The driver: runs the program again and again inside the sandbox, in one process.
 *
 * This text is compiled together with the user's program whenever the engine starts. A run begins
 * with the program's global data as it was before the first one (a copy is kept), an empty heap
 * (malloc is ours) and an input; it ends when main returns, when the program leaves by exit, abort
 * or an assumption that fails, when it has drawn too many values, by a crash or by the clock. All
 * ends but a hit come back here by a long jump.
 *
 * Which inputs it is run on is the matter of search.c, which follows in the same text.
 *
 * The driver may go on only as long as the engine answers its ticks: if that is stopped, so is the
 * driver; if it is gone, the driver ends. Nothing here has to be right for a verdict to be right: a
 * hit is a suggestion. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum end { END_RETURN = 1, END_QUIET, END_LIMIT, END_TIME, END_CRASH, END_HIT };
enum {
    HEAP_SIZE = 64 << 20,
    CMP_SLOTS = 4096,
    ALT_STACK = 64 << 10,
    BLOCK = 16,
    MAX_TRIED = 256,
    MAX_TRIES = 2000,
    FIRST_RUNS = 34
};
/* types are widths, with this bit for floating point */
enum { TYPE_FLOAT = 1 << 8 };
static const uint32_t limits[] = {5, 100, 1000}; /* ticks */
enum { LEVELS = 3 };

struct cmp {
    uint64_t a, b;
    uint32_t size;
    uint32_t stamp; /* the run that it was seen in */
};

/* Whatever changes lives outside the program's data segment, which is restored before every run. */
struct state {
    sigjmp_buf end;
    volatile int running;
    uint32_t ticks, limit; /* of this run */
    uint32_t max_draws;
    uint32_t n;    /* values of the input */
    uint32_t tail; /* how it goes on after them */
    uint64_t repeated;
    uint64_t input[FUZZ_MAX_DRAWS], hit[FUZZ_MAX_DRAWS];
    uint32_t hit_n;
    char *heap;
    size_t heap_used;
    char *data; /* copy of the data segment */
    uint32_t stamp, touched;
    uint16_t touched_slot[CMP_SLOTS];
    struct cmp cmp[CMP_SLOTS], tried[MAX_TRIED];
    char alt_stack[ALT_STACK];
};

static struct fuzz_shared *shared;
static struct state *state;
static unsigned char *counters, *counters_end;
extern char __data_start[], _end[];
volatile uint32_t edgewise_place;
extern int EDGEWISE_ENTRY();
extern const uint64_t
    edgewise_constants[]; /* their number, then those that the program compares something with */

/* ---- randomness ---- */

static uint64_t next_random(void) {
    uint64_t z = (shared->seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t below(uint32_t n) { return n ? (uint32_t)((next_random() >> 32) * n >> 32) : 0; }

/* ---- what the program calls ---- */

static void leave(int how) { siglongjmp(state->end, how); }

void __sanitizer_cov_8bit_counters_init(unsigned char *begin, unsigned char *end) {
    if (!counters || begin < counters) counters = begin;
    if (end > counters_end) counters_end = end;
}

static inline void compared(uintptr_t pc, uint64_t a, uint64_t b, uint32_t size) {
    if (a == b || !state) return;
    uint32_t slot = (uint32_t)(pc ^ pc >> 12) % CMP_SLOTS;
    struct cmp *c = &state->cmp[slot];
    if (c->stamp != state->stamp && state->touched < CMP_SLOTS)
        state->touched_slot[state->touched++] = (uint16_t)slot;
    *c = (struct cmp){a, b, size, state->stamp};
}

#define PC ((uintptr_t)__builtin_return_address(0))
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { compared(PC, a, b, 1); }
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { compared(PC, a, b, 2); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { compared(PC, a, b, 4); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { compared(PC, a, b, 8); }
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { compared(PC, a, b, 1); }
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { compared(PC, a, b, 2); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { compared(PC, a, b, 4); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { compared(PC, a, b, 8); }
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    for (uint64_t i = 0; i < cases[0] && i < 64; i++)
        compared(PC + (uintptr_t)(i * 7), cases[2 + i], value, (uint32_t)cases[1] / 8);
}

static uint64_t float_bits(uint32_t width, double d) {
    union {
        double d;
        uint64_t bits;
    } wide = {d};
    union {
        float f;
        uint32_t bits;
    } narrow = {(float)d};
    return width == 32 ? narrow.bits : wide.bits;
}

static uint64_t any_float(uint32_t width) {
    static const double known[] = {0, -0.0, 1, -1, 0.5, 2, 0.1, 1e-40, 1e-300, 3.4e38, 1e300};
    switch (below(4)) {
    case 0: return float_bits(width, known[below(sizeof known / sizeof *known)]);
    case 1: return float_bits(width, (double)(int32_t)below(2001) - 1000);
    case 2: return float_bits(width, ((double)(int32_t)below(2000001) - 1000000) / 65536);
    default: return next_random();
    }
}

static uint64_t boundary(void) {
    uint64_t power = (uint64_t)1 << below(64);
    return power + below(3) - 1;
}

/* A value out of the blue. */
static uint64_t any_value(uint32_t type) {
    if (type & TYPE_FLOAT) return any_float(type & 0xff);
    uint32_t dice = below(16);
    if (dice < 8 && shared->words) return shared->word[below(shared->words)] + (dice < 6 ? 0 : below(3) - 1);
    if (dice < 9 && edgewise_constants[0])
        return edgewise_constants[1 + below((uint32_t)edgewise_constants[0])] + below(3) - 1;
    if (dice < 11) return below(8);
    if (dice < 12) return (uint64_t)0 - below(8);
    if (dice < 13) return below(256);
    if (dice < 14) return boundary();
    return next_random();
}

/* How an input goes on after its last value. */
enum tail { TAIL_ZERO, TAIL_ONE, TAIL_ANY, TAIL_WORDS, TAIL_SMALL, TAIL_REPEAT, TAILS };

static uint64_t tail_value(uint32_t type) {
    switch (state->tail) {
    case TAIL_ZERO: return 0;
    case TAIL_ONE: return type & TYPE_FLOAT ? float_bits(type & 0xff, 1) : 1;
    case TAIL_WORDS:
        return shared->words && !(type & TYPE_FLOAT) ? shared->word[below(shared->words)] : any_value(type);
    case TAIL_SMALL: return type & TYPE_FLOAT ? any_float(type & 0xff) : below(4);
    case TAIL_REPEAT: return below(8) ? state->repeated : (state->repeated = any_value(type));
    default: return any_value(type);
    }
}

uint64_t edgewise_draw(uint32_t source, uint32_t type) {
    uint32_t i = shared->draws, width = type & 0xff;
    shared->takes_inputs = 1;
    if (i >= state->max_draws) leave(END_LIMIT);
    uint64_t v = i < state->n ? state->input[i] : tail_value(type);
    if (width < 64) v &= ((uint64_t)1 << width) - 1;
    shared->log[i] = (struct fuzz_draw){v, source, edgewise_place};
    shared->draws = i + 1;
    return v;
}

/* fill.h */
void edgewise_fill(uint32_t source, uint32_t bytes, unsigned char *object, unsigned long size,
                   uint64_t offset, uint64_t stride) {
    uint64_t all = edgewise_draw(source, 8 * bytes), how = edgewise_draw(source, 32);
    uint64_t elements = offset + bytes <= size ? (size - offset - bytes) / stride + 1 : 0;
    uint64_t n = how % (FILL_FIRST + 1), first = fill_first(how, elements);
    edgewise_draw(source, 32);
    shared->log[shared->draws - 1].value = elements; /* not drawn, but told */
    for (uint64_t i = 0; i < elements && all; i++) memcpy(object + offset + i * stride, &all, bytes);
    for (uint64_t i = first; i < first + n; i++) {
        uint64_t v = edgewise_draw(source, 8 * bytes);
        if (i < elements) memcpy(object + offset + i * stride, &v, bytes);
    }
}

void edgewise_reached(void) {
    shared->target = edgewise_place;
    leave(END_HIT);
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
    if (!condition) leave(END_QUIET);
}

void __wrap_exit(int code) { leave(END_QUIET); }
void __wrap__exit(int code) { leave(END_QUIET); }
void __wrap__Exit(int code) { leave(END_QUIET); }
void __wrap_abort(void) { leave(END_QUIET); }
int __wrap_atexit(void (*f)(void)) { return 0; }

/* Blocks keep their size in front of them; nothing is ever given back within a run. */
void *__wrap_malloc(size_t n) {
    size_t room = (n + 2 * BLOCK - 1) / BLOCK * BLOCK;
    if (n > HEAP_SIZE || room > HEAP_SIZE - state->heap_used) leave(END_QUIET);
    char *block = state->heap + state->heap_used;
    state->heap_used += room;
    *(size_t *)block = n;
    return block + BLOCK;
}
void *__wrap_calloc(size_t n, size_t size) {
    if (size && n > HEAP_SIZE / size) leave(END_QUIET);
    return __wrap_malloc(n * size);
}
void __wrap_free(void *block) {}
void *__wrap_realloc(void *block, size_t n) {
    char *fresh = __wrap_malloc(n);
    if (!block) return fresh;
    size_t old = *(size_t *)((char *)block - BLOCK);
    memcpy(fresh, block, old < n ? old : n);
    return fresh;
}

/* ---- one run ---- */

static void heartbeat(void) {
    char go = 't';
    if (write(FUZZ_TICK_FD, &go, 1) != 1 || read(FUZZ_GO_FD, &go, 1) != 1) _exit(0);
}

static void on_tick(int signal_number) {
    shared->ticks++;
    heartbeat();
    if (state->running && ++state->ticks >= state->limit) leave(END_TIME);
}

static void on_crash(int signal_number) {
    if (!state->running) _exit(1);
    leave(END_CRASH);
}

static void restore(void) {
    size_t n = (size_t)(_end - __data_start);
    memcpy(__data_start, state->data, n);
    memset(state->heap, 0, state->heap_used);
    state->heap_used = 0;
}

/* Runs the program on state->input; the coverage is in the counters until the next restore. */
static int execute(uint32_t tail, uint32_t max_draws, uint32_t limit) {
    restore();
    shared->executions++;
    shared->draws = 0;
    state->tail = tail;
    state->repeated = any_value(64);
    state->max_draws = max_draws < FUZZ_MAX_DRAWS ? max_draws : FUZZ_MAX_DRAWS;
    state->limit = shared->limit = limit;
    state->ticks = state->touched = 0;
    state->stamp++;
    shared->in_run = 1;
    int how = sigsetjmp(state->end, 0);
    if (!how) {
        static char *arguments[] = {"program", NULL};
        state->running = 1;
        EDGEWISE_ENTRY(1, arguments, arguments + 1, 0);
        how = END_RETURN;
    }
    state->running = 0;
    shared->in_run = 0;
    if (how == END_CRASH) shared->crashes++;
    return how;
}

/* Is this a hit that the engine did not want? */
static int told_before(void) {
    uint64_t hash = shared->draws;
    for (uint32_t i = 0; i < shared->draws; i++)
        hash = (hash ^ shared->log[i].value ^ shared->log[i].source) * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < shared->told_n && i < FUZZ_MAX_TOLD; i++)
        if (shared->told[i] == hash) return 1;
    shared->told[shared->told_n++ % FUZZ_MAX_TOLD] = hash;
    return 0;
}

/* Keeps a hit only as long as it has to be: blocks of values are left out while the error is still
 * reached. Then the engine is told, which takes its time. */
static void announce_hit(void) {
    uint32_t tries = 0;
    for (uint32_t i = 0; i < shared->draws; i++) state->hit[i] = shared->log[i].value;
    state->hit_n = shared->draws;
    for (uint32_t block = state->hit_n / 2; block > 0; block /= 2)
        for (uint32_t i = 0; i + block <= state->hit_n && tries < MAX_TRIES; tries++) {
            state->n = state->hit_n - block;
            memcpy(state->input, state->hit, i * sizeof *state->hit);
            memcpy(state->input + i, state->hit + i + block, (state->n - i) * sizeof *state->hit);
            if (execute(TAIL_ZERO, FUZZ_MAX_DRAWS, state->limit) != END_HIT ||
                shared->draws >= state->hit_n) {
                i += block;
                continue;
            }
            state->hit_n = shared->draws;
            for (uint32_t k = 0; k < shared->draws; k++) state->hit[k] = shared->log[k].value;
        }
    memcpy(state->input, state->hit, state->hit_n * sizeof *state->hit);
    state->n = state->hit_n;
    if (execute(TAIL_ZERO, FUZZ_MAX_DRAWS, state->limit) != END_HIT || told_before()) return;
    shared->state = FUZZ_HIT;
    while (shared->state == FUZZ_HIT) heartbeat();
}
