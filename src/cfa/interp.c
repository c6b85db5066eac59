/* The interpreter. Each primitive command is compiled when it is first executed (code.h); the
 * variables are the registers 0 .. n-1, so an assume is a test of one register and an assignment a
 * copy.
 *
 * Leaving a location is a search with undo: the edges are tried in order, the branches of a choice
 * too, and writes, draws and marks are logged so that a rejected branch leaves no trace (interp.h
 * says what that means for draws). On the front end's automata the first assume decides and nothing
 * is ever undone. */
#include "cfa/interp.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/code.h"
#include "util/hash.h"
#include "util/clock.h"
#include "util/mem.h"

struct compiled { /* of a primitive command, a step, or a term */
    bool ready;
    struct piece piece;
    uint32_t first; /* of its registers in machine.results */
    /* steps and terms: machine.loads.at[loads] is the number of variables, then they follow */
    uint32_t loads;
};

struct written {
    uint32_t var;
    value old;
};

struct seen_mark {
    cmd mark;
    value shown;
    uint32_t draws; /* how many came before it on the edge */
};

struct drawn {
    uint32_t class, site;
    value value;
};

struct source { /* values of one class of sites that were drawn and may be drawn again */
    VEC(value) values;
    uint32_t taken;
};

struct rest {
    cmd cmd;
    const struct rest *next;
};

struct cfa_machine {
    const struct cfa *c;
    struct code code;
    struct compiled *cmds, *steps;
    VEC(struct compiled) terms;
    struct int_map term_index;
    VEC(uint32_t) results; /* registers */
    VEC(uint32_t) loads;   /* registers of variables */
    struct var_lists vars;
    /* of a run */
    struct cfa_world *world;
    struct source *sources; /* per site; only those of class representatives are used */
    VEC(struct written) trail;
    VEC(struct drawn) drawn; /* in order, for undo */
    VEC(struct seen_mark) marks;
    struct arena arena; /* of the rests */
};

struct cfa_machine *cfa_machine_new(const struct cfa *c) {
    struct cfa_machine *m = MEM_NEW(struct cfa_machine);
    m->c = c;
    m->vars.c = c;
    m->cmds = mem_zero(c->cmds.n, sizeof *m->cmds);
    m->steps = mem_zero(c->steps.n, sizeof *m->steps);
    m->sources = mem_zero(c->sites.n, sizeof *m->sources);
    for (uint32_t i = 0; i < c->vars.n; i++) {
        uint32_t r = code_variable(&m->code, c->vars.at[i].var);
        assert(r == i);
        (void)r;
    }
    return m;
}

void cfa_machine_free(struct cfa_machine *m) {
    if (!m) return;
    for (uint32_t i = 0; i < m->c->sites.n; i++) VEC_RELEASE(&m->sources[i].values);
    free(m->sources);
    free(m->cmds);
    free(m->steps);
    VEC_RELEASE(&m->terms);
    VEC_RELEASE(&m->results);
    VEC_RELEASE(&m->loads);
    VEC_RELEASE(&m->trail);
    VEC_RELEASE(&m->drawn);
    VEC_RELEASE(&m->marks);
    int_map_release(&m->term_index);
    var_lists_release(&m->vars);
    code_release(&m->code);
    arena_release(&m->arena);
    free(m);
}

/* ---- primitive commands ---- */

static void compile_cmd(struct cfa_machine *m, cmd k) {
    const struct cfa_cmd *command = &m->c->cmds.at[k];
    struct compiled *out = &m->cmds[k];
    *out = (struct compiled){.ready = true, .first = m->results.n, .piece.begin = m->code.instructions.n};
    code_begin(&m->code);
    if (command->cond) VEC_PUSH(&m->results, code_term(&m->code, command->cond));
    for (uint32_t i = 0; command->kind == CMD_ASSIGN && i < command->n; i++)
        VEC_PUSH(&m->results, code_term(&m->code, command->assigns[i].value));
    out->piece.end = m->code.instructions.n;
}

static void write_var(struct cfa_machine *m, term var, value v) {
    assert(cfa_has_var(m->c, var));
    uint32_t r = cfa_var_index(m->c, var);
    VEC_PUSH(&m->trail, (struct written){r, m->code.registers.at[r]});
    m->code.registers.at[r] = v;
}

