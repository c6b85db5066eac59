/* Path oracle: programs run on random values. The compiled program, the automaton, and the
 * automaton after each reduction must agree: the error is reached or not, after the same number of
 * values drawn.
 *
 *     oracle_paths COUNT SEED [TASK ...]
 *
 * COUNT runs of every task (.c, .i or .yml; default: the programs of test/programs). Reductions may
 * drop values that do not matter, so there a value is found by the class of its site: the next one
 * that the first run drew there. */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfa/check.h"
#include "cfa/interp.h"
#include "cfa/reduce.h"
#include "compiled.h"
#include "frontend/frontend.h"
#include "system/companion.h"
#include "util/mem.h"
#include "util/options.h"

enum { MAX_EDGES = 200000, TASK_SECONDS = 120 };

struct draw {
    uint32_t site;
    value v;
    bool used;
};

struct drawing {
    uint64_t seed;
    uint64_t nondet;        /* values drawn at nondeterministic sites */
    VEC(struct draw) draws; /* all, in order */
    bool limit;
    bool
        foreign; /* a value was drawn that the environment gives, or the library chooses, in a way of its own */
};

static value zero_of(sort s) {
    return sort_kind_of(s) == SORT_ARRAY ? array_value_const(zero_of(sort_element(s))) : value_of(0);
}

static value as_sort(const struct cfa_site *site, uint64_t v) {
    if (sort_kind_of(site->sort) == SORT_FLOAT) {
        float f = (float)(int)v;
        double d = (double)(int)v;
        uint64_t bits = 0;
        if (sort_width(site->sort) == 32) memcpy(&bits, &f, sizeof f);
        else memcpy(&bits, &d, sizeof d);
        return value_of(bits);
    }
    if (!strcmp(site->name, "__VERIFIER_nondet_bool")) v &= 1;
    if (strstr(site->name, "nondet_pointer") || strstr(site->name, "nondet_pchar")) v = 0;
    uint32_t width = sort_width(site->sort);
    return value_of(width < 64 ? v & (((uint64_t)1 << width) - 1) : v);
}

static value first_draw(void *context, const struct cfa *c, uint32_t site) {
    struct drawing *d = context;
    const struct cfa_site *s = &c->sites.at[site];
    value v = zero_of(s->sort);
    if (s->kind == SITE_NONDET) {
        if (d->nondet >= MAX_DRAWS) d->limit = true;
        else v = as_sort(s, draw_value(d->seed, d->nondet++));
    }
    d->foreign |= s->kind == SITE_ENVIRONMENT || s->kind == SITE_LIBRARY;
    VEC_PUSH(&d->draws, (struct draw){site, v, false});
    return v;
}

/* The next value that was drawn at a site of this class and not used yet. */
static value later_draw(void *context, const struct cfa *c, uint32_t site) {
    struct drawing *d = context;
    for (uint32_t i = 0; i < d->draws.n; i++) {
        struct draw *one = &d->draws.at[i];
        if (one->used || c->sites.at[one->site].same_as != c->sites.at[site].same_as) continue;
        one->used = true;
        return one->v;
    }
    return zero_of(c->sites.at[site].sort);
}

static enum run_end execute(const struct cfa *c, struct drawing *d,
                            value (*input)(void *, const struct cfa *, uint32_t)) {
    struct cfa_index index;
    struct cfa_world world = {.context = d, .input = input, .max_edges = MAX_EDGES};
    struct cfa_run run;
    cfa_index_edges(c, &index);
    cfa_execute(c, &index, &world, &run);
    cfa_index_release(&index);
    model_release(&run.state);
    return run.end;
}

static void unuse(struct drawing *d) {
    for (uint32_t i = 0; i < d->draws.n; i++) d->draws.at[i].used = false;
}

static uint32_t large_blocks(struct cfa *c) { return cfa_large_blocks(c, LBE_LOOP, 100); }

static const struct {
    const char *name;
    uint32_t (*run)(struct cfa *c);
} passes[] = {{"prune", cfa_prune}, {"propagate", cfa_propagate}, {"slice", cfa_slice},
              {"dead", cfa_dead},   {"bisim", cfa_bisim},         {"large blocks", large_blocks}};
enum { PASSES = sizeof passes / sizeof *passes };

struct subject {
    struct cfa *stages[PASSES + 1];
    const char *task, *dir;
};

static bool same_end(enum run_end a, enum run_end b) {
    return (a == RUN_ERROR) == (b == RUN_ERROR) && (a == RUN_CUT) == (b == RUN_CUT);
}

