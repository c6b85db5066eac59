#include "report/proof.h"

#include <string.h>

#include "report/naming.h"
#include "replay/source.h"

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

/* The C type of what name_of names. Enumerations and _Bool are left to casts: their signedness is
 * the compiler's choice. */
static enum c_kind kind_of(void *context, term var) {
    struct scope *s = context;
    const struct ghost *known = c_variable(s, var);
    uint32_t index = cfa_var_index(s->c, var), type = known ? known->type : 0;
    if (!known && index != UINT32_MAX) type = s->c->vars.at[index].type;
    if (!s->c->debug || !type) return C_UNKNOWN;
    const struct debug_type *t = &s->c->debug->types.at[type];
    sort held = term_sort(var);
    if (sort_kind_of(held) == SORT_ARRAY) held = sort_element(held);
    if (sort_kind_of(held) != SORT_BV || sort_width(held) != t->bits) return C_UNKNOWN;
    switch (t->kind) {
    case DEBUG_SIGNED: return C_SIGNED;
    case DEBUG_UNSIGNED: return C_UNSIGNED;
    case DEBUG_CHAR:
        return t->name && *t->name == 'u' ? C_UNSIGNED : t->name && *t->name == 's' ? C_SIGNED : C_UNKNOWN;
    case DEBUG_POINTER: return C_POINTER;
    default: return C_UNKNOWN;
    }
}

/* "(a == b)" without its parentheses. */
static void strip_parentheses(struct strbuf *b) {
    int depth = 0;
    if (!b->n || b->text[0] != '(') return;
    for (size_t i = 0; i + 1 < b->n; i++) {
        depth += b->text[i] == '(' ? 1 : b->text[i] == ')' ? -1 : 0;
        if (!depth) return; /* the first one is closed before the end */
    }
    memmove(b->text, b->text + 1, b->n - 2);
    b->n -= 2;
    b->text[b->n] = 0;
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

static char *fact_as_c(const struct cfa *c, const struct naming *naming, loc l, term fact) {
    const struct cfa_loc *at = &c->locs.at[l];
    struct scope scope = {c, at->loop_head ? naming : NULL, at->origin, at->pos.function, true};
    struct strbuf b = {0};
    if (term_print_c_typed(&b, fact, name_of, kind_of, &scope) && scope.fits) {
        strip_parentheses(&b);
        return strbuf_take(&b);
    }
    strbuf_release(&b);
    return NULL;
}

/* What was said of a fact before: its SMT-LIB text, and in C for the same function, outside of loop
 * heads. */
struct said {
    struct int_map smt; /* fact -> index into proof.texts */
    struct int_map c;   /* fact << 32 | number of the function -> the same, or NOTHING */
    VEC(const char *) functions;
};
#define NOTHING UINT32_MAX

static uint32_t keep_text(struct proof *p, char *text) {
    if (!text) return NOTHING;
    VEC_PUSH(&p->texts, text);
    return p->texts.n - 1;
}

static const char *kept_text(const struct proof *p, uint64_t i) {
    return i == NOTHING ? NULL : p->texts.at[i];
}

static uint32_t number_of(struct said *s, const char *function) {
    for (uint32_t i = 0; i < s->functions.n; i++)
        if (same_text(s->functions.at[i], function)) return i;
    VEC_PUSH(&s->functions, function);
    return s->functions.n - 1;
}

static const char *say_smt(struct proof *p, struct said *s, term fact) {
    bool added;
    int_map_put(&s->smt, fact, &added);
    if (added) *int_map_put(&s->smt, fact, NULL) = keep_text(p, term_text(fact));
    return kept_text(p, *int_map_get(&s->smt, fact));
}

static const char *say_c(struct proof *p, struct said *s, const struct naming *naming, loc l, term fact) {
    const struct cfa_loc *at = &p->c->locs.at[l];
    if (at->loop_head) return kept_text(p, keep_text(p, fact_as_c(p->c, naming, l, fact)));
    bool added;
    uint64_t key = (uint64_t)fact << 32 | number_of(s, at->pos.function);
    int_map_put(&s->c, key, &added);
    if (added) *int_map_put(&s->c, key, NULL) = keep_text(p, fact_as_c(p->c, naming, l, fact));
    return kept_text(p, *int_map_get(&s->c, key));
}

static void add_fact(struct proof *p, struct said *said, const struct naming *naming, loc l, term fact) {
    const struct cfa_loc *at = &p->c->locs.at[l];
    struct proof_fact f = {.at = l, .pos = at->pos, .loop_head = at->loop_head};
    if (naming) {
        f.smt = say_smt(p, said, fact);
        f.c = say_c(p, said, naming, l, fact);
    }
    if (naming && at->loop_head && at->pos.file)
        source_loop_keyword(p->c->files.at[at->pos.file], at->pos.line, at->pos.column, &f.keyword_line,
                            &f.keyword_column);
    VEC_PUSH(&p->facts, f);
}

void proof_init(struct proof *p, const struct cfa *reduced, const struct cfa *unreduced,
                const struct facts *invariant) {
    struct naming naming = {0};
    struct said said = {0};
    *p = (struct proof){.c = reduced};
    if (unreduced) naming_init(&naming, unreduced, reduced);
    for (loc l = 0; l < invariant->n; l++) {
        if (l == reduced->lE || l == reduced->l0) continue;
        for (uint32_t i = 0; i < invariant->at[l].n; i++)
            add_fact(p, &said, unreduced ? &naming : NULL, l, invariant->at[l].at[i]);
        p->loop_heads += invariant->at[l].n && reduced->locs.at[l].loop_head;
    }
    naming_release(&naming);
    int_map_release(&said.smt);
    int_map_release(&said.c);
    VEC_RELEASE(&said.functions);
}

void proof_release(struct proof *p) {
    for (uint32_t i = 0; i < p->texts.n; i++) free(p->texts.at[i]);
    VEC_RELEASE(&p->texts);
    VEC_RELEASE(&p->facts);
}

void proof_print(struct strbuf *b, const struct proof *p) {
    loc last = LOC_NONE;
    for (uint32_t i = 0; i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        if (f->at != last) {
            strbuf_text(b, "  invariant at ");
            struct src_pos pos = f->pos;
            if (f->keyword_line) pos.line = f->keyword_line, pos.column = f->keyword_column;
            cfa_print_pos(b, p->c, pos);
            if (pos.function) strbuf_printf(b, " in %s", pos.function);
            strbuf_text(b, f->loop_head ? " (loop head):\n" : ":\n");
        }
        last = f->at;
        strbuf_printf(b, "    %s\n", f->c ? f->c : f->smt);
    }
    if (p->bounded) strbuf_text(b, "  no invariant was needed: all paths were explored to their end\n");
    else if (!p->facts.n) strbuf_text(b, "  invariant: true everywhere (no step can lead to the error)\n");
}
