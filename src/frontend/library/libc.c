/* Functions of the C library by their prototypes, and rows that say less.
 *
 * The prototype of a function bounds what it does: memory behind a pointer to const stays as it is,
 * unless there are pointers to other memory in it; a function pointer may be called. So a function
 * that the system's headers declare and of which nothing else is known is taken as follows:
 *
 *     char *strsignal(int);                  no pointer goes in: its result, errno, the library's
 *                                            own memory and variables are arbitrary afterwards
 *     int puts_unlocked(const char *);       the same: what it is given is const
 *     int sem_timedwait(sem_t *, ...);       may write what it is given, and may keep the pointer
 *                                            and write there
 *     void insque(void *, void *);           later; may follow pointers: cut
 *     int pthread_once(..., void (*)(void)); may call the function: cut
 *
 * A row of rows.def says less, e.g. that time() writes 8 bytes where its argument points and keeps
 * no pointer. What rows say is tested against the real functions. A call with other types than the
 * prototype's is none of the library's function, and is cut. */
#include "frontend/library/libc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/library/formats.h"

enum { RESULT_IN_ARGUMENT = 1, STATIC = 2, SUFFIXES = 4, NO_LIMIT = 8, FORMAT_SHIFT = 8 };
#define FORMAT(k) (((k) + 1) << FORMAT_SHIFT)

struct row {
    const char *names; /* separated by blanks */
    enum libc_effect effect;
    /* see rows.def */
    const char *writes, *variables;
    uint32_t flags;
};

static const struct row rows[] = {
#define ROW(names, effect, writes, variables, flags) {names, LIBC_##effect, writes, variables, flags},
#define FLOATS(names, effect, writes, variables, flags)                                                      \
    {names, LIBC_##effect, writes, variables, (flags) | SUFFIXES},
#include "frontend/library/rows.def"
#undef ROW
#undef FLOATS
};

struct prototype {
    const char *name;
    const char *codes; /* see tools/make-prototypes */
};

/* Sorted by name. */
static const struct prototype prototypes[] = {
#define R(name, codes) {name, codes},
#define V(name)
#include "frontend/library/prototypes/prototypes.def"
#undef R
#undef V
};

static const char *const variables[] = {
#define R(name, codes)
#define V(name) name,
#include "frontend/library/prototypes/prototypes.def"
#undef R
#undef V
};

/* ---- lookup ---- */

static int compare_names(const void *name, const void *row) {
    return strcmp(name, ((const struct prototype *)row)->name);
}

static const struct prototype *prototype_of(LLVMValueRef f) {
    if (ir_has_body(f)) return NULL;
    return bsearch(ir_name(f), prototypes, sizeof prototypes / sizeof *prototypes, sizeof *prototypes,
                   compare_names);
}

static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
    return false;
}

static bool listed_without_suffix(const char *names, const char *name) {
    char base[32];
    size_t n = strlen(name);
    if (n < 2 || n >= sizeof base || (name[n - 1] != 'f' && name[n - 1] != 'l')) return false;
    memcpy(base, name, n);
    base[n - 1] = 0;
    return listed(names, base);
}

static const struct row *search_row(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (listed(rows[i].names, name)) return &rows[i];
        if ((rows[i].flags & SUFFIXES) && listed_without_suffix(rows[i].names, name)) return &rows[i];
    }
    return NULL;
}

/* NULL for a function without a row, or no prototype. Each function is searched for once, because
 * the points-to analysis asks in every round. */
static const struct row *row_of(const struct prototype *p) {
    static const struct row *found[sizeof prototypes / sizeof *prototypes];
    static bool searched[sizeof prototypes / sizeof *prototypes];
    if (!p) return NULL;
    size_t i = (size_t)(p - prototypes);
    assert(i < sizeof prototypes / sizeof *prototypes);
    if (!searched[i]) found[i] = search_row(p->name);
    searched[i] = true;
    return found[i];
}

enum libc_effect libc_effect(LLVMValueRef function) {
    const struct prototype *p = prototype_of(function);
    const struct row *row = row_of(p);
    return !p ? LIBC_NOT : row ? row->effect : LIBC_ANY;
}

/* ---- types ---- */

