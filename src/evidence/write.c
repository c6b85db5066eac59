#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "evidence/evidence.h"

bool evidence_write(const char *path, const struct strbuf *text, struct error *e) {
    bool is_stdout = !strcmp(path, "-");
    FILE *f = is_stdout ? stdout : fopen(path, "wb");
    if (!f) {
        error_set(e, path, 0, 0, "cannot be written: %s", strerror(errno));
        return false;
    }
    bool good = fwrite(text->text ? text->text : "", 1, text->n, f) == text->n;
    if (is_stdout ? fflush(f) : fclose(f)) good = false;
    if (!good) error_set(e, path, 0, 0, "cannot be written: %s", strerror(errno));
    return good;
}
