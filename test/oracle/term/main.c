/* Random terms against Z3: oracle_term COUNT SEED.
 *
 * For each random recipe: (1) under random assignments, our simplified term has the value that Z3
 * computes for the naive term; substitution and evaluation agree with one another; (2) for small
 * widths Z3 proves the naive term equal to what it reads in our SMT-LIB text; (3) every subterm is
 * in normal form. The first failure is shrunk and printed, and the exit code is 1. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recipe.h"

#include "normal.h"
#include "util/strbuf.h"

struct oracle {
    struct kitchen k;
    struct rng g;
    bool prove;
    uint64_t recipes, evaluations, proofs, undecided;
    char why[2048];
};

static void kitchen_init(struct kitchen *k) {
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "timeout", "300");
    k->c = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(k->c, NULL);
}

/* A new table and a new context now and then, so that neither grows for ever. */
static void restart(struct oracle *o) {
    if (o->k.c) {
        Z3_del_context(o->k.c);
        terms_release();
    }
    terms_init();
    kitchen_init(&o->k);
}

/* Is this Bool Z3 term true? -1: Z3 cannot say. */
static int z3_holds(struct oracle *o, Z3_ast t) {
    Z3_lbool b = Z3_get_bool_value(o->k.c, Z3_simplify(o->k.c, t));
    if (b != Z3_L_UNDEF) return b == Z3_L_TRUE;
    Z3_solver s = Z3_mk_solver(o->k.c);
    Z3_solver_inc_ref(o->k.c, s);
    Z3_solver_assert(o->k.c, s, Z3_mk_not(o->k.c, t));
    Z3_lbool r = Z3_solver_check(o->k.c, s);
    Z3_solver_dec_ref(o->k.c, s);
    return r == Z3_L_FALSE ? 1 : r == Z3_L_TRUE ? 0 : -1;
}

enum { VARS_MAX = RECIPE_MAX, RESTART = 50 };

struct assignment {
    uint32_t n;
    const struct step *vars[VARS_MAX];
    term terms[VARS_MAX];
    value values[VARS_MAX];
    Z3_ast from[VARS_MAX], to[VARS_MAX];
};

static void collect_vars(const struct recipe *r, struct assignment *a) {
    a->n = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        char name[32];
        if (r->at[i].op != OP_VAR) continue;
        recipe_var_name(&r->at[i], name, sizeof name);
        term t = term_var(name, r->at[i].s);
        bool known = false;
        for (uint32_t k = 0; k < a->n; k++) known |= a->terms[k] == t;
        if (known) continue;
        a->vars[a->n] = &r->at[i];
        a->terms[a->n++] = t;
    }
}

static void assign(struct oracle *o, struct assignment *a, struct model *m) {
    model_clear(m);
    for (uint32_t i = 0; i < a->n; i++) {
        const struct step *s = a->vars[i];
        char name[32];
        recipe_var_name(s, name, sizeof name);
        a->values[i] = value_random(&o->g, s->s);
        a->from[i] = Z3_mk_const(o->k.c, Z3_mk_string_symbol(o->k.c, name), z3_sort(&o->k, s->s));
        a->to[i] = z3_value(&o->k, s->s, a->values[i]);
        model_set(m, a->terms[i], a->values[i]);
    }
}

static bool same_value(struct oracle *o, struct assignment *a, struct model *m, term t, Z3_ast naive) {
    assign(o, a, m);
    value v = term_eval(m, t);
    Z3_ast closed = a->n ? Z3_substitute(o->k.c, naive, a->n, a->from, a->to) : naive;
    int r = z3_holds(o, Z3_mk_eq(o->k.c, closed, z3_value(&o->k, term_sort(t), v)));
    o->evaluations++;
    o->undecided += r < 0;
    if (r != 0) return true;
    struct strbuf b = {0};
    value_print(&b, term_sort(t), v);
    int n = snprintf(o->why, sizeof o->why, "evaluated to %s with", b.text);
    for (uint32_t i = 0; i < a->n && n < (int)sizeof o->why - 64; i++) {
        strbuf_clear(&b);
        value_print(&b, a->vars[i]->s, a->values[i]);
        n += snprintf(o->why + n, sizeof o->why - (size_t)n, " %s=%s", term_name(a->terms[i]), b.text);
    }
    strbuf_release(&b);
    return false;
}

