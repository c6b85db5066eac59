/* Terms into gates: each term once per process, iteratively.
 *
 * Bool and bit-vector terms are decided completely, floats but for a few operators (blast_float.c).
 * Arrays are, as long as they are only read: a read of a store, a choice or a constant array is
 * expanded (read over write); what remains are reads of array variables, called cells, whose bits
 * are inputs. Two cells of one array must agree when their indices do: the caller sees to that (see
 * native_array.c). */
#ifndef SMT_NATIVE_BLAST_H
#define SMT_NATIVE_BLAST_H

#include "smt/native/aig.h"
#include "smt/native/bits.h"

/* A read of an array variable at an index that is any term. */
struct cell {
    term array, index, read; /* read = (select array index) */
};

void blast_acquire(void); /* also the gate graph */
void blast_release(void);
/* Does the term consist of what we can blast? */
bool blast_supports(term t);
edge blast_bool(term t);
void blast_bits(term t, struct bits *r); /* of a Bool, bit-vector or float term */
/* The input bits of a variable that was blasted: its bits, or any pattern of a float, NaNs not
 * canonical. */
void blast_inputs(term var, struct bits *r);
/* Was the term blasted? A variable that was not is in no query. */
bool blast_known(term t);

#endif