/* True if all agree. */
static bool judge(struct subject *s, uint64_t seed, uint32_t *compared) {
    static const char *const ends[] = {"error", "cut", "done", "limit"}, *const compiled_ends[] = {
                                                                             "error", "done", "limit",
                                                                             "slow"};
    struct drawing d = {.seed = seed};
    struct compiled_run run = compiled_execute(s->dir, seed);
    enum run_end end = execute(s->stages[0], &d, first_draw);
    bool good = true;
    if (end != RUN_LIMIT && end != RUN_CUT && !d.limit && !d.foreign && run.end != COMPILED_SLOW) {
        ++*compared;
        good = (run.end == COMPILED_ERROR) == (end == RUN_ERROR) && run.draws == d.nondet;
        if (!good)
            printf("%s, seed %llu: compiled: %s after %llu values; automaton: %s after %llu\n", s->task,
                   (unsigned long long)seed, compiled_ends[run.end], (unsigned long long)run.draws, ends[end],
                   (unsigned long long)d.nondet);
    }
    for (int i = 1; i <= PASSES && end != RUN_LIMIT && !d.limit; i++) {
        unuse(&d);
        enum run_end later = execute(s->stages[i], &d, later_draw);
        if (later == RUN_LIMIT || same_end(end, later)) continue;
        printf("%s, seed %llu: %s at first, %s after %s\n", s->task, (unsigned long long)seed, ends[end],
               ends[later], passes[i - 1].name);
        good = false;
    }
    VEC_RELEASE(&d.draws);
    return good;
}

/* Does one compiled run tell what the automaton has to do? Not for test/programs/memory_*, which
 * are about what addresses and allocators may do (oracle environments), nor for programs whose
 * executions are undefined or not supported. */
static bool is_determined(const char *task) {
    const char *slash = strrchr(task, '/'), *name = slash ? slash + 1 : task;
    char line[64] = "";
    FILE *f = fopen(task, "r");
    bool read = f && fgets(line, sizeof line, f);
    if (f) fclose(f);
    return strncmp(name, "memory_", 7) && !(read && strstr(line, "expect: UNKNOWN"));
}

static bool load(struct subject *s, struct program *p) {
    struct error e = {0};
    if (!is_determined(s->task)) return false;
    options_reset();
    options.quiet = true;
    options.check = "assert";
    VEC_PUSH(&options.inputs, s->task);
    if (!program_load(p, &options.inputs, &e) || p->files.n != 1) return false;
    /* The compiled program runs alone, at addresses of its own choice and with memory enough. */
    p->rules = (struct rules){
        .extern_pure = true, .malloc_succeeds = true, .volatile_memory = true, .sv_comp = true};
    s->stages[0] = frontend_translate(p, &e);
    if (!s->stages[0]) return false;
    text_list words = {0};
    bool alone = !companion_words(&words, s->task);
    VEC_RELEASE(&words);
    if (!alone || *companion_stand_ins() || companion_label())
        return false; /* words of verifiers that compiled.c does not declare or define */
    for (int i = 0; i < PASSES; i++) {
        s->stages[i + 1] = cfa_copy(s->stages[i]);
        passes[i].run(s->stages[i + 1]);
        char *wrong = cfa_check(s->stages[i + 1]);
        if (wrong) fail_internal("%s: after %s: %s", s->task, passes[i].name, wrong);
    }
    return true;
}

/* In a child process: exit code 0 all agree, 1 not, 2 cannot be compared. */
static _Noreturn void do_task(struct subject *s, uint32_t count, uint64_t seed) {
    struct program p;
    bool good = true;
    uint32_t compared = 0;
    alarm(TASK_SECONDS);
    terms_init();
    if (!load(s, &p) || !compiled_build(s->dir, p.files.at[0], p.m32)) {
        temporary_remove();
        _exit(2);
    }
    for (uint32_t i = 0; i < count; i++) good &= judge(s, seed + i, &compared);
    fflush(stdout);
    temporary_remove();
    _exit(!good ? 1 : compared ? 0 : 2);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_paths COUNT SEED [TASK ...]\n");
        return 2;
    }
    char dir[] = "/tmp/oracle_paths-XXXXXX";
    if (!mkdtemp(dir)) return 2;
    glob_t own = {0};
    const char *root = getenv("ROOT");
    char *pattern = mem_printf("%s/test/programs/*.c", root ? root : ".");
    if (argc == 3) glob(pattern, 0, NULL, &own);
    uint32_t total = argc > 3 ? (uint32_t)argc - 3 : (uint32_t)own.gl_pathc, counts[4] = {0};
    for (uint32_t i = 0; i < total; i++) {
        struct subject s = {.task = argc > 3 ? argv[i + 3] : own.gl_pathv[i], .dir = dir};
        int status;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) do_task(&s, (uint32_t)strtoul(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        waitpid(child, &status, 0);
        bool timeout = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
        int code = timeout ? 2 : WIFEXITED(status) && WEXITSTATUS(status) < 3 ? WEXITSTATUS(status) : 3;
        counts[code]++;
        if (code == 3) printf("%s: crashed\n", s.task);
        if (code == 2 && argc > 3) printf("%s: not compared%s\n", s.task, timeout ? " (too slow)" : "");
    }
    char *remove = mem_printf("rm -rf %s", dir);
    if (system(remove) != 0) counts[3]++;
    free(remove);
    free(pattern);
    globfree(&own);
    printf("%u agree, %u differ, %u not compared, %u crashed\n", counts[0], counts[1], counts[2], counts[3]);
    return counts[1] || counts[3] || counts[0] == 0;
}