/* eval(t[x := u]) = eval(t) with x := eval(u), for x and u made from the same variables. */
static bool same_under_subst(struct oracle *o, struct assignment *a, struct model *m, term t) {
    struct subst s = {0};
    bool same = true;
    assign(o, a, m);
    for (uint32_t i = 0; i < a->n; i++) {
        uint32_t k = rng_below(&o->g, a->n);
        term by = rng_below(&o->g, 2)
                      ? term_const(term_sort(a->terms[i]), value_random(&o->g, term_sort(a->terms[i])))
                      : a->terms[k];
        if (term_sort(by) == term_sort(a->terms[i])) subst_set(&s, a->terms[i], by);
    }
    value v = term_eval(m, subst_apply(&s, t));
    for (uint32_t i = 0; i < a->n; i++) { /* the values of the images, all under the old model */
        term by = subst_get(&s, a->terms[i]);
        a->values[i] = term_eval(m, by ? by : a->terms[i]);
    }
    for (uint32_t i = 0; i < a->n; i++) model_set(m, a->terms[i], a->values[i]);
    if (!value_equal(term_sort(t), v, term_eval(m, t))) {
        snprintf(o->why, sizeof o->why, "substitution and evaluation disagree");
        same = false;
    }
    subst_release(&s);
    return same;
}

static void print_script(struct strbuf *b, const struct assignment *a, term t) {
    for (uint32_t i = 0; i < a->n; i++) {
        strbuf_printf(b, "(declare-const %s ", term_name(a->terms[i]));
        sort_print(b, term_sort(a->terms[i]));
        strbuf_text(b, ")\n");
    }
    strbuf_text(b, "(declare-const result ");
    sort_print(b, term_sort(t));
    strbuf_text(b, ")\n(assert (= result ");
    term_print(b, t);
    strbuf_text(b, "))\n");
}

/* Our text, read by Z3, against the naive term. */
static bool proved_equal(struct oracle *o, struct assignment *a, term t, Z3_ast naive) {
    struct strbuf b = {0};
    print_script(&b, a, t);
    Z3_ast_vector v = Z3_parse_smtlib2_string(o->k.c, b.text, 0, NULL, NULL, 0, NULL, NULL);
    bool read = Z3_get_error_code(o->k.c) == Z3_OK && Z3_ast_vector_size(o->k.c, v) == 1;
    if (!read)
        snprintf(o->why, sizeof o->why, "Z3 cannot read our text: %s",
                 Z3_get_error_msg(o->k.c, Z3_get_error_code(o->k.c)));
    strbuf_release(&b);
    if (!read) return false;
    Z3_ast ours = Z3_get_app_arg(o->k.c, Z3_to_app(o->k.c, Z3_ast_vector_get(o->k.c, v, 0)), 1);
    int r = z3_holds(o, Z3_mk_eq(o->k.c, ours, naive));
    o->proofs += r >= 0;
    o->undecided += r < 0;
    if (r == 0) snprintf(o->why, sizeof o->why, "Z3 refutes the equivalence");
    return r != 0;
}

/* Not asked to be proved: Z3's answers about equal arrays cannot be trusted (cook.c). */
static bool compares_arrays(const struct recipe *r) {
    for (uint32_t i = 0; i < r->n; i++)
        if (r->at[i].op == OP_EQ && sort_kind_of(r->at[r->at[i].args[0]].s) == SORT_ARRAY) return true;
    return false;
}

