/* What building and running the user's program takes, for the replay and for the execution engine:
 * temporary files, compilers, the linker's complaints, places in LLVM's text form, the sandboxed
 * run. */
#ifndef SYSTEM_TOOLCHAIN_H
#define SYSTEM_TOOLCHAIN_H

#include "system/process.h"
#include "system/subject.h"
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
/* "clang-19", or where Debian puts it if that is not in PATH, with the flags that keep clang from
 * doing anything but what its command line says: no configuration files, no reports of its
 * crashes. */
void toolchain_clang_name(text_list *words);
/* clang, with the meaning that the front end gives to C; uninitialized variables are 0. */
void toolchain_clang(text_list *words, const struct subject *s);
/* What links objects to a program: the first words of its command line. */
void toolchain_linker(text_list *words, const struct subject *s);
/* What is taken of a compiler's words (util/flags.h), for our own compilers: names are absolute as
 * seen from `folder`, or from ours if that is NULL, and values are joined to their flag. Words that
 * are no flags go to *files as they are (NULL: they are refused). *width becomes 32 or 64 if a flag
 * says so (may be NULL). Strings are fresh. On failure *e has the place. */
struct toolchain_flags {
    const char *folder;
    /* Where the words stand, for errors and warnings; NULL and 0: on the command line. */
    const char *file;
    int line;
    uint32_t *width;
};
bool toolchain_take(text_list *words, text_list *files, const text_list *flags,
                    const struct toolchain_flags *from, struct error *e);
/* The flags of the user and of the file, "-x LANGUAGE", and the file, in words that cannot be
 * anything else: names are absolute, because "@x" is a response file and "-x" an option to a
 * compiler, and values are joined to their option. What the program sees of its name (__FILE__,
 * debug information) is what the user wrote. The file is the last word, because the language holds
 * for all that follows. The strings are owned by *owned. */
void toolchain_source(text_list *words, const char *file, const char *language, text_list *owned);
/* "c", "cpp-output" or "ir", by the end of the name. */
const char *toolchain_language(const char *file);
/* Frees the strings and the list. */
void toolchain_release(text_list *owned);
/* Are the values of --define and --include-dir what a compiler may be given? */
bool toolchain_check_options(struct error *e);
/* A compiler's messages, with names as the user wrote them; a fresh string. */
char *toolchain_messages(const struct strbuf *output);
/* A name without the current folder before it; points into the name. Compilers leave the folder in
 * some names of their checks. */
const char *toolchain_shown_name(const char *name);
/* Runs a compiler (NULL is appended to the words); what it says is appended to *messages (may be
 * NULL). */
bool toolchain_compile(text_list *words, struct strbuf *messages);
/* The names that the linker did not find, each once; owned. */
void toolchain_undefined(const char *messages, text_list *names);
/* A function that returns 0 for every name that the linker did not find; false if there is none. */
bool toolchain_stubs(const char *messages, struct strbuf *out);

/* In a module of clang's with -g: the number of each !DILocation -> place_key. */
void toolchain_places(const char *text, struct int_map *places);
static inline uint64_t place_key(uint32_t line, uint32_t column) { return (uint64_t)line << 32 | column; }

/* What a program writes to TOKEN_FD when it reaches the error: new for each build, so that the
 * program cannot know it. */
enum { TOKEN_BYTES = 32 };
void toolchain_token(char token[TOKEN_BYTES + 1]);
/* Runs the program in the sandbox, with the limits of *p; process_release is the caller's. Not with
 * --no-execute. */
void toolchain_run(const char *program, struct process *p);

#endif
