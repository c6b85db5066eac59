// expect: FALSE
// the same driver, with an early exit that forgets the lock
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
    for (int round = 0; round < 5; round++) {
        lock();
        if (__VERIFIER_nondet_int() == 42) continue;
        unlock();
    }
    return 0;
}
