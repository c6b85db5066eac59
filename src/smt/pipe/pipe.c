/* Any SMT solver behind solver.h, as a program that reads SMT-LIB 2.6 from its standard input.
 *
 *     edgewise --solver='smtlib:cvc5 --incremental' prog.c
 *
 * Each instance has a process of its own, started by its first check. The facts are kept here as
 * well: a process that died, hung or ran out of its time is ended, the answer is UNKNOWN, and the
 * next check starts another one with the same facts. The program need not be right: a model is
 * evaluated on all facts before it counts, and proofs are checked by another solver as always.
 *
 * Assumptions are literals in SMT-LIB, so each that is none gets a variable p with p => t. The
 * logic is QF_ABV, which every solver of words and arrays knows; whatever else an instance meets
 * moves it to Z3. Floats do, too: where SMT-LIB leaves their result open our evaluator has one, and
 * a text cannot demand it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "smt/reader.h"
#include "smt/script.h"
#include "smt/solver.h"
#include "system/dialogue.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/seconds.h"

struct pipe_state {
    struct dialogue partner;
    bool running;
    /* Everything that was asserted, activation literals included, and how much of it the process
     * knows. */
    term_vec facts;
    uint32_t told;
    /* Variables and named assumptions that the process knows. */
    struct int_map declared, named;
    /* The values of the declared variables after SAT. */
    struct model values;
    const char *why;
    struct strbuf text, answer, complaint;
};

/* ---- what can be said in QF_ABV ---- */

static bool sort_is_plain(sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL:
    case SORT_BV: return true;
    case SORT_ARRAY:
        return sort_kind_of(sort_index(s)) == SORT_BV && sort_kind_of(sort_element(s)) == SORT_BV;
    default: return false;
    }
}

static bool pipe_supports(term t) {
    term_vec subterms = {0};
    struct int_map seen = {0};
    bool plain = true;
    term_subterms_unseen(t, &seen, &subterms);
    for (uint32_t i = 0; i < subterms.n && plain; i++) plain = sort_is_plain(term_sort(subterms.at[i]));
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
    return plain;
}

/* ---- the process ---- */

static void forget_process(struct pipe_state *s) {
    dialogue_end(&s->partner);
    s->running = false;
    s->told = 0;
    int_map_release(&s->declared);
    int_map_release(&s->named);
}

/* The words of the command, cut at blanks; the array and the text behind it are the caller's to
 * free. */
static char **words_of(const char *command, char **text) {
    VEC(char *) words = {0};
    *text = strdup(command);
    for (char *w = strtok(*text, " \t"); w; w = strtok(NULL, " \t")) VEC_PUSH(&words, w);
    VEC_PUSH(&words, NULL);
    return words.at;
}

static bool start_process(struct pipe_state *s) {
    char *text, **argv = words_of(options.solver_command, &text);
    s->running = argv[0] && dialogue_start(&s->partner, argv);
    if (!s->running) s->why = argv[0] ? s->partner.why : "--solver=smtlib: names no program";
    free(argv);
    free(text);
    if (!s->running) return false;
    strbuf_text(&s->text, "(set-option :print-success false)\n(set-option :produce-models true)\n"
                          "(set-option :produce-unsat-assumptions true)\n(set-logic QF_ABV)\n");
    return true;
}

static bool flush_text(struct pipe_state *s) {
    bool sent = dialogue_send(&s->partner, s->text.text ? s->text.text : "", s->text.n);
    strbuf_clear(&s->text);
    if (sent) return true;
    s->why = s->partner.why;
    forget_process(s);
    return false;
}

/* The answer to what was written, in s->answer; false: there is no process any more. */
static bool ask(struct pipe_state *s, double deadline) {
    if (!flush_text(s)) return false;
    if (dialogue_receive(&s->partner, deadline, &s->answer)) return true;
    s->why = s->partner.why;
    forget_process(s);
    return false;
}

/* ---- writing ---- */

/* Declares the variables of t that the process does not know yet. */
static void print_declarations(struct pipe_state *s, term t) {
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f) return;
    script_declare(f, t, &s->declared);
    if (!fclose(f)) strbuf_bytes(&s->text, text, n);
    free(text);
}

