/* A pool of blocks of one size without malloc: free blocks form a list of indices. The seeded bug gives the last block
 * a successor that does not exist. */
extern int __VERIFIER_nondet_int(void);

enum { BLOCKS = 4, BYTES = 16, NONE = -1 };

struct pool {
    int first_free;
    int next[BLOCKS]; /* index of the next free block, or NONE */
    unsigned char memory[BLOCKS][BYTES];
};

static void pool_init(struct pool *p) {
    for (int i = 0; i < BLOCKS; i++)
#ifdef SEEDED_BUG
        p->next[i] = i + 1;
#else
        p->next[i] = i + 1 < BLOCKS ? i + 1 : NONE;
#endif
    p->first_free = 0;
}

static int pool_take(struct pool *p) {
    int block = p->first_free;
    if (block == NONE) return NONE;
    p->first_free = p->next[block];
    p->memory[block][0] = 1;
    return block;
}

static void pool_give(struct pool *p, int block) {
    if (block < 0 || block >= BLOCKS) return;
    p->next[block] = p->first_free;
    p->first_free = block;
}

int main(void) {
    struct pool p;
    int held = NONE;
    pool_init(&p);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int block = pool_take(&p);
            if (block != NONE) held = block;
        } else {
            pool_give(&p, held);
            held = NONE;
        }
    }
    return held;
}
