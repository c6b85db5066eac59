/* is_fresh(p, n) means something else where a function is entered, where it is called, and where it
 * has returned:
 *
 *     assumed    --enforce=f: p leads to a new block of n bytes that no other is_fresh speaks of
 *     checked    --replace=f: n bytes may be read from p on, and its object is none that an
 *                is_fresh before spoke of
 *     weighed    --enforce=f: p may lead to such a block: n bytes may be read from p on
 *     ensured    p leads to a block that did not exist before: cut, by name
 *
 * A compiled program cannot ask the memory model; so that it can confirm failures all the same,
 * three questions about arguments have bodies, which know the blocks that were made for them. They
 * are for the compiled program only (prepare.c): elsewhere they are the predicates that they stand
 * for.
 *
 * What was spoken of is kept as the numbers of at most five objects, the last one first: no
 * pointers, because whoever compares those with each other observes addresses, and no counter, so
 * that constants stay constants where calls are inlined.
 *
 * Predicates in other files call it, so it is one function that asks a variable what is meant.
 * Every file that a contract is printed to gets the same definitions, and the linker takes any of
 * them.
 *
 * pointer_in_range(a, p, b) says that all three lead into one object, in this order. Where it is to
 * be assumed, p would have to be made such a pointer: cut, by name. */
#include "frontend/source/fresh.h"

static const char text[] =
    "\n# 1 \"contract\"\n"
    "extern void *malloc(__SIZE_TYPE__); extern void __CPROVER_assume(_Bool);\n"
    "extern void __CPROVER_assert(_Bool, const char *); extern _Bool __CPROVER_r_ok(const void *, ...);\n"
    "extern _Bool __CPROVER_same_object(const void *, const void *);\n"
    "extern __PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);\n"
    "extern __SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);\n"
    "extern _Bool __CPROVER_is_fresh_of_another_pointer(void), __CPROVER_is_fresh_of_another_size(void),"
    " __CPROVER_is_fresh_in_ensures(void), __CPROVER_is_fresh_of_many_objects(void),"
    " __CPROVER_pointer_in_range_in_requires(void);\n"
    "extern __SIZE_TYPE__ __VERIFIER_nondet_size_of_block(void), __VERIFIER_nondet_offset(void);"
    " extern _Bool __VERIFIER_nondet_bool(void);"
    " extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n"
    "extern __SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);\n"
    "__attribute__((weak)) int edgewise_clause;\n"
    "__attribute__((weak)) __SIZE_TYPE__ edgewise_object_0, edgewise_object_1, edgewise_object_2,"
    " edgewise_object_3, edgewise_object_4;\n"
    "extern _Bool edgewise_is_own(const void *p, __SIZE_TYPE__ n);\n"
    "__attribute__((weak)) _Bool " FRESH_MAY_READ "(const void *p, ...) { return p != 0; }\n"
    "__attribute__((weak)) void *" FRESH_BLOCK "(__SIZE_TYPE__ n) {\n"
    "    void *block = malloc(n);\n"
    "    __CPROVER_assume(block != 0);\n"
    "    return block;\n"
    "}\n"
    "__attribute__((weak)) _Bool edgewise_is_apart(const void *p) {\n"
    "    __SIZE_TYPE__ o = __CPROVER_POINTER_OBJECT(p);\n"
    "    _Bool apart = o && (o != edgewise_object_0) & (o != edgewise_object_1) & (o != edgewise_object_2) &"
    " (o != edgewise_object_3) & (o != edgewise_object_4);\n"
    "    if (edgewise_object_4) return __CPROVER_is_fresh_of_many_objects();\n"
    "    edgewise_object_4 = edgewise_object_3; edgewise_object_3 = edgewise_object_2;\n"
    "    edgewise_object_2 = edgewise_object_1; edgewise_object_1 = edgewise_object_0;\n"
    "    edgewise_object_0 = o;\n"
    "    return apart;\n"
    "}\n"
    "__attribute__((weak)) _Bool __CPROVER_is_fresh(const void *p, __SIZE_TYPE__ n) {\n"
    "    if (!p) return 0;\n"
    "    if (edgewise_clause == 3) return " FRESH_MAY_READ "(p, n);\n"
    "    if (edgewise_clause == 0) return edgewise_is_own(p, n);\n"
    "    if (edgewise_clause == 2) return __CPROVER_is_fresh_in_ensures();\n"
    "    return __CPROVER_r_ok(p, n) && edgewise_is_apart(p);\n"
    "}\n"
    "__attribute__((weak)) _Bool __CPROVER_pointer_in_range_dfcc(const void *least, const void *p, const "
    "void *most) {\n"
    "    if (edgewise_clause == 3) return __VERIFIER_nondet_bool();\n"
    "    if (edgewise_clause == 0) return __CPROVER_pointer_in_range_in_requires();\n"
    "    return least && __CPROVER_same_object(least, p) && __CPROVER_same_object(least, most) &&\n"
    "           __CPROVER_POINTER_OFFSET(least) <= __CPROVER_POINTER_OFFSET(p) &&\n"
    "           __CPROVER_POINTER_OFFSET(p) <= __CPROVER_POINTER_OFFSET(most);\n"
    "}\n";

static const char no_own[] = "__attribute__((weak)) _Bool edgewise_is_own(const void *p, __SIZE_TYPE__ n) {\n"
                             "    (void)p; (void)n; return __CPROVER_is_fresh_of_another_pointer();\n"
                             "}\n";

void fresh_print(bool own, struct strbuf *out) { strbuf_printf(out, "%s%s", text, own ? "" : no_own); }