static void tell_facts(struct pipe_state *s) {
    for (; s->told < s->facts.n; s->told++) {
        print_declarations(s, s->facts.at[s->told]);
        strbuf_text(&s->text, "(assert ");
        term_print(&s->text, s->facts.at[s->told]);
        strbuf_text(&s->text, ")\n");
    }
}

static bool is_literal(term t) {
    if (term_op_of(t) == OP_NOT) t = term_arg(t, 0);
    return term_is_var(t);
}

static void print_assumption(struct strbuf *b, term t) {
    if (is_literal(t)) term_print(b, t);
    else strbuf_printf(b, "edgewise.assume.%u", t);
}

static void name_assumption(struct pipe_state *s, term t) {
    bool added;
    print_declarations(s, t);
    if (is_literal(t)) return;
    int_map_put(&s->named, t, &added);
    if (!added) return;
    strbuf_printf(&s->text, "(declare-fun edgewise.assume.%u () Bool)\n(assert (=> edgewise.assume.%u ", t,
                  t);
    term_print(&s->text, t);
    strbuf_text(&s->text, "))\n");
}

/* ---- the backend ---- */

static void *pipe_create(void) {
    struct pipe_state *s = MEM_NEW(struct pipe_state);
    s->partner.child = s->partner.socket = -1;
    return s;
}

static void pipe_destroy(void *state) {
    struct pipe_state *s = state;
    forget_process(s);
    VEC_RELEASE(&s->facts);
    model_release(&s->values);
    strbuf_release(&s->text);
    strbuf_release(&s->answer);
    strbuf_release(&s->complaint);
    free(s);
}

static void pipe_assert_term(void *state, term activation, term t) {
    struct pipe_state *s = state;
    VEC_PUSH(&s->facts, activation == TERM_NONE ? t : term_or(term_not(activation), t));
}

static void pipe_retire(void *state, term activation) {
    pipe_assert_term(state, TERM_NONE, term_not(activation));
}

/* Reads ((x value) ...), of which the terms are closed. */
static void read_values(struct pipe_state *s) {
    struct error e = {0};
    struct reader r;
    if (!reader_open_text(&r, s->answer.text, &e)) return;
    for (uint32_t i = 0; i < s->declared.capacity; i++)
        if (s->declared.used[i])
            reader_define(&r, term_name((term)s->declared.keys[i]), (term)s->declared.keys[i]);
    if (reader_next(&r) == READER_COMMAND)
        for (uint32_t pair = r.nodes.at[1].first; pair; pair = r.nodes.at[pair].next) {
            term var = reader_term(&r, reader_child(&r, pair, 0)), v = TERM_NONE;
            if (var) v = reader_term(&r, reader_child(&r, pair, 1));
            if (!var || !v || !term_is_var(var) || term_sort(var) != term_sort(v)) break;
            struct model none = {0};
            model_set(&s->values, var, term_eval(&none, v));
            model_release(&none);
        }
    reader_close(&r);
    error_release(&e);
}

static void fetch_values(struct pipe_state *s) {
    if (!s->declared.n) return;
    strbuf_text(&s->text, "(get-value (");
    for (uint32_t i = 0; i < s->declared.capacity; i++) {
        if (!s->declared.used[i]) continue;
        strbuf_char(&s->text, ' ');
        term_print_symbol(&s->text, term_name((term)s->declared.keys[i]));
    }
    strbuf_text(&s->text, "))\n");
    if (ask(s, clock_wall() + PIPE_ANSWER_SECONDS)) read_values(s);
}

/* Do all facts and assumptions hold in the model? What has no value in it is 0. */
static bool model_is_one(struct pipe_state *s, const term *assumptions, uint32_t n) {
    bool holds = true;
    fetch_values(s);
    for (uint32_t i = 0; i < s->facts.n && holds; i++) holds = term_holds(&s->values, s->facts.at[i]);
    for (uint32_t i = 0; i < n && holds; i++) holds = term_holds(&s->values, assumptions[i]);
    return holds;
}

