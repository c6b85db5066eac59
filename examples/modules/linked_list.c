/* Timers in a list that is sorted by time, with nodes from a static array. The seeded bug removes the first timer
 * without asking whether there is one. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { TIMERS = 3 };

struct timer {
    unsigned due;
    int used;
    struct timer *next;
};

static struct timer timers[TIMERS];
static struct timer *first;

static struct timer *find_free(void) {
    for (int i = 0; i < TIMERS; i++)
        if (!timers[i].used) return &timers[i];
    return 0;
}

static int start_timer(unsigned due) {
    struct timer *t = find_free();
    if (!t) return 0;
    t->used = 1;
    t->due = due;
    if (!first || due < first->due) {
        t->next = first;
        first = t;
        return 1;
    }
    struct timer *before = first;
    while (before->next && before->next->due <= due) before = before->next;
    t->next = before->next;
    before->next = t;
    return 1;
}

static unsigned expire(void) {
    struct timer *t = first;
#ifndef SEEDED_BUG
    if (!t) return 0;
#endif
    first = t->next;
    t->used = 0;
    return t->due;
}

int main(void) {
    unsigned now = 0;
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_int()) start_timer(__VERIFIER_nondet_uint());
        else now = expire();
    }
    return now > 7;
}
