/* The report for machines and for people who read in a browser or on a review page. */
#include <stdlib.h>
#include <string.h>

#include "project/merge.h"

/* Text inside XML and HTML. Control characters are not XML at all. */
static void escape(struct strbuf *b, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': strbuf_text(b, "&lt;"); break;
        case '>': strbuf_text(b, "&gt;"); break;
        case '&': strbuf_text(b, "&amp;"); break;
        case '"': strbuf_text(b, "&quot;"); break;
        default:
            if ((unsigned char)*text >= 0x20 || *text == '\n' || *text == '\t') strbuf_char(b, *text);
            else strbuf_char(b, '?');
        }
    }
}

static void element(struct strbuf *b, const char *before, const char *text, const char *after) {
    strbuf_text(b, before);
    escape(b, text);
    strbuf_text(b, after);
}

/* What is to be said of a job in a line: its first finding, or the reason. A fresh string. */
static char *remark(const struct merge *m, uint32_t job) {
    struct strbuf b = {0};
    for (uint32_t i = 0; i < m->findings.n; i++) {
        const struct result_finding *f = &m->findings.at[i].f;
        if (m->findings.at[i].job != job) continue;
        if (b.n) strbuf_char(&b, '\n');
        if (*f->file) strbuf_printf(&b, "%s:%d: ", f->file, f->line);
        strbuf_printf(&b, "%s: %s", f->rule, f->message);
    }
    if (!b.n)
        strbuf_text(&b, m->results.at[job].kind == RESULT_NONE ? "no result" : m->results.at[job].reason);
    return strbuf_take(&b);
}

/* ---- JUnit: a job is a test case; undecided is skipped ---- */

static void junit_case(const struct merge *m, uint32_t job, struct strbuf *b) {
    static const char *const tags[RESULT_KINDS] = {[RESULT_NONE] = "error",
                                                   [RESULT_FALSE] = "failure",
                                                   [RESULT_UNKNOWN] = "skipped",
                                                   [RESULT_ERROR] = "error"};
    const struct result_record *r = &m->results.at[job];
    const char *name = m->plan->jobs.at[job].name, *colon = strrchr(name, ':');
    struct strbuf file = {0};
    strbuf_bytes(&file, name, colon ? (size_t)(colon - name) : strlen(name));
    element(b, "  <testcase classname=\"", file.text, "\"");
    element(b, " name=\"", colon ? colon + 1 : name, "\"");
    strbuf_printf(b, " time=\"%.3f\"", r->seconds);
    strbuf_release(&file);
    if (!tags[r->kind]) {
        strbuf_text(b, "/>\n");
        return;
    }
    char *text = remark(m, job);
    strbuf_printf(b, ">\n    <%s message=\"", tags[r->kind]);
    escape(b, text);
    strbuf_text(b, "\"/>\n  </testcase>\n");
    free(text);
}

void merge_junit(const struct merge *m, struct strbuf *b) {
    double seconds = 0;
    for (uint32_t i = 0; i < m->results.n; i++) seconds += m->results.at[i].seconds;
    strbuf_printf(b,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"edgewise\" tests=\"%u\" "
                  "failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\">\n",
                  m->plan->jobs.n, m->counts[RESULT_FALSE], m->counts[RESULT_ERROR] + m->counts[RESULT_NONE],
                  m->counts[RESULT_UNKNOWN], seconds);
    for (uint32_t i = 0; i < m->plan->jobs.n; i++) junit_case(m, i, b);
    strbuf_text(b, "</testsuite>\n");
}

/* ---- Markdown ---- */

/* A name or message inside a line: what Markdown would take for itself is in backticks, without
 * backticks. */
static void code(struct strbuf *b, const char *text) {
    strbuf_char(b, '`');
    for (; *text; text++) strbuf_char(b, *text == '`' ? '\'' : *text == '\n' || *text == '|' ? ' ' : *text);
    strbuf_char(b, '`');
}

static void markdown_findings(const struct merge *m, bool fresh, const char *title, struct strbuf *b) {
    bool some = false;
    for (uint32_t i = 0; i < m->findings.n; i++) {
        const struct merge_finding *f = &m->findings.at[i];
        if (f->fresh != fresh) continue;
        if (!some) strbuf_printf(b, "\n### %s\n\n", title);
        some = true;
        strbuf_text(b, "- ");
        code(b, m->plan->jobs.at[f->job].name);
        if (*f->f.file) strbuf_printf(b, " %s:%d", f->f.file, f->f.line);
        strbuf_text(b, ": ");
        code(b, f->f.message);
        strbuf_text(b, m->has_baseline && !f->beyond_baseline ? " (in the baseline)\n" : "\n");
    }
}

static void markdown_jobs(const struct merge *m, const uint32_t *jobs, uint32_t n, const char *title,
                          struct strbuf *b) {
    if (n) strbuf_printf(b, "\n### %s\n\n", title);
    for (uint32_t i = 0; i < n; i++) {
        strbuf_text(b, "- ");
        code(b, m->plan->jobs.at[jobs[i]].name);
        char *text = remark(m, jobs[i]);
        if (*text) {
            strbuf_text(b, ": ");
            code(b, text);
        }
        free(text);
        strbuf_char(b, '\n');
    }
}

