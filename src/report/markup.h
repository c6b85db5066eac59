/* Text of others as HTML: nothing that comes from a program becomes markup. */
#ifndef REPORT_MARKUP_H
#define REPORT_MARKUP_H

#include <stddef.h>

#include "util/strbuf.h"

/* As HTML shows it literally, also inside of quoted attributes. Bytes that are no UTF-8 become
 * replacement characters. */
void html_escape(struct strbuf *b, const char *text);
/* <tag attributes>text</tag>; the attributes are our own. */
void html_element(struct strbuf *b, const char *tag, const char *attributes, const char *text);
void html_paragraph(struct strbuf *b, const char *text);
void html_base64(struct strbuf *b, const unsigned char *s, size_t n);

#endif
