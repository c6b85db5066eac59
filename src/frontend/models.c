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
    TEXT(
M void edgewise_memcpy(char *to, const char *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; }
M void edgewise_memmove(char *to, const char *from, size_t n) {
    if (to <= from) for (size_t i = 0; i < n; i++) to[i] = from[i];
    else for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
}
M void edgewise_memset(char *to, char c, size_t n) { for (size_t i = 0; i < n; i++) to[i] = c; }
M int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a; const unsigned char *q = b;
    for (size_t i = 0; i < n; i++) if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
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
    return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : (unsigned char)a[i] > (unsigned char)b[i];
}
M int strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    if (i == n) return 0;
    return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : (unsigned char)a[i] > (unsigned char)b[i];
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
M int isdigit(int c) { return c >= 48 && c <= 57; }
M int isupper(int c) { return c >= 65 && c <= 90; }
M int islower(int c) { return c >= 97 && c <= 122; }
M int isalpha(int c) { return (c >= 65 && c <= 90) || (c >= 97 && c <= 122); }
M int isalnum(int c) { return (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122); }
M int isspace(int c) { return c == 32 || (c >= 9 && c <= 13); }
M int toupper(int c) { return c >= 97 && c <= 122 ? c - 32 : c; }
M int tolower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; }
M int atoi(const char *s) {
    int n = 0; int minus = 0;
    while (*s == 32 || (*s >= 9 && *s <= 13)) s++;
    if (*s == 45 || *s == 43) minus = *s++ == 45;
    while (*s >= 48 && *s <= 57) n = n * 10 + (*s++ - 48);
    return minus ? -n : n;
}
void *malloc(size_t);
M void *realloc(void *old, size_t n) {
    char *new = malloc(n);
    if (new && old) for (size_t i = 0; i < n; i++) new[i] = ((char *)old)[i];
    return new;
}
M char *strdup(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; copy && i <= n; i++) copy[i] = s[i];
    return copy;
}
    );
/* clang-format on */

static const char *const modelled[] = {"memcmp", "memchr",  "strlen",  "strnlen", "strcmp", "strncmp", "strcpy",  "stpcpy",
                                       "strncpy", "strcat", "strncat", "strchr",  "strrchr", "strstr", "abs",     "labs",
                                       "llabs",  "isdigit", "isupper", "islower", "isalpha", "isalnum", "isspace", "toupper",
                                       "tolower", "atoi",    "realloc", "strdup"};

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

static bool calls_a_model(LLVMModuleRef module) {
    for (size_t i = 0; i < sizeof modelled / sizeof *modelled; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, modelled[i]);
        if (f && !ir_has_body(f) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

void models_link(LLVMModuleRef module, const struct program *p, struct error *e) {
    struct linker l = {.module = module, .context = LLVMGetModuleContext(module)};
    l.builder = LLVMCreateBuilderInContext(l.context);
    rebuild_block_operations(&l);
    LLVMDisposeBuilder(l.builder);
    if (!l.loops && !calls_a_model(module)) return;
    struct program same_machine = *p;
    same_machine.m32 = LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 4;
    LLVMModuleRef models = driver_compile_text(l.context, &same_machine, model_text, e);
    if (models) driver_link(module, models, "models.c", e);
}
