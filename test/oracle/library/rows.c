/* What a function of the library changes: the memory of its arguments, memory of an earlier call
 * (which it would have kept), the library's variables, static results of other functions that the
 * program may still hold. Each is set to known values before a call and compared afterwards; a
 * change that the row does not allow is a finding, e.g.
 *
 *     ROW("time", WRITES, "0:8/4", "", 0)      time(&t) must change nothing but 8 bytes from &t on
 *
 * Each function runs in a child process, because some end it. The bounds for 32-bit pointers are
 * not tested. */
#include "rows.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RESULT_IN_ARGUMENT = 1, STATIC = 2, SUFFIXES = 4, NO_LIMIT = 8, FORMAT_SHIFT = 8, SECONDS = 100 };
#define FORMAT(k) (((k) + 1) << FORMAT_SHIFT)
enum effect { ANY, NONE, WRITES, PRINTS, SCANS, NUMBERS, RAISES, LOCALE, KEEPS, ENDS, CUT };

static const struct row {
    const char *names;
    enum effect effect;
    const char *writes, *variables;
    unsigned flags;
} rows[] = {
#define ROW(names, effect, writes, variables, flags) {names, effect, writes, variables, flags},
#define FLOATS(names, effect, writes, variables, flags)                                                      \
    {names, effect, writes, variables, (flags) | SUFFIXES},
#include "frontend/library/rows.def"
#undef ROW
#undef FLOATS
};

static const struct recipe {
    const char *names, *recipe, *why_not;
} recipes[] = {
#define CALL(names, recipe) {names, recipe, NULL},
#define NO_CALL(names, why) {names, NULL, why},
#include "recipes.def"
#undef CALL
#undef NO_CALL
};

static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
    return false;
}

/* ---- what else could change ---- */

static struct {
    const char *name;
    size_t bytes;
    unsigned char *at, before[16];
} variables[] = {{.name = "environ", .bytes = 8},
                 {.name = "optarg", .bytes = 8},
                 {.name = "opterr", .bytes = 4},
                 {.name = "optind", .bytes = 4},
                 {.name = "optopt", .bytes = 4},
                 {.name = "signgam", .bytes = 4},
                 {.name = "daylight", .bytes = 4},
                 {.name = "timezone", .bytes = 8},
                 {.name = "tzname", .bytes = 16},
                 {.name = "program_invocation_name", .bytes = 8},
                 {.name = "program_invocation_short_name", .bytes = 8},
                 {.name = "stdin", .bytes = 8},
                 {.name = "stdout", .bytes = 8},
                 {.name = "stderr", .bytes = 8},
                 {.name = "error_message_count", .bytes = 4},
                 {.name = "error_one_per_line", .bytes = 4},
                 {.name = "getdate_err", .bytes = 4},
                 {.name = "re_syntax_options", .bytes = 8}};
enum { VARIABLES = sizeof variables / sizeof *variables };

/* Static results. */
static struct {
    const char *what;
    const void *at;
    size_t bytes;
    unsigned char before[512];
} held[12];
static size_t n_held;

static void hold(const char *what, const void *at, size_t bytes) {
    held[n_held].what = what;
    held[n_held].at = at;
    held[n_held].bytes = bytes;
    n_held += at != NULL;
}

static void hold_strings(const char *what, const char *text) {
    hold(what, text, text ? strlen(text) + 1 : 0);
}

static void hold_results(void) {
    extern char **environ;
    time_t t = 1000000;
    struct in_addr a = {0x0100007f};
    setenv("EDGEWISE_ORACLE", "a value", 1);
    setenv("TZ", "EST5EDT", 1);
    hold_strings("getenv", getenv("EDGEWISE_ORACLE"));
    hold("environ", environ, 4 * sizeof *environ);
    hold("localtime", localtime(&t), sizeof(struct tm));
    hold_strings("asctime", asctime(gmtime(&t)));
    hold_strings("strerror", strerror(12345));
    hold_strings("strsignal", strsignal(12345));
    hold_strings("setlocale", setlocale(LC_ALL, NULL));
    hold("localeconv", localeconv(), sizeof(struct lconv));
    hold_strings("inet_ntoa", inet_ntoa(a));
    hold("getpwuid", getpwuid(0), sizeof(struct passwd));
    for (int i = 0; i < VARIABLES; i++) variables[i].at = world_find(variables[i].name);
}

