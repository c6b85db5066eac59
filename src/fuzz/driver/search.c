/* The second part of the driver: which inputs the program is run on.
 *
 * Inputs that reach a new edge, or an edge with a new order of magnitude of executions, are kept
 * and mutated. Values that were compared with an input are put in its place (input-to-state
 * correspondence, REDQUEEN, NDSS 2019), and make up the dictionary. */
#include "fuzz/driver/driver.c"

/* ---- coverage ---- */

static uint8_t class_of_count(uint8_t n) {
    static const uint8_t ends[] = {1, 2, 3, 7, 15, 31, 127, 255};
    uint8_t class = 0;
    while (n > ends[class]) class ++;
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
    case 6:                       /* delete */
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
    for (uint32_t t = 0; t < state->touched && n < MAX_TRIED; t++)
        list[n++] = state->cmp[state->touched_slot[t]];
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
    static const uint8_t tails[] = {TAIL_WORDS, TAIL_WORDS, TAIL_WORDS,  TAIL_ANY,
                                    TAIL_ANY,   TAIL_SMALL, TAIL_REPEAT, TAIL_ZERO};
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