/* The program answers with an error: it is ended, because what it knows now is unclear. */
static void complain(struct pipe_state *s, const char *answer) {
    strbuf_clear(&s->complaint);
    strbuf_printf(&s->complaint, "the program of --solver says: %.200s", answer);
    for (char *c = s->complaint.text; *c; c++)
        if (*c == '\n') *c = ' ';
    s->why = s->complaint.text;
    forget_process(s);
}

/* facts & assumptions */
static enum answer pipe_check(void *state, const term *assumptions, uint32_t n, double seconds) {
    struct pipe_state *s = state;
    double deadline = seconds > 0 ? clock_wall() + seconds : 0;
    model_release(&s->values);
    s->why = NULL;
    if (!s->running && !start_process(s)) return ANSWER_UNKNOWN;
    tell_facts(s);
    for (uint32_t i = 0; i < n; i++) name_assumption(s, assumptions[i]);
    strbuf_text(&s->text, n ? "(check-sat-assuming (" : "(check-sat)\n");
    for (uint32_t i = 0; i < n; i++) {
        print_assumption(&s->text, assumptions[i]);
        strbuf_text(&s->text, i + 1 < n ? " " : "))\n");
    }
    if (!ask(s, deadline)) return ANSWER_UNKNOWN;
    const char *word = s->answer.text + strspn(s->answer.text, " \t\r\n");
    if (!strcmp(word, "sat")) {
        if (model_is_one(s, assumptions, n)) return ANSWER_SAT;
        complain(s, "sat, with a model that is none");
        return ANSWER_UNKNOWN;
    }
    if (!strcmp(word, "unsat")) return ANSWER_UNSAT;
    s->why = "unknown";
    if (strcmp(word, "unknown")) complain(s, word);
    return ANSWER_UNKNOWN;
}

/* The names by which the process knows the assumptions, for reading what it says of them. */
static void define_assumptions(struct reader *r, const term *assumptions, uint32_t n) {
    struct strbuf name = {0};
    for (uint32_t i = 0; i < n; i++) {
        term t = assumptions[i];
        if (is_literal(t) && term_op_of(t) == OP_NOT) t = term_arg(t, 0);
        strbuf_clear(&name);
        if (is_literal(t)) strbuf_text(&name, term_name(t));
        else print_assumption(&name, t);
        reader_define(r, name.text, t);
    }
    strbuf_release(&name);
}

/* The members of "(a (not b) ...)"; false if the answer is not such a list of assumptions. */
static bool read_core(struct pipe_state *s, const term *assumptions, uint32_t n, bool *in_core) {
    struct error e = {0};
    struct reader r;
    bool good = reader_open_text(&r, s->answer.text, &e);
    if (good) define_assumptions(&r, assumptions, n);
    good = good && reader_next(&r) == READER_COMMAND;
    for (uint32_t x = good ? r.nodes.at[1].first : 0; x && good; x = r.nodes.at[x].next) {
        term t = reader_term(&r, x);
        good = false;
        for (uint32_t i = 0; i < n && t; i++)
            if (assumptions[i] == t) good = in_core[i] = true;
    }
    reader_close(&r);
    error_release(&e);
    return good;
}

/* A core that cannot be read is all of the assumptions. */
static void pipe_core(void *state, const term *assumptions, uint32_t n, bool *in_core) {
    struct pipe_state *s = state;
    if (!n) return;
    strbuf_text(&s->text, "(get-unsat-assumptions)\n");
    if (ask(s, clock_wall() + PIPE_ANSWER_SECONDS) && read_core(s, assumptions, n, in_core)) return;
    memset(in_core, true, n * sizeof *in_core);
}

static bool pipe_model_value(void *state, term var, value *v) {
    struct pipe_state *s = state;
    return model_get(&s->values, var, v);
}

static const char *pipe_why_unknown(void *state) {
    struct pipe_state *s = state;
    return s->why ? s->why : "unknown";
}

const struct solver_backend smt_pipe = {
    .name = "smtlib",
    .supports = pipe_supports,
    .create = pipe_create,
    .destroy = pipe_destroy,
    .assert_term = pipe_assert_term,
    .retire = pipe_retire,
    .check = pipe_check,
    .core = pipe_core,
    .model_value = pipe_model_value,
    .why_unknown = pipe_why_unknown,
};
