/* The cache under damage. Entries of real verdicts are changed in every way we can think of: bytes
 * flipped, numbers replaced, cut short, swapped between automata, replaced by links, pipes and
 * folders, with checksums that are wrong and, what a forger would do, with right ones. What
 * cache_find then says must still be true: an automaton that is safe never becomes FALSE, one that
 * is not never TRUE, and each hit passes the check once more here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../programs.h"
#include "check/bounded.h"
#include "check/check.h"
#include "ic3cfa/ic3cfa.h"
#include "project/cache.h"
#include "project/entry.h"
#include "project/folder.h"
#include "replay/replay.h"
#include "util/options.h"
#include "util/rng.h"
#include "util/stats.h"

enum { DAMAGED = 1200 };

static char folder_path[64];
static struct rng rng = {1};

struct subject_of_damage {
    struct cfa *c;
    bool safe;
    char key[SHA256_HEX + 1];
    struct strbuf body;
};
static struct subject_of_damage subjects[5];
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static void file_of(const struct subject_of_damage *s, char path[256]) {
    snprintf(path, 256, "%s/%s.proof", folder_path, s->key);
}

static void put_file(const char *path, const char *text, size_t n) {
    remove(path);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(text, 1, n, f);
    assert_int_equal(fclose(f), 0);
}

/* As the cache itself would have written it. */
static void put_sealed(const struct subject_of_damage *s, const struct strbuf *body) {
    struct folder f;
    struct error e = {0};
    assert_true(folder_open(&f, folder_path, &e));
    assert_true(folder_write(&f, s->key, body));
    folder_close(&f);
}

/* Is the answer true, whatever was in the file? Returns whether there was one. */
static bool ask(const struct subject_of_damage *s) {
    struct verdict v = {0};
    bool unsure, found = cache_find(s->c, s->c, &(struct budget){0}, &v);
    char *wrong = NULL;
    if (found) {
        assert_int_equal(v.kind, s->safe ? VERDICT_TRUE : VERDICT_FALSE);
        wrong = s->safe                       ? evidence_check_proof(s->c, &v, SOLVER_NATIVE, &unsure)
                : v.trace_kind == TRACE_STEPS ? replay_check_trace(s->c, &v)
                                              : NULL;
        assert_null(wrong);
    }
    verdict_clear(&v);
    return found;
}

static void set_up_one(struct subject_of_damage *s, struct cfa *c, bool safe) {
    struct verdict v = {0};
    *s = (struct subject_of_damage){.c = c, .safe = safe};
    ic3cfa_prove(c, NULL, &v);
    assert_int_equal(v.kind, safe ? VERDICT_TRUE : VERDICT_FALSE);
    entry_key(c, "edgewise test, engine portfolio", s->key);
    assert_true(entry_write(&s->body, c, &v));
    assert_false(ask(s));
    cache_keep(c, &v);
    assert_true(ask(s));
    verdict_clear(&v);
}