static bool fits(LLVMTypeRef type, char code, uint32_t pointer_bits) {
    uint32_t width = ir_width(type);
    switch (code) {
    case 'v': return LLVMGetTypeKind(type) == LLVMVoidTypeKind;
    case 'b': return width == 8 || width == 1;
    case 's': return width == 16;
    case 'i': return width == 32;
    case 'l': return width == pointer_bits;
    case 'q': return width == 64;
    case 'f': return LLVMGetTypeKind(type) == LLVMFloatTypeKind;
    case 'd': return LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
    case 'x': return LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind;
    case '?': return true;
    default: return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    }
}

static uint32_t pointer_bits(LLVMValueRef f) {
    return 8 * LLVMPointerSize(LLVMGetModuleDataLayout(LLVMGetGlobalParent(f)));
}

bool libc_fits_prototype(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    const struct prototype *p = prototype_of(f);
    assert(p);
    if (libc_effect(f) == LIBC_ENDS || ir_result_in_memory(call)) return true;
    uint32_t bits = pointer_bits(f), i = 0;
    bool ignored = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !LLVMGetFirstUse(call);
    if (!ignored && !fits(LLVMTypeOf(call), p->codes[0], bits)) return false;
    for (const char *code = p->codes + 1; *code; code++, i++) {
        if (*code == '.' || *code == '?') return true; /* a struct may be several arguments */
        if (i >= ir_arguments(call) || !fits(LLVMTypeOf(LLVMGetOperand(call, i)), *code, bits)) return false;
    }
    return i == ir_arguments(call);
}

/* ---- what is written ---- */

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* The letter of argument i; '.' for variable arguments. */
static char code_of(const struct prototype *p, uint32_t i) {
    for (const char *code = p->codes + 1; *code; code++) {
        if (*code == '.' || *code == '?') return *code;
        if (i-- == 0) return *code;
    }
    return '?';
}

static uint64_t constant_argument(LLVMValueRef call, long k) {
    LLVMValueRef v = k < (long)ir_arguments(call) ? LLVMGetOperand(call, (unsigned)k) : NULL;
    return v && LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

/* The bytes that a row's text says; 0 if they are not constant. */
static uint64_t bytes_of(const char *text, LLVMValueRef call) {
    char *end;
    if (*text == '*') return 0;
    if (*text == '#') {
        uint64_t n = constant_argument(call, strtol(text + 1, &end, 10));
        if (*end == '#') n *= constant_argument(call, strtol(end + 1, &end, 10));
        return n < 1u << 20 ? n : 0;
    }
    uint64_t n = strtoull(text, &end, 10);
    if (*end == '/' && pointer_bits(ir_callee(call)) == 32) n = strtoull(end + 1, &end, 10);
    return n;
}

static bool row_writes(const struct row *row, LLVMValueRef call, uint32_t i, bool variable, uint64_t *bytes) {
    for (const char *at = row->writes; *at; at += strcspn(at, " "), at += *at == ' ') {
        bool all = !strncmp(at, "...", 3);
        if (all ? !variable : (uint32_t)strtoul(at, NULL, 10) != i) continue;
        *bytes = bytes_of(strchr(at, ':') + 1, call);
        return true;
    }
    return false;
}

/* May a format of this call let it write through its variable arguments? */
static bool may_store_count(const struct row *row, LLVMValueRef call) {
    uint32_t format = row->flags >> FORMAT_SHIFT;
    assert(format > 0);
    return format > ir_arguments(call) || formats_may_store(LLVMGetOperand(call, format - 1));
}

bool libc_writes(LLVMValueRef call, uint32_t i, uint64_t *bytes) {
    const struct prototype *p = prototype_of(ir_callee(call));
    const struct row *row = row_of(p);
    LLVMValueRef arg = LLVMGetOperand(call, i);
    *bytes = 0;
    if (!row || !is_pointer(arg) || LLVMIsAConstantPointerNull(arg)) return false;
    bool variable = code_of(p, i) == '.';
    if (row_writes(row, call, i, variable, bytes)) return true;
    bool constant = LLVMIsAGlobalVariable(arg) && LLVMIsGlobalConstant(arg);
    if (row->effect != LIBC_PRINTS || !variable || constant || !may_store_count(row, call)) return false;
    *bytes = 8;
    return true;
}

bool libc_returns_argument(LLVMValueRef function) {
    const struct prototype *p = prototype_of(function);
    const struct row *row = row_of(p);
    return p && (!row || (row->flags & RESULT_IN_ARGUMENT));
}

bool libc_has_no_limit(LLVMValueRef function) {
    const struct row *row = row_of(prototype_of(function));
    return row && (row->flags & NO_LIMIT);
}

/* Is each call's argument `mode` a constant text that begins with r and has no +? */
static bool only_reads(LLVMValueRef open) {
    for (LLVMUseRef u = LLVMGetFirstUse(open); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        char mode[FORMATS_LONGEST];
        bool known = ir_is_call(call) && ir_callee(call) == open && ir_arguments(call) >= 2 &&
                     formats_read(LLVMGetOperand(call, 1), mode);
        if (!known || mode[0] != 'r' || strchr(mode, '+')) return false;
    }
    return true;
}

bool libc_feeds_itself(LLVMModuleRef module) {
    static const char *const makers[] = {
        "ungetc",      "ungetwc",      "tmpfile",      "tmpfile64", "fmemopen",  "open_memstream",
        "fopencookie", "popen",        "fdopen",       "freopen",   "freopen64", "open",
        "open64",      "openat",       "openat64",     "creat",     "creat64",   "mkstemp",
        "mkstemp64",   "mkostemp",     "mkstemps",     "mkostemps", "pipe",      "pipe2",
        "socketpair",  "socket",       "memfd_create", "shm_open",  "eventfd",   "timerfd_create",
        "signalfd",    "inotify_init", "posix_openpt", "getpt",     "fork",      "vfork",
        "system",      "syscall",      "rename",       "close",     "dup2",      "dup3"};
    static const char *const openers[] = {"fopen", "fopen64"};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, makers[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, openers[i]);
        if (f && !only_reads(f)) return true;
    }
    return false;
}

