/* The ledger: what a verdict TRUE takes for granted beyond the definition of C and the chosen data
 * model.
 *
 * One row per kind of assumption, with the name that people and tools see and the sentence that
 * follows "Assuming that". Whoever makes the assumption adds an entry with the place that rests on
 * it:
 *
 *     cfa_ledger_add(c, LEDGER_MALLOC_SUCCEEDS, pos, "calloc");
 *
 * An entry belongs to the automaton as translated, not to a command of it: reductions neither see
 * nor drop it, and copies have it, too. So an assumption is named if the translation of code that
 * the entry function may reach has made it, even if the proof would have gone without. A new kind
 * is a new row here. Its name is for scripts and stays. */
#ifndef CFA_LEDGER_H
#define CFA_LEDGER_H

/* clang-format off */
#define LEDGER_ROWS(ROW) \
ROW(EXTERN_PURE,     "extern-pure", \
      "functions without a body change no memory of the program") \
ROW(EXTERN_APART,    "extern-apart", \
      "functions without a body call no function of the program by its name, start no " \
      "thread and leave the floating-point environment as it is") \
ROW(OUTSIDE_APART,   "outside-apart", \
      "pointers that functions without a body hand out lead to memory of their own") \
ROW(ENTRY_POINTERS,  "entry-pointers", \
      "pointers that the entry function is given are not null and lead to memory of their " \
      "own") \
ROW(ENTRY_OBJECTS,   "entry-objects", \
      "pointers that the entry function is given are null, lead to a new block (of one " \
      "element, unless that is of a basic type), are an earlier argument of their type, or " \
      "lead to a global variable that this file defines and others can see") \
ROW(ENTRY_ASSUMED,   "entry-assumed", \
      "the arguments of the entry function are as --assume says") \
ROW(INITIAL_GLOBALS, "initial-globals", \
      "global variables have their initial values when the entry function is called") \
ROW(CONTRACTS,       "contracts", \
      "functions do what the contracts say that stand in for them (--replace), which " \
      "--enforce proves") \
ROW(GLOBALS,         "globals-kept", \
      "functions without a body that are called from a function that is held to its " \
      "contract change no global variable that its assigns clause does not name") \
ROW(MALLOC_SUCCEEDS, "malloc-succeeds",    "malloc and its relatives never fail") \
ROW(HEAP_BUDGET,     "heap-budget", \
      "a place that allocates memory again and again stays within a fixed amount in one " \
      "execution") \
ROW(STACK_BUDGET,    "stack-budget", \
      "arrays of variable length are not too large for the stack") \
ROW(ADDRESSES,       "addresses",          "objects lie at the addresses that edgewise gave them") \
ROW(ADDRESS_RANGE,   "address-range", \
      "no object whose address is computed with lies from 0x60000000 to 0xe0000000") \
ROW(BLOCK_POINTERS,  "block-pointers", \
      "pointers to memory that was freed are not compared, and those into different blocks " \
      "from one place neither ordered nor subtracted") \
ROW(VALID_ACCESS,    "valid-access", \
      "accesses that C leaves undefined (null, outside of the object, after its end) do not " \
      "happen where they are not checked") \
ROW(CALL_TYPES,      "call-types", \
      "functions are called through pointers by their own types") \
ROW(LIBRARY_MEMORY,  "library-memory", \
      "functions of the C library that have no model read and write inside of what they are " \
      "given, and find the ends of their texts there") \
ROW(SORT_ORDER,      "sort-order", \
      "qsort and bsearch call the comparison function on elements of the array, as an insertion " \
      "sort and a binary search do") \
ROW(OUTPUT,          "output-succeeds", \
      "printf and its relatives can write") \
ROW(EXTERN_MEMORY,   "extern-memory", \
      "functions without a body access what they are given inside of its bounds, and free " \
      "nothing of the program's") \
ROW(OLD_SCOPES,      "old-scopes", \
      "a pointer to a local variable is not used when the scope of the variable is executed " \
      "again") \
ROW(LOST_AT_END,     "lost-at-end", \
      "memory that is lost in executions that never end, or end other than by returning " \
      "from main, is no leak") \
ROW(ALLOWED,         "allowed", \
      "comments in the program allow checks to fail; overflow then wraps, and after any other " \
      "failure the execution is over") \
ROW(VOLATILE,        "volatile-memory", \
      "volatile objects of the program change by the program's own writes only") \
ROW(INTERRUPTS,      "no-interrupts", \
      "no interrupt handler changes what is not volatile (--isr=FUNCTION)") \
ROW(ASSEMBLY,        "assembly", \
      "inline assembly changes its outputs and what it says that it clobbers, and nothing " \
      "else") \
ROW(ORDER,           "evaluation-order", \
      "operands that C may evaluate in any order are evaluated in the order that clang " \
      "chooses") \
ROW(ROUNDING,        "rounding-mode", \
      "the compiler computes in the rounding mode that the program sets, as with " \
      "FENV_ACCESS") \
ROW(SIGNALS,         "signals", \
      "the program starts with no signal ignored or blocked, so that raise ends it") \
ROW(REDUCTIONS,      "reductions", \
      "simplifying the program has lost no failure, because the proof was checked on the " \
      "simplified program only") \
ROW(NO_CHECK,        "unchecked-proof", \
      "the engine's proof is right (--no-recheck, --cache-trust)")
/* clang-format on */

enum ledger_kind {
#define ROW(id, name, sentence) LEDGER_##id,
    LEDGER_ROWS(ROW)
#undef ROW
        LEDGER_KINDS
};

const char *ledger_name(enum ledger_kind k);     /* "malloc-succeeds" */
const char *ledger_sentence(enum ledger_kind k); /* "malloc and its relatives never fail" */

#endif
