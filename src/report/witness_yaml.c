/* SV-COMP's witness format 2.0 (YAML).
 *
 * A violation is a sequence of segments with one waypoint each, in the order of execution: an
 * assumption where an input was stored in a variable (at the next line of the same function: an
 * assumption holds before the statement it stands at), the outcome of every if, while and for (as
 * the compiled program took them, at the keyword), and the call of the error function as the
 * target. Proofs are the invariants of the loop heads that C can express, at the loop's keyword;
 * what they rest on (cfa/ledger.h) stands in comments, for which the format has no field. Strings
 * are quoted as in JSON, which YAML contains. */
#include <string.h>

#include "report/json.h"
#include "report/witness.h"

static void print_quoted(struct strbuf *b, const char *s) {
    json_t *text = json_text(s);
    char *quoted = json_dumps(text, JSON_ENCODE_ANY);
    strbuf_text(b, quoted);
    free(quoted);
    json_decref(text);
}

static void print_pair(struct strbuf *b, int indent, const char *key, const char *text) {
    strbuf_printf(b, "%*s%s: ", indent, "", key);
    print_quoted(b, text);
    strbuf_char(b, '\n');
}

/* "G ! call(reach_error())" out of "CHECK( init(main()), LTL(G ! call(reach_error())) )". */
char *witness_specification(const struct subject *s) {
    const char *begin = strstr(s->property, "LTL(");
    if (!begin) return mem_strdup(s->property);
    begin += 4;
    int depth = 1;
    const char *end = begin;
    for (; *end && depth; end++) depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
    return mem_printf("%.*s", (int)(end - begin - (depth == 0)), begin);
}

static void print_task(struct strbuf *b, const struct subject *s) {
    char hex[65], *specification = witness_specification(s);
    strbuf_text(b, "    task:\n      input_files:\n");
    for (uint32_t i = 0; i < s->files.n; i++) {
        strbuf_text(b, "        - ");
        print_quoted(b, s->files.at[i]);
        strbuf_char(b, '\n');
    }
    strbuf_text(b, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < s->files.n; i++) {
        strbuf_text(b, "        ");
        print_quoted(b, s->files.at[i]);
        sha256_file(s->files.at[i], hex);
        strbuf_printf(b, ": \"%s\"\n", hex);
    }
    print_pair(b, 6, "specification", specification);
    strbuf_printf(b, "      data_model: \"%s\"\n      language: \"C\"\n", s->m32 ? "ILP32" : "LP64");
    free(specification);
}

static void print_metadata(struct strbuf *b, const struct subject *s) {
    char uuid[37], now[21];
    uuid_make(uuid);
    time_now(now);
    strbuf_printf(b,
                  "  metadata:\n    format_version: \"2.0\"\n    uuid: \"%s\"\n    creation_time: \"%s\"\n",
                  uuid, now);
    strbuf_printf(b, "    producer:\n      name: \"edgewise\"\n      version: \"%s\"\n", s->version);
    print_task(b, s);
}

static void print_location(struct strbuf *b, int indent, const char *file, struct src_pos pos) {
    strbuf_printf(b, "%*slocation:\n", indent, "");
    print_pair(b, indent + 2, "file_name", file);
    strbuf_printf(b, "%*sline: %u\n", indent + 2, "", pos.line ? pos.line : 1);
    if (pos.column) strbuf_printf(b, "%*scolumn: %u\n", indent + 2, "", pos.column);
    if (pos.function) print_pair(b, indent + 2, "function", pos.function);
}

/* ---- violations ---- */

static void print_waypoint(struct strbuf *b, const char *type) {
    strbuf_printf(
        b, "    - segment:\n        - waypoint:\n            type: \"%s\"\n            action: \"follow\"\n",
        type);
}

static void print_constraint(struct strbuf *b, const char *text) {
    strbuf_text(b, "            constraint:\n");
    print_pair(b, 14, "value", text);
    strbuf_text(b, "              format: \"c_expression\"\n");
}

/* Is value k of the line the last one that its variable gets there? */
static bool is_final(const struct story_line *line, uint32_t k) {
    for (uint32_t i = k + 1; i < line->values.n; i++)
        if (!line->values.at[i].is_input && !strcmp(line->values.at[i].name, line->values.at[k].name))
            return false;
    return true;
}

static bool drawn_before(const struct story_line *line, uint32_t k) {
    for (uint32_t i = 0; i < k; i++) {
        const struct story_value *input = &line->values.at[i];
        if (input->is_input && input->kind == SITE_NONDET && !strcmp(line->values.at[k].text, input->text))
            return true;
    }
    return false;
}

char *witness_assumption(const struct story_line *line) {
    for (uint32_t k = 0; k < line->values.n; k++) {
        const struct story_value *v = &line->values.at[k];
        if (!v->is_input && is_final(line, k) && drawn_before(line, k))
            return mem_printf("%s == (%s)", v->name, v->text);
    }
    return NULL;
}

static bool same_function(struct src_pos a, struct src_pos b) {
    return a.file == b.file && a.function && b.function && !strcmp(a.function, b.function);
}

static void print_assumption(struct strbuf *b, const struct story *s, uint32_t i) {
    char *text = witness_assumption(&s->lines.at[i]);
    if (text && i + 1 < s->lines.n && same_function(s->lines.at[i].pos, s->lines.at[i + 1].pos)) {
        struct src_pos pos = s->lines.at[i + 1].pos;
        pos.column = 0; /* the first statement of the line */
        print_waypoint(b, "assumption");
        print_constraint(b, text);
        print_location(b, 12, story_file(s, &s->lines.at[i + 1]), pos);
    }
    free(text);
}

