/* Library functions as C text, compiled along with the program when it calls one of them. The program's own definition of a function
 * always wins. Block operations of constant size stay LLVM intrinsics, for which the translation
 * has better means than a loop; the others become calls of the loops below. */
#include "frontend/models.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver.h"
#include "frontend/ir.h"
#include "util/vec.h"

#define TEXT(...) #__VA_ARGS__

/* clang-format off */
static const char model_text[] =
    "typedef __SIZE_TYPE__ size_t;\n#define M __attribute__((weak))\n"
    "int any_int(void) __asm__(\"" MARK_ANY "i32\");\nlong any_long(void) __asm__(\"" MARK_ANY "word\");\n"
    "long long any_long_long(void) __asm__(\"" MARK_ANY "i64\");\nfloat any_float(void) __asm__(\"" MARK_ANY "float\");\n"
    "double any_double(void) __asm__(\"" MARK_ANY "double\");\n"
    "#define END(p) if (p) *p = (char *)s + (size_t)any_long();\n"
    TEXT(
M void edgewise_memcpy(char *to, const char *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; }
M void edgewise_memmove(char *to, const char *from, size_t n) {
    if (to <= from) for (size_t i = 0; i < n; i++) to[i] = from[i];
    else for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
}
M void edgewise_memset(char *to, char c, size_t n) { for (size_t i = 0; i < n; i++) to[i] = c; }
static int less(void) { int n = any_int(); if (n >= 0) __builtin_unreachable(); return n; }
static int greater(void) { int n = any_int(); if (n <= 0) __builtin_unreachable(); return n; }
static int yes(int b) { int n = any_int(); if (!b) return 0; if (n == 0) __builtin_unreachable(); return n; }
static int order(unsigned char a, unsigned char b) { return a < b ? less() : a > b ? greater() : 0; }
M int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a; const unsigned char *q = b;
    for (size_t i = 0; i < n; i++) if (p[i] != q[i]) return order(p[i], q[i]);
    return 0;
}
M void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++) if (p[i] == (unsigned char)c) return (void *)(p + i);
    return 0;
}
M size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
M size_t strnlen(const char *s, size_t max) { size_t n = 0; while (n < max && s[n]) n++; return n; }
M int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return order(a[i], b[i]);
}
M int strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    if (i == n) return 0;
    return order(a[i], b[i]);
}
M char *strcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}
M char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to + i;
}
M char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i]) { to[i] = from[i]; i++; }
    while (i < n) to[i++] = 0;
    return to;
}
M char *strcat(char *to, const char *from) {
    size_t n = 0; size_t i = 0;
    while (to[n]) n++;
    while ((to[n + i] = from[i])) i++;
    return to;
}
M char *strncat(char *to, const char *from, size_t max) {
    size_t n = 0; size_t i = 0;
    while (to[n]) n++;
    while (i < max && from[i]) { to[n + i] = from[i]; i++; }
    to[n + i] = 0;
    return to;
}
M char *strchr(const char *s, int c) {
    for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; }
}
M char *strrchr(const char *s, int c) {
    char *found = 0;
    for (;; s++) { if (*s == (char)c) found = (char *)s; if (!*s) return found; }
}
M char *index(const char *s, int c) {
    for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; }
}
M char *rindex(const char *s, int c) {
    char *found = 0;
    for (;; s++) { if (*s == (char)c) found = (char *)s; if (!*s) return found; }
}
M void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n > 0) if (p[--n] == (unsigned char)c) return (void *)(p + n);
    return 0;
}
M void *mempcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return (char *)to + n;
}
M void *memccpy(void *to, const void *from, int c, size_t n) {
    for (size_t i = 0; i < n; i++) if ((((char *)to)[i] = ((const char *)from)[i]) == (char)c) return (char *)to + i + 1;
    return 0;
}
M int bcmp(const void *a, const void *b, size_t n) {
    for (size_t i = 0; i < n; i++) if (((const char *)a)[i] != ((const char *)b)[i]) return yes(1);
    return 0;
}
static int lower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; }
M int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && lower(a[i]) == lower(b[i])) i++;
    return order(lower((unsigned char)a[i]), lower((unsigned char)b[i]));
}
M int strncasecmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && lower(a[i]) == lower(b[i])) i++;
    return i == n ? 0 : order(lower((unsigned char)a[i]), lower((unsigned char)b[i]));
}
static int among(char c, const char *set) { for (; *set; set++) if (*set == c) return 1; return 0; }
M size_t strspn(const char *s, const char *set) { size_t n = 0; while (s[n] && among(s[n], set)) n++; return n; }
M size_t strcspn(const char *s, const char *set) { size_t n = 0; while (s[n] && !among(s[n], set)) n++; return n; }
M char *strpbrk(const char *s, const char *set) { for (; *s; s++) if (among(*s, set)) return (char *)s; return 0; }
M char *strstr(const char *s, const char *what) {
    for (;; s++) {
        size_t i = 0;
        while (what[i] && s[i] == what[i]) i++;
        if (!what[i]) return (char *)s;
        if (!*s) return 0;
    }
}
M int abs(int x) { return x < 0 ? -x : x; }
M long labs(long x) { return x < 0 ? -x : x; }
M long long llabs(long long x) { return x < 0 ? -x : x; }
M int isdigit(int c) { return yes(c >= 48 && c <= 57); }
M int isupper(int c) { return yes(c >= 65 && c <= 90); }
M int islower(int c) { return yes(c >= 97 && c <= 122); }
M int isalpha(int c) { return yes((c >= 65 && c <= 90) || (c >= 97 && c <= 122)); }
M int isalnum(int c) { return yes((c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)); }
M int isspace(int c) { return yes(c == 32 || (c >= 9 && c <= 13)); }
M int isxdigit(int c) { return yes((c >= 48 && c <= 57) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102)); }
M int iscntrl(int c) { return yes((c >= 0 && c < 32) || c == 127); }
M int isprint(int c) { return yes(c >= 32 && c < 127); }
M int isgraph(int c) { return yes(c > 32 && c < 127); }
M int isblank(int c) { return yes(c == 32 || c == 9); }
M int isascii(int c) { return yes(c >= 0 && c < 128); }
M int ispunct(int c) { return yes(c > 32 && c < 127 && !((c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122))); }
M int toascii(int c) { return c & 127; }
M int toupper(int c) { return c >= 97 && c <= 122 ? c - 32 : c; }
M int tolower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; }
M int atoi(const char *s) {
    int n = 0; int minus = 0;
    while (*s == 32 || (*s >= 9 && *s <= 13)) s++;
    if (*s == 45 || *s == 43) minus = *s++ == 45;
    while (*s >= 48 && *s <= 57) n = n * 10 + (*s++ - 48);
    return minus ? -n : n;
}
M long strtol(const char *s, char **end, int base) { END(end) return any_long(); }
M unsigned long strtoul(const char *s, char **end, int base) { END(end) return any_long(); }
M long long strtoll(const char *s, char **end, int base) { END(end) return any_long_long(); }
M unsigned long long strtoull(const char *s, char **end, int base) { END(end) return any_long_long(); }
M double strtod(const char *s, char **end) { END(end) return any_double(); }
M float strtof(const char *s, char **end) { END(end) return any_float(); }
M const unsigned short **__ctype_b_loc(void) { /* of the C locale, as glibc has it; from -128 on */
    static const unsigned short t[384] = {
        [128 ... 136] = 2, [137] = 8195, [138 ... 141] = 8194, [142 ... 159] = 2, [160] = 24577, [161 ... 175] = 49156,
        [176 ... 185] = 55304, [186 ... 192] = 49156, [193 ... 198] = 54536, [199 ... 218] = 50440, [219 ... 224] = 49156,
        [225 ... 230] = 54792, [231 ... 250] = 50696, [251 ... 254] = 49156, [255] = 2};
    static const unsigned short *p = t + 128;
    return &p;
}
M int *__errno_location(void) { static int number; number = any_int(); return &number; }
void *malloc(size_t);
M char *strdup(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; copy && i <= n; i++) copy[i] = s[i];
    return copy;
}
M char *strndup(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; copy && i < n; i++) copy[i] = s[i];
    if (copy) copy[n] = 0;
    return copy;
}
M int posix_memalign(void **p, size_t align, size_t n) {
    void *new = malloc(n);
    if (!new) return 12;
    *p = new;
    return 0;
}
    );

