/* The enumeration oracle: random automata over a few bits, decided by explicit search,
 * against every engine and preset.
 *
 *     oracle_enumerate COUNT SEED [--engine=NAME] [--all] [--switches] [--keep-going] [--first=I]
 *
 * Automata 0 .. COUNT-1 of a seed, or I .. COUNT-1; automaton i does not depend on either. On each,
 * the rows of the engine table that run always and some of the others by turns (--all: every row;
 * --engine: that one) get the automaton reduced under a random choice of switches, and so does one
 * combination of the switches of MERTENS (--switches: nothing but these, all of them). The first
 * disagreement is shrunk and printed, and ends the run with exit code 1. With --keep-going all are
 * printed, and the counts so far go to stderr now and then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "child.h"
#include "generate.h"
#include "shrink.h"
#include "util/options.h"

enum { SECONDS = 60, TURNS = 3, SHRINK_TRIES = 3000, NOW_AND_THEN = 500 };

struct run {
    uint64_t seed, first, count;
    const char *engine; /* NULL: by the table */
    bool all, keep_going, switches;
    uint64_t unsafe, runs, undecided, lemmas, proofs, suggestions, rash, disagreements;
};

static void draw_switches(struct rng *r, struct switches *how) {
    static const double paths[] = {1, 3, 8, 32};
    bool everything = rng_below(r, 3) == 0;
    how->propagate = everything || rng_below(r, 2);
    how->slice = everything || rng_below(r, 2);
    how->dead = everything || rng_below(r, 2);
    how->bisim = everything || rng_below(r, 2);
    how->lbe = everything ? LBE_LOOP : (int)rng_below(r, 3);
    how->lbe_paths = everything ? 32 : paths[rng_below(r, 4)];
}

struct failure {
    const struct oracle_engine *engine;
    const struct switches *how;
    uint32_t seconds;
    const char *message;
};

