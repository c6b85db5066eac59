/* Evidence as JSON values (jansson); the schema is doc/result.schema.json. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/checks.h"
#include "report/proof.h"
#include "replay/story.h"

/* Text that may come from outside: bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *s);
void text_to_utf8(struct strbuf *b, const char *s);
json_t *json_story(const struct story *s);
json_t *json_proof(const struct proof *p);
/* One object per check that was asked for. */
json_t *json_checks(const struct cfa *c, const struct check_answer *results);

/* The ledger: an object per kind of assumption, with its places; NULL: an empty list. */
json_t *json_ledger(const struct cfa *c);

#endif
