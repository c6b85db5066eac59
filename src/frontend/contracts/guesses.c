/* Guesses of contracts: from the constants of the program, and from what the functions compute.
 *
 * Constants give bounds, sums of arguments, products, parities, each also under a condition on one
 * argument. Which of them are worth having is found out by calling the functions (evaluate.h): a
 * clause that a call violates is dropped.
 *
 * Calls also tell more than a constant can: if f(c, y) = a*y + b for all y that were tried, that is
 * a clause under the condition x = c; if f(c, d) is the same at all other arguments, so is that;
 * and f(y) = a * 2^y + b is one where the power has a bit. Such clauses make a table of the
 * function over the small numbers that the program compares with. They are learned in the order of
 * c, and what is learned is used for inner calls at once: Ackermann's function in the third row is
 * found from the second row's formula, where running it would take forever. A table that calls
 * itself proves itself: the piece of f shows each row from rows before it.
 *
 * What a function does to a global variable is told as a difference to the value before. */
#include "frontend/contracts/guesses.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/contracts/evaluate.h"
#include "frontend/driver/ir.h"
#include "util/bits.h"

enum { MOST_CONSTANTS = 10, MOST_CONDITIONS = 6, MOST_CLAUSES = 4000, MOST_LEARNED = 160 };
enum { TABLE_FIRST = -2, TABLE_LAST = 66 };                     /* arguments that may have rows */
enum { STEPS = 4000000, SAMPLES = 400, TRIES = 8, NEEDED = 3 }; /* of evaluations */

typedef VEC(int64_t) number_vec;

struct guesser {
    struct contracts *k;
    const struct guess_task *task;
    number_vec constants, compared;
    struct evaluator e;
    struct rng random;
    struct contract *learned; /* per function: equations, for inner calls */
};

/* ---- constants ---- */

static void add_number(number_vec *v, int64_t n, uint32_t most) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == n) return;
    if (v->n < most) VEC_PUSH(v, n);
}

/* The constants of the function; those that it compares with are conditions, too. */
static void read_constants(struct guesser *g, LLVMValueRef f) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b) {
            for (int k = 0; k < LLVMGetNumOperands(i); k++) {
                LLVMValueRef c = LLVMGetOperand(i, (unsigned)k);
                if (!LLVMIsAConstantInt(c) || LLVMIsAAllocaInst(i) || LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64)
                    continue;
                if (LLVMGetIntTypeWidth(LLVMTypeOf(c)) == 1) continue;
                int64_t n = LLVMConstIntGetSExtValue(c);
                if (n < -1000000 || n > 1000000) continue;
                add_number(&g->constants, n, MOST_CONSTANTS);
                if (LLVMIsAICmpInst(i)) add_number(&g->compared, n, MOST_CONDITIONS);
            }
        }
}

/* ---- clauses from constants ---- */

static void add_clause(struct contract *c, const struct contract_atom *condition,
                       struct contract_atom claim) {
    if (c->clauses.n >= MOST_CLAUSES) return;
    struct contract_clause clause = {.conditions = condition != NULL, .claim = claim};
    if (condition) clause.condition[0] = *condition;
    VEC_PUSH(&c->clauses, clause);
}

/* result = | <= | >= first + second + n */
static void add_claims(struct contract *c, const struct contract_atom *condition, int result, int first,
                       int second, int64_t n) {
    for (enum contract_relation r = CONTRACT_EQ; r <= CONTRACT_GE; r++)
        add_clause(c, condition, contract_sum(result, first, second, r, n));
}

/* The result tells whether the argument is odd, or even. */
static void add_parities(struct contract *c, uint32_t result) {
    for (uint32_t i = 0; i < c->arguments; i++)
        for (int64_t n = 0; n < 2 && c->width[i] == c->width[result] && c->width[i] > 1; n++)
            add_clause(c, NULL,
                       (struct contract_atom){(int)result, (int)i, CONTRACT_NONE, CONTRACT_EQ, n,
                                              CONTRACT_PARITY, 1});
}

