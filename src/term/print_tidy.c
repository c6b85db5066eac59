/* C expressions without the parentheses that nobody needs.
 *
 * The printer puts parentheses around every operation, which is right by construction and hard to
 * read. Here those go that do not change what belongs together, and stay that a person wants or a
 * compiler warns about:
 *
 *     ((x + 1) <= n)                becomes    x + 1 <= n
 *     ((a && b) || c)               becomes    (a && b) || c
 *
 * The text is read as tokens. A pair of parentheses goes if its loosest operator binds tighter than
 * the operator in front of it, and no looser than the one behind. Inner pairs are decided first,
 * because an outer one contains what they leave. */
#include "term/internal.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum binding {
    LOOSEST,
    CHOICE,
    OR,
    AND,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    EQUALITY,
    RELATION,
    SHIFT,
    SUM,
    PRODUCT,
    PREFIX,
    ATOM
};

enum token_kind { TOKEN_ATOM, TOKEN_PREFIX, TOKEN_INFIX, TOKEN_OPEN, TOKEN_CLOSE };

struct print_token {
    enum token_kind kind;
    enum binding binding; /* of an infix operator */
    size_t at, length;
    uint32_t match; /* of a parenthesis or bracket */
    bool gone, bracket;
};
typedef VEC(struct print_token) token_vec;

/* Longer operators first. */
static const struct {
    const char *text;
    enum binding binding;
} infixes[] = {{"||", OR},     {"&&", AND},      {"==", EQUALITY}, {"!=", EQUALITY}, {"<<", SHIFT},
               {">>", SHIFT},  {"<=", RELATION}, {">=", RELATION}, {"<", RELATION},  {">", RELATION},
               {"|", BIT_OR},  {"^", BIT_XOR},   {"&", BIT_AND},   {"+", SUM},       {"-", SUM},
               {"*", PRODUCT}, {"/", PRODUCT},   {"%", PRODUCT},   {"?", CHOICE},    {":", CHOICE}};

/* "(unsigned int)" as a whole; 0 if no cast begins here. */
static size_t cast_length(const char *s) {
    static const char *const words[] = {"unsigned", "signed", "short", "int", "long", "char"};
    if (*s != '(') return 0;
    size_t n = 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz ");
    if (s[n] != ')') return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t k = strlen(words[i]);
        if (!strncmp(s + 1, words[i], k) && !isalnum((unsigned char)s[1 + k])) return n + 1;
    }
    return 0;
}

/* A name with its members, or a number. */
static size_t atom_length(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.' || (s[n] == '-' && s[n + 1] == '>'))
        n += s[n] == '-' ? 2 : 1;
    return n;
}

static struct print_token infix_at(const char *s) {
    struct print_token t = {.kind = TOKEN_INFIX};
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes && !t.length; i++)
        if (!strncmp(s, infixes[i].text, strlen(infixes[i].text)))
            t.binding = infixes[i].binding, t.length = strlen(infixes[i].text);
    return t;
}

static struct print_token next_token(const char *s, bool operand) {
    if (strchr("([", *s) && !cast_length(s))
        return (struct print_token){.kind = TOKEN_OPEN, .length = 1, .bracket = *s == '['};
    if (strchr(")]", *s)) return (struct print_token){.kind = TOKEN_CLOSE, .length = 1, .bracket = *s == ']'};
    if (cast_length(s)) return (struct print_token){.kind = TOKEN_PREFIX, .length = cast_length(s)};
    if (atom_length(s)) return (struct print_token){.kind = TOKEN_ATOM, .length = atom_length(s)};
    if (operand && strchr("!~-", *s)) return (struct print_token){.kind = TOKEN_PREFIX, .length = 1};
    return infix_at(s);
}

