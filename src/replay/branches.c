/* clang names the blocks of a statement after it, and gives the jump into them the position of the
 * condition or of the statement:
 *
 *     br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !20      if (a > 3 &&
 *     br i1 %cmp1, label %if.then, label %if.else, !dbg !23               a < 10) ...
 *
 * A jump to if.then decides that the condition is true, one to if.else or if.end that it is false,
 * one to land.lhs.true decides nothing. Code from macros has the position of the macro's use, where
 * no keyword stands: it is left out, and so are do loops and the operators ?:, && and ||. */
#include "replay/branches.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/source.h"
#include "util/mem.h"

enum { MAX_EVENTS = 4000 };

static void free_texts(text_list *list) {
    for (uint32_t i = 0; i < list->n; i++) free((char *)list->at[i]);
    VEC_RELEASE(list);
}

void branch_log_release(branch_log *log) {
    VEC_RELEASE(log);
    free_texts(&log->files);
}

void probes_init(struct probes *p) {
    *p = (struct probes){0};
    VEC_PUSH(&p->at, (struct probe){0});
}

void probes_release(struct probes *p) {
    VEC_RELEASE(&p->at);
    VEC_RELEASE(&p->placed);
    free_texts(&p->files);
    int_map_release(&p->places);
}

/* ---- debug information ---- */

/* LLVM writes a byte that is not printable as \XX. */
static char *unescape(const char *s, size_t n) {
    char *text = mem_alloc(n + 1), *to = text;
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        if (s[i] == '\\' && i + 2 < n && sscanf(s + i + 1, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            i += 2;
        } else {
            *to++ = s[i];
        }
    }
    *to = 0;
    return text;
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

struct scopes {
    struct int_map names;   /* number of a !DIFile -> index into probes.files */
    struct int_map file_of; /* number of a scope -> number of its !DIFile */
};

/* "!1 = !DIFile(filename: "b.c", ..." and the scopes with "file: !1". */
static void read_scopes(struct probes *p, const char *module, struct scopes *s) {
    for (const char *line = module; line; line = next_line(line)) {
        unsigned id, file;
        if (*line != '!' || sscanf(line, "!%u", &id) != 1) continue;
        size_t n = strcspn(line, "\n");
        const char *name = memmem(line, n, "!DIFile(filename: \"", 19), *of = memmem(line, n, " file: !", 8);
        if (name) {
            *int_map_put(&s->names, id, NULL) = p->files.n;
            VEC_PUSH(&p->files, unescape(name + 19, strcspn(name + 19, "\"\n")));
        } else if (of && sscanf(of, " file: !%u", &file) == 1) {
            *int_map_put(&s->file_of, id, NULL) = file;
        }
    }
}

static const char *file_at(const struct probes *p, const struct scopes *s, unsigned scope) {
    uint64_t *file = int_map_get(&s->file_of, scope), *name = file ? int_map_get(&s->names, *file) : NULL;
    return name ? p->files.at[*name] : NULL;
}

void probes_read(struct probes *p, const char *module) {
    struct scopes scopes = {0};
    read_scopes(p, module, &scopes);
    int_map_clear(&p->places);
    for (const char *line = module; line; line = next_line(line)) {
        unsigned id, row, column, scope;
        if (*line != '!') continue;
        if (sscanf(line, "!%u = !DILocation(line: %u, column: %u, scope: !%u", &id, &row, &column, &scope) !=
                4 &&
            sscanf(line, "!%u = distinct !DILocation(line: %u, column: %u, scope: !%u", &id, &row, &column,
                   &scope) != 4)
            continue;
        const char *file = file_at(p, &scopes, scope);
        if (!file) continue;
        *int_map_put(&p->places, id, NULL) = p->placed.n;
        VEC_PUSH(&p->placed, (struct probe){.file = file, .line = row, .column = column});
    }
    int_map_release(&scopes.names);
    int_map_release(&scopes.file_of);
}

/* ---- probes ---- */

/* What reaching a block says about the condition of its statement. */
static signed char outcome_of(const char *label) {
    static const struct {
        const char *name;
        signed char outcome;
    } labels[] = {{"if.then", 1},   {"if.else", 0},  {"if.end", 0},  {"while.body", 1},
                  {"while.end", 0}, {"for.body", 1}, {"for.end", 0}, {"for.cond.cleanup", 0}};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        size_t n = strlen(labels[i].name);
        if (!strncmp(label, labels[i].name, n) && (!label[n] || isdigit((unsigned char)label[n])))
            return labels[i].outcome;
    }
    return -1;
}