static void add_claims_under(struct contract *c, const struct contract_atom *condition, uint32_t result,
                             const number_vec *constants) {
    uint32_t w = c->width[result];
    int left = (int)result;
    for (uint32_t k = 0; k < constants->n; k++)
        add_claims(c, condition, left, CONTRACT_NONE, CONTRACT_NONE, constants->at[k]);
    for (uint32_t i = 0; i < c->parameters; i++) {
        if (c->width[i] != w) continue;
        for (uint32_t k = 0; k < constants->n; k++) {
            add_claims(c, condition, left, (int)i, CONTRACT_NONE, constants->at[k]);
            if (constants->at[k] > 0)
                add_claims(c, condition, left, (int)i, CONTRACT_NONE, -constants->at[k]);
        }
        for (uint32_t j = i + 1; j < c->parameters; j++) {
            if (c->width[j] != w) continue;
            add_claims(c, condition, left, (int)i, (int)j, 0);
            add_clause(c, condition,
                       (struct contract_atom){left, (int)i, (int)j, CONTRACT_EQ, 0, CONTRACT_PRODUCT, 1});
        }
    }
}

/* With a condition on an argument, on either side of a constant, with it and without. */
static void add_conditional(struct guesser *g, struct contract *c, uint32_t result) {
    for (uint32_t i = 0; i < c->arguments; i++)
        for (uint32_t k = 0; k < g->compared.n; k++)
            for (int64_t n = g->compared.at[k] - 1; n <= g->compared.at[k]; n++) {
                struct contract_atom low = contract_sum((int)i, CONTRACT_NONE, CONTRACT_NONE, CONTRACT_LE, n),
                                     high = contract_sum((int)i, CONTRACT_NONE, CONTRACT_NONE, CONTRACT_GE,
                                                         n + 1);
                add_claims_under(c, &low, result, &g->constants);
                add_claims_under(c, &high, result, &g->constants);
            }
}

static void guess(struct guesser *g, struct contract *c) {
    uint32_t end = c->parameters + c->results;
    for (uint32_t r = c->parameters; r < end; r++) {
        add_parities(c, r);
        add_claims_under(c, NULL, r, &g->constants);
    }
    for (uint32_t r = c->parameters; r < end; r++) add_conditional(g, c, r);
}

/* ---- calls ---- */

/* Runs function `number` on the parameters in `values` and puts the results behind them. */
static bool call(struct guesser *g, uint32_t number, uint64_t *values) {
    const struct contract *c = &g->k->of.at[number];
    uint64_t result = 0, globals[CONTRACT_GLOBALS] = {0};
    for (uint32_t i = 0; i < c->parameters; i++) values[i] = (uint64_t)bits_cut(values[i], c->width[i]);
    for (uint32_t i = c->arguments; i < c->parameters; i++) globals[i - c->arguments] = values[i];
    if (!evaluate(&g->e, g->task->functions[number], values, globals, &result)) return false;
    uint32_t at = c->parameters;
    if (contract_before(c, at) == CONTRACT_NONE && c->results) values[at++] = result;
    for (uint32_t i = 0; i < g->task->n_globals; i++) values[at++] = globals[i];
    return true;
}

/* The learned equations as a shortcut for inner calls. */
static bool predict_result(const struct contract *learned, uint32_t result, uint64_t *values) {
    for (uint32_t i = 0; i < learned->clauses.n; i++) {
        const struct contract_clause *k = &learned->clauses.at[i];
        if ((uint32_t)k->claim.left != result || !contract_applies(learned, k, values)) continue;
        values[result] = contract_right(learned, &k->claim, values);
        return true;
    }
    return false;
}

static bool predict(void *context, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
                    uint64_t *result) {
    struct guesser *g = context;
    uint32_t number = 0;
    while (number < g->task->n_functions && g->task->functions[number] != f) number++;
    if (number == g->task->n_functions) return false;
    const struct contract *c = &g->learned[number];
    uint64_t values[CONTRACT_VALUES];
    for (uint32_t i = 0; i < c->arguments; i++) values[i] = arguments[i];
    for (uint32_t i = c->arguments; i < c->parameters; i++) values[i] = globals[i - c->arguments];
    for (uint32_t r = c->parameters; r < c->parameters + c->results; r++)
        if (!predict_result(c, r, values)) return false;
    for (uint32_t r = c->parameters; r < c->parameters + c->results; r++)
        if (contract_before(c, r) == CONTRACT_NONE) *result = values[r];
        else globals[(uint32_t)contract_before(c, r) - c->arguments] = values[r];
    return true;
}

