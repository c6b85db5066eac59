/* The parser over the table of options.h: one pass that knows five types and nothing of any
 * option. */
#include "util/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/flags.h"
#include "util/options_presets.h"
#include "util/strbuf.h"

struct options options;

enum type { TYPE_FLAG, TYPE_NUMBER, TYPE_CHOICE, TYPE_TEXT, TYPE_LIST };
enum level { BASIC, EXPERT };
#define GROUP(id, title) GROUP_##id,
enum group { OPTION_GROUPS(GROUP) GROUP_COUNT };
#undef GROUP
#define GROUP(id, title) title,
static const char *const group_titles[] = {OPTION_GROUPS(GROUP)};
#undef GROUP

struct option_row {
    const char *name;
    enum type type;
    size_t offset;          /* of the field in struct options */
    double value, min, max; /* default of flag, number and choice; range of number */
    const char *text;       /* default of text */
    const char *arg;        /* argument's name, or the choices */
    enum group group;
    enum level level;
    const char *help;
};

#define FLAG(field, name, value, group, level, help)                                                         \
    {name, TYPE_FLAG, offsetof(struct options, field), value, 0, 0, NULL, "", GROUP_##group, level, help},
#define NUMBER(field, name, value, min, max, group, level, help)                                             \
    {name,  TYPE_NUMBER, offsetof(struct options, field), value, min, max, NULL, "N", GROUP_##group,         \
     level, help},
#define CHOICE(field, name, value, names, group, level, help)                                                \
    {name,  TYPE_CHOICE, offsetof(struct options, field), value, 0, 0, NULL, names, GROUP_##group,           \
     level, help},
#define TEXT(field, name, value, arg, group, level, help)                                                    \
    {name, TYPE_TEXT, offsetof(struct options, field), 0, 0, 0, value, arg, GROUP_##group, level, help},
#define LIST(field, name, arg, group, level, help)                                                           \
    {name, TYPE_LIST, offsetof(struct options, field), 0, 0, 0, NULL, arg, GROUP_##group, level, help},
static const struct option_row rows[] = {OPTION_ROWS(FLAG, NUMBER, CHOICE, TEXT, LIST)};
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef TEXT
#undef LIST
enum { ROWS = sizeof rows / sizeof *rows };

struct preset {
    const char *name, *settings, *help;
};
#define PRESET(name, settings, help) {name, settings, help},
static const struct preset presets[] = {PRESET_ROWS(PRESET)};
#undef PRESET
enum { PRESETS = sizeof presets / sizeof *presets };

static bool given[ROWS];

static void *field_of(const struct option_row *r) { return (char *)&options + r->offset; }

void options_reset(void) {
    VEC_RELEASE(&options.inputs);
    VEC_RELEASE(&options.flags);
    for (int i = 0; i < ROWS; i++) {
        void *field = field_of(&rows[i]);
        given[i] = false;
        switch (rows[i].type) {
        case TYPE_FLAG: *(bool *)field = rows[i].value != 0; break;
        case TYPE_NUMBER: *(double *)field = rows[i].value; break;
        case TYPE_CHOICE: *(int *)field = (int)rows[i].value; break;
        case TYPE_TEXT: *(const char **)field = rows[i].text; break;
        case TYPE_LIST: VEC_RELEASE((text_list *)field); break;
        }
    }
    options.help = options.version = false;
    options.help_topic = "";
    options.solver_command = NULL;
}

/* Levenshtein's distance of two short words. */
static int distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    int row[LONGEST + 1], n = (int)strlen(b);
    if (n > LONGEST) return LONGEST;
    for (int j = 0; j <= n; j++) row[j] = j;
    for (; *a; a++) {
        int diagonal = row[0]++;
        for (int j = 1; j <= n; j++) {
            int best = diagonal + (*a != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[n];
}

static void unknown_option(const char *name, struct error *e) {
    const char *nearest = NULL;
    int best = 4;
    for (int i = 0; i < ROWS; i++)
        if (distance(name, rows[i].name) < best) best = distance(name, nearest = rows[i].name);
    if (nearest) error_set(e, NULL, 0, 0, "unknown option --%s; did you mean --%s?", name, nearest);
    else error_set(e, NULL, 0, 0, "unknown option --%s; see --help=all", name);
}

/* The index of the choice; *rest is what follows a choice "name:", which must not be empty, or
 * NULL. */
static int choice_index(const char *names, const char *value, const char **rest) {
    size_t n = strlen(value);
    *rest = NULL;
    for (int index = 0; *names; index++) {
        size_t length = strcspn(names, "|"), name = strcspn(names, ":|");
        if (name < length && n > name + 1 && !strncmp(names, value, name + 1)) {
            *rest = value + name + 1;
            return index;
        }
        if (name == length && length == n && !strncmp(names, value, n)) return index;
        names += length;
        if (*names) names++;
    }
    return -1;
}

static bool set_row(const struct option_row *r, const char *value, struct error *e) {
    void *field = field_of(r);
    char *rest;
    const char *text;
    double number;
    int index;
    if (!value || !*value) {
        error_set(e, NULL, 0, 0, "option --%s needs a value: --%s=%s", r->name, r->name, r->arg);
        return false;
    }
    switch (r->type) {
    case TYPE_FLAG: break;
    case TYPE_NUMBER:
        number = strtod(value, &rest);
        if (*rest || number < r->min || number > r->max) {
            error_set(e, NULL, 0, 0, "option --%s takes a number from %g to %g, not '%s'", r->name, r->min,
                      r->max, value);
            return false;
        }
        *(double *)field = number;
        break;
    case TYPE_CHOICE:
        index = choice_index(r->arg, value, &text);
        if (index < 0) {
            error_set(e, NULL, 0, 0, "option --%s takes one of %s, not '%s'", r->name, r->arg, value);
            return false;
        }
        *(int *)field = index;
        if (text) options.solver_command = text;
        break;
    case TYPE_TEXT: *(const char **)field = value; break;
    case TYPE_LIST: VEC_PUSH((text_list *)field, value); break;
    }
    return true;
}

/* The row of "name" or "no-name"; *yes tells which. */
static const struct option_row *find_row(const char *name, size_t length, bool *yes) {
    *yes = true;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < ROWS; i++)
            if (strlen(rows[i].name) == length && !strncmp(rows[i].name, name, length)) return &rows[i];
        if (length < 4 || strncmp(name, "no-", 3)) return NULL;
        name += 3;
        length -= 3;
        *yes = false;
    }
    return NULL;
}

/* `next` is the following word of the command line or NULL; *used tells whether it was taken. */
static bool set_option(const char *word, const char *next, bool *used, struct error *e) {
    size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    bool yes;
    const struct option_row *r = find_row(word, length, &yes);
    if (!r || (!yes && r->type != TYPE_FLAG)) {
        char *name = strndup(word, length);
        unknown_option(name, e);
        free(name);
        return false;
    }
    given[r - rows] = true;
    if (r->type == TYPE_FLAG) {
        if (value) error_set(e, NULL, 0, 0, "option --%s takes no value", r->name);
        *(bool *)field_of(r) = yes;
        return !value;
    }
    if (!value && next && used) {
        value = next;
        *used = true;
    }
    return set_row(r, value, e);
}

bool options_set(const char *setting, struct error *e) { return set_option(setting, NULL, NULL, e); }

bool options_without(const char *name) {
    size_t n = strlen(name);
    for (const char *at = options.without; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == n && !strncmp(at, name, n)) return true;
    return false;
}

char *options_choice(const char *name) {
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name)) continue;
        const char *value = rows[i].arg;
        for (int skip = *(int *)field_of(&rows[i]); skip > 0; skip--) value += strcspn(value, "|") + 1;
        return strndup(value, strcspn(value, "|"));
    }
    fail_internal("there is no option --%s", name);
}

