/* The driver: runs the program again and again inside the sandbox, in one process.
 *
 * This text is compiled together with the user's program whenever the engine starts. A run begins with the
 * program's global data as it was before the first one (a copy is kept), an empty heap (malloc is ours) and an
 * input; it ends when main returns, when the program leaves by exit, abort or an assumption that fails, when
 * it has drawn too many values, by a crash or by the clock. All ends but a hit come back here by a long jump.
 *
 * Inputs that reach a new edge, or an edge with a new order of magnitude of executions, are kept and mutated.
 * Values that were compared with an input are put in its place (input-to-state correspondence, REDQUEEN, NDSS
 * 2019), and make up the dictionary.
 *
 * The driver may go on only as long as the engine answers its ticks: if that is stopped, so is the driver; if
 * it is gone, the driver ends. Nothing here has to be right for a verdict to be right: a hit is a suggestion. */
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
enum { HEAP_SIZE = 64 << 20, CMP_SLOTS = 4096, ALT_STACK = 64 << 10, BLOCK = 16, MAX_TRIED = 256, MAX_TRIES = 2000, FIRST_RUNS = 34 };
enum { TYPE_FLOAT = 1 << 8 }; /* types are widths, with this bit for floating point */
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
    uint32_t n; /* values of the input */
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
extern const uint64_t edgewise_constants[]; /* their number, then those that the program compares something with */

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
    if (c->stamp != state->stamp && state->touched < CMP_SLOTS) state->touched_slot[state->touched++] = (uint16_t)slot;
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
    for (uint64_t i = 0; i < cases[0] && i < 64; i++) compared(PC + (uintptr_t)(i * 7), cases[2 + i], value, (uint32_t)cases[1] / 8);
}

static uint64_t float_bits(uint32_t width, double d) {
    union { double d; uint64_t bits; } wide = {d};
    union { float f; uint32_t bits; } narrow = {(float)d};
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
    if (dice < 9 && edgewise_constants[0]) return edgewise_constants[1 + below((uint32_t)edgewise_constants[0])] + below(3) - 1;
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
    case TAIL_WORDS: return shared->words && !(type & TYPE_FLOAT) ? shared->word[below(shared->words)] : any_value(type);
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
void edgewise_fill(uint32_t source, uint32_t bytes, unsigned char *object, unsigned long size, uint64_t offset, uint64_t stride) {
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
    for (uint32_t i = 0; i < shared->draws; i++) hash = (hash ^ shared->log[i].value ^ shared->log[i].source) * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < shared->told_n && i < FUZZ_MAX_TOLD; i++)
        if (shared->told[i] == hash) return 1;
    shared->told[shared->told_n++ % FUZZ_MAX_TOLD] = hash;
    return 0;
}

/* Keeps a hit only as long as it has to be: blocks of values are left out while the error is still reached.
 * Then the engine is told, which takes its time. */
