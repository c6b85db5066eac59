/* Where the functions under test run: memory for their arguments between guard pages, random
 * values, and calls by name.
 *
 * A call's arguments come from a recipe, a word per argument:
 *   i l        any number of 32 or 64 bits, often at a boundary
 *   n N        0 ... 24, 1 ... 24
 *   d f        a double, a float
 *   ch         a character or -1
 *   base sec   0, 2 ... 36; some time of day
 *   K          a number, as it is
 *   num        a string that looks like a number, more or less
 *   str wstr   a string of a few characters, wide
 *   buf slot   a slot of arbitrary bytes, the beginning of one
 *   near       a place after the last pointer, in the same slot
 *   ref        a slot with a pointer to a string in another slot
 *   zero       a slot of zeros
 *   small      a slot that begins with the number 16
 *   tm time    a slot with a valid struct tm or time_t
 *   template   a slot with a name for mkstemp
 *   fd wfd     a file to read, or none; a file to write to
 *   file       a stream
 *   newfile    a stream that is used once
 *   sock       a socket
 *   null       a null pointer
 *   =X wide    the text X, constant; the wide text %d, constant
 *   va         variable arguments
 * A question mark behind a word lets the argument be a null pointer now and then.
 *
 * Calls follow the convention of x86-64, in which numbers and pointers have other registers than
 * floats have: one type of function pointer fits all functions of at most six of the first and four
 * of the second kind. */
#ifndef TEST_ORACLE_LIBRARY_WORLD_H
#define TEST_ORACLE_LIBRARY_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { WORLD_FAILED = 99, SLOT = 1024, SLOTS = 8, WORLD_BYTES = SLOT * SLOTS, MAX_ARGUMENTS = 8 };

struct world {
    /* the slots, and a second set that the calls are not given, to see what is kept and written
     * later */
    unsigned char *slots, *spare;
    unsigned char shadow[WORLD_BYTES], spare_shadow[WORLD_BYTES];
    uint64_t seed;
    uint32_t used;     /* slots that the arguments took */
    uint64_t prepared; /* calls so far; the first gets no null pointer */
};

struct call {
    const char *name;
    void *function;
    char result; /* the prototype's letter */
    uint32_t n;
    /* as they are passed; a pointer argument lies in a slot unless slot is -1 */
    struct {
        bool is_float, is_pointer, is_list;
        long number;
        double real;
        int slot;
    } arg[MAX_ARGUMENTS];
    /* what came back */
    long number, second;
    double real, imaginary;
    int errno_after;
};

void world_init(struct world *w, uint64_t seed);
uint64_t world_random(struct world *w);
/* Fills slots and arguments by the recipe. */
void world_prepare(struct world *w, struct call *c, const char *recipe);
/* Calls c->function, with errno 0 before. */
void world_call(struct call *c);
/* The letters of a function's prototype; NULL if there is none. */
const char *world_prototype(const char *name);
void *world_find(const char *name); /* the real function */
/* Says what is wrong, on world_complaints or stderr, and ends the process with WORLD_FAILED. */
extern FILE *world_complaints;
_Noreturn void world_fail(const struct call *c, const char *format, ...);

#endif