bool options_given(const char *name) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name)) return given[i];
    return false;
}

const char *options_given_project(void) {
    for (int i = 0; i < ROWS; i++)
        if (given[i] && rows[i].group == GROUP_PROJECT) return rows[i].name;
    return NULL;
}

static bool apply_preset(const char *name, struct error *e) {
    for (int i = 0; i < PRESETS; i++) {
        if (strcmp(presets[i].name, name)) continue;
        char *settings = mem_strdup(presets[i].settings), *save = NULL;
        for (char *s = strtok_r(settings, " ", &save); s; s = strtok_r(NULL, " ", &save))
            if (!options_set(s, e)) fail_internal("preset %s: %s", name, e->message);
        free(settings);
        memset(given, 0, sizeof given);
        options.preset = presets[i].name;
        return true;
    }
    error_set(e, NULL, 0, 0, "unknown preset '%s'; see --help=presets", name);
    return false;
}

static const char *preset_of(int argc, char **argv) {
    const char *name = NULL;
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strncmp(argv[i], "--preset=", 9)) name = argv[i] + 9;
        if (!strcmp(argv[i], "--preset") && i + 1 < argc) name = argv[i + 1];
    }
    return name;
}

static bool contradictions(struct error *e) {
    if (options.m32 && options.m64) error_set(e, NULL, 0, 0, "--32 and --64 contradict each other");
    if (options.verbose && options.quiet)
        error_set(e, NULL, 0, 0, "--verbose and --quiet contradict each other");
    if (options.self_loop && options.generalize)
        error_set(e, NULL, 0, 0,
                  "--self-loop needs --no-generalize: query (6) is not preserved by generalization");
    if (options.strict && options.accept_unconfirmed)
        error_set(e, NULL, 0, 0, "--strict and --accept-unconfirmed contradict each other");
    if (options.json && options.format) error_set(e, NULL, 0, 0, "--json and --format contradict each other");
    if (options.json && options.emit) error_set(e, NULL, 0, 0, "--json and --emit contradict each other");
    return !e->set;
}

