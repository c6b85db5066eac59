/* The user's program and the driver, compiled into one executable. */
#ifndef FUZZ_BUILD_H
#define FUZZ_BUILD_H

#include "fuzz/weave.h"

struct build {
    const struct subject *subject;
    struct weave weave;
    char *program; /* the executable; owned */
    text_list made; /* owned names of files to remove */
    text_list modules; /* .ll files; owned by `made` */
    const char *trouble; /* why there is no program; static text */
};

/* `drawn` has the sites of uninitialized variables and unknown functions that are inputs. False with b->trouble
 * set if the program cannot be built; build_release is called in any case. */
bool build_program(struct build *b, const struct subject *subject, const struct cfa *drawn);
void build_release(struct build *b);

/* Shared with confirm.c: files and compilers. */
char *build_file(const struct subject *subject, text_list *made, const char *name);
bool build_write(const char *path, const struct strbuf *text);
char *build_read(const char *path);
/* Runs a compiler (NULL is appended to the words); what it says is appended to *messages (may be NULL). */
bool build_compile(text_list *words, struct strbuf *messages);
void build_words(text_list *words, const char *const *more, size_t n);
/* -I and -D of the user, "-x LANGUAGE", and the file. *owned is freed after use. */
void build_source(text_list *words, const char *file, char **owned);
/* A function that returns 0 for every name that the linker did not find; false if there is none. */
bool build_stubs(const char *messages, struct strbuf *out);
void build_unlink(text_list *made);

#endif
