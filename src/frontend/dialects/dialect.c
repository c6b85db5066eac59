/* Programs for verifiers often declare nothing:
 *
 *     int main() { int x = nondet_int(); __CPROVER_assume(x > 0); assert(x != 7); }
 *
 * clang compiles that, because C89 declares a function by its call, but `int __CPROVER_assume()`
 * takes an int and a type such as __CPROVER_bool is an error. So the file is compiled once as it
 * is. Where clang's messages name an undeclared function, a type or a header that one of the
 * vocabularies in this folder has, the line that declares it goes into a header in front of the
 * file, and the file is compiled again. Only what is undeclared is added: a program's own
 * declarations and definitions never meet another one. `assert` without a header is the standard's,
 * so the line is an include of <assert.h>.
 *
 * Limits: a vocabulary that is syntax (CBMC's quantifiers and contracts) stays a syntax error. */
#include "frontend/dialects/dialect.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "frontend/dialect_cprover.h"
#include "frontend/dialect_edgewise.h"
#include "frontend/dialect_esbmc.h"
#include "frontend/dialect_klee.h"
#include "frontend/dialect_library.h"
#include "frontend/dialect_seahorn.h"
#include "frontend/dialect_smack.h"
#include "frontend/dialect_svcomp.h"
#include "system/companion.h"
#include "system/temporary.h"
#include "util/fail.h"
#include "util/mem.h"

/* A header that programs include by `name`, below our folder. */
static const struct includable {
    const char *folder, *name, *text;
} includables[] = {
    {"", "smack.h", dialect_smack},
    {"", "edgewise.h", dialect_edgewise},
    {"/seahorn", "seahorn.h", dialect_seahorn},
    {"/klee", "klee.h", dialect_klee},
};
enum { INCLUDABLES = sizeof includables / sizeof *includables };

static const char *const vocabularies[] = {dialect_svcomp,  dialect_cprover, dialect_esbmc,
                                           dialect_seahorn, dialect_klee,    dialect_library};

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Does the word stand in the line as a word of its own, at `*at` if so? */
static bool has_word(const char *line, size_t n, const char *word, size_t length, const char **at) {
    for (const char *s = line; s + length <= line + n; s++) {
        bool begins = s == line || !is_letter(s[-1]), ends = s + length == line + n || !is_letter(s[length]);
        if (begins && ends && !strncmp(s, word, length)) {
            *at = s + length;
            return true;
        }
    }
    return false;
}

/* Is this the line that declares the word: the first name in it that a parenthesis or, in a
 * typedef, a semicolon follows? */
static bool declares(const char *line, size_t n, const char *word, size_t length) {
    const char *after;
    if (n > 8 && !strncmp(line, "#define ", 8)) /* a word that takes arguments of any type */
        return n > 8 + length && !strncmp(line + 8, word, length) && line[8 + length] == '(';
    if (n == 0 || strchr("#/ *", line[0]) || !has_word(line, n, word, length, &after)) return false;
    bool type = n > 8 && !strncmp(line, "typedef ", 8);
    if (after == line + n || *after != (type ? ';' : '(')) return false;
    return type || memchr(line, '(', n) == after;
}

static bool is_type_line(const char *line) { return !strncmp(line, "typedef ", 8); }

/* Adds a line; false if it is there. */
static bool add_line(struct dialect *d, const char *line, size_t n) {
    char *text = mem_printf("%.*s\n", (int)n, line);
    bool known = d->header.n && strstr(d->header.text, text);
    if (!known) strbuf_text(&d->header, text);
    free(text);
    return !known;
}

/* The length of the lines up to the closing brace, behind a line that opens a body. */
static size_t rest_of_body(const char *line, size_t n) {
    const char *end = n > 0 && line[n - 1] == '{' ? strstr(line + n, "\n}") : NULL;
    return end ? (size_t)(end - (line + n)) + 2 : 0;
}

/* Adds the line that declares the word. */
static bool add_word(struct dialect *d, const char *word, size_t length, bool types_only) {
    for (size_t v = 0; v < sizeof vocabularies / sizeof *vocabularies; v++)
        for (const char *line = vocabularies[v]; *line;) {
            size_t n = strcspn(line, "\n");
            if (declares(line, n, word, length) && (!types_only || is_type_line(line)))
                return add_line(d, line, n + rest_of_body(line, n));
            line += n + (line[n] == '\n');
        }
    return false;
}

/* The lines in the order of the vocabularies, because lines there use those before them; those that
 * are in none come first. */
static char *ordered(const struct dialect *d) {
    struct strbuf rest = {0}, lines = {0};
    strbuf_text(&rest, d->header.text);
    for (size_t v = 0; v < sizeof vocabularies / sizeof *vocabularies; v++)
        for (const char *line = vocabularies[v]; *line;) {
            size_t n = strcspn(line, "\n"), all = n + rest_of_body(line, n);
            char *text = mem_printf("%.*s\n", (int)all, line), *at = n ? strstr(rest.text, text) : NULL;
            if (at) {
                strbuf_text(&lines, text);
                memmove(at, at + strlen(text), strlen(at + strlen(text)) + 1);
            }
            free(text);
            line += n + (line[n] == '\n');
        }
    char *all = mem_printf("%s%s", rest.text, lines.n ? lines.text : "");
    assert(strlen(all) == d->header.n);
    strbuf_release(&rest);
    strbuf_release(&lines);
    return all;
}

