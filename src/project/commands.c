#include "project/commands.h"

#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/mem.h"
#include "util/strbuf.h"

enum { MOST_BYTES = 256 << 20 }; /* of a list; the Linux kernel's has 10 MiB */

/* ---- names ---- */

/* The path without "." and "..", in place; it begins with a slash. */
static void tidy(char *path) {
    char *out = path;
    assert(path[0] == '/');
    for (char *at = path; *at;) {
        size_t n = strcspn(at + 1, "/");
        bool here = n == 0 || (n == 1 && at[1] == '.'), up = n == 2 && at[1] == '.' && at[2] == '.';
        if (up)
            while (out > path && *--out != '/') {
            }
        else if (!here) {
            memmove(out, at, n + 1);
            out += n + 1;
        }
        at += n + 1;
    }
    if (out == path) *out++ = '/';
    *out = 0;
}

static char *absolute_from(const char *folder, const char *name) {
    char *path = name[0] == '/' ? mem_strdup(name) : mem_printf("%s/%s", folder, name);
    tidy(path);
    return path;
}

static char *absolute_here(const char *name) {
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof folder))
        fail_environment("cannot tell the current directory: %s", strerror(errno));
    return absolute_from(folder, name);
}

/* ---- words ---- */

/* One character of a word, behind a backslash or not; quotes switch *quote. */
static void take_character(struct strbuf *word, const char **at, char *quote) {
    char c = **at;
    bool escapes = c == '\\' && *quote != '\'' && (*at)[1];
    if (escapes && (!*quote || strchr("\"\\$`", (*at)[1]))) strbuf_char(word, *++*at);
    else if (*quote && c == *quote) *quote = 0;
    else if (!*quote && (c == '"' || c == '\'')) *quote = c;
    else strbuf_char(word, c);
    ++*at;
}

bool commands_split(const char *line, text_list *words) {
    char quote = 0;
    for (const char *at = line; *at;) {
        at += strspn(at, " \t\r\n");
        if (!*at) break;
        struct strbuf word = {0};
        while (*at && (quote || !strchr(" \t\r\n", *at))) take_character(&word, &at, &quote);
        VEC_PUSH(words, strbuf_take(&word));
    }
    return !quote;
}

/* ---- entries ---- */

static void command_release(struct command *c) {
    free(c->file);
    free(c->directory);
    free(c->output);
    for (uint32_t i = 0; i < c->words.n; i++) free((char *)c->words.at[i]);
    VEC_RELEASE(&c->words);
}

/* The member as text; *e is set if it is there and is something else. */
static const char *text_of(const json_t *entry, const char *name, const struct commands *c, int line,
                           struct error *e) {
    const json_t *value = json_object_get(entry, name);
    if (value && !json_is_string(value)) error_set(e, c->source, line, 0, "\"%s\" must be text", name);
    return value && json_is_string(value) ? json_string_value(value) : NULL;
}

static bool is_launcher(const char *word) {
    static const char *const names[] = {"ccache", "sccache", "distcc", "icecc"};
    const char *slash = strrchr(word, '/');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(slash ? slash + 1 : word, names[i])) return true;
    return false;
}

/* The compiler's name goes, and a launcher before it. */
static void drop_compiler(text_list *words) {
    uint32_t n = words->n > 1 && is_launcher(words->at[0]) ? 2 : words->n ? 1 : 0;
    for (uint32_t i = 0; i < n; i++) free((char *)words->at[i]);
    for (uint32_t i = n; i < words->n; i++) words->at[i - n] = words->at[i];
    words->n -= n;
}

static void words_of(struct command *out, const json_t *entry, const struct commands *c, struct error *e) {
    const json_t *arguments = json_object_get(entry, "arguments");
    const char *line = text_of(entry, "command", c, out->line, e);
    size_t i;
    json_t *word;
    if (arguments && !json_is_array(arguments))
        error_set(e, c->source, out->line, 0, "\"arguments\" must be a list");
    else if (arguments) json_array_foreach(arguments, i, word) {
            if (json_is_string(word)) VEC_PUSH(&out->words, mem_strdup(json_string_value(word)));
            else error_set(e, c->source, out->line, 0, "an argument must be text");
        }
    else if (!line)
        error_set(e, c->source, out->line, 0, "the entry has neither \"command\" nor \"arguments\"");
    else if (!commands_split(line, &out->words))
        error_set(e, c->source, out->line, 0, "the command has an open quote");
    drop_compiler(&out->words);
}

