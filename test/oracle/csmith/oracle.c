/* Translation oracle: random programs of csmith. Executing the automaton must print the same
 * checksum as the program compiled by gcc and by clang.
 *
 *     oracle_csmith COUNT SEED [DIR]
 *
 * Program i is made with seed SEED + i, which also chooses the data model and the features of
 * csmith that are on. Each is translated and executed in a child process, so that a crash is
 * counted and the run goes on. With DIR, the programs that disagree are kept there. The counts so
 * far go to stderr now and then. Exit code 0 if all agree. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfa/interp.h"
#include "frontend/frontend.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/rng.h"

enum { MAX_EDGES = 3000000, CHILD_SECONDS = 60 };

enum outcome { EQUAL, DIFFERENT, CRASHED, CUT, SKIPPED, OUTCOMES };
static const char *const outcome_names[OUTCOMES] = {"equal", "different", "crashed", "cut", "skipped"};

struct program_text {
    char *dir, *source;
    bool m32;
    char flags[256]; /* of csmith */
};

/* ---- making and running programs ---- */

static const char *const switches[] = {"pointers",
                                       "structs",
                                       "unions",
                                       "bitfields",
                                       "longlong",
                                       "volatiles",
                                       "consts",
                                       "arrays",
                                       "packed-struct",
                                       "comma-operators",
                                       "compound-assignment",
                                       "embedded-assigns",
                                       "jumps",
                                       "divs",
                                       "muls",
                                       "checksum"};

static void choose(struct program_text *p, uint32_t seed) {
    struct rng rng = {seed};
    p->m32 = rng_next(&rng) & 1;
    p->flags[0] = 0;
    for (size_t i = 0; i + 1 < sizeof switches / sizeof *switches; i++) {
        if (rng_below(&rng, 4)) continue;
        strcat(p->flags, " --no-");
        strcat(p->flags, switches[i]);
    }
    if (rng_below(&rng, 4) == 0) strcat(p->flags, " --float");
    if (rng_below(&rng, 2)) strcat(p->flags, " --max-funcs 4");
}

static bool shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool shell(const char *format, ...) {
    char *command = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&command, format, args) < 0) abort();
    va_end(args);
    int code = system(command);
    free(command);
    return code == 0;
}

/* The checksum that a compiled program prints; false if it does not end in time. */
static bool compiled_checksum(const struct program_text *p, const char *compiler, unsigned *sum) {
    if (!shell("%s %s -w -O0 -fwrapv -ffp-contract=off -I/usr/include/csmith %s -o %s/program 2>/dev/null",
               compiler, p->m32 ? "-m32" : "-m64", p->source, p->dir))
        return false;
    if (!shell("timeout 5 %s/program > %s/out 2>/dev/null", p->dir, p->dir)) return false;
    char *name = mem_printf("%s/out", p->dir);
    FILE *f = fopen(name, "r");
    bool found = f && fscanf(f, "checksum = %X", sum) == 1;
    if (f) fclose(f);
    free(name);
    return found;
}

/* ---- the automaton ---- */

static void at_mark(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown) {
    (void)c;
    if (mark->name && !strcmp(mark->name, "printf")) *(int64_t *)context = (int64_t)(uint32_t)shown.lo;
}

static _Noreturn void execute(const struct program_text *p, int out) {
    options_reset();
    options.quiet = true;
    alarm(CHILD_SECONDS);
    terms_init();
    /* The compiled program runs alone: nobody else changes its volatile objects, and it has memory
     * enough. */
    struct rules alone = {
        .extern_pure = true, .malloc_succeeds = true, .volatile_memory = true, .sv_comp = true};
    struct program program = {.m32 = p->m32, .entry = "main", .rules = alone};
    struct error e = {0};
    VEC_PUSH(&program.files, p->source);
    VEC_PUSH(&options.include, "/usr/include/csmith");
    struct cfa *c = frontend_translate(&program, &e);
    if (!c) {
        fprintf(stderr, "%s\n", e.message);
        _exit(CRASHED);
    }
    int64_t sum = -1;
    struct cfa_index index;
    struct cfa_world world = {.context = &sum, .at_mark = at_mark, .max_edges = MAX_EDGES};
    struct cfa_run run;
    cfa_index_edges(c, &index);
    cfa_execute(c, &index, &world, &run);
    if (run.end == RUN_CUT)
        for (uint32_t i = 0; i < c->cuts.n; i++)
            if (c->cuts.at[i].at == run.at) fprintf(stderr, "cut: %s\n", c->cuts.at[i].reason);
    if (write(out, &sum, sizeof sum) != sizeof sum) _exit(CRASHED);
    temporary_remove();
    _exit(run.end == RUN_CUT ? CUT : run.end == RUN_LIMIT ? SKIPPED : EQUAL);
}

