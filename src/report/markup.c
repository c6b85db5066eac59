#include "report/markup.h"

#include <stdint.h>

#include "report/json.h"

static void escape(struct strbuf *b, const char *text) {
    for (const char *s = text; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '&') strbuf_text(b, "&amp;");
        else if (c == '<') strbuf_text(b, "&lt;");
        else if (c == '>') strbuf_text(b, "&gt;");
        else if (c == '"') strbuf_text(b, "&quot;");
        else if (c == '\'') strbuf_text(b, "&#39;");
        else if (c < 32 && c != '\t' && c != '\n') strbuf_text(b, "&#xFFFD;");
        else strbuf_char(b, *s);
    }
}

void html_escape(struct strbuf *b, const char *text) {
    struct strbuf valid = {0};
    text_to_utf8(&valid, text);
    if (valid.n) escape(b, valid.text);
    strbuf_release(&valid);
}

void html_element(struct strbuf *b, const char *tag, const char *attributes, const char *text) {
    strbuf_printf(b, "<%s%s%s>", tag, *attributes ? " " : "", attributes);
    html_escape(b, text);
    strbuf_printf(b, "</%s>", tag);
}

void html_paragraph(struct strbuf *b, const char *text) {
    html_element(b, "p", "", text);
    strbuf_char(b, '\n');
}

void html_base64(struct strbuf *b, const unsigned char *s, size_t n) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t x =
            (uint32_t)s[i] << 16 | (i + 1 < n ? (uint32_t)s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        strbuf_char(b, digits[x >> 18]);
        strbuf_char(b, digits[x >> 12 & 63]);
        strbuf_char(b, i + 1 < n ? digits[x >> 6 & 63] : '=');
        strbuf_char(b, i + 2 < n ? digits[x & 63] : '=');
    }
}
