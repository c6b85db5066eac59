/* The ways in which a C program can fail: the classes of checks, one row each.
 *
 *   CLASS(ID, "name", standard, cwe, "SV-COMP property", "clang's sanitizers", "sentence")
 *
 * `standard` says whether --check=standard asks for it, which is the default under C's rules. A
 * class without a property of SV-COMP's is named by its own name in the verdict. The sanitizers are
 * those whose instrumentation places the checks (frontend/translate/checks.c); the sentence says
 * what holds if the check does. */
#ifndef CFA_CHECKS_H
#define CFA_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/fail.h"
#include "util/strbuf.h"

/* clang-format off */
#define CHECK_CLASSES(CLASS) \
CLASS(ASSERT,        "assert",         true,  617, "unreach-call", NULL, \
      "no assertion fails and no error function is called") \
CLASS(OVERFLOW,      "overflow",       true,  190, "no-overflow",  "signed-integer-overflow", \
      "the result of signed arithmetic fits its type") \
CLASS(DIVISION,      "division",       true,  369, NULL,           "integer-divide-by-zero", \
      "no number is divided by zero") \
CLASS(SHIFT,         "shift",          true, 1335, NULL,           "shift", \
      "the amount of a shift is less than the width, and no sign is shifted into") \
CLASS(BOUNDS,        "bounds",         true,  119, "valid-deref",  "array-bounds", \
      "an index is within its array") \
CLASS(NULL,          "null",           true,  476, "valid-deref",  "null", \
      "no null pointer is dereferenced") \
CLASS(DANGLING,      "dangling",       true, 416, "valid-deref",  NULL, \
      "no pointer to an object whose life has ended is dereferenced") \
CLASS(INVALID,       "invalid-pointer", true, 824, "valid-deref", NULL, \
      "a pointer that is dereferenced leads to an object, and to no constant if it is " \
      "written through") \
CLASS(FREE,          "free",           true, 763, "valid-free",   NULL, \
      "what is freed is null, or a living block that malloc returned") \
CLASS(LEAK,          "leak",           true, 401, "valid-memtrack", NULL, \
      "every living block can be reached from a variable when the program ends") \
CLASS(CLEANUP,       "cleanup",        false, 772, "valid-memcleanup", NULL, \
      "every block is freed when the program ends") \
CLASS(UNINITIALIZED, "uninitialized",  true,  457, NULL,           NULL, \
      "no decision, address, argument or result depends on a local variable that nobody has set") \
CLASS(RETURN,        "return",         true,  394, NULL,           NULL, \
      "a function whose value is used has returned one") \
CLASS(OVERLAP,       "overlap",        true,  475, NULL,           NULL, \
      "what memcpy, strcpy and the like copy does not overlap itself") \
CLASS(FUNCTION_TYPE, "function-type",  true,  758, NULL,           "function", \
      "a function is called through a pointer of its own type") \
CLASS(FLOAT_CAST,    "float-cast",     true,  681, NULL,           "float-cast-overflow", \
      "a floating-point number fits the integer type that it is converted to") \
CLASS(BOOL,          "enum-bool",      true,  704, NULL,           "bool", \
      "a _Bool that is read holds 0 or 1") \
CLASS(VLA,           "vla",            true, 1284, NULL,           "vla-bound", \
      "the length of a variable-length array is positive") \
CLASS(UNREACHABLE,   "unreachable",    true,  758, NULL,           "unreachable", \
      "__builtin_unreachable is not reached, and functions that do not return do not") \
CLASS(NONNULL,       "nonnull",        true,  476, NULL, \
      "nonnull-attribute,returns-nonnull-attribute", \
      "no null pointer is passed or returned where an attribute forbids it") \
CLASS(BUILTIN,       "builtin",        true,  758, NULL,           "builtin", \
      "the argument of __builtin_clz and __builtin_ctz is not zero") \
CLASS(ALIGNMENT,     "alignment",      false, 758, NULL,           "alignment", \
      "a pointer is aligned for the type that it is dereferenced as") \
CLASS(UNSIGNED_WRAP, "unsigned-wrap",  false, 190, NULL,           "unsigned-integer-overflow", \
      "the result of unsigned arithmetic fits its type") \
CLASS(CONVERSION,    "conversion",     false, 197, NULL,           "implicit-conversion", \
      "an implicit conversion between integers keeps the value") \
CLASS(FLOAT_DIVISION, "float-division", false, 369, NULL,          "float-divide-by-zero", \
      "no floating-point number is divided by zero") \
CLASS(FLOAT_NAN,     "float-nan",      false, 682, NULL,           NULL, \
      "floating-point arithmetic with numbers gives a number") \