/* A word for the compiler (util/flags.h), with its value. */
static bool compiler_flag(char **argv, int *i, int argc, struct error *e) {
    struct flags_found f = flags_find((const char *const *)argv + *i, (uint32_t)(argc - *i));
    const char *word = argv[*i];
    if (f.action == FLAGS_REFUSE && f.why) error_set(e, NULL, 0, 0, "option %s is refused: %s", word, f.why);
    else if (f.action == FLAGS_REFUSE)
        error_set(e, NULL, 0, 0,
                  "unknown option %s; see --help (a file name with a leading dash goes after --)", word);
    if (e->set) return false;
    if (f.action == FLAGS_MODEL) {
        uint32_t width = flags_model(&f);
        if (!width) error_set(e, NULL, 0, 0, "option %s: only x86-64 and x86 are modelled", word);
        else if (!options_set(width == 32 ? "32" : "64", e)) return false;
    }
    for (uint32_t k = 0; k < f.words; k++) VEC_PUSH(&options.flags, argv[*i + (int)k]);
    *i += (int)f.words - 1;
    return !e->set;
}

/* -p DIR, -v, -q, -h; all others are the compiler's. */
static bool short_option(char **argv, int *i, int argc, struct error *e) {
    const char *word = argv[*i];
    if (!strcmp(word, "-v")) return options.verbose = true;
    if (!strcmp(word, "-q")) return options.quiet = true;
    if (!strcmp(word, "-h")) return options.help = true;
    if (strcmp(word, "-p")) return compiler_flag(argv, i, argc, e);
    bool used = false, good = set_option("build-dir", *i + 1 < argc ? argv[*i + 1] : NULL, &used, e);
    *i += used;
    return good;
}

/* Behind "--", where a file may begin with a dash, and what is no file is for the compiler. */
static bool is_input(const char *word, bool behind_dashes) {
    return word[0] != '-' || !word[1] || (behind_dashes && !access(word, F_OK));
}