/* With realloc in the program, every block begins with its size, which tells how much there is to copy. What lies beyond is not
 * copied: it stays as new memory is, arbitrary. A block of size 0 may be NULL. */
static const char sized_text[] =
    "typedef __SIZE_TYPE__ size_t;\nint any_int(void) __asm__(\"" MARK_ANY "i32\");\n#define M __attribute__((weak))\n"
    TEXT(
void *malloc(size_t);
void *calloc(size_t, size_t);
static size_t with_size(size_t n) { return n + 16 < n ? n : n + 16; }
static void *begin(size_t *block, size_t n) {
    if (!block) return 0;
    *block = n;
    return (char *)block + 16;
}
void *edgewise_sized_malloc(size_t n) { return begin(malloc(with_size(n)), n); }
void *edgewise_sized_calloc(size_t k, size_t n) {
    size_t all;
    if (__builtin_mul_overflow(k, n, &all)) return 0;
    return begin(calloc(1, with_size(all)), all);
}
M void *realloc(void *old, size_t n) {
    if (n == 0 && any_int()) return 0;
    char *new = edgewise_sized_malloc(n);
    if (!new || !old) return new;
    size_t had = *(size_t *)((char *)old - 16);
    size_t most = had < n ? had : n;
    for (size_t i = 0; i < most; i++) new[i] = ((char *)old)[i];
    return new;
}
M void *reallocarray(void *old, size_t k, size_t n) {
    size_t all;
    return __builtin_mul_overflow(k, n, &all) ? (void *)0 : realloc(old, all);
}
    );
