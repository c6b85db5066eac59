/* What building and running the user's program takes, for the replay and for the execution engine: temporary files, compilers, the
 * linker's complaints, places in LLVM's text form, the sandboxed run. */
#ifndef EVIDENCE_TOOLCHAIN_H
#define EVIDENCE_TOOLCHAIN_H

#include "evidence/evidence.h"
#include "evidence/process.h"
#include "util/hash.h"

/* The name of a file in the subject's folder for temporary files, which is flat; owned by *made. */
char *toolchain_file(const struct subject *s, text_list *made, const char *name);
/* Removes the files and forgets their names. */
void toolchain_unlink(text_list *made);
bool toolchain_write(const char *path, const struct strbuf *text);
char *toolchain_read(const char *path); /* NULL if it cannot be read */

#define WORDS(words, ...)                                                                                    \
    toolchain_words(words, (const char *const[]){__VA_ARGS__},                                               \
                    sizeof(const char *const[]){__VA_ARGS__} / sizeof(const char *))
void toolchain_words(text_list *words, const char *const *more, size_t n);
/* clang, with the meaning that the front end gives to C; uninitialized variables are 0. */
void toolchain_clang(text_list *words, const struct subject *s);
/* -I and -D of the user, "-x LANGUAGE", and the file. *owned is freed after use. */
void toolchain_source(text_list *words, const char *file, char **owned);
/* Runs a compiler (NULL is appended to the words); what it says is appended to *messages (may be NULL). */
bool toolchain_compile(text_list *words, struct strbuf *messages);
/* A function that returns 0 for every name that the linker did not find; false if there is none. */
bool toolchain_stubs(const char *messages, struct strbuf *out);

/* In a module of clang's with -g: the number of each !DILocation -> place_key. */
void toolchain_places(const char *text, struct int_map *places);
static inline uint64_t place_key(uint32_t line, uint32_t column) { return (uint64_t)line << 32 | column; }

/* Runs the program in the sandbox, with the limits of *p; process_release is the caller's. */
void toolchain_run(const char *program, struct process *p);

#endif