/* Draws that an undone branch made are waiting in the class's source. */
static value draw(struct cfa_machine *m, uint32_t site) {
    assert(site < m->c->sites.n);
    assert(m->c->sites.at[m->c->sites.at[site].same_as].same_as == m->c->sites.at[site].same_as);
    uint32_t k = m->c->sites.at[site].same_as;
    struct source *s = &m->sources[k];
    if (s->taken == s->values.n) {
        value v = {0};
        if (m->world->input) v = m->world->input(m->world->context, m->c, site);
        else if (sort_kind_of(m->c->sites.at[site].sort) == SORT_ARRAY) v = array_value_const(v);
        VEC_PUSH(&s->values, v);
    }
    value v = s->values.at[s->taken++];
    VEC_PUSH(&m->drawn, (struct drawn){k, site, v});
    return v;
}

/* All values are computed before the first is written: the assignment is parallel. */
static void run_assign(struct cfa_machine *m, const struct cfa_cmd *command, const struct compiled *k) {
    assert(k->ready && k->first + command->n <= m->results.n);
    const uint32_t *results = m->results.at + k->first;
    uint32_t base = m->trail.n;
    for (uint32_t i = 0; i < command->n; i++) {
        uint32_t r = cfa_var_index(m->c, command->assigns[i].var);
        VEC_PUSH(&m->trail, (struct written){r, m->code.registers.at[results[i]]});
    }
    for (uint32_t i = base; i < m->trail.n; i++) {
        struct written *w = &m->trail.at[i];
        value now = w->old;
        w->old = m->code.registers.at[w->var];
        m->code.registers.at[w->var] = now;
    }
}

/* False: the assume does not hold. */
static bool run_primitive(struct cfa_machine *m, cmd at) {
    assert(at < m->c->cmds.n);
    const struct cfa_cmd *command = &m->c->cmds.at[at];
    if (command->kind == CMD_SKIP) return true;
    if (command->kind == CMD_HAVOC) {
        value v = draw(m, command->site);
        if (command->var) write_var(m, command->var, v);
        return true;
    }
    if (command->kind == CMD_MARK && !m->world->at_mark) return true;
    if (!m->cmds[at].ready) compile_cmd(m, at);
    const struct compiled *k = &m->cmds[at];
    code_run(&m->code, k->piece);
    if (command->kind == CMD_ASSIGN) {
        run_assign(m, command, k);
        return true;
    }
    value v = command->cond ? m->code.registers.at[m->results.at[k->first]] : (value){0};
    if (command->kind == CMD_ASSUME) return v.lo;
    VEC_PUSH(&m->marks, (struct seen_mark){at, v, m->drawn.n});
    return true;
}

/* ---- one edge ---- */

struct point {
    uint32_t trail, drawn, marks;
};

static void undo(struct cfa_machine *m, struct point p) {
    assert(p.trail <= m->trail.n && p.drawn <= m->drawn.n && p.marks <= m->marks.n);
    while (m->trail.n > p.trail) {
        struct written w = VEC_POP(&m->trail);
        m->code.registers.at[w.var] = w.old;
    }
    while (m->drawn.n > p.drawn) m->sources[VEC_POP(&m->drawn).class].taken--;
    m->marks.n = p.marks;
}

/* Executes a command and then the rest; false, with all undone, if there is no way through. */
static bool run_cmd(struct cfa_machine *m, cmd k, const struct rest *rest) {
    assert(k < m->c->cmds.n);
    struct point start = {m->trail.n, m->drawn.n, m->marks.n};
    for (;;) {
        const struct cfa_cmd *command = &m->c->cmds.at[k];
        if (command->kind == CMD_SEQ) {
            struct rest *later = arena_alloc(&m->arena, sizeof *later);
            *later = (struct rest){command->second, rest};
            rest = later;
            k = command->first;
            continue;
        }
        if (command->kind == CMD_CHOICE) {
            if (run_cmd(m, command->first, rest)) return true;
            k = command->second;
            continue;
        }
        if (!run_primitive(m, k)) {
            undo(m, start);
            return false;
        }
        if (!rest) return true;
        k = rest->cmd;
        rest = rest->next;
    }
}

/* Reports the draws from number *next up to (not including) `end`. */
static void report_draws(struct cfa_machine *m, uint32_t *next, uint32_t end) {
    assert(end <= m->drawn.n);
    for (; *next < end; ++*next)
        if (m->world->at_draw)
            m->world->at_draw(m->world->context, m->c, m->drawn.at[*next].site, m->drawn.at[*next].value);
}