static bool is_word(const char *quoted, size_t n, const char *word) {
    return n == strlen(word) && !strncmp(quoted, word, n);
}

/* 'name' behind the phrase: an undeclared function, identifier or type. */
static bool learn_quoted(struct dialect *d, const char *messages, const char *phrase) {
    bool grew = false;
    for (const char *at = messages; (at = strstr(at, phrase));) {
        at += strlen(phrase);
        size_t n = strcspn(at, "'\n");
        if (is_word(at, n, "assert"))
            grew |= add_line(d, "#include <assert.h>", strlen("#include <assert.h>"));
        else grew |= add_word(d, at, n, false);
    }
    return grew;
}

/* A type may be missing where clang expects something else; its name then stands in the line that
 * is shown. */
static bool learn_types(struct dialect *d, const char *messages) {
    bool grew = false;
    for (const char *at = messages; *at;) {
        size_t n = 0;
        while (is_letter(at[n])) n++;
        if (n > 2 && !strncmp(at, "__", 2)) grew |= add_word(d, at, n, true);
        at += n ? n : 1;
    }
    return grew;
}

static bool learn_includes(struct dialect *d, const char *messages) {
    static const char *const names[] = {"'edgewise.h' file not found", "'smack.h' file not found",
                                        "'seahorn/seahorn.h' file not found", "'klee/klee.h' file not found"};
    bool missing = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) missing |= strstr(messages, names[i]) != NULL;
    bool grew = missing && !d->overlay;
    d->overlay |= missing;
    return grew;
}

/* gcc's headers name the function that frees what another allocates; clang knows the attribute
 * without that. */
static bool learn_gcc(struct dialect *d, const char *messages) {
    static const char line[] = "#define __malloc__(...) __malloc__";
    return strstr(messages, "'__malloc__' attribute takes no arguments") && add_line(d, line, strlen(line));
}

bool dialect_learn(struct dialect *d, const char *messages) {
    bool grew = learn_quoted(d, messages, "undeclared function '");
    grew |= learn_quoted(d, messages, "implicit declaration of function '"); /* as C89 says it */
    grew |= learn_quoted(d, messages, "undeclared identifier '");
    grew |= learn_quoted(d, messages, "unknown type name '");
    if (strstr(messages, "error: ")) grew |= learn_types(d, messages);
    grew |= learn_gcc(d, messages);
    return learn_includes(d, messages) || grew;
}

/* ---- files ---- */

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        fail_environment("cannot write %s: %s", path, strerror(errno));
}

static void print_quoted(struct strbuf *b, const char *text) {
    strbuf_char(b, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') strbuf_char(b, '\\');
        strbuf_char(b, *text);
    }
    strbuf_char(b, '"');
}

/* clang takes the headers for files in a folder that does not exist: the temporary folder has no
 * folders in it. */
static char *write_overlay(void) {
    char *overlay = mem_printf("%s/dialects", temporary_dir());
    struct strbuf b = {0};
    strbuf_text(&b, "{\"version\": 0, \"roots\": [");
    for (size_t i = 0; i < INCLUDABLES; i++) {
        char *folder = mem_printf("%s.d%s", overlay, includables[i].folder),
             *file = mem_printf("%s/dialect-%s", temporary_dir(), includables[i].name);
        strbuf_printf(&b, "%s\n{\"type\": \"directory\", \"name\": ", i ? "," : "");
        print_quoted(&b, folder);
        strbuf_printf(&b, ", \"contents\": [{\"type\": \"file\", \"name\": \"%s\", \"external-contents\": ",
                      includables[i].name);
        print_quoted(&b, file);
        strbuf_text(&b, "}]}");
        write_file(file, includables[i].text);
        free(folder);
        free(file);
    }
    strbuf_text(&b, "\n]}\n");
    write_file(overlay, b.text);
    strbuf_release(&b);
    return overlay;
}

void dialect_apply(const struct dialect *d, const char *file) {
    static int serial;
    assert(d->header.n || d->overlay);
    char *header = d->header.n ? mem_printf("%s/dialect-%d.h", temporary_dir(), serial++) : NULL;
    char *overlay = d->overlay ? write_overlay() : NULL;
    if (header) {
        char *lines = ordered(d), *named = mem_printf("# 1 \"vocabulary\"\n%s", lines);
        write_file(header, named);
        free(lines);
        free(named);
    }
    companion_put_header(file, header, overlay);
    free(header);
    free(overlay);
}

void dialect_release(struct dialect *d) { strbuf_release(&d->header); }
