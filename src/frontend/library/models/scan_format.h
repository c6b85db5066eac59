/* What a format of scanf asks for, one conversion after the other. The front end reads constant
 * formats with it, and the compiled program that replays a counterexample any format
 * (models/scan.c), so that both agree about the order of conversions. */
struct scan_conversion {
    const char *end; /* where the format goes on */
    int assigns;     /* is there an argument for it? */
    /* i integer, f float, s text, c characters, ? what we do not follow, 0: no more */
    char kind;
    char length; /* H for hh, q for ll, else the letter; 0: none */
    __SIZE_TYPE__ width;
};

static int scan_is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *scan_length(const char *at, char *length) {
    *length = 0;
    if (*at != 'h' && *at != 'l' && *at != 'j' && *at != 'z' && *at != 't' && *at != 'L' && *at != 'q')
        return at;
    *length = *at++;
    if (*length == 'h' && *at == 'h') {
        *length = 'H';
        at++;
    } else if (*length == 'l' && *at == 'l') {
        *length = 'q';
        at++;
    }
    return at;
}

/* "[^]a-z]": behind its end. */
static const char *scan_set(const char *at) {
    if (*at == '^') at++;
    if (*at == ']') at++;
    while (*at && *at != ']') at++;
    return *at ? at + 1 : at;
}

static char scan_kind(char letter, char length) {
    switch (letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X': return length == 'L' ? '?' : 'i';
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G': return length == 0 || length == 'l' || length == 'L' ? 'f' : '?';
    case 's':
    case '[': return length ? '?' : 's';
    case 'c': return length ? '?' : 'c';
    default: return '?';
    }
}

/* The next conversion of the format, from `at` on. */
static struct scan_conversion scan_next(const char *at) {
    struct scan_conversion c = {0, 1, 0, 0, 0};
    for (;;) {
        while (*at && *at != '%') at++;
        if (!*at) {
            c.end = at;
            return c;
        }
        if (at[1] != '%') break;
        at += 2;
    }
    at++;
    if (*at == '*') {
        c.assigns = 0;
        at++;
    }
    while (scan_is_digit(*at) && c.width < 100000) c.width = c.width * 10 + (__SIZE_TYPE__)(*at++ - '0');
    at = scan_length(at, &c.length);
    c.kind = scan_kind(*at, c.length);
    c.end = *at == '[' ? scan_set(at + 1) : *at ? at + 1 : at;
    return c;
}

/* How many bytes a number takes, by the size of a pointer. */
static __SIZE_TYPE__ scan_bytes(const struct scan_conversion *c, __SIZE_TYPE__ word) {
    if (c->kind == 'f') return c->length == 'L' ? (word == 8 ? 16 : 12) : c->length == 'l' ? 8 : 4;
    switch (c->length) {
    case 'H': return 1;
    case 'h': return 2;
    case 'q':
    case 'j': return 8;
    case 'l':
    case 'z':
    case 't': return word;
    default: return 4;
    }
}