/* An edge was taken for good: reports the draws and marks, forgets the logs. */
static void commit(struct cfa_machine *m, struct model *shadow) {
    uint32_t draws = 0;
    for (uint32_t i = 0; i < m->marks.n; i++) {
        report_draws(m, &draws, m->marks.at[i].draws);
        m->world->at_mark(m->world->context, m->c, &m->c->cmds.at[m->marks.at[i].mark], m->marks.at[i].shown);
    }
    report_draws(m, &draws, m->drawn.n);
    for (uint32_t i = 0; shadow && i < m->trail.n; i++) {
        uint32_t var = m->trail.at[i].var;
        model_set(shadow, m->c->vars.at[var].var, m->code.registers.at[var]);
    }
    for (uint32_t i = 0; i < m->drawn.n; i++) {
        struct source *s = &m->sources[m->drawn.at[i].class];
        if (s->taken != s->values.n) continue; /* else what is left over comes first next time */
        VEC_CLEAR(&s->values);
        s->taken = 0;
    }
    VEC_CLEAR(&m->marks);
    VEC_CLEAR(&m->trail);
    VEC_CLEAR(&m->drawn);
}

static loc leave(struct cfa_machine *m, const struct cfa_index *by_edge, loc l, uint32_t *edge) {
    assert(l < by_edge->n);
    for (uint32_t i = 0; i < by_edge->out[l].n; i++) {
        const struct cfa_edge *e = &m->c->edges.at[by_edge->out[l].at[i]];
        *edge = by_edge->out[l].at[i];
        if (run_cmd(m, e->cmd, NULL)) return e->to;
    }
    return LOC_NONE;
}

/* ---- runs ---- */

static void run_init(struct cfa_machine *m, struct cfa_world *world, struct cfa_run *run) {
    m->world = world;
    *run = (struct cfa_run){.at = m->c->l0};
    for (uint32_t i = 0; i < m->c->sites.n; i++) {
        VEC_CLEAR(&m->sources[i].values);
        m->sources[i].taken = 0;
    }
    struct code fresh = {0};
    for (uint32_t i = 0; i < m->c->vars.n; i++) {
        code_variable(&fresh, m->c->vars.at[i].var);
        m->code.registers.at[i] = fresh.registers.at[i];
        if (world->initial) model_get(world->initial, m->c->vars.at[i].var, &m->code.registers.at[i]);
    }
    code_release(&fresh);
}

static void save_state(struct cfa_machine *m, struct model *state) {
    for (uint32_t i = 0; i < m->c->vars.n; i++)
        model_set(state, m->c->vars.at[i].var, m->code.registers.at[i]);
}

void cfa_machine_run(struct cfa_machine *m, const struct cfa_index *by_edge, struct cfa_world *world,
                     struct cfa_run *run) {
    run_init(m, world, run);
    uint8_t *is_cut = mem_zero(m->c->locs.n, 1);
    for (uint32_t i = 0; i < m->c->cuts.n; i++) is_cut[m->c->cuts.at[i].at] = 1;
    struct model *shadow = world->at_loc ? &run->state : NULL;
    if (shadow) save_state(m, shadow);
    for (;; run->edges++) {
        if (world->max_edges && !(run->edges & 0xffff) && stop_requested()) {
            run->end = RUN_LIMIT;
            break;
        }
        if (shadow) world->at_loc(world->context, m->c, run->at, shadow);
        run->end = run->at == m->c->lE ? RUN_ERROR : is_cut[run->at] ? RUN_CUT : RUN_LIMIT;
        if (run->end != RUN_LIMIT || (world->max_edges && run->edges >= world->max_edges)) break;
        uint32_t edge;
        loc next = leave(m, by_edge, run->at, &edge);
        if (m->arena.total > (1u << 20)) arena_release(&m->arena);
        if (next == LOC_NONE) {
            run->end = RUN_STUCK;
            break;
        }
        commit(m, shadow);
        run->at = next;
        run->last = edge;
    }
    save_state(m, &run->state);
    free(is_cut);
}

void cfa_execute(const struct cfa *c, const struct cfa_index *by_edge, struct cfa_world *world,
                 struct cfa_run *run) {
    struct cfa_machine *m = cfa_machine_new(c);
    cfa_machine_run(m, by_edge, world, run);
    cfa_machine_free(m);
}