static void read_entry(struct commands *c, const json_t *entry, int line, struct error *e) {
    struct command out = {.line = line};
    if (!json_is_object(entry)) {
        error_set(e, c->source, line, 0, "an entry must be an object");
        return;
    }
    const char *directory = text_of(entry, "directory", c, line, e),
               *file = text_of(entry, "file", c, line, e), *output = text_of(entry, "output", c, line, e);
    if (!e->set && (!directory || !file || !*file))
        error_set(e, c->source, line, 0, "the entry has no \"%s\"", directory ? "file" : "directory");
    words_of(&out, entry, c, e);
    if (!e->set) {
        out.directory = absolute_here(directory);
        out.file = absolute_from(out.directory, file);
        for (uint32_t i = 0; !output && i + 1 < out.words.n; i++)
            if (!strcmp(out.words.at[i], "-o")) output = out.words.at[i + 1];
        out.output = output ? mem_strdup(output) : NULL;
        VEC_PUSH(&c->all, out);
    } else {
        command_release(&out);
    }
}

/* ---- the list ---- */

/* Blanks, counting lines. */
static const char *skip_blanks(const char *at, int *line) {
    for (; *at && strchr(" \t\r\n", *at); at++) *line += *at == '\n';
    return at;
}

/* One entry after the other, because jansson tells no lines of values: the line of an entry is
 * where it begins. */
static void read_entries(struct commands *c, const char *text, struct error *e) {
    int line = 1;
    const char *at = skip_blanks(text, &line);
    if (*at != '[') {
        error_set(e, c->source, line, 0, "is not a list of compiler commands");
        return;
    }
    at = skip_blanks(at + 1, &line);
    while (*at != ']' && !e->set) {
        json_error_t wrong;
        json_t *entry = json_loads(at, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &wrong);
        if (!entry) {
            error_set(e, c->source, line + wrong.line - 1, 0, "%s", wrong.text);
            return;
        }
        read_entry(c, entry, line, e);
        json_decref(entry);
        for (const char *end = at + wrong.position; at < end; at++) line += *at == '\n';
        at = skip_blanks(at, &line);
        if (*at == ',') at = skip_blanks(at + 1, &line);
        else if (*at != ']') error_set(e, c->source, line, 0, "',' or ']' expected");
    }
}

static char *read_text(const char *path, struct error *e) {
    struct stat info;
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    if (!f || fstat(fileno(f), &info)) error_set(e, path, 0, 0, "%s", strerror(errno));
    else if (!S_ISREG(info.st_mode) || info.st_size > MOST_BYTES)
        error_set(e, path, 0, 0, "is not a list of compiler commands");
    else {
        text = mem_alloc((size_t)info.st_size + 1);
        text[fread(text, 1, (size_t)info.st_size, f)] = 0;
    }
    if (f) fclose(f);
    return text;
}

bool commands_read(struct commands *c, const char *folder, struct error *e) {
    struct stat info;
    bool is_folder = stat(folder, &info) || S_ISDIR(info.st_mode);
    *c = (struct commands){.source = is_folder ? mem_printf("%s/compile_commands.json", folder)
                                               : mem_strdup(folder)};
    char *text = read_text(c->source, e);
    if (text) read_entries(c, text, e);
    free(text);
    if (!e->set && !c->all.n) error_set(e, c->source, 0, 0, "has no entry");
    if (e->set) commands_release(c);
    return !e->set;
}

void commands_release(struct commands *c) {
    for (uint32_t i = 0; i < c->all.n; i++) command_release(&c->all.at[i]);
    VEC_RELEASE(&c->all);
    free(c->source);
    *c = (struct commands){0};
}

const struct command *commands_find(const struct commands *c, const char *file) {
    char *path = absolute_here(file);
    const struct command *found = NULL;
    for (uint32_t i = 0; i < c->all.n && !found; i++)
        if (!strcmp(c->all.at[i].file, path)) found = &c->all.at[i];
    free(path);
    return found;
}

/* The folder of the path that ends in ".dir" or ".p". */
char *commands_target(const struct command *c) {
    for (const char *at = c->output; at && *at; at += *at == '/') {
        size_t n = strcspn(at, "/");
        bool folder = at[n] == '/', cmake = n > 4 && !strncmp(at + n - 4, ".dir", 4),
             meson = n > 2 && !strncmp(at + n - 2, ".p", 2);
        if (folder && (cmake || meson)) return mem_printf("%.*s", (int)(n - (cmake ? 4 : 2)), at);
        at += n;
    }
    return NULL;
}
