/* SARIF 2.1.0, the exchange format of code-scanning services. FALSE is a result of level error with
 * the trace as its code flow; TRUE is a result of kind pass; UNKNOWN is kind open, with the reason.
 * Where every check has a status, there is one result per check, its rule is the class, and the
 * classes point to the weaknesses of CWE. */
#include <string.h>

#include "report/json.h"
#include "replay/source.h"
#include "report/witness.h"

enum { MAX_FLOW = 1000, TEXT_LIMIT = 200 }; /* services refuse longer flows */

static void set(json_t *o, const char *key, json_t *v) { json_object_set_new(o, key, v); }

static json_t *one(const char *key, json_t *v) {
    json_t *o = json_object();
    set(o, key, v);
    return o;
}

static json_t *list_of(json_t *v) {
    json_t *list = json_array();
    json_array_append_new(list, v);
    return list;
}

/* A file name as a URI reference: everything but unreserved characters and slashes is escaped. */
static json_t *uri(const char *path) {
    struct strbuf b = {0};
    if (path[0] == '/') strbuf_text(&b, "file://");
    for (const unsigned char *s = (const unsigned char *)path; *s; s++) {
        if ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
            strchr("/-._~", *s))
            strbuf_char(&b, (char)*s);
        else strbuf_printf(&b, "%%%02X", *s);
    }
    json_t *text = json_string(b.text ? b.text : "");
    strbuf_release(&b);
    return text;
}

static json_t *location(const char *file, struct src_pos pos, const char *message) {
    json_t *physical = json_object(), *o = json_object(), *region = json_object();
    set(physical, "artifactLocation", one("uri", uri(file)));
    set(region, "startLine", json_integer(pos.line ? pos.line : 1));
    if (pos.column) set(region, "startColumn", json_integer(pos.column));
    set(physical, "region", region);
    set(o, "physicalLocation", physical);
    if (pos.function) set(o, "logicalLocations", list_of(one("name", json_text(pos.function))));
    if (message) set(o, "message", one("text", json_text(message)));
    return o;
}

static char *line_message(const struct story *s, const struct story_line *line) {
    struct strbuf b = {0};
    char *text = source_text(story_file(s, line), line->pos.line, TEXT_LIMIT);
    strbuf_text(&b, text);
    free(text);
    for (uint32_t i = 0; i < line->values.n; i++) {
        const struct story_value *v = &line->values.at[i];
        strbuf_printf(&b, "%s%s%s = %s", i ? ", " : "  [", v->is_input ? "input " : "", v->name, v->text);
    }
    if (line->values.n) strbuf_char(&b, ']');
    return strbuf_take(&b);
}

static json_t *code_flows(const struct story *s) {
    json_t *steps = json_array();
    uint32_t skip = s->lines.n > MAX_FLOW ? s->lines.n - MAX_FLOW : 0; /* the end matters more */
    for (uint32_t i = skip; i < s->lines.n; i++) {
        char *message = line_message(s, &s->lines.at[i]);
        json_array_append_new(
            steps, one("location", location(story_file(s, &s->lines.at[i]), s->lines.at[i].pos, message)));
        free(message);
    }
    if (!json_array_size(steps)) {
        json_decref(steps);
        return NULL;
    }
    return list_of(one("threadFlows", list_of(one("locations", steps))));
}

static json_t *result(const struct witness *w) {
    json_t *o = json_object();
    const struct story *s = w->story;
    struct src_pos pos = s && s->lines.n ? VEC_LAST(&s->lines).pos : (struct src_pos){.line = 1};
    const char *file = s && s->lines.n ? story_file(s, &VEC_LAST(&s->lines)) : w->subject->files.at[0];
    const char *text = w->kind == VERDICT_TRUE    ? "No execution reaches an error."
                       : w->kind == VERDICT_FALSE ? "An execution reaches the error here."
                                                  : "Not decided";
    char *message = w->kind == VERDICT_UNKNOWN
                        ? mem_printf("%s: %s.", text, w->reason ? w->reason : "no reason given")
                        : mem_strdup(text);
    set(o, "ruleId", json_string("unreach-call"));
    set(o, "ruleIndex", json_integer(0));
    set(o, "kind",
        json_string(w->kind == VERDICT_TRUE    ? "pass"
                    : w->kind == VERDICT_FALSE ? "fail"
                                               : "open"));
    set(o, "level", json_string(w->kind == VERDICT_FALSE ? "error" : "none"));
    set(o, "message", one("text", json_text(message)));
    set(o, "locations", list_of(location(file, pos, NULL)));
    json_t *flows = s ? code_flows(s) : NULL;
    if (flows) set(o, "codeFlows", flows);
    set(o, "properties", one("assumptions", json_ledger(w->ledger)));
    free(message);
    return o;
}

/* ---- one result per check ---- */

static json_t *rule_of(const struct check_row *row) {
    json_t *rule = json_object(), *taxon = json_object();
    char *cwe = mem_printf("%u", row->cwe), *tag = mem_printf("external/cwe/cwe-%u", row->cwe);
    set(rule, "id", json_string(row->name));
    set(rule, "shortDescription", one("text", json_string(row->sentence)));
    set(rule, "properties", one("tags", list_of(json_string(tag))));
    set(taxon, "id", json_string(cwe));
    set(taxon, "toolComponent", one("name", json_string("CWE")));
    json_t *relation = one("target", taxon);
    set(relation, "kinds", list_of(json_string("superset")));
    set(rule, "relationships", list_of(relation));
    free(cwe);
    free(tag);
    return rule;
}