static void announce_hit(void) {
    uint32_t tries = 0;
    for (uint32_t i = 0; i < shared->draws; i++) state->hit[i] = shared->log[i].value;
    state->hit_n = shared->draws;
    for (uint32_t block = state->hit_n / 2; block > 0; block /= 2)
        for (uint32_t i = 0; i + block <= state->hit_n && tries < MAX_TRIES; tries++) {
            state->n = state->hit_n - block;
            memcpy(state->input, state->hit, i * sizeof *state->hit);
            memcpy(state->input + i, state->hit + i + block, (state->n - i) * sizeof *state->hit);
            if (execute(TAIL_ZERO, FUZZ_MAX_DRAWS, state->limit) != END_HIT || shared->draws >= state->hit_n) {
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

/* ---- coverage ---- */

static uint8_t class_of_count(uint8_t n) {
    static const uint8_t ends[] = {1, 2, 3, 7, 15, 31, 127, 255};
    uint8_t class = 0;
    while (n > ends[class]) class++;
    return (uint8_t)(1 << class);
}

/* Marks what the run covered; true if some of it is new. */
static int covers_new(void) {
    size_t n = (size_t)(counters_end - counters);
    int new = 0;
    if (n > FUZZ_MAX_EDGES) n = FUZZ_MAX_EDGES;
    for (size_t i = 0; i < n; i++) {
        if (i + 8 <= n && !(i & 7) && !*(uint64_t *)(counters + i)) {
            i += 7;
            continue;
        }
        if (!counters[i]) continue;
        uint8_t class = class_of_count(counters[i]);
        if (shared->seen[i] & class) continue;
        shared->edges += !shared->seen[i];
        shared->seen[i] |= class;
        new = 1;
    }
    return new;
}

static uint64_t cut(uint64_t v, uint32_t size) { return size < 8 ? v & (((uint64_t)1 << 8 * size) - 1) : v; }

static void add_word(uint64_t v) {
    if (shared->words == FUZZ_MAX_WORDS) return;
    for (uint32_t i = 0; i < shared->words; i++)
        if (shared->word[i] == v) return;
    shared->word[shared->words++] = v;
}

/* What the drawn values were compared with joins the dictionary. */
static void learn_words(void) {
    uint32_t draws = shared->draws < 64 ? shared->draws : 64;
    for (uint32_t t = 0; t < state->touched; t++) {
        const struct cmp *c = &state->cmp[state->touched_slot[t]];
        for (uint32_t i = 0; i < draws; i++) {
            uint64_t v = cut(shared->log[i].value, c->size);
            if (v == c->a) add_word(c->b);
            if (v == c->b) add_word(c->a);
        }
    }
}

static uint32_t keep_values(void) {
    uint32_t at = shared->pool;
    for (uint32_t i = 0; i < shared->draws; i++) shared->value[at + i] = shared->log[i].value;
    shared->pool += shared->draws;
    return at;
}

static void keep_entry(uint32_t level) {
    if (shared->entries == FUZZ_MAX_ENTRIES || shared->pool + shared->draws > FUZZ_POOL) return;
    uint32_t at = keep_values();
    shared->entry[shared->entries++] = (struct fuzz_entry){at, shared->draws, 0, level};
    shared->news_tick = shared->ticks;
}

/* A run that was cut off by the clock may get more time later. */
static void keep_slow(uint32_t level) {
    if (level >= LEVELS || shared->slow == FUZZ_MAX_SLOW || shared->pool + shared->draws > FUZZ_POOL) return;
    uint32_t at = keep_values();
    shared->slow_run[shared->slow++] = (struct fuzz_slow){at, shared->draws, level, 0};
}

static void judge(int how, uint32_t level) {
    int new = covers_new();
    if (how == END_TIME) {
        shared->timeouts++;
        if (new || level) keep_slow(level + 1);
        if (!new) return;
    }
    if (new) {
        learn_words();
        if (shared->draws) keep_entry(level);
    }
    if (how == END_HIT) announce_hit(); /* and if nobody believes it, the search goes on */
}

/* ---- mutation ---- */

static void load(uint32_t at, uint32_t n) {
    if (n > FUZZ_MAX_DRAWS) n = FUZZ_MAX_DRAWS;
    memcpy(state->input, shared->value + at, n * sizeof *state->input);
    state->n = n;
}

/* Makes room for `count` values at position i; returns how many fit. */
static uint32_t open_gap(uint32_t i, uint32_t count) {
    if (count > FUZZ_MAX_DRAWS - state->n) count = FUZZ_MAX_DRAWS - state->n;
    memmove(state->input + i + count, state->input + i, (state->n - i) * sizeof *state->input);
    state->n += count;
    return count;
}

static void splice(void) {
    const struct fuzz_entry *other = &shared->entry[below(shared->entries)];
    uint32_t from = below(other->n), n = other->n - from, i = below(state->n + 1);
    if (n > FUZZ_MAX_DRAWS - i) n = FUZZ_MAX_DRAWS - i;
    memcpy(state->input + i, shared->value + other->at + from, n * sizeof *state->input);
    state->n = i + n;
}

static void mutate_once(void) {
    uint32_t n = state->n, i = below(n), count = 1 + below(below(4) ? 4 : 32), j;
    if (!n) return;
    switch (below(10)) {
    case 0:
    case 1: state->input[i] = any_value(64); return;
    case 2: state->input[i] += below(17) - 8; return;
    case 3: state->input[i] ^= (uint64_t)1 << below(below(2) ? 64 : 8); return;
    case 4:
    case 5: state->n = i; return; /* the rest is drawn anew */
    case 6: /* delete */
        if (count > n - i) count = n - i;
        memmove(state->input + i, state->input + i + count, (n - i - count) * sizeof *state->input);
        state->n -= count;
        return;
    case 7: /* insert */
        count = open_gap(i, count);
        for (j = 0; j < count; j++) state->input[i + j] = any_value(64);
        return;
    case 8: /* repeat a block */
        if (count > n - i) count = n - i;
        count = open_gap(i, count);
        return;
    default: splice();
    }
}

static uint64_t cost(const struct fuzz_entry *e) { return (uint64_t)e->picked * (e->n + 8); }

/* Short inputs, and those that were picked less often, are picked more often. */
static const struct fuzz_entry *pick(void) {
    uint32_t n = shared->entries, best = below(n);
    if (below(4) == 0) best = n - 1 - below(n < 8 ? n : 8);
    for (int i = 0; i < 2; i++) {
        uint32_t other = below(n);
        if (cost(&shared->entry[other]) < cost(&shared->entry[best])) best = other;
    }
    shared->entry[best].picked++;
    return &shared->entry[best];
}

/* More values than the input has, for what comes after: mostly a few. */
static uint32_t draws_for(uint32_t n) {
    static const uint32_t more[] = {2, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 64, 64, 128, 256, 1024};
    return n + (below(64) ? more[below(16)] : FUZZ_MAX_DRAWS);
}

static void replace_and_run(const struct fuzz_entry *e, uint32_t i, uint64_t v) {
    load(e->at, e->n);
    state->input[i] = v;
    judge(execute(TAIL_WORDS, e->n + 16, limits[e->level]), e->level);
}

/* Puts what an input was compared with in its place, each once. */
static void input_to_state(const struct fuzz_entry *e) {
    struct cmp *list = state->tried; /* copied: the runs overwrite the table */
    uint32_t n = 0, tries = 0;
    load(e->at, e->n);
    judge(execute(TAIL_ZERO, e->n, limits[e->level]), e->level);
    for (uint32_t t = 0; t < state->touched && n < MAX_TRIED; t++) list[n++] = state->cmp[state->touched_slot[t]];
    for (uint32_t t = 0; t < n && tries < MAX_TRIES; t++)
        for (uint32_t i = 0; i < e->n && tries < MAX_TRIES; i++) {
            uint64_t v = cut(shared->value[e->at + i], list[t].size);
            uint64_t other = v == list[t].a ? list[t].b : list[t].a;
            if (v != list[t].a && v != list[t].b) continue;
            for (int d = -1; d <= 1; d++, tries++) replace_and_run(e, i, other + (uint64_t)(int64_t)d);
        }
}

/* ---- the search ---- */

static void run_slow(void) {
    uint64_t start = shared->ticks;
    struct fuzz_slow s = shared->slow_run[0];
    memmove(shared->slow_run, shared->slow_run + 1, --shared->slow * sizeof s);
    load(s.at, s.n);
    uint32_t level = s.level < LEVELS ? s.level : LEVELS - 1;
    judge(execute(TAIL_ZERO, FUZZ_MAX_DRAWS, limits[level]), level);
    shared->slow_ticks += shared->ticks - start;
}

static void run_first(void) {
    shared->state = FUZZ_SEARCHING;
    state->n = 0;
    for (uint32_t i = 0; i < FIRST_RUNS; i++) {
        uint32_t room = i + 2 < FIRST_RUNS ? 4u << i / 4 : FUZZ_MAX_DRAWS; /* short runs first */
        state->n = 0;
        judge(execute(i % 4 < 2 ? i % 4 : below(TAILS), room, limits[0]), 0);
        if (!shared->takes_inputs) break; /* without inputs all runs are the same */
    }
}

static void run_mutant(void) {
    const struct fuzz_entry *e = pick();
    if (e->picked == 1) {
        input_to_state(e);
        return;
    }
    load(e->at, e->n);
    if (below(8) == 0) state->n = 0;
    for (uint32_t k = 1 + below(4); k > 0; k--) mutate_once();
    static const uint8_t tails[] = {TAIL_WORDS, TAIL_WORDS, TAIL_WORDS, TAIL_ANY, TAIL_ANY, TAIL_SMALL, TAIL_REPEAT, TAIL_ZERO};
    judge(execute(tails[below(8)], draws_for(state->n), limits[e->level]), e->level);
}

static _Noreturn void search(void) {
    if (shared->state == FUZZ_NEW) run_first();
    for (;;) {
        int slow_turn = shared->slow && (!shared->takes_inputs || 2 * shared->slow_ticks <= shared->ticks);
        if (slow_turn) run_slow();
        else if (shared->entries) run_mutant();
        else if (shared->takes_inputs) run_first();
        else {
            shared->state = FUZZ_EXHAUSTED;
            heartbeat();
        }
    }
}

/* ---- the beginning ---- */

static void *map(size_t n, int flags, int fd) {
    void *block = mmap(0, n, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (block == MAP_FAILED) _exit(2);
    return block;
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER | SA_ONSTACK;
    sigaction(number, &action, 0);
}

static void handle_signals(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = state->alt_stack;
    stack.ss_size = ALT_STACK;
    sigaltstack(&stack, 0);
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], on_crash);
    handle(SIGPROF, on_tick);
    struct itimerval every = {{0, FUZZ_TICK}, {0, FUZZ_TICK}};
    setitimer(ITIMER_PROF, &every, 0);
}

int __wrap_main(void) {
    int private = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    size_t n = (size_t)(_end - __data_start);
    shared = map(sizeof *shared, MAP_SHARED, FUZZ_SHARED_FD);
    struct state *fresh = map(sizeof *fresh, private, -1);
    fresh->heap = map(HEAP_SIZE, private, -1);
    fresh->data = map(n, private, -1);
    state = fresh;
    __fsetlocking(stdout, FSETLOCKING_BYCALLER); /* a run may end in the middle of printf */
    __fsetlocking(stderr, FSETLOCKING_BYCALLER);
    memcpy(state->data, __data_start, n);
    handle_signals();
    heartbeat();
    search();
}
#pragma clang attribute pop
