/* --emit=chc: constrained Horn clauses in SMT-LIB (logic HORN), as Spacer and other solvers read
 * them. One predicate per location over the variables that are live there, one clause per
 * choice-free step:
 *
 *     P_l(x..) & guard(x..,in..) => P_m(updates)
 *
 * l0 holds of everything, lE of nothing: sat means that the error is unreachable. Cuts are only
 * named in a comment, so with cuts sat means "unreachable without going through a cut". */
#include <stdlib.h>
#include <string.h>

#include "cfa/live.h"
#include "cfa/reduce.h"
#include "util/mem.h"

struct horn {
    struct strbuf *b;
    const struct cfa *c; /* with steps */
    struct live live;
};

static void print_name(struct strbuf *b, term var) { term_print_symbol(b, term_name(var)); }

static void print_predicate(struct horn *h, loc l) { strbuf_printf(h->b, "P%u", l); }

static void declare(struct horn *h, loc l) {
    strbuf_printf(h->b, "(declare-fun P%u (", l);
    for (uint32_t v = 0, n = 0; v < h->c->vars.n; v++) {
        if (!live_at(&h->live, l, v)) continue;
        if (n++) strbuf_char(h->b, ' ');
        sort_print(h->b, term_sort(h->c->vars.at[v].var));
    }
    strbuf_text(h->b, ") Bool)");
    if (h->c->locs.at[l].pos.line) {
        strbuf_text(h->b, " ; ");
        cfa_print_pos(h->b, h->c, h->c->locs.at[l].pos);
    }
    strbuf_char(h->b, '\n');
}

static term after(const struct cfa_step *s, term var) {
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (s->updates.at[i].var == var) return s->updates.at[i].value;
    return var;
}

/* P_l applied to the variables, or (with a step) to their values after it. */
static void apply(struct horn *h, loc l, const struct cfa_step *s) {
    uint32_t n = 0;
    for (uint32_t v = 0; v < h->c->vars.n; v++) n += live_at(&h->live, l, v);
    if (n) strbuf_char(h->b, '(');
    print_predicate(h, l);
    for (uint32_t v = 0; v < h->c->vars.n; v++) {
        if (!live_at(&h->live, l, v)) continue;
        strbuf_char(h->b, ' ');
        term var = h->c->vars.at[v].var;
        term_print(h->b, s ? after(s, var) : var);
    }
    if (n) strbuf_char(h->b, ')');
}

/* The variables that a clause binds: those live at the source, and inputs. */
static void bind(struct horn *h, const struct cfa_step *s, bool *some) {
    for (uint32_t v = 0; v < h->c->vars.n; v++) {
        if (!live_at(&h->live, s->from, v)) continue;
        strbuf_text(h->b, *some ? " (" : "(forall ((");
        print_name(h->b, h->c->vars.at[v].var);
        strbuf_char(h->b, ' ');
        sort_print(h->b, term_sort(h->c->vars.at[v].var));
        strbuf_char(h->b, ')');
        *some = true;
    }
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        strbuf_text(h->b, *some ? " (" : "(forall ((");
        print_name(h->b, s->inputs.at[i].var);
        strbuf_char(h->b, ' ');
        sort_print(h->b, term_sort(s->inputs.at[i].var));
        strbuf_char(h->b, ')');
        *some = true;
    }
}

static void clause(struct horn *h, const struct cfa_step *s) {
    bool bound = false;
    strbuf_text(h->b, "(assert ");
    bind(h, s, &bound);
    if (bound) strbuf_text(h->b, ") ");
    strbuf_text(h->b, "(=> (and ");
    apply(h, s->from, NULL);
    for (uint32_t i = 0; i < s->guard.n; i++) {
        strbuf_char(h->b, ' ');
        term_print(h->b, s->guard.at[i]);
    }
    if (!s->guard.n) strbuf_text(h->b, " true");
    strbuf_text(h->b, ") ");
    apply(h, s->to, s);
    strbuf_text(h->b, bound ? ")))\n" : "))\n");
}

/* P_l0 holds of all values of the variables that are live there. */
static void initial(struct horn *h) {
    struct cfa_step start = {.from = h->c->l0};
    bool bound = false;
    strbuf_text(h->b, "(assert ");
    bind(h, &start, &bound);
    if (bound) strbuf_text(h->b, ") ");
    apply(h, h->c->l0, NULL);
    strbuf_text(h->b, bound ? "))\n" : ")\n");
}

/* The logic HORN of z3 has no floating point. */
static const char *logic_of(const struct strbuf *clauses) {
    bool floats = strstr(clauses->text, "FloatingPoint") || strstr(clauses->text, "(fp") ||
                  strstr(clauses->text, "to_fp");
    return floats ? "ALL" : "HORN";
}

static void print_steps(struct strbuf *b, const struct cfa *c) {
    struct strbuf clauses = {0};
    struct horn h = {.b = &clauses, .c = c};
    live_of_steps(c, &h.live);
    strbuf_text(b, "; sat: the error location is unreachable\n");
    for (uint32_t i = 0; i < c->cuts.n; i++)
        strbuf_printf(b, "; cut at P%u, not an error here: %s\n", c->cuts.at[i].at, c->cuts.at[i].reason);
    for (loc l = 0; l < c->locs.n; l++) declare(&h, l);
    initial(&h);
    for (uint32_t i = 0; i < c->steps.n; i++) clause(&h, &c->steps.at[i]);
    strbuf_printf(&clauses, "(assert (=> P%u false))\n(check-sat)\n", c->lE);
    /* left to itself, z3 takes its table-based engine for bit-vectors */
    strbuf_printf(b, "(set-option :fp.engine spacer)\n(set-logic %s)\n", logic_of(&clauses));
    strbuf_bytes(b, clauses.text, clauses.n);
    strbuf_release(&clauses);
    live_release(&h.live);
}

void cfa_print_chc(struct strbuf *b, const struct cfa *c) {
    if (c->steps.n || !c->edges.n) {
        print_steps(b, c);
        return;
    }
    struct cfa *split = cfa_copy(c);
    cfa_split(split, 1);
    print_steps(b, split);
    cfa_free(split);
}
