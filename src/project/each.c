/* Every function of the files as an entry, and which precondition it needs.
 *
 *     int mean(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s / n; }
 *
 *     mean needs: __CPROVER_r_ok(a, n * sizeof(*(a))) && n != 0 && n <= 1000 && ...
 *
 * edgewise is started on each function with any arguments. Where it fails, candidates are assumed
 * (--assume): pointers are not null, a pointer to elements and the integer beside it are a block
 * and its length, then integers are not 0 and bounded. If all of them together prove the function,
 * they are left out one by one, as long as a proof is found without: what is left is a weakest
 * precondition among the conjunctions of candidates, and the last run has proved it. The candidates
 * can all hold at once, so that no proof is vacuous.
 *
 * Limits: nothing is said of what fields of structures must be, nor of texts and their ends. */
#include "project/each.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "project/run.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/strbuf.h"

#define EACH_SECONDS "--timeout=10" /* per run, unless the user says otherwise */

struct parameter {
    char kind; /* as frontend/source/listing.h has it */
    char *name, *declaration;
};

struct function {
    char *name;
    VEC(struct parameter) parameters;
};

enum outcome { PROVED, NEEDS, FAILS, UNDECIDED, UNSUPPORTED, FAULT, OUTCOMES };

struct each {
    /* The command line without what is about all functions; not owned. */
    text_list words;
    uint32_t count[OUTCOMES];
};

/* ---- one run ---- */

struct said {
    int code;
    /* Its verdict, and the first line that names a place; owned. */
    char *verdict, *place;
};

static void said_release(struct said *s) {
    free(s->verdict);
    free(s->place);
}

static bool names_place(const char *line) {
    const char *colon = strchr(line, ':');
    return colon && colon > line && *line != ' ' && colon[1] >= '0' && colon[1] <= '9' &&
           !memchr(line, ' ', (size_t)(colon - line));
}

static void read_output(struct said *s, char *text) {
    static const char verdict[] = "Verification result: ";
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if (!strncmp(line, verdict, sizeof verdict - 1)) {
            free(s->verdict);
            s->verdict = mem_strdup(line + sizeof verdict - 1);
        } else if (!s->place && names_place(line)) s->place = mem_strdup(line);
    }
}

/* Starts edgewise at the function, on the conjunction of those candidates that are not left out;
 * prints what it says if `shown`. */
static struct said ask(struct each *all, const struct function *f, const text_list *candidates,
                       const bool *out, bool shown) {
    text_list argv = {0}, owned = {0};
    struct strbuf output = {0};
    struct said s = {0};
    VEC_PUSH(&argv, run_self());
    for (uint32_t i = 0; i < all->words.n; i++) VEC_PUSH(&argv, all->words.at[i]);
    VEC_PUSH(&owned, mem_printf("--entry=%s", f->name));
    for (uint32_t i = 0; i < candidates->n; i++)
        if (!out[i]) VEC_PUSH(&owned, mem_printf("--assume=%s", candidates->at[i]));
    if (shown && owned.n == 1 && f->parameters.n) VEC_PUSH(&owned, mem_strdup("--assume=1"));
    for (uint32_t i = 0; i < owned.n; i++) VEC_PUSH(&argv, owned.at[i]);
    VEC_PUSH(&argv, "--no-progress");
    if (shown) VEC_PUSH(&argv, "--suggest");
    VEC_PUSH(&argv, NULL);
    s.code = run_program(argv.at, NULL, shown ? NULL : &output, !shown);
    if (output.n) read_output(&s, output.text);
    for (uint32_t i = 0; i < owned.n; i++) free((char *)owned.at[i]);
    VEC_RELEASE(&owned);
    VEC_RELEASE(&argv);
    strbuf_release(&output);
    return s;
}

static bool proves(struct each *all, const struct function *f, const text_list *candidates, const bool *out) {
    struct said s = ask(all, f, candidates, out, false);
    bool good = s.code == EXIT_SAFE;
    said_release(&s);
    return good;
}

/* ---- candidates ---- */

/* The integer that may be the length of the block: the next one behind the pointer, else the one in
 * front of it; NULL: none. */
static const char *length_of(const struct function *f, uint32_t pointer) {
    assert(pointer < f->parameters.n);
    for (uint32_t i = pointer + 1; i < f->parameters.n; i++)
        if (f->parameters.at[i].kind == 'i') return f->parameters.at[i].name;
    return pointer && f->parameters.at[pointer - 1].kind == 'i' ? f->parameters.at[pointer - 1].name : NULL;
}