bool options_parse(int argc, char **argv, struct error *e) {
    options_reset();
    const char *preset = preset_of(argc, argv);
    if (preset && !apply_preset(preset, e)) return false;
    bool behind_dashes = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        bool used = false;
        if (is_input(word, behind_dashes)) {
            VEC_PUSH(&options.inputs, word);
        } else if (behind_dashes) {
            if (!compiler_flag(argv, &i, argc, e)) return false;
        } else if (!strcmp(word, "--")) {
            behind_dashes = true;
        } else if (word[1] != '-') {
            if (!short_option(argv, &i, argc, e)) return false;
        } else if (!strcmp(word, "--version")) {
            options.version = true;
        } else if (!strncmp(word, "--help", 6) && (!word[6] || word[6] == '=')) {
            options.help = true;
            options.help_topic = word[6] ? word + 7 : "";
        } else {
            if (!set_option(word + 2, i + 1 < argc ? argv[i + 1] : NULL, &used, e)) return false;
            i += used;
        }
    }
    return contradictions(e);
}

static void help_rows(struct strbuf *b, enum group group, bool all) {
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *r = &rows[i];
        if (r->group != group || (r->level == EXPERT && !all)) continue;
        char *left = r->type == TYPE_FLAG ? mem_printf("--%s%s", r->value ? "[no-]" : "", r->name)
                                          : mem_printf("--%s=%s", r->name, r->arg);
        strbuf_printf(b, strlen(left) > 26 ? "  %s\n%30s%s" : "  %-26s  %s%s", left, "", r->help);
        if (r->type == TYPE_NUMBER) strbuf_printf(b, " (%g)", r->value);
        strbuf_char(b, '\n');
        free(left);
    }
}

static bool group_shown(enum group group, bool all) {
    for (int i = 0; i < ROWS; i++)
        if (rows[i].group == group && (all || rows[i].level == BASIC)) return true;
    return false;
}

char *options_help(const char *topic) {
    struct strbuf b = {0};
    if (!strcmp(topic, "presets")) {
        strbuf_text(&b, "Presets (--preset=NAME; further options refine a preset):\n");
        for (int i = 0; i < PRESETS; i++) strbuf_printf(&b, "  %-28s %s\n", presets[i].name, presets[i].help);
        return strbuf_take(&b);
    }
    if (!strcmp(topic, "completion")) return options_completion();
    bool all = !strcmp(topic, "all");
    strbuf_text(&b, "usage: edgewise [options] FILE...\n"
                    "Proves that no assertion of a C program can fail, or shows an execution that fails.\n"
                    "FILE: C source, preprocessed C, LLVM bitcode or .ll, an SV-COMP task .yml, an AIGER\n"
                    "model, or - for C on standard input. Several files are linked into one program.\n");
    for (int g = 0; g < GROUP_COUNT; g++) {
        if (!group_shown((enum group)g, all)) continue;
        strbuf_printf(&b, "\n%s:\n", group_titles[g]);
        help_rows(&b, (enum group)g, all);
        if (g == GROUP_INPUT)
            strbuf_text(
                &b, "  -p DIR                      as --build-dir\n"
                    "  -I -D -U -include -isystem -std= -f* -m* ...  as of gcc and clang; also behind --\n");
    }
    strbuf_text(&b, "\n  --help, --help=all, --help=presets, --help=ledger, --version\n"
                    "\nExit code: 0 TRUE, 10 FALSE, 5 UNKNOWN, 1 bad input, 6 a fault of edgewise.\n");
    return strbuf_take(&b);
}

char *options_completion(void) {
    static const char *const type_names[] = {"flag", "number", "choice", "text", "list"};
    struct strbuf b = {0};
    for (int i = 0; i < ROWS; i++)
        strbuf_printf(&b, "%s\t%s\t%s\t%s\n", rows[i].name, type_names[rows[i].type],
                      rows[i].type == TYPE_CHOICE ? rows[i].arg : "", rows[i].help);
    return strbuf_take(&b);
}