static int set_up(void **state) {
    (void)state;
    struct error e = {0};
    options_reset();
    terms_init();
    snprintf(folder_path, sizeof folder_path, "%s/cache-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    assert_non_null(mkdtemp(folder_path));
    char setting[100];
    snprintf(setting, sizeof setting, "cache=%s", folder_path);
    assert_true(options_set(setting, &e) && cache_open("test", &e));
    set_up_one(&subjects[0], count_to(10, 2, 10), true);
    set_up_one(&subjects[1], count_to(10, 3, 10), false);
    set_up_one(&subjects[2], up_and_down(true), false);
    set_up_one(&subjects[3], machine(false), true);
    set_up_one(&subjects[4], machine(true), false);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    struct error e = {0};
    struct folder f;
    assert_true(folder_open(&f, folder_path, &e));
    folder_clear(&f);
    folder_close(&f);
    cache_close();
    assert_int_equal(rmdir(folder_path), 0);
    for (int i = 0; i < SUBJECTS; i++) {
        cfa_free(subjects[i].c);
        strbuf_release(&subjects[i].body);
    }
    terms_release();
    return 0;
}

static uint32_t below(uint32_t n) { return rng_below(&rng, n); }

/* Another text of numbers: most that a byte can do to it is no number any more, so whole numbers
 * are replaced, too. */
static void damage(struct strbuf *b) {
    static const char digits[] = "0123456789abcdef ";
    uint32_t at = below((uint32_t)b->n);
    switch (below(5)) {
    case 0: b->text[at] = (char)rng_next(&rng); break;
    case 1: b->text[at] = digits[below(17)]; break;
    case 2: b->n = at; break;
    case 3: strbuf_printf(b, "%x ", below(20)); break;
    default: /* the number that begins after here becomes another one of one digit */
        while (at + 1 < b->n && b->text[at] != ' ') at++;
        if (at + 2 < b->n && b->text[at + 2] == ' ') b->text[at + 1] = digits[below(16)];
    }
}

static void copy(struct strbuf *to, const struct strbuf *from) {
    strbuf_clear(to);
    strbuf_bytes(to, from->text, from->n);
}

/* With the right checksum: the reader and the recheck are all that stands between the entry and the
 * verdict. */
static void forged(void **state) {
    (void)state;
    struct strbuf body = {0};
    uint32_t taken = 0;
    uint64_t wrong = stats.cache_wrong;
    for (uint32_t i = 0; i < DAMAGED; i++) {
        const struct subject_of_damage *s = &subjects[i % SUBJECTS];
        copy(&body, &s->body);
        for (uint32_t k = below(3) + 1; k > 0 && body.n; k--) damage(&body);
        put_sealed(s, &body);
        taken += ask(s);
    }
    printf("%d forged entries: %u still hold, %u are refuted by the recheck, the rest cannot be read\n",
           DAMAGED, taken, (unsigned)(stats.cache_wrong - wrong));
    assert_true(stats.cache_wrong > wrong); /* or the recheck was not tested */
    strbuf_release(&body);
}

/* Every entry under the key of every other. */
static void swapped(void **state) {
    (void)state;
    for (int i = 0; i < SUBJECTS; i++)
        for (int k = 0; k < SUBJECTS; k++) {
            put_sealed(&subjects[i], &subjects[k].body);
            bool found = ask(&subjects[i]);
            if (i == k) assert_true(found);
        }
}

/* Without a new checksum nothing is believed, not even what would be true. */
static void damaged(void **state) {
    (void)state;
    char path[256], text[4096];
    for (uint32_t i = 0; i < DAMAGED; i++) {
        const struct subject_of_damage *s = &subjects[i % SUBJECTS];
        put_sealed(s, &s->body);
        file_of(s, path);
        FILE *f = fopen(path, "rb");
        size_t n = fread(text, 1, sizeof text, f);
        fclose(f);
        assert_true(n < sizeof text);
        if (i % 3) text[below((uint32_t)n)] ^= (char)(1 + below(255));
        else n = below((uint32_t)n);
        put_file(path, text, n);
        assert_false(ask(s));
    }
}

/* What is no regular file is no entry, is not waited for, and is not followed. */
static void not_files(void **state) {
    (void)state;
    const struct subject_of_damage *s = &subjects[0];
    char path[256], elsewhere[256];
    file_of(s, path);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", folder_path);
    put_sealed(s, &s->body);
    assert_true(ask(s));
    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(symlink("elsewhere", path), 0);
    assert_false(ask(s));
    put_sealed(s, &s->body); /* replaces the link, not what it points to */
    struct stat st;
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISREG(st.st_mode));
    remove(path);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_false(ask(s));
    remove(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(ask(s));
    remove(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(ask(s));
    assert_int_equal(rmdir(path), 0);
    remove(elsewhere);
    put_file(path, "", 0);
    assert_false(ask(s));
    put_sealed(s, &s->body);
    assert_true(ask(s));
}

/* A fact may only speak of the automaton's variables: one about an input or a primed variable could
 * deceive the check. */
static void foreign_variables(void **state) {
    (void)state;
    const struct subject_of_damage *s = &subjects[0];
    struct verdict v = {.kind = VERDICT_TRUE, .proof = PROOF_INVARIANT};
    struct strbuf body = {0};
    facts_init(&v.invariant, s->c->locs.n);
    facts_add(&v.invariant, s->c->lE, term_eq(term_prime(s->c->vars.at[0].var), bv(7)));
    assert_false(entry_write(&body, s->c, &v));
    v.proof = PROOF_FORALL; /* there the variable is a ghost, and comes back as a fresh one */
    assert_true(entry_write(&body, s->c, &v));
    struct verdict w;
    assert_true(entry_read(body.text, body.n, s->c, &w));
    assert_int_not_equal(w.invariant.at[s->c->lE].at[0], v.invariant.at[s->c->lE].at[0]);
    verdict_clear(&w);
    body.text[2] = '0'; /* PROOF_INVARIANT again */
    assert_false(entry_read(body.text, body.n, s->c, &w));
    verdict_clear(&v);
    strbuf_release(&body);
}

static void refused(void **state) {
    (void)state;
    put_sealed(&subjects[4], &subjects[4].body);
    assert_true(ask(&subjects[4]));
    cache_refuse(subjects[4].c);
    assert_false(ask(&subjects[4]));
}

/* The least recently used entries go first, and nothing else in the folder does. */
static void size_limit(void **state) {
    (void)state;
    struct folder f;
    struct error e = {0};
    char stranger[256];
    assert_true(folder_open(&f, folder_path, &e));
    folder_clear(&f);
    for (int i = 0; i < 4; i++) {
        put_sealed(&subjects[i], &subjects[i].body);
        usleep(20000);
    }
    snprintf(stranger, sizeof stranger, "%s/letter.txt", folder_path);
    put_file(stranger, "dear", 4);
    assert_true(ask(&subjects[0])); /* used again */
    struct folder_contents all = folder_survey(&f, true);
    assert_int_equal(all.entries, 4);
    assert_int_equal(all.damaged, 0);
    folder_trim(&f, all.bytes);
    assert_int_equal(folder_survey(&f, false).entries, 4);
    folder_trim(&f, all.bytes - 1);
    assert_int_equal(folder_survey(&f, false).entries, 3);
    assert_true(ask(&subjects[0]));
    assert_false(ask(&subjects[1]));
    folder_trim(&f, 0);
    assert_int_equal(folder_survey(&f, false).entries, 0);
    assert_int_equal(access(stranger, F_OK), 0);
    remove(stranger);
    folder_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forged),    cmocka_unit_test(swapped),           cmocka_unit_test(damaged),
        cmocka_unit_test(not_files), cmocka_unit_test(foreign_variables), cmocka_unit_test(size_limit),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
