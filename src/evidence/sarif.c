/* SARIF 2.1.0, the exchange format of code-scanning services. FALSE is a result of level error with the
 * trace as its code flow; TRUE is a result of kind pass; UNKNOWN is kind open, with the reason. */
#include <string.h>

#include "evidence/json.h"
#include "evidence/source.h"
#include "evidence/witness.h"

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
    free(message);
    return o;
}

static json_t *driver(const struct witness *w) {
    json_t *o = json_object(), *rule = json_object();
    set(rule, "id", json_string("unreach-call"));
    set(rule, "name", json_string("ErrorReachable"));
    set(rule, "shortDescription",
        one("text", json_string("No execution may reach an error or fail an assertion.")));
    set(o, "name", json_string("edgewise"));
    set(o, "version", json_text(w->subject->version));
    set(o, "rules", list_of(rule));
    return o;
}

void sarif_print(struct strbuf *b, const struct witness *w) {
    json_t *run = json_object(), *log = json_object();
    set(run, "tool", one("driver", driver(w)));
    set(run, "invocations", list_of(one("executionSuccessful", json_true())));
    set(run, "results", list_of(result(w)));
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