static bool add_jump(struct probes *p, const char *line, struct strbuf *out) {
    char cond[256], yes[256], no[256];
    unsigned id;
    if (sscanf(line, "  br i1 %255[^,], label %%%255[^,], label %%%255[^,], !dbg !%u", cond, yes, no, &id) !=
        4)
        return false;
    uint64_t *place = int_map_get(&p->places, id);
    signed char if_true = outcome_of(yes), if_false = outcome_of(no);
    if (!place || (if_true < 0 && if_false < 0)) return false;
    struct probe probe = p->placed.at[*place];
    probe.outcome[0] = if_false;
    probe.outcome[1] = if_true;
    strbuf_printf(out, "  call void @edgewise_note(i64 %u, i1 zeroext %s)\n", p->at.n, cond);
    VEC_PUSH(&p->at, probe);
    return true;
}

static bool draws(const struct cfa *c, const char *name, size_t n) {
    for (uint32_t i = 0; i < c->sites.n; i++) {
        const struct cfa_site *site = &c->sites.at[i];
        if (site->kind == SITE_NONDET && site->name && strlen(site->name) == n &&
            !memcmp(site->name, name, n))
            return true;
    }
    return false;
}

void probes_add(struct probes *p, const struct cfa *c, const char *line, size_t n, struct strbuf *out) {
    char text[1024];
    if (n >= sizeof text || n < 3 || line[0] != ' ') return;
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    if (!strncmp(text, "  br i1 ", 8)) {
        add_jump(p, text, out);
        return;
    }
    const char *call = strstr(text, "call "), *name = call ? strchr(call, '@') : NULL;
    if (name && draws(c, name + 1, strcspn(name + 1, "(")))
        strbuf_text(out, "  call void @edgewise_note(i64 0, i1 zeroext false)\n");
}

void probes_declare(struct strbuf *out) {
    strbuf_text(out, "declare void @edgewise_note(i64, i1 zeroext)\n");
}

void probes_define(struct strbuf *out) {
    strbuf_printf(out,
                  "#include <sys/syscall.h>\n"
                  "extern long syscall(long number, ...);\n"
                  "static unsigned events[%d], seen;\n"
                  "void edgewise_note(unsigned long long probe, _Bool condition) {\n"
                  "    if (seen < %du) events[seen] = (unsigned)probe * 2 + condition;\n"
                  "    seen += seen <= %du;\n}\n"
                  "void edgewise_events(void) {\n"
                  "    static char text[12 * %d];\n    unsigned n = 0;\n"
                  "    for (unsigned i = 0; seen <= %du && i < seen; i++) {\n"
                  "        char digits[12];\n        unsigned k = 0, e = events[i];\n"
                  "        do digits[k++] = (char)('0' + e %% 10); while (e /= 10);\n"
                  "        text[n++] = ' ';\n        while (k) text[n++] = digits[--k];\n    }\n"
                  "    syscall(SYS_write, EDGEWISE_FD, text, n);\n}\n",
                  MAX_EVENTS, MAX_EVENTS, MAX_EVENTS, MAX_EVENTS, MAX_EVENTS);
}

/* ---- what they saw ---- */

static const char *own_name(branch_log *log, const char *file) {
    for (uint32_t i = 0; i < log->files.n; i++)
        if (!strcmp(log->files.at[i], file)) return log->files.at[i];
    char *copy = mem_strdup(file);
    VEC_PUSH(&log->files, copy);
    return copy;
}

static void add_branch(const struct probe *probe, bool condition, uint32_t drawn, branch_log *log) {
    uint32_t line, column;
    if (probe->outcome[condition] < 0 ||
        !source_branch_keyword(probe->file, probe->line, probe->column, &line, &column))
        return;
    struct branch b = {own_name(log, probe->file), line, column, probe->outcome[condition] == 1, drawn};
    VEC_PUSH(log, b);
}

void probes_decode(const struct probes *p, const char *text, branch_log *log) {
    uint32_t drawn = 0;
    while (*text == ' ') {
        char *end;
        unsigned long event = strtoul(text + 1, &end, 10);
        if (end == text + 1 || event / 2 >= p->at.n) return; /* nothing that our probes write */
        if (event / 2 == 0) drawn++;
        else add_branch(&p->at.at[event / 2], event % 2, drawn, log);
        text = end;
    }
}
