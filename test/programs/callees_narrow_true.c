// expect: TRUE [options: --check=assert]
/* Six functions of one type; at each call the pointer can hold few of them. One of them calls by a
 * pointer of this type itself, which looks like recursion as long as nobody asks what it holds. */
#include <assert.h>
struct ops {
    int (*read)(int), (*write)(int);
};
static int one(int x) { return x == 1; }
static int two(int x) { return x == 2; }
static int three(int x) { return x == 3; }
static int four(int x) { return x == 4; }
static const struct ops inner = {one, two}, other = {three, four};
static const struct ops *current = &inner;
static int outer_read(int x) { return current->read(x) + 10; }
static int outer_write(int x) { return current->write(x) + 20; }
static const struct ops outer = {outer_read, outer_write};
static int run(const struct ops *o, int x) { return o->read(x) + o->write(x); }
int main(int argc, char **argv) {
    (void)argv;
    if (argc > 3) current = &other;
    int r = run(&outer, argc);
    assert(r == (argc == 1 || argc == 2 || argc == 4 ? 31 : 30));
    assert(run(argc > 7 ? &inner : &other, 3) == (argc > 7 ? 0 : 1));
    return 0;
}
