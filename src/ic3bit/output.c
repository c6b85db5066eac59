#include "ic3bit/output.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/clock.h"
#include "util/stats.h"
#include "util/strbuf.h"

static void text_counter(void *context, const char *field, const char *group, const char *help,
                         uint64_t value) {
    (void)context, (void)field;
    printf("  %-12s %-52s %14" PRIu64 "\n", group, help, value);
}

static void text_timer(void *context, const char *id, const char *help, double seconds) {
    (void)context, (void)id;
    printf("  %-12s %-52s %12.3f s\n", "time", help, seconds);
}

void output_stats(void) {
    puts("Statistics:");
    stats_visit(text_counter, text_timer, NULL);
    printf("  %-12s %-52s %12.3f s\n", "time", "all", clock_wall());
    printf("  %-12s %-52s %10.1f MiB\n", "memory", "peak", (double)memory_peak() / (1 << 20));
}

static void json_string(struct strbuf *b, const char *s) {
    strbuf_char(b, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') strbuf_printf(b, "\\%c", c);
        else if (c < 0x20) strbuf_printf(b, "\\u%04x", c);
        else strbuf_char(b, *s);
    }
    strbuf_char(b, '"');
}

static void json_counter(void *context, const char *field, const char *group, const char *help,
                         uint64_t value) {
    struct strbuf *b = context;
    (void)group, (void)help;
    strbuf_printf(b, "%s\"%s\": %" PRIu64, b->text[b->n - 1] == '{' ? "" : ", ", field, value);
}

static void json_no_counter(void *context, const char *field, const char *group, const char *help,
                            uint64_t value) {
    (void)context, (void)field, (void)group, (void)help, (void)value;
}

static void json_timer(void *context, const char *id, const char *help, double seconds) {
    struct strbuf *b = context;
    (void)help;
    strbuf_printf(b, "%s\"%s\": %.3f", b->text[b->n - 1] == '{' ? "" : ", ", id, seconds);
}

static void json_no_timer(void *context, const char *id, const char *help, double seconds) {
    (void)context, (void)id, (void)help, (void)seconds;
}

void output_json(const char *file, const char *verdict, const char *detail) {
    struct strbuf b = {0};
    strbuf_text(&b, "{\"file\": ");
    json_string(&b, file);
    strbuf_printf(&b, ", \"verdict\": \"%s\"", verdict);
    if (detail) {
        strbuf_text(&b, ", \"detail\": ");
        json_string(&b, detail);
    }
    strbuf_text(&b, ", \"counters\": {");
    stats_visit(json_counter, json_no_timer, &b);
    strbuf_text(&b, "}, \"seconds\": {");
    stats_visit(json_no_counter, json_timer, &b);
    strbuf_printf(&b, "}, \"wall\": %.3f}", clock_wall());
    puts(b.text);
    strbuf_release(&b);
}