/* The same words, whatever the numbers. */
static bool same_words(const char *a, const char *b) {
    for (;; a++, b++) {
        while (*a >= '0' && *a <= '9') a++;
        while (*b >= '0' && *b <= '9') b++;
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

static bool fails(void *context, const struct cfa *c) {
    const struct failure *f = context;
    struct judgement j;
    judge_apart(c, f->engine, f->how, f->seconds, &j);
    return j.outcome == DISAGREES && same_words(j.message, f->message);
}

static void report(struct run *run, uint64_t i, const struct cfa *c, const struct oracle_engine *e,
                   const struct switches *how, const struct judgement *j) {
    run->disagreements++;
    printf("automaton %llu of seed %llu, %s (%s), propagate=%d slice=%d dead=%d bisim=%d lbe=%d paths=%g:\n  "
           "%s\n",
           (unsigned long long)i, (unsigned long long)run->seed, e->name, e->settings, how->propagate,
           how->slice, how->dead, how->bisim, how->lbe, how->lbe_paths, j->message);
    bool slow = strstr(j->message, "still running");
    struct failure f = {e, how, slow ? 3 : SECONDS, j->message};
    struct cfa *small = shrink(cfa_copy(c), fails, &f, slow ? 200 : SHRINK_TRIES);
    struct judgement last;
    judge_apart(small, e, how, f.seconds, &last);
    struct strbuf b = {0};
    cfa_print(&b, small);
    printf("shrunk (%s):\n%s", last.message, b.text);
    strbuf_release(&b);
    cfa_free(small);
}

static void check_row(struct run *run, uint64_t i, const struct cfa *c, const struct oracle_engine *e,
                      const struct switches *how) {
    struct judgement j;
    judge_apart(c, e, how, SECONDS, &j);
    run->runs++;
    run->lemmas += j.lemmas;
    run->proofs += j.invariant_checked;
    run->undecided += j.outcome == UNDECIDED;
    run->suggestions += j.suggested;
    if (j.rashly && !run->rash++)
        printf("automaton %llu, %s (%s), lbe=%d: termination is suggested, but the error is reachable\n",
               (unsigned long long)i, e->name, e->settings, how->lbe);
    if (j.outcome == UNDECIDED && run->engine)
        printf("automaton %llu: UNKNOWN (%s)\n", (unsigned long long)i, j.message);
    if (j.outcome == DISAGREES) report(run, i, c, e, how, &j);
}

static bool is_unsafe(const struct cfa *c) {
    struct space s;
    explore_edges(c, &s);
    bool unsafe = space_reached(&s, c->lE) != NEVER;
    space_release(&s);
    return unsafe;
}

static void check_checks(struct run *run, uint64_t i, const struct cfa *c) {
    char message[400];
    if (judge_checks(c, message, sizeof message)) return;
    run->disagreements++;
    printf("automaton %llu of seed %llu with several checks: %s\n", (unsigned long long)i,
           (unsigned long long)run->seed, message);
}

/* One combination of switches; all of them with --switches. */
static void check_switches(struct run *run, uint64_t i, const struct cfa *c, const struct switches *how) {
    for (uint32_t k = 0; k < n_switch_rows && (run->keep_going || !run->disagreements); k++)
        if (run->switches || k == i % n_switch_rows) check_row(run, i, c, &switch_rows[k], how);
}

static void check_automaton(struct run *run, uint64_t i) {
    struct rng r = {run->seed * 0x9e3779b97f4a7c15u + i * 0xd1342543de82ef95u};
    struct shape shape = {.max_vars = 4, .max_bits = 5 + rng_below(&r, 5), .max_locs = 2 + rng_below(&r, 9)};
    shape.initialize = rng_below(&r, 4) != 0;
    struct switches how;
    struct cfa *c = random_cfa(&r, &shape);
    draw_switches(&r, &how);
    run->unsafe += is_unsafe(c);
    check_checks(run, i, c);
    uint32_t turns = 0, others = 0;
    for (uint32_t e = 0; e < n_engines; e++) others += !engines[e].always;
    for (uint32_t e = 0, other = 0; e < n_engines; e++) {
        bool turn = !engines[e].always && (other++ + others - i * TURNS % others) % others < TURNS;
        bool wanted =
            run->engine ? !strcmp(run->engine, engines[e].name) : run->all || engines[e].always || turn;
        turns += turn;
        if (wanted && !run->switches) check_row(run, i, c, &engines[e], &how);
        if (run->disagreements && !run->keep_going) break;
    }
    if (!run->engine) check_switches(run, i, c, &how);
    cfa_free(c);
}

static bool parse(int argc, char **argv, struct run *run) {
    char *end;
    if (argc < 3) return false;
    run->count = strtoull(argv[1], &end, 10);
    if (*end) return false;
    run->seed = strtoull(argv[2], &end, 10);
    if (*end) return false;
    for (int i = 3; i < argc; i++) {
        if (!strncmp(argv[i], "--engine=", 9)) run->engine = argv[i] + 9;
        else if (!strcmp(argv[i], "--all")) run->all = true;
        else if (!strcmp(argv[i], "--switches")) run->switches = true;
        else if (!strcmp(argv[i], "--keep-going")) run->keep_going = true;
        else if (!strncmp(argv[i], "--first=", 8)) run->first = strtoull(argv[i] + 8, NULL, 10);
        else return false;
    }
    bool found = !run->engine;
    for (uint32_t e = 0; e < n_engines; e++) found |= run->engine && !strcmp(run->engine, engines[e].name);
    if (!found) fprintf(stderr, "no engine %s\n", run->engine);
    return found;
}

static void print_counts(const struct run *run, uint64_t end, FILE *to) {
    fprintf(to,
            "enumerate: %llu automata (%llu unsafe), %llu runs, %llu undecided, %llu proofs and traces and "
            "%llu lemmas checked, termination suggested in %llu runs (wrongly in %llu), %llu disagreements\n",
            (unsigned long long)(end - run->first), (unsigned long long)run->unsafe,
            (unsigned long long)run->runs, (unsigned long long)run->undecided,
            (unsigned long long)run->proofs, (unsigned long long)run->lemmas,
            (unsigned long long)run->suggestions, (unsigned long long)run->rash,
            (unsigned long long)run->disagreements);
}

int main(int argc, char **argv) {
    struct run run = {0};
    if (!parse(argc, argv, &run)) {
        fprintf(stderr,
                "usage: oracle_enumerate COUNT SEED [--engine=NAME] [--all] [--switches] [--keep-going] "
                "[--first=I]\nengines:");
        for (uint32_t e = 0; e < n_engines; e++) fprintf(stderr, " %s", engines[e].name);
        fprintf(stderr, "\n");
        return 2;
    }
    terms_init();
    for (uint64_t i = run.first; i < run.count && (run.keep_going || !run.disagreements); i++) {
        check_automaton(&run, i);
        if (run.keep_going && (i + 1) % NOW_AND_THEN == 0) print_counts(&run, i + 1, stderr);
    }
    print_counts(&run, run.count, stdout);
    terms_release();
    return run.disagreements ? 1 : 0;
}
