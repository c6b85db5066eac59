/* Evidence as JSON values (jansson); the schema is doc/result.schema.json. */
#ifndef EVIDENCE_JSON_H
#define EVIDENCE_JSON_H

#include <jansson.h>

#include "evidence/proof.h"
#include "evidence/story.h"

/* Text that may come from outside: bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *s);
void text_to_utf8(struct strbuf *b, const char *s);
json_t *json_story(const struct story *s);
json_t *json_proof(const struct proof *p);

#endif
