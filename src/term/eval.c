/* Evaluation under a model. Results are remembered in one array over all terms, each with the
 * version of the model that it belongs to: setting a variable gives the model a new version, which
 * forgets all results at no cost. Models that take turns overwrite one another's results; that
 * costs time, not truth. Of if-then-else only the branch taken is evaluated. */
#include "term/internal.h"

#include <assert.h>

struct eval_result {
    uint64_t version;
    value v;
};

static VEC(struct eval_result) results;
static uint64_t last_version;

void term_eval_release(void) { VEC_RELEASE(&results); }

void model_set(struct model *m, term var, value v) {
    assert(term_is_var(var));
    bool added;
    uint64_t *i = int_map_put(&m->index, var, &added);
    if (added) {
        *i = m->values.n;
        VEC_PUSH(&m->values, v);
    }
    m->values.at[*i] = v;
    m->version = 0;
}

bool model_get(const struct model *m, term var, value *v) {
    const uint64_t *i = int_map_get(&m->index, var);
    if (i) *v = m->values.at[*i];
    return i != NULL;
}

static bool known(const struct model *m, term t) { return results.at[t].version == m->version; }

static void remember(const struct model *m, term t, value v) {
    results.at[t] = (struct eval_result){m->version, v};
}

static bool eval_leaf(struct model *m, term t) {
    value v = value_of(0);
    if (is_const(t)) v = term_value(t);
    else if (is_op(t, OP_VAR)) {
        if (!model_get(m, t, &v)) m->unset++;
    } else return false;
    remember(m, t, v);
    return true;
}

/* The next thing that t needs: its condition, then the branch taken; TERM_NONE once it is known. */
static term ite_need(struct model *m, term t) {
    term c = arg(t, 0);
    if (!known(m, c)) return c;
    term branch = arg(t, results.at[c].v.lo ? 1 : 2);
    if (!known(m, branch)) return branch;
    remember(m, t, results.at[branch].v);
    return TERM_NONE;
}

static void eval_step(struct model *m, term_vec *stack) {
    value few[8], *v = few;
    term t = VEC_LAST(stack);
    uint32_t n = node_of(t)->arity, before = stack->n;
    if (is_op(t, OP_ITE)) {
        term need = ite_need(m, t);
        if (need) VEC_PUSH(stack, need);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        term x = arg(t, i);
        if (!known(m, x) && !eval_leaf(m, x)) VEC_PUSH(stack, x);
    }
    if (stack->n > before) return;
    if (n > 8) v = mem_alloc(n * sizeof *v);
    for (uint32_t i = 0; i < n; i++) v[i] = results.at[arg(t, i)].v;
    remember(m, t, term_apply_op(t, v));
    if (v != few) free(v);
}

value term_eval(struct model *m, term t) {
    if (results.n < terms.nodes.n) VEC_RESIZE(&results, terms.nodes.n);
    if (!m->version) m->version = ++last_version;
    if (!known(m, t) && !eval_leaf(m, t)) {
        term_vec stack = {0};
        VEC_PUSH(&stack, t);
        while (stack.n) {
            term u = VEC_LAST(&stack);
            if (known(m, u) || eval_leaf(m, u)) stack.n--;
            else eval_step(m, &stack);
        }
        VEC_RELEASE(&stack);
    }
    return results.at[t].v;
}

bool term_holds(struct model *m, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    assert(term_sort(t) == sort_bool());
    return term_eval(m, t).lo != 0;
}

void model_clear(struct model *m) {
    int_map_clear(&m->index);
    VEC_CLEAR(&m->values);
    m->version = 0;
    m->unset = 0;
}

void model_release(struct model *m) {
    int_map_release(&m->index);
    VEC_RELEASE(&m->values);
    *m = (struct model){0};
}
