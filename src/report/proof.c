#include "report/proof.h"

#include <string.h>

#include "report/naming.h"
#include "report/strongest.h"
#include "util/seconds.h"
#include "replay/source.h"
#include "util/bits.h"

/* While a fact is printed as C: its place, and whether all its variables may be named there. */
struct scope {
    const struct cfa *c;
    const struct naming *naming; /* NULL: none */
    loc origin;                  /* in the unreduced automaton */
    const char *function;        /* of the location */
    bool fits;
};

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* The C variable that is known to have the value of `var` at the place; NULL: none. */
static const struct ghost *c_variable(const struct scope *s, term var) {
    uint32_t index = cfa_var_index(s->c, var);
    const char *name = index == UINT32_MAX ? NULL : s->c->vars.at[index].c_name;
    return s->naming ? naming_of(s->naming, s->origin, s->function, var, name) : NULL;
}

/* The C type of what name_of names, of an array that of its elements; NULL: it is not known, or the
 * values have another width. */
static const struct debug_type *type_of(struct scope *s, term var) {
    const struct ghost *known = c_variable(s, var);
    uint32_t index = cfa_var_index(s->c, var), type = known ? known->type : 0;
    if (!known && index != UINT32_MAX) type = s->c->vars.at[index].type;
    if (!s->c->debug || !type) return NULL;
    const struct debug_type *t = &s->c->debug->types.at[type];
    sort held = term_sort(var);
    if (sort_kind_of(held) == SORT_ARRAY) held = sort_element(held);
    return sort_kind_of(held) == SORT_BV && sort_width(held) == t->bits ? t : NULL;
}

/* Enumerations and _Bool are left to casts: their signedness is the compiler's choice. */
static enum c_kind kind_of(void *context, term var) {
    const struct debug_type *t = type_of(context, var);
    if (!t) return C_UNKNOWN;
    switch (t->kind) {
    case DEBUG_SIGNED: return C_SIGNED;
    case DEBUG_UNSIGNED: return C_UNSIGNED;
    case DEBUG_CHAR: return t->is_unsigned ? C_UNSIGNED : C_SIGNED;
    case DEBUG_POINTER: return C_POINTER;
    default: return C_UNKNOWN;
    }
}

static const char *constant_of(void *context, term var, uint64_t bits) {
    const struct debug_type *t = type_of(context, var);
    for (uint32_t i = 0; t && t->kind == DEBUG_ENUM && i < t->constants.n; i++)
        if (((uint64_t)t->constants.at[i].value & bits_mask64((uint32_t)t->bits)) == bits)
            return t->constants.at[i].name;
    return NULL;
}

/* A variable may be named if a C variable is known to have its value at the place, or if it has a C
 * name that no other visible variable of the automaton shares. */
static const char *name_of(void *context, term var) {
    struct scope *s = context;
    uint32_t index = cfa_var_index(s->c, var);
    const struct cfa_var *v = index == UINT32_MAX ? NULL : &s->c->vars.at[index];
    const struct ghost *known = c_variable(s, var);
    if (known) return known->name;
    if (!v || !v->c_name || (v->pos.function && !same_text(v->pos.function, s->function))) {
        s->fits = false;
        return "?";
    }
    for (uint32_t i = 0; i < s->c->vars.n; i++) {
        const struct cfa_var *other = &s->c->vars.at[i];
        if (other->var != var && other->c_name && !strcmp(other->c_name, v->c_name) &&
            (!other->pos.function || same_text(other->pos.function, s->function)))
            s->fits = false;
    }
    return v->c_name;
}

static struct scope scope_of(const struct cfa *c, const struct naming *naming, loc l) {
    const struct cfa_loc *at = &c->locs.at[l];
    return (struct scope){c, naming, at->origin, at->pos.function, true};
}

static char *fact_as_c(const struct cfa *c, const struct naming *naming, loc l, term fact) {
    struct scope scope = scope_of(c, naming, l);
    struct strbuf b = {0};
    struct term_words words = {name_of, kind_of, constant_of, &scope};
    if (term_print_c_words(&b, fact, &words) && scope.fits) return strbuf_take(&b);
    strbuf_release(&b);
    return NULL;
}

/* What was said of a fact before. */
struct said {
    struct int_map smt; /* fact -> index into proof.texts */
};

static uint32_t keep_text(struct proof *p, char *text) {
    VEC_PUSH(&p->texts, text);
    return p->texts.n - 1;
}

