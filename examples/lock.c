// expect: TRUE
// a driver's lock is taken and released in turn, whatever the requests are
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

int main(void) {
    unsigned served = 0, seen;
    do {
        lock();
        seen = served;
        if (__VERIFIER_nondet_int()) {
            unlock();
            served++;
        }
    } while (served != seen);
    unlock();
    return 0;
}
