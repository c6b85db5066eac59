#include "project/cache.h"

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/bounded.h"
#include "check/check.h"
#include "project/earlier.h"
#include "project/entry.h"
#include "project/folder.h"
#include "replay/replay.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { REPLAY_EDGES = 50000000 };

static struct {
    struct folder folder;
    char *context; /* what besides the automaton is part of a key; NULL: there is no cache */
    VEC(char *) refused;
} cache = {.folder = {-1}};

void cache_close(void) {
    folder_close(&cache.folder);
    free(cache.context);
    cache.context = NULL;
    for (uint32_t i = 0; i < cache.refused.n; i++) free(cache.refused.at[i]);
    VEC_RELEASE(&cache.refused);
}

/* ---- is what it says true? ---- */

/* In the child: the proof by the check that every proof has to pass, whatever --no-recheck says. */
_Noreturn static void check_and_exit(struct cfa *c, const struct verdict *v, const struct budget *b,
                                     int answer) {
    bool unsure = false;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    static const int defaults[] = {SIGHUP, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    fail_at_exit(NULL);
    stop_after_fork(b->deadline, 0);
    char *wrong = evidence_check_proof(c, v, check_other_solver(), &unsure);
    if (wrong) verbose("cache: %s", wrong);
    bool told = !wrong && write(answer, &stats, sizeof stats) == (ssize_t)sizeof stats;
    _exit(told ? EXIT_SAFE : EXIT_UNKNOWN);
}

/* Did the child end well, and has it sent its counters, by which the report says who checked? */
static bool await(pid_t child, int answer, const struct budget *b) {
    struct stats counters;
    struct pollfd p = {.fd = answer, .events = POLLIN};
    int ready;
    do ready = poll(&p, 1, 20);
    while (ready <= 0 && !budget_over(b));
    bool told = ready > 0 && read(answer, &counters, sizeof counters) == (ssize_t)sizeof counters;
    int status = 0;
    if (!told) kill(child, SIGKILL);
    waitpid(child, &status, 0);
    bool good = told && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SAFE;
    if (good) stats = counters;
    return good;
}

/* In a process of its own, because a forged proof may make the solvers take forever, or crash. */
static bool proof_holds(struct cfa *c, const struct verdict *v, const struct budget *whole) {
    int fds[2];
    struct budget b = budget_part(whole, BUDGET_WALL, CACHE_CHECK_SHARE, CACHE_CHECK_SECONDS);
    if (pipe(fds)) return false;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(fds[0]);
        check_and_exit(c, v, &b, fds[1]);
    }
    close(fds[1]);
    bool good = child > 0 && await(child, fds[0], &b);
    close(fds[0]);
    return good;
}

static bool draws_fail(const struct cfa *unreduced, const struct verdict *v) {
    input_log log = {0};
    bool good = unreduced != NULL;
    for (uint32_t i = 0; good && i < v->draws.n; i++) {
        good = v->draws.at[i].site < unreduced->sites.n;
        VEC_PUSH(&log, (struct input_value){v->draws.at[i].site, v->draws.at[i].v});
    }
    good = good && replay_run(unreduced, &log, REPLAY_EDGES, NULL, NULL).end == RUN_ERROR;
    input_log_release(&log);
    return good;
}

static bool holds(struct cfa *c, const struct cfa *unreduced, const struct verdict *v,
                  const struct budget *b) {
    if (v->kind == VERDICT_TRUE) return options.cache_trust || proof_holds(c, v, b);
    if (v->trace_kind == TRACE_DRAWS) return draws_fail(unreduced, v);
    char *wrong = replay_check_trace(c, v);
    bool good = !wrong;
    free(wrong);
    return good;
}

/* ---- finding and keeping ---- */

static bool is_refused(const char *key) {
    for (uint32_t i = 0; i < cache.refused.n; i++)
        if (!strcmp(cache.refused.at[i], key)) return true;
    return false;
}

bool cache_find(struct cfa *c, const struct cfa *unreduced, const struct budget *b, struct verdict *v) {
    char key[SHA256_HEX + 1];
    struct strbuf body = {0};
    if (!cache.context) return false;
    entry_key(c, cache.context, key);
    bool there =
        !is_refused(key) && folder_read(&cache.folder, key, &body) && entry_read(body.text, body.n, c, v);
    strbuf_release(&body);
    bool good = there && holds(c, unreduced, v, b);
    stats.cache_hits += good;
    stats.cache_misses += !good;
    stats.cache_wrong += there && !good;
    verbose("cache: %.12s: %s", key, good ? "known" : there ? "not confirmed" : "not there");
    if (there && !good) verdict_clear(v);
    if (!good) return false;
    v->engine = "cache";
    v->remembered = true;
    v->checked = v->kind == VERDICT_TRUE;
    return true;
}