static const char *say_smt(struct proof *p, struct int_map *said, term fact) {
    bool added;
    uint64_t *known = int_map_put(said, fact, &added);
    if (added) *known = keep_text(p, term_text(fact));
    return p->texts.at[*known];
}

static const char *say_c(struct proof *p, const struct naming *naming, loc l, term fact) {
    char *text = fact_as_c(p->c, naming, l, fact);
    if (text) keep_text(p, text);
    return text;
}

static void add_fact(struct proof *p, struct int_map *said, const struct naming *naming, loc l, term fact) {
    const struct cfa_loc *at = &p->c->locs.at[l];
    struct proof_fact f = {.at = l, .pos = at->pos, .loop_head = at->loop_head};
    f.smt = say_smt(p, said, fact);
    f.c = say_c(p, naming, l, fact);
    if (at->loop_head && at->pos.file)
        source_loop_keyword(p->c->files.at[at->pos.file], at->pos.line, at->pos.column, &f.keyword_line,
                            &f.keyword_column);
    VEC_PUSH(&p->facts, f);
}

static void add_facts(struct proof *p, struct int_map *said, const struct naming *naming, loc l,
                      const term_vec *facts, const struct budget *b) {
    struct scope scope = scope_of(p->c, naming, l);
    term_vec all = {0};
    for (uint32_t i = 0; i < facts->n; i++) VEC_PUSH(&all, facts->at[i]);
    tighten(&all, kind_of, &scope);
    strongest(&all, kind_of, &scope, b);
    for (uint32_t i = 0; i < all.n; i++) add_fact(p, said, naming, l, all.at[i]);
    VEC_RELEASE(&all);
}

void proof_init(struct proof *p, const struct cfa *reduced, const struct cfa *unreduced,
                const struct facts *invariant) {
    struct naming naming = {0};
    struct int_map said = {0};
    *p = (struct proof){.c = reduced};
    if (unreduced) naming_init(&naming, unreduced, reduced, invariant);
    struct budget b = budget_cpu(REPORT_TIGHTEN_SECONDS); /* the names have their own time */
    for (loc l = 0; l < invariant->n; l++) {
        if (l == reduced->lE || l == reduced->l0) continue;
        p->lemmas += invariant->at[l].n;
        p->loop_heads += invariant->at[l].n && reduced->locs.at[l].loop_head;
        if (unreduced) add_facts(p, &said, &naming, l, &invariant->at[l], &b);
    }
    naming_release(&naming);
    int_map_release(&said);
}

void proof_release(struct proof *p) {
    for (uint32_t i = 0; i < p->texts.n; i++) free(p->texts.at[i]);
    VEC_RELEASE(&p->texts);
    VEC_RELEASE(&p->facts);
}

void proof_print(struct strbuf *b, const struct proof *p) {
    loc last = LOC_NONE;
    uint32_t unsaid = 0;
    for (uint32_t i = 0; i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        unsaid += !f->c;
        if (!f->c) continue;
        if (f->at != last) {
            strbuf_text(b, "  invariant at ");
            struct src_pos pos = f->pos;
            if (f->keyword_line) pos.line = f->keyword_line, pos.column = f->keyword_column;
            cfa_print_pos(b, p->c, pos);
            if (pos.function) strbuf_printf(b, " in %s", pos.function);
            strbuf_text(b, f->loop_head ? " (loop head):\n" : ":\n");
        }
        last = f->at;
        strbuf_printf(b, "    %s\n", strcmp(f->c, "0") ? f->c : "0 (no execution comes here)");
    }
    if (unsaid)
        strbuf_printf(b, "  and %u fact%s that C has no words for (--json has all as SMT-LIB)\n", unsaid,
                      unsaid == 1 ? "" : "s");
    if (p->bounded) strbuf_text(b, "  no invariant was needed: all paths were explored to their end\n");
    else if (!p->lemmas) strbuf_text(b, "  invariant: true everywhere (no step can lead to the error)\n");
}

void proof_suggest(struct strbuf *b, const struct proof *p) {
    loc last = LOC_NONE;
    for (uint32_t i = 0; i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        if (!f->c || !f->loop_head || !f->pos.file) continue;
        struct src_pos pos = f->pos;
        if (f->keyword_line) pos.line = f->keyword_line, pos.column = f->keyword_column;
        if (f->at != last) {
            cfa_print_pos(b, p->c, pos);
            strbuf_printf(b, ": loop%s%s\n", pos.function ? " of " : "", pos.function ? pos.function : "");
        }
        last = f->at;
        strbuf_printf(b, "  __CPROVER_loop_invariant(%s)\n", f->c);
    }
}
