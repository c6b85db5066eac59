/* Evidence must be able to fail: wrong traces and wrong witness circuits are refused, right ones
 * accepted. Also the reductions on small circuits whose answer is known. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "ic3bit/bounded.h"
#include "ic3bit/evidence.h"
#include "ic3bit/induction.h"

static struct aiger *model(const char *text) {
    struct error e = {0};
    struct aiger *m = aiger_parse(text, strlen(text), "test", &e);
    assert_false(e.set);
    return m;
}

static const struct ic3_config plain = {.mic = MIC_CTG, .max_depth = 1, .max_ctgs = 3};

/* A token moves around a ring of three latches; bad is two tokens at once. */
#define RING "aag 6 0 3 0 3 1\n2 6 1\n4 2\n6 4\n13\n8 4 2\n10 6 2\n12 9 11\n"

static void proofs_are_checked(void **state) {
    (void)state;
    struct aiger *m = model(RING), *w = aiger_copy(m);
    struct system s;
    const char *why;
    system_init(&s, m, m->bads.at[0]);
    struct ic3_result r = ic3_run(s.model, &plain);
    assert_int_equal(r.verdict, BIT_SAFE);
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS); /* bad alone is not inductive */
    assert_string_equal(why, "the invariant is not inductive");
    witness_strengthen(w, 0, &s, &r);
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_HOLDS);
    uint32_t good = w->bads.at[0];
    w->bads.at[0] = 0;
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS);
    assert_string_equal(why, "the invariant does not exclude the bad states");
    w->bads.at[0] = 1;
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS);
    assert_string_equal(why, "the invariant does not hold initially");
    w->bads.at[0] = good;
    w->latches.at[1].next ^= 1;
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS);
    assert_string_equal(why, "the witness circuit does not extend the model");
    w->latches.at[1].next ^= 1;
    w->latches.at[1].reset = RESET_1;
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS);
    ic3_result_release(&r);
    system_release(&s);
    aiger_free(w);
    aiger_free(m);
}

/* x toggles with the input, y is x one step later; bad is y without a toggle ever: reached in three
 * states. */
#define TOGGLE "aag 5 1 2 0 2 1\n2\n4 2\n6 4\n10\n8 2 4\n10 8 6\n"

static void traces_are_replayed(void **state) {
    (void)state;
    struct aiger *m = model(TOGGLE);
    struct system s;
    system_init(&s, m, m->bads.at[0]);
    struct ic3_result r = ic3_run(s.model, &plain);
    assert_int_equal(r.verdict, BIT_UNSAFE);
    struct trace t = trace_of(&s, m, &r);
    assert_int_equal(t.steps, 3);
    assert_true(trace_replays(m, m->bads.at[0], &t));
    for (uint32_t i = 0; i < 3; i++) { /* every input matters */
        t.inputs[i] ^= 1;
        assert_false(trace_replays(m, m->bads.at[0], &t));
        t.inputs[i] ^= 1;
    }
    t.initial[1] = 1;
    assert_false(trace_replays(m, m->bads.at[0], &t)); /* not the reset */
    t.initial[1] = 0;
    VEC_PUSH(&m->constraints, aiger_input(0) ^ 1);
    assert_false(trace_replays(m, m->bads.at[0], &t));
    trace_release(&t);
    ic3_result_release(&r);
    system_release(&s);
    aiger_free(m);
}

static enum bit_verdict verdict(struct aiger *m) {
    struct system s;
    system_init(&s, m, m->bads.at[0]);
    reduce_latches(&s);
    struct ic3_result r = ic3_run(s.model, &plain);
    enum bit_verdict v = r.verdict;
    ic3_result_release(&r);
    system_release(&s);
    return v;
}

static void constraints_count_in_the_last_state(void **state) {
    (void)state;
    struct aiger *m = model(TOGGLE);
    assert_int_equal(verdict(m), BIT_UNSAFE);
    VEC_PUSH(&m->constraints, 11); /* not bad: can hold before, not in the bad state */
    assert_int_equal(verdict(m), BIT_SAFE);
    m->constraints.at[0] = 0; /* never */
    assert_int_equal(verdict(m), BIT_SAFE);
    m->constraints.at[0] = 1; /* always */
    assert_int_equal(verdict(m), BIT_UNSAFE);
    aiger_free(m);
}

