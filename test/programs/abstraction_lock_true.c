// expect: TRUE [options: --rules=sv-comp --check=assert --abstraction=always --engine=bmc]
/* What the lock has to do with is kept: the variable, the conditions around the calls, a result and an
 * assumption. The ring, the list and the message are gone. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *outside(void);
extern void message(const char *text, int n);
struct device {
    int broken, ring[64];
    struct device *next;
};
static int locked, opened;
static void stop(void) {
    for (;;) continue;
}
static void assume_not(int bad) {
    if (bad) stop();
}
static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}
static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}
static int fill(struct device *d, int n) {
    for (int i = 0; i < 64; i++) d->ring[i] = n * i;
    while (d && d->next) d = d->next;
    message("filled", n);
    return n;
}
static int open(struct device *d) {
    int wanted = __VERIFIER_nondet_int();
    if (d->broken) return fill(d, 3);
    assume_not(opened != 0);
    lock();
    opened = 1;
    fill(d, wanted);
    if (wanted < 0) {
        unlock();
        opened = 0;
        return -1;
    }
    switch (d->ring[3]) {
    case 1: fill(d, 1); break;
    case 2: message("two", 2);
    default: wanted = 0;
    }
    return 0;
}
static void close(struct device *d) {
    fill(d, 0);
    opened = 0;
    unlock();
}
int main(void) {
    struct device *d = outside();
    for (int i = 0; i < 2; i++) {
        if (open(d) == 0 && opened) close(d);
        __VERIFIER_assume(d->ring[1] != 7);
    }
    return fill(d, 1);
}
