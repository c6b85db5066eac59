/* The folder of a cache: one file per entry, named after its key.
 *
 * A file is written under another name and renamed, so that readers, who take no lock, see a whole
 * entry or none, also on NFS and after a crash. What is in the folder is never trusted: links are
 * not followed, only regular files of a bounded size are read, and a checksum finds what was
 * damaged. Only files whose names are those of entries are ever removed. A disk that is full, or a
 * folder that cannot be written, means that nothing is kept. */
#ifndef PROJECT_FOLDER_H
#define PROJECT_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "project/sha256.h"
#include "util/fail.h"
#include "util/strbuf.h"

struct folder {
    int fd; /* -1: there is none */
};

/* Makes the folder if it is not there, but not its parents. False with *e set if it cannot be
 * used. */
bool folder_open(struct folder *f, const char *path, struct error *e);
void folder_close(struct folder *f);
/* Can nobody else write to it? */
bool folder_is_own(const struct folder *f);
/* The body of an entry, which counts as used now; false if there is none, or none that is whole. */
bool folder_read(const struct folder *f, const char *key, struct strbuf *body);
bool folder_write(const struct folder *f, const char *key, const struct strbuf *body);
/* Removes entries, those first whose last use is longest ago, once all of them take more than
 * `most` bytes. */
void folder_trim(const struct folder *f, uint64_t most);

struct folder_contents {
    uint64_t entries, damaged, bytes;
};
/* Counts; entries are read, and damaged ones counted and named on stdout, if `verify` is set. */
struct folder_contents folder_survey(const struct folder *f, bool verify);
/* Removes all entries and what writers that crashed have left; how many entries there were. */
uint64_t folder_clear(const struct folder *f);

#endif