static void resets_count(void **state) {
    (void)state;
    struct aiger *m = model("aag 1 0 1 0 0 1\n2 2\n2\n");
    assert_int_equal(verdict(m), BIT_SAFE);
    m->latches.at[0].reset = RESET_1;
    assert_int_equal(verdict(m), BIT_UNSAFE);
    m->latches.at[0].reset = RESET_ANY;
    assert_int_equal(verdict(m), BIT_UNSAFE);
    aiger_free(m);
}

/* Two latches with the same history, one negated; bad is that they agree. Only the sweep sees
 * it. */
static void equal_signals_are_swept(void **state) {
    (void)state;
    struct aiger *m = model("aag 6 1 2 0 3 1\n2\n4 2\n6 3 1\n13\n8 4 6\n10 5 7\n12 9 11\n");
    struct system s;
    system_init(&s, m, m->bads.at[0]);
    reduce_latches(&s);
    assert_int_equal(s.model->latches.n, 2);
    assert_int_equal(reduce_sweep(&s, 10, 1), SWEEP_MERGED);
    assert_int_equal(s.model->latches.n, 0);
    assert_int_equal(s.model->bads.at[0], 0);
    assert_true(s.claims.n > 0);
    struct ic3_result r = ic3_run(s.model, &plain);
    struct aiger *w = aiger_copy(m);
    const char *why;
    witness_strengthen(w, 0, &s, &r);
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_HOLDS);
    aiger_free(w);
    ic3_result_release(&r);
    system_release(&s);
    aiger_free(m);
}

static void constant_and_twin_latches(void **state) {
    (void)state;
    /* latches: a (input), b = a's twin, c = 0 forever; bad = a & -b | c */
    struct aiger *m = model("aag 6 1 3 0 2 1\n2\n4 2\n6 2\n8 8\n13\n10 4 7\n12 11 9\n");
    struct system s;
    system_init(&s, m, m->bads.at[0]);
    reduce_latches(&s);
    assert_int_equal(s.model->bads.at[0], 0);
    assert_int_equal(s.claims.n, 2);
    system_release(&s);
    aiger_free(m);
}

/* x stays as it is, y is x one step later, z is y; bad is z. Three good states are never followed
 * by a bad one, two may be. */
#define DELAY "aag 3 0 3 0 0 1\n2 2\n4 2\n6 4\n6\n"

static void induction_is_certified(void **state) {
    (void)state;
    struct aiger *m = model(DELAY), *w = aiger_copy(m);
    struct system s;
    const char *why;
    const cube_vec none = {0};
    system_init(&s, m, m->bads.at[0]);
    struct induction *e = induction_new(s.model);
    /* not yet: nobody knows about the third state */
    struct ic3_result r = induction_resume(e, &none, 2, 0);
    assert_int_equal(r.verdict, BIT_UNKNOWN);
    assert_false(induction_succeeded(e));
    r = induction_resume(e, &none, 3, 0);
    assert_int_equal(r.verdict, BIT_SAFE);
    assert_true(induction_succeeded(e));
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_FAILS); /* without the layers */
    witness_strengthen(w, 0, &s, &r);
    assert_int_equal(witness_check(m, w, 0, &why), CHECK_HOLDS);
    ic3_result_release(&r);
    induction_free(e);
    system_release(&s);
    aiger_free(w);
    aiger_free(m);
}

static void bounded_finds_the_shortest(void **state) {
    (void)state;
    struct aiger *m = model(TOGGLE);
    struct system s;
    system_init(&s, m, m->bads.at[0]);
    struct bounded *b = bounded_new(s.model, 0);
    struct ic3_result r = bounded_resume(b, 0);
    assert_int_equal(r.verdict, BIT_UNSAFE);
    assert_int_equal(r.steps, 3);
    assert_int_equal(bounded_states(b), 2);
    struct trace t = trace_of(&s, m, &r);
    assert_true(trace_replays(m, m->bads.at[0], &t));
    trace_release(&t);
    ic3_result_release(&r);
    bounded_free(b);
    system_release(&s);
    aiger_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_checked),
        cmocka_unit_test(traces_are_replayed),
        cmocka_unit_test(induction_is_certified),
        cmocka_unit_test(bounded_finds_the_shortest),
        cmocka_unit_test(constraints_count_in_the_last_state),
        cmocka_unit_test(resets_count),
        cmocka_unit_test(equal_signals_are_swept),
        cmocka_unit_test(constant_and_twin_latches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
