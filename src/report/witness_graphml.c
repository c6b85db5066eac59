/* SV-COMP's witness format 1.0 (GraphML) for violations: one path of nodes from the entry to the
 * violation; each edge is a source line, with an assumption where an input was stored in a
 * variable. Runs of lines that repeat are not folded: a validator follows the path line by line. */
#include <string.h>

#include "report/json.h"
#include "report/witness.h"

/* XML allows no control characters but tab, newline and carriage return. */
static void print_xml(struct strbuf *b, const char *s) {
    struct strbuf text = {0};
    text_to_utf8(&text, s);
    for (const char *p = text.text ? text.text : ""; *p; p++) {
        switch (*p) {
        case '<': strbuf_text(b, "&lt;"); break;
        case '>': strbuf_text(b, "&gt;"); break;
        case '&': strbuf_text(b, "&amp;"); break;
        case '"': strbuf_text(b, "&quot;"); break;
        default:
            if ((unsigned char)*p >= 0x20 || *p == '\t' || *p == '\n') strbuf_char(b, *p);
            else strbuf_char(b, '?');
        }
    }
    strbuf_release(&text);
}

static void print_data(struct strbuf *b, int indent, const char *key, const char *text) {
    strbuf_printf(b, "%*s<data key=\"%s\">", indent, "", key);
    print_xml(b, text);
    strbuf_text(b, "</data>\n");
}

static void print_keys(struct strbuf *b) {
    static const struct {
        const char *name, *target;
    } keys[] = {{"witness-type", "graph"},  {"sourcecodelang", "graph"},  {"producer", "graph"},
                {"specification", "graph"}, {"programfile", "graph"},     {"programhash", "graph"},
                {"architecture", "graph"},  {"creationtime", "graph"},    {"entry", "node"},
                {"violation", "node"},      {"startline", "edge"},        {"originfile", "edge"},
                {"assumption", "edge"},     {"assumption.scope", "edge"}, {"sourcecode", "edge"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        strbuf_printf(b, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"/>\n", keys[i].name,
                      keys[i].name, !strcmp(keys[i].name, "startline") ? "int" : "string", keys[i].target);
}

static void print_graph_data(struct strbuf *b, const struct subject *s) {
    char hex[65], now[21], *specification = witness_specification(s);
    char *producer = mem_printf("edgewise %s", s->version);
    sha256_file(s->files.at[0], hex);
    time_now(now);
    print_data(b, 4, "witness-type", "violation_witness");
    print_data(b, 4, "sourcecodelang", "C");
    print_data(b, 4, "producer", producer);
    print_data(b, 4, "specification", s->property);
    print_data(b, 4, "programfile", s->files.at[0]);
    print_data(b, 4, "programhash", hex);
    print_data(b, 4, "architecture", s->m32 ? "32bit" : "64bit");
    print_data(b, 4, "creationtime", now);
    free(producer);
    free(specification);
}

static void print_edge(struct strbuf *b, const struct story *s, uint32_t i) {
    const struct story_line *line = &s->lines.at[i];
    char *assumption = witness_assumption(line), number[16];
    strbuf_printf(b, "    <edge source=\"N%u\" target=\"N%u\">\n", i, i + 1);
    snprintf(number, sizeof number, "%u", line->pos.line);
    print_data(b, 6, "startline", number);
    print_data(b, 6, "originfile", story_file(s, line));
    if (assumption) {
        char *text = mem_printf("%s;", assumption);
        print_data(b, 6, "assumption", text);
        if (line->pos.function) print_data(b, 6, "assumption.scope", line->pos.function);
        free(text);
    }
    strbuf_text(b, "    </edge>\n");
    free(assumption);
}

void witness_graphml(struct strbuf *b, const struct witness *w) {
    assert(w->kind == VERDICT_FALSE);
    uint32_t n = w->story->lines.n;
    strbuf_text(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
                   "xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                   "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    print_keys(b);
    strbuf_text(b, "  <graph edgedefault=\"directed\">\n");
    print_graph_data(b, w->subject);
    strbuf_text(b, "    <node id=\"N0\">\n      <data key=\"entry\">true</data>\n    </node>\n");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_printf(b, "    <node id=\"N%u\">\n", i + 1);
        if (i + 1 == n) strbuf_text(b, "      <data key=\"violation\">true</data>\n");
        strbuf_text(b, "    </node>\n");
        print_edge(b, w->story, i);
    }
    strbuf_text(b, "  </graph>\n</graphml>\n");
}