/* False if there is something in the text that is not understood. */
static bool read_tokens(const char *s, token_vec *out) {
    bool operand = true; /* does an operand come next? */
    VEC(uint32_t) open = {0};
    bool good = true;
    for (size_t at = 0; s[at] && good;) {
        if (s[at] == ' ') {
            at++;
            continue;
        }
        struct print_token t = next_token(s + at, operand);
        good = t.length > 0 && (t.kind != TOKEN_CLOSE || open.n);
        if (!good) break;
        t.at = at;
        if (t.kind == TOKEN_OPEN) VEC_PUSH(&open, out->n);
        if (t.kind == TOKEN_CLOSE) {
            t.match = VEC_POP(&open);
            out->at[t.match].match = out->n;
        }
        VEC_PUSH(out, t);
        operand = t.kind != TOKEN_ATOM && t.kind != TOKEN_CLOSE;
        at += t.length;
    }
    good &= open.n == 0;
    VEC_RELEASE(&open);
    return good;
}

/* What holds the text between two parentheses together least. */
static enum binding loosest(const token_vec *all, uint32_t from, uint32_t to) {
    enum binding b = ATOM;
    for (uint32_t i = from; i < to; i++) {
        const struct print_token *t = &all->at[i];
        if (t->gone) continue;
        if (t->kind == TOKEN_OPEN) i = t->match;
        else if (t->kind == TOKEN_PREFIX && b > PREFIX) b = PREFIX;
        else if (t->kind == TOKEN_INFIX && b > t->binding) b = t->binding;
    }
    return b;
}

/* How strongly the token in front of a parenthesis takes what follows. */
static enum binding pull_left(const token_vec *all, uint32_t open) {
    while (open && all->at[open - 1].gone) open--;
    if (!open) return LOOSEST;
    const struct print_token *t = &all->at[open - 1];
    return t->kind == TOKEN_OPEN ? LOOSEST : t->kind == TOKEN_INFIX ? t->binding : PREFIX;
}

static enum binding pull_right(const token_vec *all, uint32_t close) {
    do close++;
    while (close < all->n && all->at[close].gone);
    if (close == all->n) return LOOSEST;
    const struct print_token *t = &all->at[close];
    return t->kind == TOKEN_CLOSE ? LOOSEST : t->kind == TOKEN_INFIX ? t->binding : ATOM;
}

/* Where readers, and compilers with their warnings, want to see them. */
static bool is_wanted(enum binding inner, enum binding outer) {
    if (outer == LOOSEST || inner >= PREFIX) return false;
    if (inner == AND && outer == OR) return true;
    if (inner == CHOICE) return true;
    bool bits = outer == SHIFT || (outer >= BIT_OR && outer <= BIT_AND);
    return (bits && inner != outer) || (outer >= EQUALITY && inner <= RELATION);
}

static bool is_associative(enum binding b) { return b >= OR && b <= BIT_AND; }

static bool is_needed(const token_vec *all, uint32_t open, uint32_t close) {
    enum binding inner = loosest(all, open + 1, close), left = pull_left(all, open),
                 right = pull_right(all, close);
    if (all->at[open].bracket || left == ATOM || right == ATOM) return true;
    if (inner < left || (inner == left && !(is_associative(inner)))) return true;
    if (inner < right) return true;
    return is_wanted(inner, left) || is_wanted(inner, right);
}

void print_tidy(struct strbuf *b, size_t from) {
    token_vec all = {0};
    assert(from <= b->n);
    if (from < b->n && read_tokens(b->text + from, &all)) {
        for (uint32_t i = 0; i < all.n; i++) /* closing ones in order: inner pairs first */
            if (all.at[i].kind == TOKEN_CLOSE && !is_needed(&all, all.at[i].match, i))
                all.at[i].gone = all.at[all.at[i].match].gone = true;
        size_t to = from;
        uint32_t next = 0;
        for (size_t i = from; i < b->n; i++) {
            while (next < all.n && all.at[next].at + from < i) next++;
            if (next < all.n && all.at[next].at + from == i && all.at[next].gone) continue;
            b->text[to++] = b->text[i];
        }
        b->n = to;
        b->text[to] = 0;
    }
    VEC_RELEASE(&all);
}