static enum outcome automaton_checksum(const struct program_text *p, int64_t *sum) {
    int ends[2], status;
    if (pipe(ends) != 0) abort();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) execute(p, ends[1]);
    close(ends[1]);
    if (read(ends[0], sum, sizeof *sum) != sizeof *sum) *sum = -1;
    close(ends[0]);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return SKIPPED;
    return WIFEXITED(status) && WEXITSTATUS(status) < OUTCOMES ? (enum outcome)WEXITSTATUS(status) : CRASHED;
}

/* ---- judging ---- */

/* Does the program convert a float to an integer that cannot hold it? csmith's do; C says nothing
 * of the result, and gcc and clang often agree on one at -O0. */
static bool has_float_overflow(const struct program_text *p) {
    const char *how = "-fsanitize=float-cast-overflow -fno-sanitize-recover=all";
    return shell("gcc %s -w -O0 -fwrapv -ffp-contract=off %s -I/usr/include/csmith %s -o %s/program "
                 "2>/dev/null",
                 p->m32 ? "-m32" : "-m64", how, p->source, p->dir) &&
           !shell("timeout 20 %s/program > %s/out 2>&1", p->dir, p->dir) &&
           shell("grep -q 'outside the range of representable values' %s/out", p->dir);
}

static enum outcome judge(struct program_text *p, uint32_t seed) {
    unsigned by_gcc, by_clang;
    int64_t ours;
    choose(p, seed);
    /* in its folder, where it leaves a file */
    if (!shell("cd %s && csmith --seed %u --no-argc %s > %s 2>/dev/null", p->dir, seed, p->flags, p->source))
        return SKIPPED;
    if (!compiled_checksum(p, "gcc", &by_gcc) || !compiled_checksum(p, "clang-19", &by_clang)) return SKIPPED;
    if (by_gcc != by_clang) return SKIPPED; /* the program has undefined behaviour */
    enum outcome o = automaton_checksum(p, &ours);
    if (o == EQUAL && ours != (int64_t)by_gcc) o = has_float_overflow(p) ? SKIPPED : DIFFERENT;
    if (o == DIFFERENT)
        printf("seed %u (%s%s): compiled %X, automaton %llX\n", seed, p->m32 ? "-m32" : "-m64", p->flags,
               by_gcc, (unsigned long long)ours);
    else if (o != EQUAL && o != SKIPPED)
        printf("seed %u (%s%s): %s\n", seed, p->m32 ? "-m32" : "-m64", p->flags, outcome_names[o]);
    return o;
}

static void print_counts(FILE *out, const uint32_t *count) {
    for (int o = 0; o < OUTCOMES; o++) fprintf(out, "%s%u %s", o ? ", " : "", count[o], outcome_names[o]);
    fprintf(out, "\n");
    fflush(out);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_csmith COUNT SEED [DIR]\n");
        return 2;
    }
    char dir[] = "/tmp/oracle_csmith-XXXXXX";
    if (!mkdtemp(dir)) return 2;
    struct program_text p = {.dir = dir, .source = mem_printf("%s/program.c", dir)};
    uint32_t count[OUTCOMES] = {0}, seed = (uint32_t)strtoul(argv[2], NULL, 10);
    for (uint32_t i = 0; i < strtoul(argv[1], NULL, 10); i++) {
        enum outcome o = judge(&p, seed + i);
        count[o]++;
        if ((i + 1) % 20 == 0) print_counts(stderr, count);
        if (argc > 3 && (o == DIFFERENT || o == CRASHED || o == CUT))
            shell("mkdir -p %s && cp %s %s/%u.c", argv[3], p.source, argv[3], seed + i);
    }
    shell("rm -rf %s", dir);
    free(p.source);
    print_counts(stdout, count);
    return count[DIFFERENT] || count[CRASHED] || count[CUT] || count[EQUAL] == 0;
}
