/* A line that is put together from pieces and always ends in NUL. The seeded bug forgets the room for it. */
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LINE = 12 };

struct line {
    unsigned length; /* without the NUL */
    char text[LINE];
    int cut;
};

static void line_clear(struct line *l) {
    l->length = 0;
    l->text[0] = 0;
    l->cut = 0;
}

static void line_put(struct line *l, char c) {
#ifdef SEEDED_BUG
    if (l->length >= LINE) {
#else
    if (l->length + 1 >= LINE) {
#endif
        l->cut = 1;
        return;
    }
    l->text[l->length++] = c;
    l->text[l->length] = 0;
}

static void line_number(struct line *l, unsigned n) {
    char digits[10];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n && count < sizeof digits);
    while (count) line_put(l, digits[--count]);
}

int main(void) {
    struct line l;
    line_clear(&l);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) line_put(&l, __VERIFIER_nondet_char());
        else line_number(&l, (unsigned)__VERIFIER_nondet_int());
    }
    return l.cut;
}