bool libc_writes_static(LLVMValueRef function) {
    const struct prototype *p = prototype_of(function);
    const struct row *row = row_of(p);
    return p && (!row || (row->flags & STATIC));
}

bool libc_is_variable(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (ir_has_name(global, variables[i])) return true;
    return false;
}

bool libc_sets_variable(LLVMValueRef function, LLVMValueRef global) {
    const struct prototype *p = prototype_of(function);
    const struct row *row = row_of(p);
    return p && libc_is_variable(global) && (!row || listed(row->variables, ir_name(global)));
}

/* ---- what is refused ---- */

static bool passes_pointer(LLVMValueRef call, const struct prototype *p, const char *codes) {
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (is_pointer(arg) && !LLVMIsAConstantPointerNull(arg) && strchr(codes, code_of(p, i))) return true;
    }
    return false;
}

/* A function without a row: what its prototype allows beyond the library's own memory. */
static const char *prototype_refusal(const struct prototype *p, LLVMValueRef call) {
    if (passes_pointer(call, p, "F")) return ", which may call functions of the program";
    if (passes_pointer(call, p, "WD.?")) return ", which may change memory that it is given";
    return NULL;
}

/* Asks for the locale, or names the one that a program starts with. */
static bool keeps_locale(LLVMValueRef name) {
    return LLVMIsAConstantPointerNull(name) || formats_is_text(name, "C") || formats_is_text(name, "POSIX");
}

const char *libc_refusal(LLVMValueRef call) {
    const struct prototype *p = prototype_of(ir_callee(call));
    const struct row *row = row_of(p);
    assert(p);
    if (!libc_fits_prototype(call)) return " with other types than the C library's";
    switch (row ? row->effect : LIBC_ANY) {
    case LIBC_ANY: return prototype_refusal(p, call);
    case LIBC_CUT: return "";
    case LIBC_PRINTS: /* through a list of variable arguments, nobody knows where */
        return passes_pointer(call, p, "D") && may_store_count(row, call) ? ", whose format may store" : NULL;
    case LIBC_NUMBERS: return passes_pointer(call, p, ".") ? " with a pointer" : NULL;
    case LIBC_LOCALE: return keeps_locale(LLVMGetOperand(call, 1)) ? NULL : ", which changes the locale";
    case LIBC_KEEPS: return passes_pointer(call, p, "WD") ? ", which keeps what it is given" : NULL;
    default: return NULL;
    }
}