/* Constants of the program or near them, or small, or any. */
static uint64_t any_argument(struct guesser *g) {
    int64_t near = (int64_t)rng_below(&g->random, 5) - 2, small = (int64_t)rng_below(&g->random, 24) - 4;
    uint32_t kind = rng_below(&g->random, 8);
    if (kind == 0) return rng_next(&g->random);
    if (kind == 1) return rng_below(&g->random, 1000);
    return (uint64_t)(kind < 5 && g->constants.n
                          ? g->constants.at[rng_below(&g->random, g->constants.n)] + near
                          : small);
}

/* Nothing is known of a call that does not return. */
static void drop_violated(struct guesser *g) {
    for (uint32_t i = 0; i < SAMPLES * g->k->of.n && g->e.steps; i++) {
        struct contract *c = &g->k->of.at[i % g->k->of.n];
        uint64_t values[CONTRACT_VALUES];
        for (uint32_t j = 0; j < c->parameters; j++) values[j] = any_argument(g);
        if (call(g, i % g->k->of.n, values)) contract_weaken(c, values);
    }
}

/* ---- clauses from calls ---- */

struct fit {
    struct guesser *g;
    uint32_t number, result;
    struct contract_clause clause; /* the conditions, and the claim without numbers */
    bool in_a_row;                 /* free arguments are 0, 1, 2 .. */
    uint32_t n;                    /* calls that returned */
    uint64_t values[TRIES][CONTRACT_VALUES];
};

static const struct contract *contract_of(const struct fit *f) { return &f->g->k->of.at[f->number]; }

/* The result less what it was before, if it is a global variable. */
static uint64_t difference(const struct fit *f, const uint64_t *values) {
    int before = contract_before(contract_of(f), f->result);
    uint64_t x = values[f->result] - (before == CONTRACT_NONE ? 0 : values[before]);
    return (uint64_t)bits_cut(x, contract_of(f)->width[f->result]);
}

static bool is_fixed(const struct fit *f, uint32_t argument) {
    for (uint32_t i = 0; i < f->clause.conditions; i++)
        if ((uint32_t)f->clause.condition[i].left == argument) return true;
    return false;
}

/* Calls in which the conditions, equations, hold. The arguments that they leave free are small: 0,
 * 1, then any. */
static void try_calls(struct fit *f) {
    const struct contract *c = contract_of(f);
    uint32_t failed = 0;
    for (uint32_t t = 0; t < TRIES && failed < 2; t++) {
        uint64_t *values = f->values[f->n];
        for (uint32_t i = 0; i < c->parameters; i++)
            values[i] = t < 2 || f->in_a_row ? t : rng_below(&f->g->random, 12);
        for (uint32_t i = c->arguments; i < c->parameters; i++) values[i] = rng_next(&f->g->random);
        for (uint32_t i = 0; i < f->clause.conditions; i++)
            values[f->clause.condition[i].left] = (uint64_t)f->clause.condition[i].constant;
        if (call(f->g, f->number, values)) f->n++;
        else failed++;
    }
}

static bool all_known(struct fit *f) {
    const struct contract *learned = &f->g->learned[f->number];
    for (uint32_t t = 0; t < f->n; t++) {
        uint64_t values[CONTRACT_VALUES];
        memcpy(values, f->values[t], sizeof values);
        if (!predict_result(learned, f->result, values)) return false;
    }
    return true;
}

static bool holds_in_calls(struct fit *f) {
    for (uint32_t t = 0; t < f->n; t++)
        if (!contract_holds(contract_of(f), &f->clause, f->values[t])) return false;
    return true;
}