static bool fails(void *context, const struct recipe *r) {
    struct oracle *o = context;
    struct assignment a;
    struct model m = {0};
    term t = recipe_term(r);
    Z3_ast naive = recipe_z3(&o->k, r);
    collect_vars(r, &a);
    const char *form = normal_form_broken(t);
    bool ok = !form;
    if (form) snprintf(o->why, sizeof o->why, "not in normal form: %s", form);
    for (int i = 0; ok && i < 4; i++) ok = same_value(o, &a, &m, t, naive);
    for (int i = 0; ok && i < 2; i++) ok = same_under_subst(o, &a, &m, t);
    if (ok && o->prove && !compares_arrays(r)) ok = proved_equal(o, &a, t, naive);
    model_release(&m);
    return !ok;
}

/* A failure that only some assignments show is tried again a few times while shrinking. */
static bool fails_again(void *context, const struct recipe *r) {
    for (int i = 0; i < 10; i++)
        if (fails(context, r)) return true;
    return false;
}

static struct menu random_menu(struct oracle *o) {
    static const uint32_t widths[] = {4, 8, 8, 16, 32, 64, 128};
    uint32_t kind = rng_below(&o->g, 10), pick = rng_below(&o->g, 7);
    struct menu m = {.max_width = widths[pick], .steps = 2 + rng_below(&o->g, 16)};
    m.arrays = kind == 0 || kind == 1;
    m.ints = kind == 2;
    m.floats = kind == 3 || kind == 4;
    o->prove = pick < 4 && !m.floats && rng_below(&o->g, 2);
    return m;
}

/* ---- C text: a program that checks what term_print_c says against our evaluation ---- */

static const char *c_var(void *context, term var) {
    (void)context;
    return term_name(var);
}

/* Variables are signed or unsigned by turns: the text must be right for both. */
static bool c_declare(const struct assignment *a, struct model *m) {
    static const char *const types[] = {"char", "short", "int", "long long"};
    for (uint32_t i = 0; i < a->n; i++) {
        value v;
        uint32_t w = term_width(a->terms[i]), k = w == 8 ? 0 : w == 16 ? 1 : w == 32 ? 2 : w == 64 ? 3 : 4;
        if (sort_kind_of(term_sort(a->terms[i])) == SORT_BOOL) k = 2;
        else if (sort_kind_of(term_sort(a->terms[i])) != SORT_BV || k == 4) return false;
        model_get(m, a->terms[i], &v);
        printf("{ %s %s %s = (%s %s)%lluull;\n", i % 2 ? "unsigned" : "signed", types[k],
               term_name(a->terms[i]), i % 2 ? "unsigned" : "signed", types[k], (unsigned long long)v.lo);
    }
    return true;
}

/* As c_declare declares them. */
static enum c_kind c_kind_of(void *context, term var) {
    const struct assignment *a = context;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->terms[i] == var) return i % 2 ? C_UNSIGNED : C_SIGNED;
    return C_UNKNOWN;
}

/* Types are told of every second expression. */
static bool c_print(struct strbuf *b, struct oracle *o, term t, struct assignment *a) {
    if (o->recipes % 2) return term_print_c(b, t, c_var, NULL);
    return term_print_c_words(b, t,
                              &(struct term_words){.name_of = c_var, .kind_of = c_kind_of, .context = a});
}

static void c_check(struct oracle *o, const struct recipe *r) {
    struct assignment a;
    struct model m = {0};
    struct strbuf b = {0};
    term t = recipe_term(r);
    collect_vars(r, &a);
    assign(o, &a, &m);
    value v = term_eval(&m, t);
    bool plain = true;
    for (uint32_t i = 0; i < a.n; i++) {
        uint32_t w = term_width(a.terms[i]);
        sort s = term_sort(a.terms[i]);
        plain &=
            s == sort_bool() || (sort_kind_of(s) == SORT_BV && (w == 8 || w == 16 || w == 32 || w == 64));
    }
    if (plain && term_arity(t) && c_print(&b, o, t, &a)) {
        c_declare(&a, &m);
        printf("checked++; if ((unsigned long long)(%s) != %lluull) printf(\"%%s\\n\", \"recipe %llu\"), "
               "wrong++;\n",
               b.text, (unsigned long long)v.lo, (unsigned long long)o->recipes);
        for (uint32_t i = 0; i < a.n; i++) printf("}");
        printf("\n");
    }
    strbuf_release(&b);
    model_release(&m);
}

