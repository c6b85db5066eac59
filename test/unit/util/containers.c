/* Vectors, the heap, hash tables, the arena and text: against the obvious. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "util/arena.h"
#include "util/hash.h"
#include "util/heap.h"
#include "util/rng.h"
#include "util/strbuf.h"
#include "util/vec.h"

static void vectors(void **unused) {
    (void)unused;
    VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 1000; i++) VEC_PUSH(&v, i * i);
    assert_int_equal(v.n, 1000);
    for (uint32_t i = 0; i < v.n; i++) assert_int_equal(v.at[i], i * i);
    assert_int_equal(VEC_LAST(&v), 999 * 999);
    assert_int_equal(VEC_POP(&v), 999 * 999);
    VEC_SWAP_REMOVE(&v, 0);
    assert_int_equal(v.at[0], 998 * 998);
    assert_int_equal(v.n, 998);
    VEC_RESIZE(&v, 1010); /* grown by zeros */
    for (uint32_t i = 998; i < 1010; i++) assert_int_equal(v.at[i], 0);
    VEC_RESIZE(&v, 3); /* made shorter; growing again gives zeros, not what was there */
    VEC_RESIZE(&v, 5);
    assert_int_equal(v.at[4], 0);
    VEC_CLEAR(&v);
    assert_int_equal(v.n, 0);
    VEC_RELEASE(&v);
    assert_null(v.at);
}

struct item {
    uint32_t key, order;
};

static bool earlier(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return x->key != y->key ? x->key < y->key : x->order < y->order;
}

/* Pushes and pops in random order; what comes out is the least of what is in, by a search. */
static void the_heap(void **unused) {
    (void)unused;
    enum { ITEMS = 400 };
    struct heap h = {.before = earlier};
    struct item items[ITEMS];
    bool in[ITEMS] = {false};
    struct rng r = {7};
    uint32_t pushed = 0, held = 0;
    assert_null(heap_top(&h));
    while (pushed < ITEMS || held) {
        if (pushed < ITEMS && (!held || rng_below(&r, 3))) {
            items[pushed] = (struct item){rng_below(&r, 50), pushed};
            in[pushed] = true;
            heap_push(&h, &items[pushed++]);
            held++;
            continue;
        }
        const struct item *least = NULL;
        for (uint32_t i = 0; i < pushed; i++)
            if (in[i] && (!least || earlier(&items[i], least))) least = &items[i];
        assert_ptr_equal(heap_top(&h), least);
        assert_ptr_equal(heap_pop(&h), least);
        in[least - items] = false;
        held--;
    }
    heap_release(&h);
}

static void maps_of_integers(void **unused) {
    (void)unused;
    struct int_map m = {0};
    bool added;
    assert_null(int_map_get(&m, 0));
    for (uint64_t i = 0; i < 5000; i++) *int_map_put(&m, i * UINT64_C(0x100000001), &added) = i + 1;
    assert_int_equal(m.n, 5000);
    for (uint64_t i = 0; i < 5000; i++) {
        assert_int_equal(*int_map_get(&m, i * UINT64_C(0x100000001)), i + 1);
        assert_int_equal(*int_map_put(&m, i * UINT64_C(0x100000001), &added), i + 1);
        assert_false(added);
    }
    assert_null(int_map_get(&m, 1));
    *int_map_put(&m, UINT64_MAX, &added) = 9; /* no key is special */
    assert_true(added);
    assert_int_equal(*int_map_get(&m, UINT64_MAX), 9);
    int_map_clear(&m);
    assert_int_equal(m.n, 0);
    assert_null(int_map_get(&m, UINT64_MAX));
    int_map_release(&m);
}

static const char *const words[] = {"", "x", "y", "xy", "yx", "xx", "a longer word", "another word"};
enum { WORDS = sizeof words / sizeof *words };

static bool same_word(const void *context, uint32_t index) { return !strcmp(context, words[index]); }

/* Index 0 is never stored, and all words in one chain are told apart by content. */
static void tables_of_indices(void **unused) {
    (void)unused;
    for (int collide = 0; collide < 2; collide++) {
        struct index_table t = {0};
        for (uint32_t i = 1; i < WORDS; i++) {
            uint64_t hash = collide ? 1 : hash_bytes(words[i], strlen(words[i]));
            assert_int_equal(index_table_find(&t, hash, same_word, words[i]), 0);
            index_table_add(&t, hash, i);
        }
        for (uint32_t i = 1; i < WORDS; i++) {
            uint64_t hash = collide ? 1 : hash_bytes(words[i], strlen(words[i]));
            assert_int_equal(index_table_find(&t, hash, same_word, words[i]), i);
        }
        index_table_clear(&t);
        assert_int_equal(index_table_find(&t, 1, same_word, "x"), 0);
        index_table_release(&t);
    }
}

/* Pieces do not overlap, are aligned, and may be larger than a chunk. */
static void the_arena(void **unused) {
    (void)unused;
    enum { PIECES = 300 };
    struct arena a = {0};
    unsigned char *piece[PIECES];
    size_t size[PIECES];
    for (uint32_t i = 0; i < PIECES; i++) {
        size[i] = i == 100 ? 1 << 20 : i % 37 + 1;
        piece[i] = arena_alloc(&a, size[i]);
        assert_int_equal((uintptr_t)piece[i] % 8, 0);
        memset(piece[i], (int)i & 255, size[i]);
    }
    for (uint32_t i = 0; i < PIECES; i++)
        for (size_t k = 0; k < size[i]; k++) assert_int_equal(piece[i][k], i & 255);
    assert_string_equal(arena_strdup(&a, "kept"), "kept");
    arena_release(&a);
    assert_null(a.chunk);
}

static void text(void **unused) {
    (void)unused;
    struct strbuf b = {0};
    for (int i = 0; i < 200; i++) strbuf_printf(&b, "%d,", i);
    assert_int_equal(b.n, strlen(b.text));
    assert_non_null(strstr(b.text, ",198,199,"));
    strbuf_clear(&b);
    assert_string_equal(b.text, "");
    strbuf_char(&b, 'x');
    strbuf_text(&b, "yz");
    strbuf_bytes(&b, "\0!", 2); /* bytes may be 0 */
    assert_int_equal(b.n, 5);
    assert_memory_equal(b.text, "xyz\0!", 6);
    char *taken = strbuf_take(&b);
    assert_string_equal(taken, "xyz");
    free(taken);
    assert_null(b.text);
    taken = strbuf_take(&b); /* never NULL */
    assert_string_equal(taken, "");
    free(taken);
    strbuf_release(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),           cmocka_unit_test(the_heap),  cmocka_unit_test(maps_of_integers),
        cmocka_unit_test(tables_of_indices), cmocka_unit_test(the_arena), cmocka_unit_test(text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