static void learn(struct fit *f) {
    struct contract *learned = &f->g->learned[f->number];
    if (learned->clauses.n < MOST_LEARNED) VEC_PUSH(&learned->clauses, f->clause);
}

static void add_condition(struct contract_clause *clause, uint32_t argument, enum contract_relation relation,
                          int64_t n) {
    clause->condition[clause->conditions++] =
        contract_sum((int)argument, CONTRACT_NONE, CONTRACT_NONE, relation, n);
}

/* before + constant */
static bool fit_constant(struct fit *f) {
    const struct contract *c = contract_of(f);
    int64_t constant = (int64_t)bits_signed(difference(f, f->values[0]), c->width[f->result]);
    f->clause.claim =
        contract_sum((int)f->result, CONTRACT_NONE, contract_before(c, f->result), CONTRACT_EQ, constant);
    return holds_in_calls(f);
}

/* factor * argument + before + constant; the first two calls have 0 and 1 there. */
static bool fit_line(struct fit *f, uint32_t argument) {
    const struct contract *c = contract_of(f);
    uint32_t w = c->width[f->result];
    if (c->width[argument] != w || f->values[0][argument] != 0 || f->values[1][argument] != 1) return false;
    uint64_t at_0 = difference(f, f->values[0]), at_1 = difference(f, f->values[1]);
    f->clause.claim = contract_sum((int)f->result, (int)argument, contract_before(c, f->result), CONTRACT_EQ,
                                   (int64_t)bits_signed(at_0, w));
    f->clause.claim.factor = (int64_t)bits_signed(bits_cut(at_1 - at_0, w), w);
    return holds_in_calls(f);
}

/* factor * 2^argument + before + constant, where the power has a bit: from two calls in a row. */
static void fit_power(struct guesser *g, uint32_t number, uint32_t result, uint32_t argument) {
    struct fit f = {.g = g, .number = number, .result = result, .in_a_row = true};
    const struct contract *c = contract_of(&f);
    uint32_t w = c->width[result];
    try_calls(&f);
    if (f.n <= NEEDED || c->width[argument] != w || !bits_power_of_two(w)) return;
    uint64_t x = f.values[0][argument], y = difference(&f, f.values[0]);
    int64_t rise = (int64_t)bits_signed(bits_cut(difference(&f, f.values[1]) - y, w), w);
    int64_t power = INT64_C(1) << x;
    if (f.values[1][argument] != x + 1 || !rise || rise % power) return;
    int64_t constant = (int64_t)bits_signed(bits_cut(y - (uint64_t)rise, w), w);
    f.clause = (struct contract_clause){.equation = true};
    add_condition(&f.clause, argument, CONTRACT_GE, (int64_t)x);
    add_condition(&f.clause, argument, CONTRACT_LE, w - 1);
    f.clause.claim = (struct contract_atom){(int)result, (int)argument, contract_before(c, result),
                                            CONTRACT_EQ, constant,      CONTRACT_POWER,
                                            rise / power};
    if (holds_in_calls(&f) && !all_known(&f)) learn(&f);
}

/* True if the result is known under the conditions. */
static bool fit(struct guesser *g, uint32_t number, uint32_t result,
                const struct contract_clause *conditions) {
    struct fit f = {.g = g, .number = number, .result = result, .clause = *conditions};
    f.clause.equation = true;
    try_calls(&f);
    if (f.n < NEEDED) return false;
    if (all_known(&f)) return true;
    bool good = fit_constant(&f);
    for (uint32_t i = 0; i < contract_of(&f)->arguments && !good; i++)
        good = !is_fixed(&f, i) && fit_line(&f, i);
    if (good) learn(&f);
    return good;
}

static void fit_rows(struct guesser *g, uint32_t number, uint32_t result, uint32_t argument, int64_t first,
                     int64_t last) {
    const struct contract *c = &g->k->of.at[number];
    for (int64_t n = first; n <= last; n++) {
        struct contract_clause row = {0};
        add_condition(&row, argument, CONTRACT_EQ, n);
        if (fit(g, number, result, &row)) continue;
        for (uint32_t other = argument + 1; other < c->arguments; other++)
            for (int64_t m = first; m <= last; m++) {
                struct contract_clause cell = row;
                add_condition(&cell, other, CONTRACT_EQ, m);
                if (!fit(g, number, result, &cell) && m > 2) break;
            }
    }
}

