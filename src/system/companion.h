/* What stands beside the user's files whenever they are compiled. The front end finds out what a
 * program needs and says so here; the replay and the fuzzer, which compile the same files again,
 * ask.
 *
 *   flags      the file's own words for the compiler, from a project's list of commands
 *   source     what is compiled in the place of the file: its preprocessed text, rewritten
 *   header     stands in front of a file that uses a verification vocabulary without declaring it
 *   overlay    makes a header of such a vocabulary (smack.h) a file that can be included
 *   stand-ins  C definitions of the vocabulary's functions, for compiled runs: a failing check
 *              calls edgewise_reached(), a failing assumption __VERIFIER_assume(0); and of
 *              library functions that bring bytes in from outside
 *   arguments  of an entry function other than main
 *   label      a label that counts as the error, in programs without an error function
 *
 *   unbuildable  why the compiled program would not be the one that was verified
 *
 * A process verifies one program, so there is one companion. */
#ifndef SYSTEM_COMPANION_H
#define SYSTEM_COMPANION_H

#include "util/options.h"

/* Each may be NULL; texts are copied. A later call for the same file replaces the earlier one. */
void companion_put_header(const char *file, const char *header, const char *overlay);
/* Words that compilers are given for this file before all others; they are copied. */
void companion_put_flags(const char *file, const text_list *flags);
const text_list *companion_flags(const char *file); /* never NULL */
/* The file that compilers read in the place of this one; the name is copied. */
void companion_put_source(const char *file, const char *source);
const char *companion_source(const char *file); /* NULL: the file itself */
/* Appends the words that a compiler needs for the file; they belong to the companion. False if
 * there are none. */
bool companion_words(text_list *words, const char *file);

void companion_put_stand_ins(const char *text);
/* Appends to what is there. */
void companion_add_stand_ins(const char *text);
const char *companion_stand_ins(void); /* "" if there are none */

void companion_put_label(const char *label);
const char *companion_label(void); /* NULL if no label is the error */

/* How many arguments an entry function other than main is given; a harness gives it none. */
void companion_put_arguments(uint32_t n);
uint32_t companion_arguments(void);

/* Nothing is compiled and run then; the text is copied. */
void companion_put_unbuildable(const char *why);
const char *companion_unbuildable(void); /* NULL: it can be built */

void companion_release(void);

#endif