static void print_branch(struct strbuf *b, const struct branch *branch) {
    print_waypoint(b, "branching");
    strbuf_printf(b, "            constraint:\n              value: \"%s\"\n",
                  branch->taken ? "true" : "false");
    print_location(b, 12, branch->file, (struct src_pos){.line = branch->line, .column = branch->column});
}

/* The branches that come before the assumption on what line i has drawn: those between earlier
 * draws, and those of the same line, whose statement is not over yet. */
static void print_branches_before(struct strbuf *b, const struct story *s, uint32_t i, uint32_t drawn,
                                  const branch_log *log, uint32_t *next) {
    for (; *next < log->n; ++*next) {
        const struct branch *branch = &log->at[*next];
        bool same_line = branch->draws == drawn && branch->line == s->lines.at[i].pos.line &&
                         !strcmp(branch->file, story_file(s, &s->lines.at[i]));
        if (branch->draws >= drawn && !same_line) return;
        print_branch(b, branch);
    }
}

static uint32_t draws_of(const struct story_line *line) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < line->values.n; i++)
        n += line->values.at[i].is_input && line->values.at[i].kind == SITE_NONDET;
    return n;
}

static void print_target(struct strbuf *b, const struct story *s, const struct subject *subject) {
    print_waypoint(b, "target");
    const char *file = subject->files.at[0];
    struct src_pos pos = {.line = 1};
    if (s->lines.n) {
        file = story_file(s, &VEC_LAST(&s->lines));
        pos = VEC_LAST(&s->lines).pos;
        pos.column = VEC_LAST(&s->lines).last_column;
    }
    print_location(b, 12, file, pos);
}

static void print_violation(struct strbuf *b, const struct witness *w) {
    strbuf_text(b, "- entry_type: \"violation_sequence\"\n");
    print_metadata(b, w->subject);
    strbuf_text(b, "  content:\n");
    uint32_t drawn = 0, next = 0;
    for (uint32_t i = 0; i < w->story->lines.n; i++) {
        uint32_t draws = draws_of(&w->story->lines.at[i]);
        if (!draws) continue;
        drawn += draws;
        print_branches_before(b, w->story, i, drawn, w->branches, &next);
        print_assumption(b, w->story, i);
    }
    while (next < w->branches->n) print_branch(b, &w->branches->at[next++]);
    print_target(b, w->story, w->subject);
}

/* ---- proofs ---- */

static bool is_loop_invariant(const struct proof_fact *f) { return f->loop_head && f->c && f->keyword_line; }

static void print_invariant(struct strbuf *b, const struct proof *p, const struct proof_fact *f) {
    struct src_pos pos = f->pos;
    pos.line = f->keyword_line;
    pos.column = f->keyword_column;
    strbuf_text(b, "    - invariant:\n        type: \"loop_invariant\"\n");
    print_location(b, 8, p->c->files.at[pos.file], pos);
    print_pair(b, 8, "value", f->c);
    strbuf_text(b, "        format: \"c_expression\"\n");
}

static void print_ledger(struct strbuf *b, const struct cfa *c) {
    struct strbuf text = {0};
    cfa_ledger_print(&text, c, "# ");
    text_to_utf8(b, text.text);
    strbuf_release(&text);
}

static void print_invariants(struct strbuf *b, const struct witness *w) {
    uint32_t n = 0;
    if (w->ledger) print_ledger(b, w->ledger);
    strbuf_text(b, "- entry_type: \"invariant_set\"\n");
    print_metadata(b, w->subject);
    for (uint32_t i = 0; i < w->proof->facts.n; i++) n += is_loop_invariant(&w->proof->facts.at[i]);
    strbuf_text(b, n ? "  content:\n" : "  content: []\n");
    for (uint32_t i = 0; i < w->proof->facts.n; i++)
        if (is_loop_invariant(&w->proof->facts.at[i])) print_invariant(b, w->proof, &w->proof->facts.at[i]);
}

void witness_yaml(struct strbuf *b, const struct witness *w) {
    assert(w->kind != VERDICT_UNKNOWN);
    if (w->kind == VERDICT_FALSE) print_violation(b, w);
    else print_invariants(b, w);
}

static bool has_extension(const char *path, const char *extension) {
    size_t n = strlen(path), m = strlen(extension);
    return n > m && !strcmp(path + n - m, extension);
}

static bool is_yaml(const char *path) { return has_extension(path, ".yml") || has_extension(path, ".yaml"); }

bool witness_check_name(const char *path, struct error *e) {
    if (!is_yaml(path) && !has_extension(path, ".graphml"))
        error_set(e, path, 0, 0, "a witness is .yml (format 2.0) or .graphml (format 1.0)");
    return !e->set;
}

bool witness_print(struct strbuf *b, const char *path, const struct witness *w, struct error *e) {
    if (!witness_check_name(path, e)) return false;
    if (is_yaml(path)) {
        witness_yaml(b, w);
    } else if (w->kind == VERDICT_TRUE) {
        error_set(e, path, 0, 0, "GraphML witnesses are for violations only; use .yml for a proof");
    } else {
        witness_graphml(b, w);
    }
    return !e->set;
}