static void set_variable(const char *name, int value) {
    int *at = world_find(name);
    if (at) *at = value;
}

/* Values that a function which sets the variable would not leave. */
static void remember(void) {
    set_variable("signgam", 77);
    set_variable("daylight", 77);
    set_variable("timezone", 77);
    set_variable("optopt", 77);
    for (int i = 0; i < VARIABLES; i++)
        if (variables[i].at) memcpy(variables[i].before, variables[i].at, variables[i].bytes);
    for (size_t i = 0; i < n_held; i++) memcpy(held[i].before, held[i].at, held[i].bytes);
}

static void check_library(const struct row *row, const struct call *c) {
    for (int i = 0; i < VARIABLES; i++)
        if (variables[i].at && memcmp(variables[i].before, variables[i].at, variables[i].bytes) &&
            !listed(row->variables, variables[i].name))
            world_fail(c, "sets %s", variables[i].name);
    for (size_t i = 0; i < n_held; i++)
        if (memcmp(held[i].before, held[i].at, held[i].bytes) && !(row->flags & STATIC))
            world_fail(c, "changes the result of %s", held[i].what);
}

/* ---- memory ---- */

static size_t bytes_allowed(const char *text, const struct call *c) {
    char *end;
    if (*text == '*') return SLOT;
    if (*text != '#') return strtoul(text, NULL, 10);
    size_t n = (size_t)c->arg[strtoul(text + 1, &end, 10)].number;
    return *end == '#' ? n * (size_t)c->arg[strtoul(end + 1, NULL, 10)].number : n;
}

/* How many bytes from argument i on the row lets the function write. */
static size_t allowed(const struct row *row, const struct call *c, uint32_t i, size_t fixed) {
    for (const char *at = row->writes; *at; at += strcspn(at, " "), at += *at == ' ') {
        bool all = !strncmp(at, "...", 3);
        if (all ? i >= fixed : strtoul(at, NULL, 10) == i) return bytes_allowed(strchr(at, ':') + 1, c);
    }
    return 0;
}

static bool may_change(const struct world *w, const struct row *row, const struct call *c, size_t at,
                       size_t fixed) {
    const unsigned char *place = w->slots + at;
    for (uint32_t i = 0; i < c->n; i++) {
        const unsigned char *from = (const unsigned char *)c->arg[i].number;
        if (!c->arg[i].is_pointer || c->arg[i].slot < 0) continue;
        if (c->arg[i].is_list && at / SLOT == (size_t)c->arg[i].slot)
            return true; /* undefined after the call */
        if (place >= from && place < from + allowed(row, c, i, fixed)) return true;
    }
    return false;
}

static void check_memory(struct world *w, const struct row *row, const struct call *c) {
    const char *codes = world_prototype(c->name);
    size_t fixed = strcspn(codes + 1, ".");
    for (size_t at = 0; at < WORLD_BYTES; at++)
        if (w->slots[at] != w->shadow[at] && !may_change(w, row, c, at, fixed))
            world_fail(c, "writes byte %zu of slot %zu", at % SLOT, at / SLOT);
    if (memcmp(w->spare, w->spare_shadow, WORLD_BYTES))
        world_fail(c, "writes where an earlier call was given memory");
}

static void check_result(const struct world *w, const struct row *row, const struct call *c) {
    if (c->result != 'P' || (row->flags & RESULT_IN_ARGUMENT) || !c->number) return;
    const unsigned char *p = (const unsigned char *)c->number;
    if (p >= w->slots && p < w->slots + WORLD_BYTES) world_fail(c, "returns a pointer into its argument");
    for (uint32_t i = 0; i < c->n; i++)
        if (c->arg[i].is_pointer && c->arg[i].number == c->number) world_fail(c, "returns its argument");
}

/* ---- one function ---- */

static FILE *complaints_to(void) {
    FILE *kept = fdopen(dup(STDERR_FILENO), "w");
    int nowhere = open("/dev/null", O_WRONLY), data = open("data", O_RDONLY);
    if (!kept || nowhere < 0 || data < 0) exit(1);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    dup2(data, STDIN_FILENO);
    setvbuf(kept, NULL, _IONBF, 0);
    return kept;
}

