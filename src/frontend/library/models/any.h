/* What the models share. An arbitrary value is the result of a function whose name tells the
 * translation so. */
typedef __SIZE_TYPE__ size_t;
#ifndef M
#define M __attribute__((weak))
#endif
#ifndef ANY
#define ANY(type, name, mark) type name(void) __asm__("__edgewise_any." mark);
#endif
ANY(int, any_int, "i32")
ANY(long, any_long, "word")
ANY(long long, any_long_long, "i64")
ANY(float, anyf, "float")
ANY(double, any, "double")
ANY(int, any_errno, "i32")
/* A copy comes to both places: it overlaps itself if they are one. */
#ifndef APART
void apart(const void *p, const void *q) __asm__("__edgewise_apart");
#define APART(p, q) apart(p, q)
#endif
/* The variable behind errno; library functions without a model set it, too (effects.c). */
M int edgewise_errno;
#ifndef SETS_ERRNO
#define SETS_ERRNO edgewise_errno = any_errno()
#endif
/* Executions in which this is false do not exist. */
#ifndef SUPPOSE
#define SUPPOSE(c) ((c) ? (void)0 : __builtin_unreachable())
#endif