static json_t *class_rules(void) {
    json_t *rules = json_array();
    for (int i = 0; i < CHECK_CLASS_COUNT; i++) json_array_append_new(rules, rule_of(&check_rows[i]));
    return rules;
}

/* The weaknesses that the rules refer to. */
static json_t *taxonomies(void) {
    json_t *cwe = json_object(), *taxa = json_array();
    uint32_t seen[CHECK_CLASS_COUNT], n = 0;
    for (int i = 0; i < CHECK_CLASS_COUNT; i++) {
        bool known = false;
        for (uint32_t k = 0; k < n; k++) known |= seen[k] == check_rows[i].cwe;
        if (known) continue;
        seen[n++] = check_rows[i].cwe;
        char *id = mem_printf("%u", check_rows[i].cwe);
        json_array_append_new(taxa, one("id", json_string(id)));
        free(id);
    }
    set(cwe, "name", json_string("CWE"));
    set(cwe, "organization", json_string("MITRE"));
    set(cwe, "informationUri", json_string("https://cwe.mitre.org/"));
    set(cwe, "taxa", taxa);
    return list_of(cwe);
}

static char *check_message(const struct cfa_check *k, const struct check_answer *r, const char *expression) {
    const char *sentence = check_rows[k->class].sentence;
    switch (r->status) {
    case STATUS_FAILED: return mem_printf("%s: required: %s (%s).", k->id, sentence, expression);
    case STATUS_PROVED: return mem_printf("%s: proved: %s (%s).", k->id, sentence, expression);
    case STATUS_UNREACHABLE: return mem_printf("%s: no execution comes here (%s).", k->id, expression);
    default: return mem_printf("%s: not decided: %s.", k->id, r->reason ? r->reason : "no reason given");
    }
}

static json_t *check_sarif(const struct cfa *c, const struct cfa_check *k, const struct check_answer *r) {
    static const char *const kinds[] = {"notApplicable", "open", "pass", "pass", "fail"};
    json_t *o = json_object();
    const char *file = c->files.at[k->pos.file];
    char *expression = source_expression(file, k->pos.line, k->pos.column, SOURCE_EXPRESSION),
         *message = check_message(k, r, expression);
    bool failed = r->status == STATUS_FAILED;
    set(o, "ruleId", json_string(check_rows[k->class].name));
    set(o, "ruleIndex", json_integer(k->class));
    set(o, "kind", json_string(kinds[r->status]));
    set(o, "level", json_string(failed ? "error" : "none"));
    set(o, "message", one("text", json_text(message)));
    set(o, "locations", list_of(location(file, k->pos, NULL)));
    set(o, "partialFingerprints", one("check/v1", json_text(k->id)));
    json_t *flows = failed ? code_flows(&r->story) : NULL;
    if (flows) set(o, "codeFlows", flows);
    free(message);
    free(expression);
    return o;
}

static json_t *check_results(const struct witness *w) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < w->checked->checks.n; i++)
        if (w->results[i].status != STATUS_SKIPPED)
            json_array_append_new(all, check_sarif(w->checked, &w->checked->checks.at[i], &w->results[i]));
    return all;
}

static json_t *driver(const struct witness *w) {
    json_t *o = json_object(), *rule = json_object();
    set(rule, "id", json_string("unreach-call"));
    set(rule, "name", json_string("ErrorReachable"));
    set(rule, "shortDescription",
        one("text", json_string("No execution may reach an error or fail an assertion.")));
    set(o, "name", json_string("edgewise"));
    set(o, "version", json_text(w->subject->version));
    if (w->checked) json_decref(rule);
    set(o, "rules", w->checked ? class_rules() : list_of(rule));
    return o;
}

static json_t *notification(const char *level, const char *text) {
    json_t *o = one("level", json_string(level));
    set(o, "message", one("text", json_text(text)));
    return o;
}

/* The ledger and the warnings, where services show messages of a run. */
static json_t *invocation(const struct witness *w) {
    json_t *o = json_object(), *list = json_array();
    struct strbuf text = {0};
    set(o, "executionSuccessful", json_true());
    if (w->ledger) cfa_ledger_print(&text, w->ledger, "");
    if (text.n) json_array_append_new(list, notification("note", text.text));
    for (uint32_t i = 0; i < w->n_warnings; i++)
        json_array_append_new(list, notification("warning", w->warnings[i]));
    set(o, "toolExecutionNotifications", list);
    strbuf_release(&text);
    return o;
}

void sarif_print(struct strbuf *b, const struct witness *w) {
    json_t *run = json_object(), *log = json_object();
    set(run, "tool", one("driver", driver(w)));
    set(run, "invocations", list_of(invocation(w)));
    set(run, "results", w->checked ? check_results(w) : list_of(result(w)));
    if (w->checked) set(run, "taxonomies", taxonomies());
    set(run, "columnKind", json_string("utf16CodeUnits"));
    set(log, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    set(log, "version", json_string("2.1.0"));
    set(log, "runs", list_of(run));
    char *text = json_dumps(log, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    strbuf_text(b, text);
    strbuf_char(b, '\n');
    free(text);
    json_decref(log);
}
