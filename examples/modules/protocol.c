/* A frame of a serial protocol, byte by byte: start, length, payload, checksum. The seeded bug accepts a length that is
 * one more than the payload has room for. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { START = 0x7e, ROOM = 6 };
enum state { WAIT, LENGTH, PAYLOAD, CHECKSUM };

struct receiver {
    enum state state;
    unsigned length, have;
    unsigned char sum, payload[ROOM];
    unsigned good, bad;
};

static void on_length(struct receiver *r, unsigned char byte) {
#ifdef SEEDED_BUG
    if (byte == 0 || byte > ROOM + 1) {
#else
    if (byte == 0 || byte > ROOM) {
#endif
        r->bad++;
        r->state = WAIT;
        return;
    }
    r->length = byte;
    r->have = 0;
    r->sum = byte;
    r->state = PAYLOAD;
}

static void on_payload(struct receiver *r, unsigned char byte) {
    r->payload[r->have++] = byte;
    r->sum ^= byte;
    if (r->have == r->length) r->state = CHECKSUM;
}

static void on_byte(struct receiver *r, unsigned char byte) {
    switch (r->state) {
    case WAIT:
        if (byte == START) r->state = LENGTH;
        break;
    case LENGTH: on_length(r, byte); break;
    case PAYLOAD: on_payload(r, byte); break;
    case CHECKSUM:
        if (byte == r->sum) r->good++;
        else r->bad++;
        r->state = WAIT;
        break;
    }
}

int main(void) {
    struct receiver r = {WAIT, 0, 0, 0, {0}, 0, 0};
    while (__VERIFIER_nondet_int()) on_byte(&r, __VERIFIER_nondet_uchar());
    return r.good > 0;
}