void merge_markdown(const struct merge *m, struct strbuf *b) {
    strbuf_printf(b,
                  "## edgewise: %s\n\n| TRUE | FALSE | UNKNOWN | ERROR | no result |\n|---|---|---|---|---|\n"
                  "| %u | %u | %u | %u | %u |\n",
                  result_word(merge_verdict(m)), m->counts[RESULT_TRUE], m->counts[RESULT_FALSE],
                  m->counts[RESULT_UNKNOWN], m->counts[RESULT_ERROR], m->counts[RESULT_NONE]);
    markdown_findings(m, true, m->has_last ? "New failures" : "Failures", b);
    markdown_findings(m, false, "Failures as before", b);
    if (m->fixed.n) strbuf_text(b, "\n### Fixed\n\n");
    for (uint32_t i = 0; i < m->fixed.n; i++) {
        strbuf_text(b, "- ");
        code(b, m->fixed.at[i]);
        strbuf_char(b, '\n');
    }
    markdown_jobs(m, m->undecided.at, m->undecided.n, "Newly undecided", b);
    markdown_jobs(m, m->slower.at, m->slower.n, "Slower than the last run by more than half", b);
}

/* ---- HTML ---- */

static void html_row(const struct merge *m, uint32_t job, struct strbuf *b) {
    const struct result_record *r = &m->results.at[job];
    char *text = remark(m, job);
    strbuf_printf(b, "<tr class=\"%s\"><td>%s</td>", result_word(r->kind), result_word(r->kind));
    element(b, "<td>", m->plan->jobs.at[job].name, "</td>");
    element(b, "<td><pre>", text, "</pre></td>");
    strbuf_printf(b, "<td class=\"n\">%.2f</td><td class=\"n\">%.0f</td></tr>\n", r->seconds,
                  (double)r->memory_bytes / (1 << 20));
    free(text);
}

void merge_html(const struct merge *m, struct strbuf *b) {
    strbuf_printf(
        b,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>edgewise: %s</title>\n<style>\n"
        "body { font: 16px sans-serif; margin: 1em auto; max-width: 70em; padding: 0 1em; color: #222; }\n"
        "table { border-collapse: collapse; width: 100%%; }\n"
        "td, th { text-align: left; padding: .3em .6em; border-bottom: 1px solid #ddd; vertical-align: top; "
        "}\n"
        "td { overflow-wrap: anywhere; } .n { text-align: right; }\n"
        "pre { margin: 0; white-space: pre-wrap; font: inherit; }\n"
        ".FALSE td:first-child { color: #b00020; font-weight: bold; } .TRUE td:first-child { color: #1b5e20; "
        "}\n"
        ".ERROR td:first-child, .NO td:first-child { color: #b00020; }\n</style>\n</head>\n<body>\n"
        "<h1>%s</h1>\n<p>%u jobs: %u TRUE, %u FALSE, %u UNKNOWN, %u ERROR, %u without a result</p>\n"
        "<table>\n<tr><th>verdict</th><th>job</th><th>what was found</th><th class=\"n\">s</th><th "
        "class=\"n\">MiB</th></tr>\n",
        result_word(merge_verdict(m)), result_word(merge_verdict(m)), m->plan->jobs.n, m->counts[RESULT_TRUE],
        m->counts[RESULT_FALSE], m->counts[RESULT_UNKNOWN], m->counts[RESULT_ERROR], m->counts[RESULT_NONE]);
    static const enum result_kind order[] = {RESULT_FALSE, RESULT_ERROR, RESULT_NONE, RESULT_UNKNOWN,
                                             RESULT_TRUE};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (uint32_t i = 0; i < m->results.n; i++)
            if (m->results.at[i].kind == order[k]) html_row(m, i, b);
    strbuf_text(b, "</table>\n</body>\n</html>\n");
}

/* ---- SARIF: one run for all jobs, because services take one run per tool ---- */

/* The place of the rule in *rules, where it is added if it is not there. */
static size_t rule_index(json_t *rules, json_t *rule) {
    const char *id = json_string_value(json_object_get(rule, "id"));
    for (size_t i = 0; id && i < json_array_size(rules); i++) {
        const char *known = json_string_value(json_object_get(json_array_get(rules, i), "id"));
        if (known && !strcmp(known, id)) return i;
    }
    json_array_append(rules, rule);
    return json_array_size(rules) - 1;
}

static void add_results(const char *job, json_t *run, json_t *rules, json_t *results) {
    json_t *own = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
    json_t *list = json_object_get(run, "results");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *result = json_deep_copy(json_array_get(list, i));
        json_t *rule = json_array_get(own, (size_t)json_integer_value(json_object_get(result, "ruleIndex")));
        if (rule) json_object_set_new(result, "ruleIndex", json_integer((json_int_t)rule_index(rules, rule)));
        json_t *properties = json_object_get(result, "properties");
        if (!properties) json_object_set_new(result, "properties", properties = json_object());
        json_object_set_new(properties, "job", json_string(job));
        json_array_append_new(results, result);
    }
}

/* Tool, taxonomies and what else all have in common are the first job's. */
void merge_sarif(const struct merge *m, struct strbuf *b) {
    json_t *log = json_object(), *rules = json_array(), *results = json_array(), *all = NULL;
    for (uint32_t i = 0; i < m->results.n; i++) {
        json_t *run = json_object_get(m->results.at[i].whole, "sarif");
        if (!run) continue;
        if (!all || (!json_object_get(all, "taxonomies") && json_object_get(run, "taxonomies"))) {
            json_decref(all);
            all = json_deep_copy(run);
        }
        add_results(m->plan->jobs.at[i].name, run, rules, results);
    }
    if (all) {
        json_object_set(json_object_get(json_object_get(all, "tool"), "driver"), "rules", rules);
        json_object_set(all, "results", results);
        json_object_del(all, "invocations");
    }
    json_object_set_new(log, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(log, "version", json_string("2.1.0"));
    json_object_set_new(log, "runs", json_array());
    if (all) json_array_append_new(json_object_get(log, "runs"), all);
    char *text = json_dumps(log, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_SORT_KEYS);
    strbuf_printf(b, "%s\n", text);
    free(text);
    json_decref(rules);
    json_decref(results);
    json_decref(log);
}
