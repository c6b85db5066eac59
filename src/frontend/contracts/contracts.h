/* Contracts of recursive functions: what the result has to do with the arguments.
 *
 * Unfolding a recursive function shows what it does to some depth; a contract says what it does at
 * any. The program is cut into pieces: each recursive function f is run once, from arbitrary
 * arguments, and wherever f is called, anywhere, the call is replaced by an arbitrary result that
 * satisfies f's contract. If no piece violates a contract or reaches the error, the contracts hold,
 * by induction over the calls that have returned, and the error is not reached by the program:
 * every activation of a function is an execution of its piece.
 *
 * A contract is a conjunction of clauses "conditions on the arguments => claim about the result".
 * Clauses are guessed from the constants of the program and from values that the function is seen
 * to compute (guesses.h); whoever uses this drops those that a piece violates (Houdini: Flanagan,
 * Leino, FME 2001) until none does.
 *
 * Only for functions of integers that touch no memory but their own scalar variables and a few
 * global ones, and call only such. What a function does to a global variable is one more result,
 * the variable's value before the call one more argument. An error that is reached in the pieces
 * need not be one of the program: only TRUE follows from them. */
#ifndef FRONTEND_CONTRACTS_CONTRACTS_H
#define FRONTEND_CONTRACTS_CONTRACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

enum contract_relation { CONTRACT_EQ, CONTRACT_LE, CONTRACT_GE };
enum { CONTRACT_NONE = -1, CONTRACT_ARGUMENTS = 6, CONTRACT_GLOBALS = 4, CONTRACT_CONDITIONS = 2 };
enum { CONTRACT_VALUES = CONTRACT_ARGUMENTS + 1 + 2 * CONTRACT_GLOBALS };

enum contract_form { CONTRACT_SUM, CONTRACT_PARITY, CONTRACT_PRODUCT, CONTRACT_POWER };
/* left = | <= | >= the right side, of signed numbers modulo 2^width:
 *   SUM      factor * first + second + constant
 *   PARITY   the last bit of that
 *   PRODUCT  first * second
 *   POWER    factor * 2^first + second + constant, the exponent modulo the width
 * Operands are values of the contract by number, or CONTRACT_NONE; all have one width. */
struct contract_atom {
    int left, first, second;
    enum contract_relation relation;
    int64_t constant;
    enum contract_form form;
    int64_t factor;
};

struct contract_clause {
    uint32_t conditions; /* all of them must hold */
    bool equation;       /* seen in calls; the others are mere guesses */
    /* part of the contract; the others are implied, or nearly, and wait until what implies them
     * is dropped */
    bool active;
    struct contract_atom condition[CONTRACT_CONDITIONS], claim;
};

/* Values are numbered: the function's arguments, the global variables before the call, the
 * function's result if it has one, the global variables after the call. */
struct contract {
    char *function;                  /* owned */
    char *globals[CONTRACT_GLOBALS]; /* owned; NULL after the last */
    uint32_t arguments;              /* the function's own */
    uint32_t parameters;             /* with the global variables: the number of the first result */
    uint32_t results;
    uint32_t width[CONTRACT_VALUES];
    VEC(struct contract_clause) clauses;
};

struct contracts {
    bool proposed;  /* the clauses were guessed */
    bool with_main; /* the program itself is one of the pieces */
    bool equations; /* only these are claimed */
    VEC(struct contract) of;
};

/* Sites with these names draw the values of a function's piece by number: its parameters and, at
 * the end, its results. */
#define CONTRACT_SITE "__VERIFIER_nondet_contract_%u_%u"
#define CONTRACT_CHOICE "__VERIFIER_nondet_contract_piece" /* the piece: the number of the function, plus 1 */
enum { CONTRACT_DRAWN = 100 }; /* plus the number of a value: where a call was, its results */

/* left relation first + second + constant */
struct contract_atom contract_sum(int left, int first, int second, enum contract_relation relation,
                                  int64_t constant);
/* The number of the value before the call of the global variable whose value after it has the
 * number `result`; CONTRACT_NONE for the function's own result. */
int contract_before(const struct contract *c, uint32_t result);
bool contract_holds(const struct contract *c, const struct contract_clause *clause, const uint64_t *values);
/* The right side of a claim. */
uint64_t contract_right(const struct contract *c, const struct contract_atom *claim, const uint64_t *values);
bool contract_applies(const struct contract *c, const struct contract_clause *clause, const uint64_t *values);
/* Drops the clauses that do not hold for these values; how many. */
uint32_t contract_weaken(struct contract *c, const uint64_t *values);
/* Makes the clauses active that no other one implies; only the equations if so wanted. */
void contract_focus(struct contract *c, bool equations);
/* "result <= 91", for people; a fresh string. */
char *contract_text(const struct contract_clause *clause, const struct contract *c);
void contract_release(struct contract *c);
void contracts_release(struct contracts *k);

#endif
