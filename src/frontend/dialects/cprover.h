/* CBMC's vocabulary, as far as it is supported; see svcomp.h for the form. Another __CPROVER_ function is UNKNOWN where it is called. */
typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
void __CPROVER_assume(_Bool condition);
void __CPROVER_loop_check(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *description);
void __CPROVER_precondition(_Bool condition, const char *description);
void __CPROVER_postcondition(_Bool condition, const char *description);
_Bool __CPROVER_unbounded_quantifier(void);
_Bool __CPROVER_r_ok(const void *p, ...);
_Bool __CPROVER_w_ok(const void *p, ...);
_Bool __CPROVER_rw_ok(const void *p, ...);
_Bool __CPROVER_is_fresh(const void *p, __SIZE_TYPE__ size);
_Bool __CPROVER_pointer_in_range_dfcc(const void *least, const void *p, const void *most);
_Bool __CPROVER_same_object(const void *p, const void *q);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *p);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *p);
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *p);
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *p);
/* clang-format off */
static inline void *__CPROVER_allocate(__SIZE_TYPE__ size, _Bool zero) { void *p = zero ? __builtin_calloc(1, size) : __builtin_malloc(size); __VERIFIER_assume(p != 0); return p; }
static inline void __CPROVER_havoc_slice(void *p, __SIZE_TYPE__ size) { for (__SIZE_TYPE__ i = 0; i < size; i++) ((char *)p)[i] = __VERIFIER_nondet_char(); }
static inline void __CPROVER_havoc_object(void *p) { __CPROVER_havoc_slice((char *)p - __CPROVER_POINTER_OFFSET(p), __CPROVER_OBJECT_SIZE(p)); }
void __CPROVER_array_that_is_part_of_an_object(void);
void __CPROVER_array_copy_of_another_size(void);
#define __CPROVER_array_set(to, with) __extension__({ __auto_type edgewise_to = &(to)[0]; __typeof__(*edgewise_to) edgewise_with = (with); if (__CPROVER_POINTER_OFFSET(edgewise_to)) __CPROVER_array_that_is_part_of_an_object(); for (__SIZE_TYPE__ edgewise_i = 0; edgewise_i < __CPROVER_OBJECT_SIZE(edgewise_to) / sizeof *edgewise_to; edgewise_i++) edgewise_to[edgewise_i] = edgewise_with; (void)0; })
static inline void __CPROVER_array_replace(const void *to, const void *from) { __SIZE_TYPE__ n = __CPROVER_OBJECT_SIZE(to), m = __CPROVER_OBJECT_SIZE(from); if (__CPROVER_POINTER_OFFSET(to) || __CPROVER_POINTER_OFFSET(from)) __CPROVER_array_that_is_part_of_an_object(); for (__SIZE_TYPE__ i = 0; i < n && i < m; i++) ((char *)to)[i] = ((const char *)from)[i]; }
static inline void __CPROVER_array_copy(const void *to, const void *from) { if (__CPROVER_OBJECT_SIZE(to) != __CPROVER_OBJECT_SIZE(from)) __CPROVER_array_copy_of_another_size(); __CPROVER_array_replace(to, from); }
#define __CPROVER_overflow_mult(a, b) __extension__({ __typeof__((a) * (b)) edgewise_result; __builtin_mul_overflow((a), (b), &edgewise_result); })
#define __CPROVER_overflow_plus(a, b) __extension__({ __typeof__((a) + (b)) edgewise_result; __builtin_add_overflow((a), (b), &edgewise_result); })
#define __CPROVER_overflow_minus(a, b) __extension__({ __typeof__((a) - (b)) edgewise_result; __builtin_sub_overflow((a), (b), &edgewise_result); })
/* clang-format on */
void __CPROVER_cover(_Bool condition);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_input(const char *name, ...);
void __CPROVER_output(const char *name, ...);
static inline _Bool __CPROVER_isnanf(float f) { return f != f; }
static inline _Bool __CPROVER_isnand(double d) { return d != d; }
static inline _Bool __CPROVER_isnanld(long double d) { return d != d; }
static inline _Bool __CPROVER_isinff(float f) { return __builtin_isinf(f); }
static inline _Bool __CPROVER_isinfd(double d) { return __builtin_isinf(d); }
static inline _Bool __CPROVER_isinfld(long double d) { return __builtin_isinf(d); }
static inline _Bool __CPROVER_isfinitef(float f) { return __builtin_isfinite(f); }
static inline _Bool __CPROVER_isfinited(double d) { return __builtin_isfinite(d); }
static inline _Bool __CPROVER_isfiniteld(long double d) { return __builtin_isfinite(d); }
_Bool __CPROVER_nondet_bool(void);
char __CPROVER_nondet_char(void);
int __CPROVER_nondet_int(void);
unsigned __CPROVER_nondet_uint(void);
long __CPROVER_nondet_long(void);
unsigned long __CPROVER_nondet_ulong(void);
__SIZE_TYPE__ __CPROVER_nondet_size_t(void);
float __CPROVER_nondet_float(void);
double __CPROVER_nondet_double(void);