static void propose_pointers(const struct function *f, text_list *to) {
    for (uint32_t i = 0; i < f->parameters.n; i++) {
        const struct parameter *p = &f->parameters.at[i];
        if (p->kind != 'p' && p->kind != 'e') continue;
        VEC_PUSH(to, mem_printf("%s != 0", p->name));
        if (p->kind == 'p') continue;
        const char *length = length_of(f, i), *ok = strstr(p->declaration, "const") ? "r_ok" : "rw_ok";
        VEC_PUSH(to, mem_printf("__CPROVER_%s(%s, sizeof(*(%s)))", ok, p->name, p->name));
        if (length)
            VEC_PUSH(to, mem_printf("__CPROVER_%s(%s, %s * sizeof(*(%s)))", ok, p->name, length, p->name));
    }
}

static bool is_unsigned(const char *declaration) {
    static const char *const words[] = {"unsigned", "size_t", "uint", "bool", "Bool", "char"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(declaration, words[k])) return true;
    return false;
}

static void propose_integers(const struct function *f, uint32_t most, text_list *to) {
    for (uint32_t i = 0; i < f->parameters.n; i++) {
        const struct parameter *p = &f->parameters.at[i];
        if (p->kind != 'i') continue;
        VEC_PUSH(to, mem_printf("%s != 0", p->name));
        if (!is_unsigned(p->declaration)) VEC_PUSH(to, mem_printf("%s >= 0", p->name));
        VEC_PUSH(to, mem_printf("%s <= %u", p->name, most));
    }
}

/* ---- the search ---- */

/* Leaves out what a proof does without: afterwards nothing more can go. */
static void weaken(struct each *all, const struct function *f, const text_list *candidates, bool *out) {
    for (uint32_t i = candidates->n; i-- > 0;) {
        out[i] = true;
        if (!proves(all, f, candidates, out)) out[i] = false;
    }
}

static void print_needs(const struct function *f, const text_list *candidates, const bool *out) {
    const char *between = "";
    printf("%s needs: ", f->name);
    for (uint32_t i = 0; i < candidates->n; i++)
        if (!out[i]) {
            printf("%s%s", between, candidates->at[i]);
            between = " && ";
        }
    puts("");
}

static void print_clauses(const struct function *f, const text_list *candidates, const bool *out) {
    printf("%s: preconditions\n", f->name);
    for (uint32_t i = 0; i < candidates->n; i++)
        if (!out[i]) printf("  __CPROVER_requires(%s)\n", candidates->at[i]);
}

/* Candidates under which the function is proved; false: none were found. */
static bool find_precondition(struct each *all, const struct function *f, text_list *candidates, bool **out) {
    propose_pointers(f, candidates);
    uint32_t pointers = candidates->n;
    *out = mem_zero(3 * (size_t)f->parameters.n + pointers + 1, sizeof **out);
    static const uint32_t most[] = {1000, 64};
    bool found = pointers && proves(all, f, candidates, *out);
    for (size_t k = 0; k < sizeof most / sizeof *most && !found; k++) {
        while (candidates->n > pointers) free((char *)VEC_POP(candidates));
        propose_integers(f, most[k], candidates);
        if (candidates->n == pointers) break;
        found = proves(all, f, candidates, *out);
    }
    if (found) weaken(all, f, candidates, *out);
    return found;
}

static enum outcome outcome_of(const struct said *s) {
    switch (s->code) {
    case EXIT_SAFE: return PROVED;
    case EXIT_UNSAFE: return FAILS;
    case EXIT_UNKNOWN: return s->verdict && strstr(s->verdict, "(unconfirmed") ? FAILS : UNDECIDED;
    case EXIT_BAD_INPUT: return UNSUPPORTED;
    default: return FAULT;
    }
}

static void print_outcome(enum outcome o, const struct function *f, const struct said *s) {
    const char *verdict = s->verdict ? s->verdict : "";
    switch (o) {
    case PROVED: printf("%s: proved\n", f->name); break;
    case FAILS:
        printf("%s fails: %s%s%s\n", f->name, s->place ? s->place : "", s->place ? "; " : "", verdict);
        break;
    case UNDECIDED: printf("%s: undecided: %s\n", f->name, verdict); break;
    case UNSUPPORTED: printf("%s: not supported (edgewise --entry=%s says why)\n", f->name, f->name); break;
    default: printf("%s: a fault of edgewise (exit code %d)\n", f->name, s->code);
    }
}