/* oracle_term --c COUNT SEED > check.c; the program exits with 1 if an expression has another
 * value. */
static int c_program(uint64_t count, uint64_t seed) {
    static struct oracle o;
    static struct recipe r;
    printf("#include <stdio.h>\nint main(void) { int wrong = 0, checked = 0;\n");
    for (; o.recipes < count; o.recipes++) {
        static const uint32_t widths[] = {8, 16, 32, 64};
        if (o.recipes % RESTART == 0) restart(&o);
        o.g.state = seed * 1000000007 + o.recipes;
        uint32_t w = widths[rng_below(&o.g, 4)];
        struct menu menu = {.max_width = w, .steps = 1 + rng_below(&o.g, 10), .width = w};
        recipe_random(&r, &o.g, &menu);
        c_check(&o, &r);
    }
    printf("printf(\"%%d expressions, %%d wrong\\n\", checked, wrong); return wrong > 0 || !checked; }\n");
    if (o.k.c) Z3_del_context(o.k.c), terms_release();
    return 0;
}

/* oracle_term --smt COUNT SEED > terms.smt2, for any solver to read. fp.to_ieee_bv is Z3's alone
 * and left out; cvc5 takes constant arrays only of constants. */
static int smt_script(uint64_t count, uint64_t seed) {
    static struct oracle o;
    static struct recipe r;
    printf("(set-logic ALL)\n");
    for (; o.recipes < count; o.recipes++) {
        if (o.recipes % RESTART == 0) restart(&o);
        o.g.state = seed * 1000000007 + o.recipes;
        struct menu menu = random_menu(&o);
        struct assignment a;
        struct strbuf b = {0};
        recipe_random(&r, &o.g, &menu);
        term t = recipe_term(&r);
        collect_vars(&r, &a);
        print_script(&b, &a, t);
        if (!strstr(b.text, "fp.to_ieee_bv")) printf("(push 1)\n%s(pop 1)\n", b.text);
        strbuf_release(&b);
    }
    if (o.k.c) Z3_del_context(o.k.c), terms_release();
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "--smt"))
        return smt_script(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    if (argc == 4 && !strcmp(argv[1], "--c"))
        return c_program(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));

    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000,
             seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    static struct oracle o;
    static struct recipe r;
    for (; o.recipes < count; o.recipes++) {
        if (o.recipes % RESTART == 0) restart(&o);
        o.g.state = seed * 1000000007 + o.recipes;
        struct menu menu = random_menu(&o);
        recipe_random(&r, &o.g, &menu);
        if (!fails(&o, &r)) continue;
        printf("recipe %llu of seed %llu: %s\n", (unsigned long long)o.recipes, (unsigned long long)seed,
               o.why);
        recipe_shrink(&r, fails_again, &o);
        fails_again(&o, &r);
        printf("shrunk: %s\n", o.why);
        recipe_print(&r);
        char *text = term_text(recipe_term(&r));
        printf("simplified: %s\n", text);
        free(text);
        Z3_del_context(o.k.c);
        terms_release();
        return 1;
    }
    if (o.k.c) Z3_del_context(o.k.c), terms_release();
    printf("oracle_term: %llu terms, %llu evaluations and %llu proofs agree with Z3, %llu undecided\n",
           (unsigned long long)o.recipes, (unsigned long long)o.evaluations, (unsigned long long)o.proofs,
           (unsigned long long)o.undecided);
    return 0;
}
