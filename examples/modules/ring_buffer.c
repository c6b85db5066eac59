/* A ring buffer of bytes between an interrupt handler and the main loop: one slot stays empty, so that head == tail
 * means empty. The seeded bug lets the write index run one past the end before it wraps. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { RING_SIZE = 8 };

struct ring {
    unsigned head, tail; /* next to write, next to read */
    unsigned char slots[RING_SIZE];
    unsigned lost;
};

static unsigned next_index(unsigned i) {
#ifdef SEEDED_BUG
    return i >= RING_SIZE ? 0 : i + 1;
#else
    return i + 1 >= RING_SIZE ? 0 : i + 1;
#endif
}

static int ring_empty(const struct ring *r) { return r->head == r->tail; }

static int ring_full(const struct ring *r) { return next_index(r->head) == r->tail; }

static int ring_push(struct ring *r, unsigned char byte) {
    if (ring_full(r)) {
        r->lost++;
        return 0;
    }
    r->slots[r->head] = byte;
    r->head = next_index(r->head);
    return 1;
}

static int ring_pop(struct ring *r, unsigned char *byte) {
    if (ring_empty(r)) return 0;
    *byte = r->slots[r->tail];
    r->tail = next_index(r->tail);
    return 1;
}

int main(void) {
    struct ring r = {0, 0, {0}, 0};
    unsigned char last = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) ring_push(&r, __VERIFIER_nondet_uchar());
        else ring_pop(&r, &last);
    }
    return last;
}