static enum outcome decide(struct each *all, const struct function *f) {
    text_list candidates = {0};
    bool *out = NULL;
    struct said s = ask(all, f, &candidates, out, false);
    enum outcome o = outcome_of(&s);
    if (o == FAILS && find_precondition(all, f, &candidates, &out)) o = NEEDS;
    if (options.suggest && (o == NEEDS || o == PROVED)) {
        if (o == NEEDS) print_clauses(f, &candidates, out);
        struct said shown = ask(all, f, &candidates, out, true);
        said_release(&shown);
    } else if (o == NEEDS) print_needs(f, &candidates, out);
    else print_outcome(o, f, &s);
    fflush(stdout);
    said_release(&s);
    for (uint32_t i = 0; i < candidates.n; i++) free((char *)candidates.at[i]);
    VEC_RELEASE(&candidates);
    free(out);
    return o;
}

/* ---- all functions ---- */

/* "name\tkind:name:declaration\t..." */
static void read_function(struct function *f, char *line) {
    char *save = NULL, *word = strtok_r(line, "\t", &save);
    *f = (struct function){.name = mem_strdup(word ? word : "")};
    while ((word = strtok_r(NULL, "\t", &save))) {
        const char *name = strchr(word, ':'), *declaration = name ? strchr(name + 1, ':') : NULL;
        if (!declaration) continue;
        struct parameter p = {*word, mem_printf("%.*s", (int)(declaration - name - 1), name + 1),
                              mem_strdup(declaration + 1)};
        VEC_PUSH(&f->parameters, p);
    }
}

static void function_release(struct function *f) {
    for (uint32_t i = 0; i < f->parameters.n; i++) {
        free(f->parameters.at[i].name);
        free(f->parameters.at[i].declaration);
    }
    VEC_RELEASE(&f->parameters);
    free(f->name);
}

static void take_words(struct each *all, int argc, char **argv) {
    bool timed = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--each-function") || !strcmp(argv[i], "--suggest")) continue;
        if (!strncmp(argv[i], "--entry", 7) && strncmp(argv[i], "--entry-", 8)) {
            i += !argv[i][7];
            continue;
        }
        timed |= !strncmp(argv[i], "--timeout", 9);
        VEC_PUSH(&all->words, argv[i]);
    }
    if (!timed) VEC_PUSH(&all->words, EACH_SECONDS);
}

static bool list(struct each *all, struct strbuf *text) {
    text_list argv = {0};
    VEC_PUSH(&argv, run_self());
    for (uint32_t i = 0; i < all->words.n; i++) VEC_PUSH(&argv, all->words.at[i]);
    VEC_PUSH(&argv, "--list-functions");
    VEC_PUSH(&argv, "--each-function");
    VEC_PUSH(&argv, NULL);
    bool good = run_program(argv.at, NULL, text, false) == EXIT_SAFE;
    VEC_RELEASE(&argv);
    return good;
}

static int worst(const struct each *all) {
    if (all->count[FAULT]) return EXIT_INTERNAL;
    if (all->count[FAILS] || all->count[NEEDS]) return EXIT_UNSAFE;
    if (all->count[UNDECIDED]) return EXIT_UNKNOWN;
    return all->count[UNSUPPORTED] ? EXIT_BAD_INPUT : EXIT_SAFE;
}

static void print_counts(const struct each *all) {
    printf("%u proved, %u need a precondition, %u fail, %u undecided, %u not supported", all->count[PROVED],
           all->count[NEEDS], all->count[FAILS], all->count[UNDECIDED], all->count[UNSUPPORTED]);
    if (all->count[FAULT]) printf(", %u faults of edgewise", all->count[FAULT]);
    puts("");
}

int each_main(int argc, char **argv, struct error *e) {
    struct each all = {0};
    struct strbuf text = {0};
    const char *only = options_given("entry") ? options.entry : NULL;
    uint32_t seen = 0;
    take_words(&all, argc, argv);
    bool good = list(&all, &text);
    char *save = NULL;
    for (char *line = good && text.n ? strtok_r(text.text, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        struct function f;
        read_function(&f, line);
        if (!only || !strcmp(only, f.name)) {
            all.count[decide(&all, &f)]++;
            seen++;
        }
        function_release(&f);
    }
    if (good && only && !seen) error_set(e, NULL, 0, 0, "no file defines a function %s itself", only);
    else if (good && !only) print_counts(&all);
    int code = good && !e->set ? worst(&all) : EXIT_BAD_INPUT;
    strbuf_release(&text);
    VEC_RELEASE(&all.words);
    return code;
}