static void fit_all(struct guesser *g) {
    int64_t first = 0, last = 0;
    for (uint32_t i = 0; i < g->compared.n; i++) {
        if (g->compared.at[i] <= first) first = g->compared.at[i] - 1;
        if (g->compared.at[i] >= last && g->compared.at[i] < TABLE_LAST) last = g->compared.at[i] + 1;
    }
    if (first < TABLE_FIRST) first = TABLE_FIRST;
    for (uint32_t k = 0; k < g->k->of.n; k++) {
        const struct contract *c = &g->k->of.at[k];
        for (uint32_t r = c->parameters; r < c->parameters + c->results; r++) {
            struct contract_clause always = {0};
            if (fit(g, k, r, &always)) continue;
            for (uint32_t i = 0; i < c->arguments; i++) fit_power(g, k, r, i);
            for (uint32_t i = 0; i < c->arguments; i++) fit_rows(g, k, r, i, first, last);
        }
    }
}

/* ---- all of it ---- */

static struct contract empty_contract(const struct guess_task *t, LLVMValueRef f) {
    struct contract c = {.arguments = LLVMCountParams(f)};
    uint32_t n = 0, result = ir_width(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
    for (uint32_t i = 0; i < c.arguments; i++) c.width[n++] = ir_width(LLVMTypeOf(LLVMGetParam(f, i)));
    for (uint32_t i = 0; i < t->n_globals; i++)
        c.width[n++] = ir_width(LLVMGlobalGetValueType(t->globals[i]));
    c.parameters = n;
    if (result) c.width[n++] = result;
    for (uint32_t i = 0; i < t->n_globals; i++)
        c.width[n++] = ir_width(LLVMGlobalGetValueType(t->globals[i]));
    c.results = n - c.parameters;
    return c;
}

void contracts_guess(struct contracts *k, const struct guess_task *t) {
    struct guesser g = {.k = k, .task = t, .random = {1}};
    g.e = (struct evaluator){.globals = t->globals,
                             .n_globals = t->n_globals,
                             .shortcut = predict,
                             .context = &g,
                             .steps = STEPS,
                             .random = {2}};
    g.learned = mem_zero(t->n_functions + 1, sizeof *g.learned);
    for (int64_t n = -1; n < 2; n++) add_number(&g.constants, n, MOST_CONSTANTS);
    for (uint32_t i = 0; i < t->n_functions; i++) read_constants(&g, t->functions[i]);
    read_constants(&g, t->entry);
    for (uint32_t i = 0; i < t->n_functions; i++) {
        struct contract c = g.learned[i] = empty_contract(t, t->functions[i]);
        c.function = mem_strdup(ir_name(t->functions[i]));
        for (uint32_t j = 0; j < t->n_globals; j++) c.globals[j] = mem_strdup(ir_name(t->globals[j]));
        VEC_PUSH(&k->of, c);
    }
    fit_all(&g);
    for (uint32_t i = 0; i < t->n_functions; i++) {
        for (uint32_t j = 0; j < g.learned[i].clauses.n; j++)
            VEC_PUSH(&k->of.at[i].clauses, g.learned[i].clauses.at[j]);
        guess(&g, &k->of.at[i]);
        contract_release(&g.learned[i]);
    }
    g.e.shortcut = NULL;
    g.e.steps += STEPS;
    drop_violated(&g);
    for (uint32_t i = 0; i < k->of.n; i++)
        for (uint32_t j = 0; j < k->of.at[i].clauses.n; j++)
            k->equations |= k->of.at[i].clauses.at[j].equation;
    for (uint32_t i = 0; i < k->of.n; i++) contract_focus(&k->of.at[i], k->equations);
    free(g.learned);
    evaluator_release(&g.e);
    VEC_RELEASE(&g.constants);
    VEC_RELEASE(&g.compared);
}
