/* The reader of clauses and VMT on what is nearly well-formed: every file is read, refused with a
 * line, or not supported for a reason, and what is read is a well-formed automaton. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfa/check.h"
#include "cfa/reduce.h"
#include "horn/horn.h"
#include "util/options.h"
#include "util/rng.h"
#include "util/strbuf.h"

static const char *const texts[] = {
    "(set-logic HORN) (declare-fun P (Int (_ BitVec 8)) Bool) (declare-fun Q () Bool)\n"
    "(define-fun step ((a Int) (b Int)) Bool (= b (+ a 2)))\n"
    "(assert (forall ((x Int) (b (_ BitVec 8))) (=> (and (= x 0) (bvult b #x05)) (P x b))))\n"
    "(assert (forall ((x Int) (y Int) (b (_ BitVec 8))) (=> (and (P x b) (step x y)) (P y (bvadd b "
    "#x01)))))\n"
    "(assert (forall ((x Int) (b (_ BitVec 8))) (let ((c (> x 9)) (d (= b (_ bv7 8)))) (or (not (P x b)) "
    "(not c) Q))))\n"
    "(assert (not (exists ((x Int)) (and Q (ite (distinct x 1) true (xor Q false))))))\n(check-sat)\n",
    "(declare-fun x () (_ BitVec 4)) (declare-fun y () (_ BitVec 4)) (declare-const in Bool)\n"
    "(define-fun s () (_ BitVec 4) (! x :next y))\n(define-fun i () Bool (! (= x ((_ extract 3 0) #x00)) "
    ":init true))\n"
    "(define-fun t () Bool (! (= y (ite in (bvsub x #x1) ((_ rotate_left 1) x))) :trans true))\n"
    "(define-fun p () Bool (! (bvsle (bvneg x) ((_ zero_extend 2) ((_ extract 1 0) x))) :invar-property "
    "0))\n",
    "(declare-fun P ((Array (_ BitVec 4) (_ BitVec 8)) (_ FloatingPoint 8 24)) Bool)\n"
    "(assert (forall ((a (Array (_ BitVec 4) (_ BitVec 8))) (f (_ FloatingPoint 8 24))) (=> (and (P a f)"
    " (fp.lt f (fp #b0 #x80 #b00000000000000000000000))) (P (store a #x1 (select a #x2)) (fp.add RNE f "
    "f)))))\n"
    "(assert (P ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) ((_ to_fp 8 24) #x00000000)))\n"
    "(assert (forall ((x Int)) (=> (> (div x 2) (mod x 3) (abs (- x)) (* x x)) false)))\n",
};
enum { TEXTS = sizeof texts / sizeof *texts, ROUNDS = 3000, MAX_TOKENS = 2000 };

static const char *const odd[] = {
    "(",
    ")",
    "|",
    "true",
    "Int",
    "(_ BitVec 0)",
    "(_ BitVec 99999999999)",
    "#x",
    "#b2",
    "let",
    "forall",
    "exists",
    "select",
    "(_ extract 99 0)",
    "(_ zero_extend 4294967295)",
    "(_ bv5 2)",
    "div",
    "mod",
    "ite",
    "and",
    "not",
    "!",
    ":next",
    ":init",
    "declare-fun",
    "define-fun",
    "P",
    "Q",
    "x",
    "-",
    "999999999999999999999999999999999999999999",
    "to_fp",
    "fp",
    "RNE",
    "()",
};

struct tokens {
    char *at[MAX_TOKENS];
    uint32_t n;
};

static void split(const char *text, struct tokens *t) {
    t->n = 0;
    while (*text && t->n < MAX_TOKENS) {
        size_t n = strchr("() \n", *text) ? 1 : strcspn(text, "() \n");
        t->at[t->n++] = mem_printf("%.*s", (int)n, text);
        text += n;
    }
}

static void mutate(struct rng *r, struct tokens *t) {
    uint32_t i = (uint32_t)rng_below(r, t->n), j = (uint32_t)rng_below(r, t->n);
    const char *other = rng_below(r, 2) ? t->at[j] : odd[rng_below(r, sizeof odd / sizeof *odd)];
    char *fresh = mem_strdup(other);
    free(t->at[i]);
    t->at[i] = fresh;
}

static void write_tokens(const char *path, struct tokens *t) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (uint32_t i = 0; i < t->n; i++) {
        fputs(t->at[i], f);
        free(t->at[i]);
    }
    fclose(f);
}

/* Was it read? */
static bool read_file(const char *path) {
    struct horn_system s;
    struct error e = {0};
    terms_init();
    bool read = horn_read(&s, path, -1, &e);
    assert_true(read == !e.set);
    if (e.set) assert_true(e.line > 0 || strlen(e.message) > 0);
    bool whole = read && !s.unsupported;
    if (whole) {
        char *wrong = cfa_check(s.cfa);
        assert_null(wrong);
        struct cfa *reduced = cfa_reduce(cfa_copy(s.cfa));
        cfa_free(reduced);
    }
    if (read) horn_release(&s);
    error_release(&e);
    terms_release();
    return whole;
}

static void nearly_well_formed(void **state) {
    (void)state;
    char path[] = "/tmp/horn-XXXXXX";
    int file = mkstemp(path);
    uint32_t read = 0;
    assert_true(file >= 0);
    close(file);
    options_reset();
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        struct rng r = {seed};
        struct tokens t;
        split(texts[seed % TEXTS], &t);
        uint32_t changes = seed < TEXTS ? 0 : 1 + (uint32_t)rng_below(&r, 4);
        for (uint32_t k = 0; k < changes; k++) mutate(&r, &t);
        write_tokens(path, &t);
        bool whole = read_file(path);
        assert_true(whole || seed >= TEXTS);
        read += whole;
    }
    unlink(path);
    assert_true(read > ROUNDS / 50 && read < ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearly_well_formed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
