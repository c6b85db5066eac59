// expect: TRUE
/* Counters and flags as kernels have them. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef struct { int counter; } atomic_t;
static int dec_and_test(atomic_t *v) {
    unsigned char c;
    __asm__ volatile(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; decl %0; sete %1"
                     : "+m"(v->counter), "=qm"(c) : : "memory");
    return c != 0;
}
static int test_and_set(int nr, unsigned long *flags) {
    int old;
    __asm__ volatile("lock; bts %2,%1\n\tsbb %0,%0" : "=r"(old), "+m"(*flags) : "Ir"(nr) : "memory");
    return old;
}
static int exchange(int *p, int v) {
    __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(*p) : : "memory");
    return v;
}
struct device { int users; unsigned long flags[2]; int lock; } d;
int main(void) {
    atomic_t a = {2};
    CHECK(!dec_and_test(&a));
    CHECK(dec_and_test(&a) && a.counter == 0);
    CHECK(!test_and_set(3, d.flags) && test_and_set(3, d.flags));
    CHECK(!test_and_set(65, d.flags) && d.flags[0] == 8 && d.flags[1] == 2);
    CHECK(exchange(&d.lock, 1) == 0 && exchange(&d.lock, 0) == 1);
    __asm__ volatile("mfence" : : : "memory");
    CHECK(d.users == 0);
}