static void swap_slots(struct world *w) {
    unsigned char *slots = w->slots;
    w->slots = w->spare;
    w->spare = slots;
}

static void call_often(struct world *w, const struct row *row, struct call *c, const char *recipe,
                       uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        swap_slots(w);
        world_prepare(w, c, recipe);
        remember();
        world_call(c);
        if (row->effect == ENDS) world_fail(c, "returns");
        check_memory(w, row, c);
        check_library(row, c);
        check_result(w, row, c);
    }
}

static void in_child(struct world *w, const struct row *row, struct call *c, const char *recipe,
                     uint32_t count) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        world_complaints = complaints_to();
        alarm(SECONDS);
        if (row->effect == ENDS) signal(SIGABRT, SIG_DFL);
        hold_results();
        call_often(w, row, c, recipe, count);
        _exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) world_fail(c, "cannot be run");
    if (row->effect == ENDS ? WIFEXITED(status) && WEXITSTATUS(status) == WORLD_FAILED
                            : !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        if (WIFSIGNALED(status))
            fprintf(stderr, "oracle_library: %s: signal %d\n", c->name, WTERMSIG(status));
        exit(1);
    }
}

/* Of a function of floats, from its prototype; NULL if it takes long doubles. */
static const char *recipe_of_floats(const char *name, const char *codes) {
    static char text[64];
    bool single = name[strlen(name) - 1] == 'f' && strcmp(name, "erf");
    text[0] = 0;
    for (const char *code = codes; *code; code++) {
        if (*code == 'x') return NULL;
        if (code == codes) continue;
        const char *word = *code == 'C'   ? "str"
                           : *code == 'W' ? "slot"
                           : *code == '?' ? single ? "f" : "d d"
                                          : NULL;
        size_t n = strlen(text);
        if (word) snprintf(text + n, sizeof text - n, "%s ", word);
        else snprintf(text + n, sizeof text - n, "%c ", *code);
    }
    return text;
}

static const struct recipe *recipe_of(const char *name) {
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (listed(recipes[i].names, name)) return &recipes[i];
    return NULL;
}

/* True if the function was called. */
static bool one_function(struct world *w, const struct row *row, const char *name, uint32_t count) {
    struct call c = {.name = name, .function = world_find(name)};
    const struct recipe *recipe = recipe_of(name);
    const char *codes = world_prototype(name), *text = recipe ? recipe->recipe : NULL;
    if (!codes) world_fail(&c, "has a row but no prototype");
    if (!recipe && (row->flags & SUFFIXES)) text = recipe_of_floats(name, codes);
    else if (!recipe) world_fail(&c, "has a row but no recipe");
    if (!c.function || !text) return false;
    c.result = codes[0];
    w->prepared = 0;
    in_child(w, row, &c, text, count);
    return true;
}

static uint32_t with_suffixes(struct world *w, const struct row *row, const char *name, uint32_t count) {
    static const char suffixes[] = "fl";
    uint32_t n = one_function(w, row, name, count);
    for (int i = 0; i < 2 && (row->flags & SUFFIXES); i++) {
        char longer[64];
        snprintf(longer, sizeof longer, "%s%c", name, suffixes[i]);
        if (world_prototype(longer)) n += one_function(w, row, longer, count);
    }
    return n;
}

/* The argument that a row calls a format must be one: text before variable arguments. */
static void check_format(const struct row *row, const char *name) {
    struct call c = {.name = name};
    unsigned format = row->flags >> FORMAT_SHIFT;
    const char *codes = world_prototype(name);
    if ((row->effect == PRINTS) != (format > 0))
        world_fail(&c, "prints without a format or has one without printing");
    if (format > 0 &&
        (!codes || strlen(codes) != format + 2 || codes[format] != 'C' || !strchr(".D", codes[format + 1])))
        world_fail(&c, "has no format at the place that its row says");
}

uint32_t rows_compare(struct world *w, uint32_t count) {
    uint32_t n = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].effect == CUT || rows[i].effect == LOCALE) continue;
        for (const char *at = rows[i].names; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
            check_format(&rows[i], name);
            n += with_suffixes(w, &rows[i], name, rows[i].effect == ENDS ? 1 : count);
        }
    }
    return n;
}