/* ---- steps and terms on states ---- */

/* Remembers which variables the terms read, so that only those are loaded. */
static uint32_t add_loads(struct cfa_machine *m, const term_vec *terms) {
    uint32_t at = m->loads.n;
    struct int_map seen = {0};
    VEC_PUSH(&m->loads, 0);
    for (uint32_t i = 0; i < terms->n; i++) {
        const uint32_t *list = vars_of(&m->vars, terms->at[i]);
        for (uint32_t j = 1; j <= list[0]; j++) {
            bool added;
            int_map_put(&seen, list[j], &added);
            if (added) VEC_PUSH(&m->loads, list[j]);
        }
    }
    m->loads.at[at] = m->loads.n - at - 1;
    int_map_release(&seen);
    return at;
}

static void load(struct cfa_machine *m, uint32_t at, const value *state) {
    assert(at < m->loads.n);
    uint32_t n = m->loads.at[at];
    const uint32_t *vars = m->loads.at + at + 1;
    for (uint32_t i = 0; i < n; i++) m->code.registers.at[vars[i]] = state[vars[i]];
}

/* Results: the ends of the guard literals' code alternating with their registers, then the updates'
 * registers. The piece is the code of the updates. */
static void compile_step(struct cfa_machine *m, uint32_t step) {
    assert(step < m->c->steps.n && !m->steps[step].ready);
    const struct cfa_step *s = &m->c->steps.at[step];
    struct compiled *out = &m->steps[step];
    term_vec terms = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&terms, s->guard.at[i]);
    for (uint32_t i = 0; i < s->updates.n; i++) VEC_PUSH(&terms, s->updates.at[i].value);
    *out = (struct compiled){.ready = true, .first = m->results.n, .loads = add_loads(m, &terms)};
    out->piece.begin = m->code.instructions.n;
    code_begin(&m->code);
    for (uint32_t i = 0; i < s->guard.n; i++) {
        uint32_t r = code_term(&m->code, s->guard.at[i]);
        VEC_PUSH(&m->results, m->code.instructions.n);
        VEC_PUSH(&m->results, r);
    }
    for (uint32_t i = 0; i < s->updates.n; i++)
        VEC_PUSH(&m->results, code_term(&m->code, s->updates.at[i].value));
    out->piece.end = m->code.instructions.n;
    VEC_RELEASE(&terms);
}

bool cfa_step_execute(struct cfa_machine *m, uint32_t step, const value *state, const value *inputs,
                      value *next) {
    const struct cfa_step *s = &m->c->steps.at[step];
    if (!m->steps[step].ready) compile_step(m, step);
    struct compiled k = m->steps[step];
    load(m, k.loads, state);
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        uint32_t r = code_variable(&m->code, s->inputs.at[i].var);
        m->code.registers.at[r] = inputs ? inputs[i] : (value){0};
    }
    const uint32_t *results = m->results.at + k.first;
    uint32_t done = k.piece.begin;
    for (uint32_t i = 0; i < s->guard.n; i++, results += 2) {
        code_run(&m->code, (struct piece){done, results[0]});
        if (!m->code.registers.at[results[1]].lo) return false;
        done = results[0];
    }
    if (!next) return true;
    code_run(&m->code, (struct piece){done, k.piece.end});
    if (next != state) memcpy(next, state, m->c->vars.n * sizeof *next);
    for (uint32_t i = 0; i < s->updates.n; i++)
        next[cfa_var_index(m->c, s->updates.at[i].var)] = m->code.registers.at[results[i]];
    return true;
}

value cfa_machine_eval(struct cfa_machine *m, term t, const value *state) {
    bool added;
    uint64_t *slot = int_map_put(&m->term_index, t, &added);
    if (added) {
        *slot = m->terms.n;
        term_vec terms = {&t, 1, 1};
        struct compiled k = {.ready = true, .first = m->results.n, .loads = add_loads(m, &terms)};
        k.piece.begin = m->code.instructions.n;
        code_begin(&m->code);
        VEC_PUSH(&m->results, code_term(&m->code, t));
        k.piece.end = m->code.instructions.n;
        VEC_PUSH(&m->terms, k);
    }
    struct compiled k = m->terms.at[*slot];
    load(m, k.loads, state);
    code_run(&m->code, k.piece);
    return m->code.registers.at[m->results.at[k.first]];
}
