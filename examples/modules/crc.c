/* CRC-16 of a message, four bits at a time by a table of 16 entries. The seeded bug forgets to mask the index. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { POLYNOMIAL = 0x1021 };

static unsigned short table[16];

static void make_table(void) {
    for (unsigned i = 0; i < 16; i++) {
        unsigned short r = (unsigned short)(i << 12);
        for (int bit = 0; bit < 4; bit++)
            r = (unsigned short)(r & 0x8000 ? (r << 1) ^ POLYNOMIAL : r << 1);
        table[i] = r;
    }
}

static unsigned short crc_nibble(unsigned short crc, unsigned char nibble) {
#ifdef SEEDED_BUG
    unsigned index = (unsigned)(crc >> 12) ^ nibble;
#else
    unsigned index = ((unsigned)(crc >> 12) ^ nibble) & 15;
#endif
    return (unsigned short)((crc << 4) ^ table[index]);
}

static unsigned short crc_byte(unsigned short crc, unsigned char byte) {
    crc = crc_nibble(crc, byte >> 4);
#ifdef SEEDED_BUG
    return crc_nibble(crc, byte);
#else
    return crc_nibble(crc, byte & 15);
#endif
}

int main(void) {
    unsigned short crc = 0xffff;
    make_table();
    while (__VERIFIER_nondet_int()) crc = crc_byte(crc, __VERIFIER_nondet_uchar());
    return crc;
}