/* clang-format on */

static const char *const modelled[] = {
    "memcmp", "memchr", "strlen", "strnlen", "strcmp", "strncmp", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "strstr",
    "abs", "labs", "llabs", "isdigit", "isupper", "islower", "isalpha", "isalnum", "isspace", "toupper", "tolower", "atoi", "strdup",
    "isxdigit", "iscntrl", "isprint", "isgraph", "isblank", "isascii", "ispunct", "toascii", "index", "rindex", "memrchr", "mempcpy", "memccpy", "bcmp",
    "strcasecmp", "strncasecmp", "strspn", "strcspn", "strpbrk", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "__errno_location", "__ctype_b_loc",
    "strndup", "posix_memalign"};

typedef VEC(LLVMValueRef) value_vec;

struct linker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    bool loops; /* a block operation became a loop */
};

/* ---- block operations ---- */

static const struct {
    const char *name; /* of a call or the beginning of an intrinsic's name */
    const char *loop; /* the model */
    int to, from, size; /* argument numbers; from is the byte for memset, -1: zero */
} block_operations[] = {
    {"memcpy", "edgewise_memcpy", 0, 1, 2},      {"__memcpy_chk", "edgewise_memcpy", 0, 1, 2},
    {"memmove", "edgewise_memmove", 0, 1, 2},    {"__memmove_chk", "edgewise_memmove", 0, 1, 2},
    {"memset", "edgewise_memset", 0, 1, 2},      {"__memset_chk", "edgewise_memset", 0, 1, 2},
    {"bcopy", "edgewise_memmove", 1, 0, 2},      {"bzero", "edgewise_memset", 0, -1, 1},
    {"llvm.memcpy", "edgewise_memcpy", 0, 1, 2}, {"llvm.memmove", "edgewise_memmove", 0, 1, 2},
    {"llvm.memset", "edgewise_memset", 0, 1, 2},
};

static int block_operation(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f || ir_has_body(f)) return -1;
    for (int i = 0; i < (int)(sizeof block_operations / sizeof *block_operations); i++) {
        const char *name = block_operations[i].name;
        bool intrinsic = !strncmp(name, "llvm.", 5);
        if (intrinsic ? ir_starts_with(f, name) : ir_has_name(f, name))
            return (int)ir_arguments(call) > block_operations[i].size ? i : -1;
    }
    return -1;
}

static LLVMValueRef loop_function(struct linker *l, const char *name, LLVMTypeRef second, LLVMTypeRef size) {
    LLVMTypeRef params[3] = {LLVMPointerTypeInContext(l->context, 0), second, size};
    l->loops = true;
    return ir_declare(l->module, name, LLVMVoidTypeInContext(l->context), params, 3);
}