CLASS(FLOAT_OVERFLOW, "float-overflow", false, 190, NULL,          NULL, \
      "floating-point arithmetic with finite numbers gives a finite number") \
CLASS(POINTER_ARITHMETIC, "pointer-arithmetic", false, 468, NULL,  "pointer-overflow", \
      "an address that is computed does not wrap, and no number is added to null") \
CLASS(POINTER_COMPARE, "pointer-compare", false, 469, NULL,        NULL, \
      "pointers that are subtracted or compared by < lead into one object")
/* clang-format on */

enum check_class {
#define CLASS(id, name, standard, cwe, property, sanitizers, sentence) CHECK_##id,
    CHECK_CLASSES(CLASS)
#undef CLASS
        CHECK_CLASS_COUNT
};

typedef uint32_t check_set; /* a bit per class */
#define CHECK_BIT(class) ((check_set)1 << (class))

/* --check=memory */
#define CHECKS_OF_MEMORY                                                                                     \
    (CHECK_BIT(CHECK_BOUNDS) | CHECK_BIT(CHECK_NULL) | CHECK_BIT(CHECK_DANGLING) |                           \
     CHECK_BIT(CHECK_INVALID) | CHECK_BIT(CHECK_FREE) | CHECK_BIT(CHECK_LEAK))

struct check_row {
    const char *name;
    bool standard;
    uint32_t cwe;
    const char *property;   /* SV-COMP's, NULL: none */
    const char *sanitizers; /* of clang, NULL: the check is placed by the front end */
    const char *sentence;
};
extern const struct check_row check_rows[CHECK_CLASS_COUNT];

/* The functions that clang's instrumentation calls, without "__ubsan_handle_": HANDLER("name",
 * class, class of the call without "_abort"). Two serve two classes each; the front end asks clang
 * to go on after the second of them, and so gets two calls. Unsigned and floating-point operations
 * have classes of their own, by their type. */
#define CHECK_HANDLERS(HANDLER)                                                                              \
    HANDLER("add_overflow", OVERFLOW, OVERFLOW)                                                              \
    HANDLER("sub_overflow", OVERFLOW, OVERFLOW)                                                              \
    HANDLER("mul_overflow", OVERFLOW, OVERFLOW)                                                              \
    HANDLER("negate_overflow", OVERFLOW, OVERFLOW)                                                           \
    HANDLER("divrem_overflow", DIVISION, OVERFLOW)                                                           \
    HANDLER("shift_out_of_bounds", SHIFT, SHIFT)                                                             \
    HANDLER("out_of_bounds", BOUNDS, BOUNDS)                                                                 \
    HANDLER("type_mismatch_v1", NULL, ALIGNMENT)                                                             \
    HANDLER("float_cast_overflow", FLOAT_CAST, FLOAT_CAST)                                                   \
    HANDLER("load_invalid_value", BOOL, BOOL)                                                                \
    HANDLER("vla_bound_not_positive", VLA, VLA)                                                              \
    HANDLER("builtin_unreachable", UNREACHABLE, UNREACHABLE)                                                 \
    HANDLER("nonnull_arg", NONNULL, NONNULL)                                                                 \
    HANDLER("nonnull_return_v1", NONNULL, NONNULL)                                                           \
    HANDLER("invalid_builtin", BUILTIN, BUILTIN)                                                             \
    HANDLER("implicit_conversion", CONVERSION, CONVERSION)                                                   \
    HANDLER("function_type_mismatch", FUNCTION_TYPE, FUNCTION_TYPE)                                          \
    HANDLER("pointer_overflow", POINTER_ARITHMETIC, POINTER_ARITHMETIC)
#define CHECK_HANDLER_PREFIX "__ubsan_handle_"

struct check_handler {
    const char *name;
    enum check_class class, goes_on;
};
extern const struct check_handler check_handlers[];
extern const uint32_t check_handler_count;
/* What the compiler is told so that it places these checks: "-fsanitize=...", ...; at most
 * CHECK_FLAGS texts, the first of which is fresh. Returns how many. */
enum { CHECK_FLAGS = 5 };
uint32_t checks_flags(check_set set, const char *flags[CHECK_FLAGS]);

/* Does a set ask for checks that the memory model places: of every access, free and end of the
 * program? Bounds alone do: clang sees indices of arrays only, and strcpy leaves an array as
 * well. */
bool checks_follow_memory(check_set set);

/* Reads a list as that of --check: "standard,-null", "+conversion" (added to `from`),
 * "overflow,shift". Returns the set; *e is set if a name is not known. */
check_set checks_parse(const char *list, check_set from, struct error *e);
check_set checks_standard(void);
/* The word for a failure: SV-COMP's property, or the name of the class. */
const char *checks_property(enum check_class class);

#endif
