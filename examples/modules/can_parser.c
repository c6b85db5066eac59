/* Signals in CAN frames: a signal is a run of bits in the eight data bytes, Intel byte order. The seeded bug forgets
 * that a signal of 32 bits needs no mask, and shifts by the width. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { FRAME_BYTES = 8 };

struct frame {
    unsigned id;
    unsigned char length; /* of the data, as received: not to be trusted */
    unsigned char data[FRAME_BYTES];
};

struct signal {
    unsigned char start, width; /* in bits */
};

static int signal_fits(const struct signal *s, const struct frame *f) {
    if (f->length > FRAME_BYTES) return 0;
    if (s->width == 0 || s->width > 32) return 0;
    return s->start + s->width <= f->length * 8;
}

static int read_signal(const struct frame *f, const struct signal *s, unsigned *value) {
    unsigned raw = 0, i;
    if (!signal_fits(s, f)) return 0;
    for (i = 0; i < s->width; i++) {
        unsigned bit = s->start + i;
        raw |= (f->data[bit / 8] >> (bit % 8) & 1u) << i;
    }
#ifdef SEEDED_BUG
    raw &= (1u << s->width) - 1u;
#else
    if (s->width < 32) raw &= (1u << s->width) - 1u;
#endif
    *value = raw;
    return 1;
}

int main(void) {
    struct frame f;
    struct signal s;
    unsigned value = 0;
    for (int i = 0; i < FRAME_BYTES; i++) f.data[i] = __VERIFIER_nondet_uchar();
    f.id = __VERIFIER_nondet_uint();
    f.length = __VERIFIER_nondet_uchar();
    s.start = __VERIFIER_nondet_uchar();
    s.width = __VERIFIER_nondet_uchar();
    read_signal(&f, &s, &value);
    return value > 3;
}
