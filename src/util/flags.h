/* The words of a compiler's command line: which of them edgewise takes over, which it drops, and
 * which it refuses.
 *
 *     gcc -std=c11 -Iinclude -DN=4 -O2 -MD -MF a.d -Wall -c a.c -o a.o
 *         taken    taken     taken dropped ...           input dropped
 *
 * The list is a whitelist, because a project's flags are input from outside: a word that loads code
 * into the compiler (-fplugin), hands words to one of its parts (-Xclang), reads words from a file
 * (@x) or writes a file must never reach it. What is unknown is refused. A word that only says how
 * fast, how large or how noisy is dropped; one that changes the meaning of a program in a way that
 * is not modelled is dropped with a warning.
 *
 * This file knows the words; names of files become absolute in system/toolchain.c. */
#ifndef UTIL_FLAGS_H
#define UTIL_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

enum flags_action {
    FLAGS_TAKE,
    FLAGS_DROP,
    /* Dropped with a warning: the meaning that it asks for is not modelled. */
    FLAGS_WARN,
    /* Chooses the data model: -m32, -m64, -target. */
    FLAGS_MODEL,
    FLAGS_REFUSE,
};

/* What stands behind a flag that is taken. */
enum flags_value {
    FLAGS_NOTHING,
    /* A word of letters, digits and punctuation that no path needs. */
    FLAGS_WORD,
    /* NAME, NAME=value or NAME(a,b)=value, in one line. */
    FLAGS_DEFINITION,
    FLAGS_FOLDER,
    /* A file that is looked for beside the command first, then in the include path. */
    FLAGS_HEADER,
};

/* One flag as it was found; `value` points into the words and is NULL if there is none. */
struct flags_found {
    enum flags_action action;
    enum flags_value kind;
    /* The flag without its value, as compilers spell it. */
    const char *name;
    const char *value;
    /* Words that it takes: 1, or 2 if the value is a word of its own. */
    uint32_t words;
    /* FLAGS_REFUSE: why, static; NULL: it is not known. */
    const char *why;
};

/* What is the flag at words[0]? `n` words are left, at least one. Never fails: an unknown flag is
 * refused. */
struct flags_found flags_find(const char *const *words, uint32_t n);
/* The width of pointers that a FLAGS_MODEL flag asks for: 32 or 64; 0 for a machine that is not
 * modelled. */
uint32_t flags_model(const struct flags_found *f);
/* Is the text a definition as -D takes it? */
bool flags_is_definition(const char *text);

#endif
