/* Contracts of recursive functions: what the result has to do with the arguments.
 *
 * Unfolding a recursive function shows what it does to some depth; a contract says what it does at any. The program is cut
 * into pieces: each recursive function f is run once, from arbitrary arguments, and wherever f is called, anywhere, the call is
 * replaced by an arbitrary result that satisfies f's contract. If no piece violates a contract or reaches the error, the contracts
 * hold, by induction over the calls that have returned, and the error is not reached by the program: every activation of a
 * function is an execution of its piece.
 *
 * A contract is a conjunction of clauses "condition on the arguments => claim about the result". Clauses are guessed from the constants
 * of the program; whoever uses this drops those that a piece violates (Houdini: Flanagan, Leino, FME 2001) until
 * none does.
 *
 * Only for functions of integers that touch no memory but their own scalar variables, and call only such. An error that
 * is reached in the pieces need not be one of the program: only TRUE follows from them. */
#ifndef FRONTEND_CONTRACTS_H
#define FRONTEND_CONTRACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

enum contract_relation { CONTRACT_EQ, CONTRACT_LE, CONTRACT_GE };
enum { CONTRACT_NONE = -1, CONTRACT_PARAMETERS = 6 };

enum contract_form { CONTRACT_SUM, CONTRACT_PARITY, CONTRACT_PRODUCT };
/* left = | <= | >= first + second + constant, of signed numbers modulo 2^width; or the last bit of that; or first * second. Operands are parameters by number, the
 * result with the number after the last, or CONTRACT_NONE; all have one width. */
struct contract_atom {
    int left, first, second;
    enum contract_relation relation;
    int64_t constant;
    enum contract_form form;
};

struct contract_clause {
    bool conditional;
    bool
        active; /* part of the contract; the others are implied, or nearly, and wait until what implies them is dropped */
    struct contract_atom condition, claim;
};

struct contract {
    char *function; /* owned */
    uint32_t parameters;
    uint32_t width[CONTRACT_PARAMETERS + 1]; /* of the parameters and of the result */
    VEC(struct contract_clause) clauses;
};

struct contracts {
    bool proposed; /* the clauses were guessed */
    bool
        sampling; /* functions are run as they are, from arguments that are drawn, and show their result bit by bit */
    bool as_written;        /* last calls stay calls: nothing is left to have a contract otherwise */
    bool with_main;         /* the program itself is one of the pieces */
    VEC(int64_t) constants; /* of the program */
    VEC(struct contract) of;
};

/* Sites with these names draw a function's arguments and, at the end of its piece, show its result (the number is one more
 * than the last parameter's). When sampling, a value is drawn with the number CONTRACT_BITS + i if bit i of the result is set. */
#define CONTRACT_SITE "__VERIFIER_nondet_contract_%u_%u"
#define CONTRACT_CHOICE "__VERIFIER_nondet_contract_piece" /* the piece: the number of the function, plus 1 */
enum { CONTRACT_BITS = 100, CONTRACT_RETURNED = 200 };     /* the last one after all bits */

bool contract_holds(const struct contract *c, const struct contract_clause *clause, const uint64_t *values);
/* Drops the clauses that do not hold for these arguments and this result; how many. */
uint32_t contract_weaken(struct contract *c, const uint64_t *values);
/* Makes the clauses active that no other one implies. */
void contract_focus(struct contract *c);
/* "result <= 91", for people; a fresh string. */
char *contract_text(const struct contract_clause *clause, const struct contract *c);
void contracts_release(struct contracts *k);

#endif
