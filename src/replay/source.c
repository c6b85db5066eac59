#include "replay/source.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/sandbox.h"
#include "system/temporary.h"
#include "util/vec.h"

struct file {
    char *name, *text;
    VEC(char *) lines;
};

static VEC(struct file) files;
enum { MAX_BYTES = 64 << 20, LOOK_BACK = 3 };

static char *read_file(const char *name) {
    struct stat st;
    FILE *f = !stat(name, &st) && S_ISREG(st.st_mode) && st.st_size < MAX_BYTES ? fopen(name, "rb") : NULL;
    if (!f) return NULL;
    char *text = mem_alloc((size_t)st.st_size + 1);
    text[fread(text, 1, (size_t)st.st_size, f)] = 0;
    fclose(f);
    return text;
}

/* Standard input is known by the name "stdin"; its text is with the temporary files. */
static char *read_text(const char *name) {
    if (strcmp(name, "stdin"))
        return sandbox_may_read(name) ? read_file(name) : NULL; /* #line names any file */
    char *copy = mem_printf("%s/stdin.c", temporary_dir()), *text = read_file(copy);
    free(copy);
    return text;
}

static void cut_lines(struct file *f) {
    for (char *p = f->text; p && *p;) {
        VEC_PUSH(&f->lines, p);
        p = strchr(p, '\n');
        if (!p) break;
        if (p > f->text && p[-1] == '\r') p[-1] = 0;
        *p++ = 0;
    }
}

static struct file *find(const char *name) {
    for (uint32_t i = 0; i < files.n; i++)
        if (!strcmp(files.at[i].name, name)) return &files.at[i];
    struct file f = {.name = mem_strdup(name), .text = read_text(name)};
    cut_lines(&f);
    VEC_PUSH(&files, f);
    return &VEC_LAST(&files);
}

const char *source_line(const char *file, uint32_t line) {
    struct file *f = find(file);
    return line >= 1 && line <= f->lines.n ? f->lines.at[line - 1] : "";
}

const char *source_short_name(const char *path) {
    enum { LONG = 32 };
    const char *slash = strrchr(path, '/');
    return slash && strlen(path) > LONG ? slash + 1 : path;
}

int source_has_line(const char *file, uint32_t line) { return line >= 1 && line <= find(file)->lines.n; }

char *source_text(const char *file, uint32_t line, uint32_t limit) {
    assert(limit > 8);
    const char *s = source_line(file, line);
    while (isspace((unsigned char)*s)) s++;
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1])) n--;
    if (n <= limit) return mem_printf("%.*s", (int)n, s);
    n = limit - 3;
    while (n && ((unsigned char)s[n] & 0xc0) == 0x80) n--; /* not inside a UTF-8 character */
    return mem_printf("%.*s...", (int)n, s);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The last loop keyword of a line that starts before column `end` (1-based); 0 if there is none. */
static uint32_t keyword_in(const char *s, uint32_t end) {
    static const char *const words[] = {"while", "for", "do"};
    uint32_t found = 0;
    for (uint32_t i = 0; s[i] && i + 1 < end; i++) {
        if (i && is_word(s[i - 1])) continue;
        if (s[i] == '/' && s[i + 1] == '/') break;
        for (size_t w = 0; w < 3; w++) {
            size_t n = strlen(words[w]);
            if (!strncmp(s + i, words[w], n) && !is_word(s[i + n])) found = i + 1;
        }
    }
    return found;
}

int source_loop_keyword(const char *file, uint32_t line, uint32_t column, uint32_t *at_line,
                        uint32_t *at_column) {
    for (uint32_t back = 0; back < LOOK_BACK && back < line; back++) {
        uint32_t end = back || !column ? UINT32_MAX : column + 1;
        uint32_t found = keyword_in(source_line(file, line - back), end);
        if (!found) continue;
        *at_line = line - back;
        *at_column = found;
        return 1;
    }
    return 0;
}

/* ---- conditions ---- */

enum { CONDITION_LINES = 20 };

static uint32_t keyword_length(const char *s) {
    static const char *const words[] = {"if", "while", "for"};
    for (size_t w = 0; w < 3; w++) {
        size_t n = strlen(words[w]);
        if (!strncmp(s, words[w], n) && !is_word(s[n])) return (uint32_t)n;
    }
    return 0;
}

/* The next character that is code: behind a literal or a comment that starts here; s + 1 if none
 * does. */