void cache_suggest(const struct cfa *c, struct facts *candidates) {
    if (!cache.context || options_without("earlier")) return;
    earlier_find(&cache.folder, c, candidates);
    stats.cache_suggested += facts_count(candidates);
}

void cache_keep(const struct cfa *c, const struct verdict *v) {
    char key[SHA256_HEX + 1];
    struct strbuf body = {0};
    if (!cache.context || v->remembered) return;
    entry_key(c, cache.context, key);
    bool kept = entry_write(&body, c, v) && folder_write(&cache.folder, key, &body);
    if (kept && v->kind == VERDICT_TRUE && v->proof != PROOF_FORALL)
        earlier_keep(&cache.folder, c, &v->invariant);
    if (kept) folder_trim(&cache.folder, (uint64_t)(options.cache_size * (1 << 20)));
    stats.cache_kept += kept;
    verbose("cache: %.12s: %s", key, kept ? "kept" : "not kept");
    strbuf_release(&body);
}

void cache_refuse(const struct cfa *c) {
    char key[SHA256_HEX + 1];
    if (!cache.context) return;
    entry_key(c, cache.context, key);
    VEC_PUSH(&cache.refused, mem_strdup(key));
}

/* ---- the folder ---- */

static char *default_folder(void) {
    const char *cache_home = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache_home && cache_home[0] == '/') return mem_printf("%s/edgewise", cache_home);
    return home && home[0] == '/' ? mem_printf("%s/.cache/edgewise", home)
                                  : mem_strdup("/tmp/edgewise-cache");
}

char *cache_folder_name(void) {
    if (!options.cache || !strcmp(options.cache, "auto")) return default_folder();
    if (options.cache[0] == '/') return mem_strdup(options.cache);
    char *here = getcwd(NULL, 0);
    if (!here) fail_environment("cannot tell the current directory");
    char *path = mem_printf("%s/%s", here, options.cache);
    free(here);
    return path;
}

/* The folder above the default one may be missing in a new home. */
static bool open_folder(struct folder *f, struct error *e) {
    char *path = cache_folder_name(), *slash = strrchr(path, '/');
    *slash = 0;
    if (!options.cache || !strcmp(options.cache, "auto")) mkdir(path, 0700);
    *slash = '/';
    bool good = folder_open(f, path, e);
    free(path);
    return good;
}

bool cache_make_folder(struct error *e) {
    struct folder f;
    bool good = open_folder(&f, e);
    if (good) folder_close(&f);
    return good;
}

bool cache_open(const char *version, struct error *e) {
    if (!options.cache || options.no_cache) return true;
    if (!open_folder(&cache.folder, e)) return false;
    if (options.cache_trust && !folder_is_own(&cache.folder)) {
        error_set(e, options.cache, 0, 0, "--cache-trust: others can write to this folder");
        return false;
    }
    char *engine = options_choice("engine");
    cache.context = mem_printf("edgewise %s, engine %s", version, engine);
    free(engine);
    return true;
}

/* ---- edgewise cache ---- */

static int report_damage(struct folder_contents contents) {
    printf("%" PRIu64 " entries, %" PRIu64 " damaged\n", contents.entries, contents.damaged);
    return contents.damaged ? EXIT_BAD_INPUT : EXIT_SAFE;
}

static int report_size(struct folder_contents contents) {
    printf("%" PRIu64 " entries, %.1f of %g MiB\n", contents.entries, (double)contents.bytes / (1 << 20),
           options.cache_size);
    return EXIT_SAFE;
}

int cache_main(const char *verb, struct error *e) {
    struct folder f;
    int code = EXIT_SAFE;
    bool stat = !strcmp(verb, "stat"), clear = !strcmp(verb, "clear"), verify = !strcmp(verb, "verify");
    if (!stat && !clear && !verify)
        error_set(e, NULL, 0, 0, "edgewise cache takes stat, clear or verify, not '%s'", verb);
    else if (options.inputs.n > 1 || options.no_cache)
        error_set(e, NULL, 0, 0, "edgewise cache %s takes --cache=DIR and nothing else", verb);
    if (e->set || !open_folder(&f, e)) return EXIT_BAD_INPUT;
    if (verify) code = report_damage(folder_survey(&f, true));
    else if (stat) code = report_size(folder_survey(&f, false));
    else printf("%" PRIu64 " entries removed\n", folder_clear(&f));
    folder_close(&f);
    return code;
}