static void rebuild_block_operation(struct linker *l, LLVMValueRef call, int which) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(l->context);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(l->context, LLVMGetModuleDataLayout(l->module));
    LLVMPositionBuilderBefore(l->builder, call);
    LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(call));
    bool set = strstr(block_operations[which].loop, "memset") != NULL, move = strstr(block_operations[which].loop, "memmove") != NULL;
    LLVMValueRef to = LLVMGetOperand(call, (unsigned)block_operations[which].to);
    LLVMValueRef from = block_operations[which].from < 0 ? LLVMConstInt(byte, 0, false)
                                                         : LLVMGetOperand(call, (unsigned)block_operations[which].from);
    if (set) from = LLVMBuildIntCast2(l->builder, from, byte, false, "");
    LLVMValueRef size = LLVMBuildIntCast2(l->builder, LLVMGetOperand(call, (unsigned)block_operations[which].size), word, false, "");
    if (!LLVMIsAConstantInt(size)) {
        LLVMValueRef args[3] = {to, from, size};
        LLVMValueRef f = loop_function(l, block_operations[which].loop, LLVMTypeOf(from), word);
        LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(f), f, args, 3, "");
    } else if (set) {
        LLVMBuildMemSet(l->builder, to, from, size, 1);
    } else if (move) {
        LLVMBuildMemMove(l->builder, to, 1, from, 1, size);
    } else {
        LLVMBuildMemCpy(l->builder, to, 1, from, 1, size);
    }
    if (LLVMTypeOf(call) == LLVMTypeOf(to)) LLVMReplaceAllUsesWith(call, to);
    LLVMInstructionEraseFromParent(call);
}

static void rebuild_block_operations(struct linker *l) {
    value_vec calls = {0};
    FOR_FUNCTIONS(f, l->module) FOR_BLOCKS(b, f) FOR_INSTRUCTIONS(i, b) {
        int which = LLVMIsACallInst(i) ? block_operation(i) : -1;
        if (which < 0) continue;
        bool fine = !strncmp(block_operations[which].name, "llvm.", 5) && LLVMIsAConstantInt(LLVMGetOperand(i, 2));
        if (!fine) VEC_PUSH(&calls, i);
    }
    for (uint32_t i = 0; i < calls.n; i++) rebuild_block_operation(l, calls.at[i], block_operation(calls.at[i]));
    VEC_RELEASE(&calls);
}

static bool is_called(LLVMModuleRef module, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return f && !ir_has_body(f) && LLVMGetFirstUse(f);
}

static bool calls_a_model(LLVMModuleRef module) {
    for (size_t i = 0; i < sizeof modelled / sizeof *modelled; i++)
        if (is_called(module, modelled[i])) return true;
    return false;
}

static void link_text(struct linker *l, const struct program *p, const char *text, struct error *e) {
    struct program same_machine = *p;
    same_machine.m32 = LLVMPointerSize(LLVMGetModuleDataLayout(l->module)) == 4;
    LLVMModuleRef models = driver_compile_text(l->context, &same_machine, text, e);
    if (models) driver_link(l->module, models, "models.c", e);
}

/* All calls of an allocator but the one in its replacement. */
static void replace_allocator(LLVMModuleRef module, const char *name, const char *by) {
    LLVMValueRef old = LLVMGetNamedFunction(module, name), new = LLVMGetNamedFunction(module, by);
    if (!old || !new || ir_has_body(old)) return;
    LLVMReplaceAllUsesWith(old, new);
    FOR_BLOCKS(b, new) FOR_INSTRUCTIONS(i, b) {
        if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == new) LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, old);
    }
}

void models_link(LLVMModuleRef module, const struct program *p, struct error *e) {
    struct linker l = {.module = module, .context = LLVMGetModuleContext(module)};
    l.builder = LLVMCreateBuilderInContext(l.context);
    rebuild_block_operations(&l);
    LLVMDisposeBuilder(l.builder);
    if (l.loops || calls_a_model(module)) link_text(&l, p, model_text, e);
    if (e->set || (!is_called(module, "realloc") && !is_called(module, "reallocarray"))) return;
    link_text(&l, p, sized_text, e);
    replace_allocator(module, "malloc", "edgewise_sized_malloc");
    replace_allocator(module, "calloc", "edgewise_sized_calloc");
}