static const char *skip_literal(const char *s) {
    if (*s == '/' && s[1] == '/') return s + strlen(s);
    if (*s == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (*s != '"' && *s != '\'') return s + 1;
    const char *p = s + 1;
    while (*p && *p != *s) p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

/* Are the parentheses behind the keyword at (line, column), 1-based, still open at (to_line,
 * to_column)? */
static bool encloses(const char *file, uint32_t line, uint32_t column, uint32_t to_line, uint32_t to_column) {
    int depth = 0;
    bool opened = false;
    for (uint32_t l = line; l <= to_line; l++) {
        const char *text = source_line(file, l), *s = text;
        if (l == line) s += column - 1 + keyword_length(text + column - 1);
        for (; *s && (l < to_line || s < text + to_column - 1); s = skip_literal(s)) {
            depth += *s == '(' ? 1 : *s == ')' ? -1 : 0;
            opened |= *s == '(';
            if (opened && !depth) return false;
        }
    }
    return opened && depth > 0;
}

/* The last keyword of a line before `end` (1-based) whose condition encloses the place. */
static uint32_t enclosing_in(const char *file, uint32_t line, uint32_t end, uint32_t to_line,
                             uint32_t to_column) {
    const char *text = source_line(file, line);
    uint32_t found = 0;
    for (const char *s = text; *s && (uint32_t)(s - text) + 1 < end; s = skip_literal(s)) {
        uint32_t column = (uint32_t)(s - text) + 1;
        if ((s == text || !is_word(s[-1])) && keyword_length(s) &&
            encloses(file, line, column, to_line, to_column))
            found = column;
    }
    return found;
}

int source_branch_keyword(const char *file, uint32_t line, uint32_t column, uint32_t *at_line,
                          uint32_t *at_column) {
    const char *text = source_line(file, line);
    *at_line = line;
    *at_column = column;
    if (!column || column > strlen(text)) return 0;
    if (keyword_length(text + column - 1) && (column == 1 || !is_word(text[column - 2]))) return 1;
    for (uint32_t back = 0; back < CONDITION_LINES && back < line; back++) {
        *at_line = line - back;
        *at_column = enclosing_in(file, line - back, back ? UINT32_MAX : column, line, column);
        if (*at_column) return 1;
    }
    return 0;
}

/* ---- texts of conditions and arguments ---- */

enum { MAX_TEXT = 2000 };

/* Walks over code from a place on, line by line. */
struct walk {
    const char *file;
    uint32_t line;
    const char *at;
};

/* Appends what lies between the bracket at the place and the separator number `from` to `to` at its
 * level; UINT32_MAX: its end. Blanks become single. False if it does not end within some lines. */
static bool between(struct walk *w, char separator, uint32_t from, uint32_t to, struct strbuf *b) {
    int depth = 0;
    uint32_t part = 0, last = w->line + CONDITION_LINES;
    for (; w->line < last; w->line++, w->at = source_line(w->file, w->line)) {
        while (*w->at) {
            const char *next = skip_literal(w->at);
            bool comment = w->at[0] == '/' && (w->at[1] == '/' || w->at[1] == '*');
            bool opens = strchr("([{", *w->at) != NULL, closes = strchr(")]}", *w->at) != NULL;
            if (closes && depth == 1) return true;
            bool splits = depth == 1 && *w->at == separator;
            if (depth && !comment && !splits && part >= from && part < to) {
                bool blank = isspace((unsigned char)*w->at);
                if (!blank) strbuf_bytes(b, w->at, (size_t)(next - w->at));
                else if (b->n && b->text[b->n - 1] != ' ') strbuf_char(b, ' ');
            }
            depth += opens - closes;
            part += splits;
            w->at = next;
            if (b->n > MAX_TEXT) return false;
        }
        if (b->n && b->text[b->n - 1] != ' ') strbuf_char(b, ' ');
    }
    return false;
}

static bool trimmed(struct strbuf *b) {
    while (b->n && b->text[b->n - 1] == ' ') b->text[--b->n] = 0;
    return b->n > 0;
}

int source_condition(const char *file, uint32_t line, uint32_t column, struct strbuf *b) {
    const char *text = source_line(file, line);
    if (!column || column > strlen(text)) return 0;
    struct walk w = {file, line, text + column - 1};
    bool is_for = !strncmp(w.at, "for", 3);
    w.at += keyword_length(w.at);
    return between(&w, is_for ? ';' : 0, is_for ? 1 : 0, is_for ? 2 : UINT32_MAX, b) && trimmed(b);
}

int source_argument(const char *file, uint32_t line, uint32_t column, const char *function, uint32_t k,
                    struct strbuf *b) {
    const char *text = source_line(file, line);
    size_t n = strlen(function);
    if (!column || column > strlen(text) || strncmp(text + column - 1, function, n)) return 0;
    struct walk w = {file, line, text + column - 1 + n};
    while (isspace((unsigned char)*w.at)) w.at++;
    return *w.at == '(' && k && between(&w, ',', k - 1, k, b) && trimmed(b);
}

void source_release(void) {
    for (uint32_t i = 0; i < files.n; i++) {
        free(files.at[i].name);
        free(files.at[i].text);
        VEC_RELEASE(&files.at[i].lines);
    }
    VEC_RELEASE(&files);
}
