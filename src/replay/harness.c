/* The text of the harness. Each function of the program's environment gets the list of the values
 * that it returned, in the order of its calls; after the last one it returns 0. Functions that the
 * program may define itself are weak. The file uses system calls only where it could meet a
 * function of the user's program under the same name. */
#include "replay/harness.h"

#include <inttypes.h>
#include <string.h>

#include "replay/contents.h"
#include "replay/sanitizer.h"
#include "system/companion.h"

static const char *c_type(const struct cfa_site *site) {
    bool sign = site->is_signed;
    uint32_t width = sort_width(site->sort);
    switch (sort_kind_of(site->sort)) {
    case SORT_BOOL: return "_Bool";
    case SORT_FLOAT:
        return width == 32                  ? "float"
               : width == 64                ? "double"
               : width == 79 || width == 80 ? "long double"
                                            : NULL;
    case SORT_BV: break;
    default: return NULL;
    }
    if (width == 1) return "_Bool";
    if (width <= 8) return sign ? "signed char" : "unsigned char";
    if (width <= 16) return sign ? "short" : "unsigned short";
    if (width <= 32) return sign ? "int" : "unsigned int";
    return width <= 64 ? sign ? "long long" : "unsigned long long" : NULL;
}

/* Names that functions may have; anything else (an expression) cannot be defined. */
static bool is_name(const char *s, const char *also) {
    if (!s || !*s || (*s >= '0' && *s <= '9')) return false;
    for (; *s; s++) {
        bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
                      *s == '_' || (unsigned char)*s >= 0x80 || strchr(also, *s);
        if (!letter) return false;
    }
    return true;
}

static bool is_identifier(const char *s) { return is_name(s, ""); }
/* Programs in LLVM's language have functions such as seahorn.fail. */
static bool is_symbol(const char *s) { return is_name(s, ".$"); }

/* What a function is called in the harness; a symbol that is no identifier of C is told to the
 * assembler. */
static char *local_name(struct strbuf *b, const char *type, const char *symbol) {
    char *name = mem_strdup(symbol);
    if (is_identifier(symbol)) return name;
    for (char *at = name; *at; at++)
        if (*at == '.' || *at == '$') *at = '_';
    char *whole = mem_printf("edgewise_symbol_%s", name);
    free(name);
    strbuf_printf(b, "%s %s() __asm__(\"%s\");\n", type, whole, symbol);
    return whole;
}

static bool is_function(const struct cfa_site *site) {
    return (site->kind == SITE_NONDET || site->kind == SITE_UNKNOWN) && is_symbol(site->name) && c_type(site);
}

/* Is this the first site of its function? */
static bool is_first(const struct cfa *c, uint32_t site) {
    for (uint32_t i = 0; i < site; i++)
        if (is_function(&c->sites.at[i]) && !strcmp(c->sites.at[i].name, c->sites.at[site].name))
            return false;
    return true;
}

/* long double: C has no constants for all of them, so they are written as two words. */
static bool is_wide(const struct cfa_site *site) { return sort_width(site->sort) > 64; }

/* A long double of the x87 has a bit for the one before the point, which our sort does without. */
static value as_stored(const struct cfa_site *site, value v) {
    if (sort_kind_of(site->sort) != SORT_FLOAT || sort_width(site->sort) != 79) return v;
    uint64_t exponent = (v.hi << 1 | v.lo >> 63) & 0x7fff, sign = v.hi >> 14 & 1;
    value stored = v;
    stored.lo = exponent ? v.lo | (uint64_t)1 << 63 : v.lo & ~((uint64_t)1 << 63);
    stored.hi = sign << 15 | exponent;
    return stored;
}

static void print_word(struct strbuf *b, uint64_t word) {
    strbuf_printf(b, "0x%" PRIx64 "u", word);
    if (word >> 32) strbuf_text(b, "ll");
}

/* Floats as bit patterns, so that not a bit is lost; C cannot say a NaN otherwise. */
static void print_value(struct strbuf *b, const struct cfa_site *site, value v) {
    uint32_t width = sort_width(site->sort);
    if (sort_kind_of(site->sort) != SORT_BV || !site->is_signed || is_wide(site)) {
        v = as_stored(site, v);
        print_word(b, v.lo);
        if (!is_wide(site)) return;
        strbuf_text(b, ", ");
        print_word(b, v.hi);
        return;
    }
    uint64_t sign = (uint64_t)1 << (width - 1);
    int64_t n = width == 64 ? (int64_t)v.lo : (int64_t)((v.lo ^ sign) - sign);
    if (n == INT64_MIN) strbuf_text(b, "-9223372036854775807ll - 1");
    else strbuf_printf(b, "%" PRId64 "%s", n, n > INT32_MAX || n < INT32_MIN ? "ll" : "");
}

static uint32_t print_values(struct strbuf *b, const struct cfa *c, const input_log *log, const char *name) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (!is_function(site) || strcmp(site->name, name)) continue;
        if (n) strbuf_text(b, n % 12 ? ", " : ",\n    ");
        print_value(b, site, log->at[i].value);
        n++;
    }
    if (!n) strbuf_text(b, "0");
    return n;
}

bool harness_is_pointer(const struct cfa_site *site) {
    size_t n = site->name ? strlen(site->name) : 0;
    return site->kind == SITE_NONDET && n > 8 && !strcmp(site->name + n - 8, "_pointer") &&
           sort_kind_of(site->sort) == SORT_BV && sort_width(site->sort) >= 32;
}

static void print_function(struct strbuf *b, const struct cfa *c, const input_log *log, uint32_t index) {
    const struct cfa_site *site = &c->sites.at[index];
    bool is_float = sort_kind_of(site->sort) == SORT_FLOAT;
    const char *type = c_type(site);
    const char *stored = is_wide(site)                  ? "unsigned long long"
                         : !is_float                    ? type
                         : sort_width(site->sort) == 32 ? "unsigned int"
                                                        : "unsigned long long";
    strbuf_char(b, '\n');
    char *local = local_name(b, type, site->name);
    strbuf_printf(b, "%s %s() {\n    static const %s values[] = {", type, local, stored);
    free(local);
    uint32_t n = print_values(b, c, log, site->name);
    strbuf_printf(b, "};\n    static unsigned next;\n");
    if (is_wide(site))
        strbuf_printf(b,
                      "    union { %s words[2]; %s number; } v = {{0}};\n    if (next < %uu) {\n"
                      "        v.words[0] = values[2 * next];\n        v.words[1] = values[2 * next + 1];\n"
                      "        next++;\n    }\n    return v.number;\n}\n",
                      stored, type, n);
    else if (is_float)
        strbuf_printf(
            b,
            "    union { %s bits; %s number; } v = {0};\n    if (next < %uu) v.bits = values[next++];\n"
            "    return v.number;\n}\n",
            stored, type, n);
    else if (harness_is_pointer(site))
        strbuf_printf(b,
                      "    %s v = next < %uu ? values[next++] : 0;\n#ifdef EDGEWISE_ROOM\n    static char "
                      "room[65536];\n"
                      "    if (!v) v = (%s)(unsigned long)room;\n#endif\n    return v;\n}\n",
                      type, n, type);
    else strbuf_printf(b, "    return next < %uu ? values[next++] : 0;\n}\n", n);
}

/* ---- input that library functions bring in (models/input.c of the front end) ---- */

static bool is_outside_number(const struct cfa_site *site) {
    return site->kind == SITE_INPUT && !site->memory.bytes;
}

static bool has_input(const struct cfa *c) {
    for (uint32_t i = 0; i < c->sites.n; i++)
        if (c->sites.at[i].kind == SITE_INPUT) return true;
    return false;
}

static void print_outside_number(struct strbuf *b, const struct cfa *c, const input_log *log) {
    uint32_t n = 0;
    strbuf_text(b, "\nlong __edgewise_outside_number(const char *by) {\n    static const long values[] = {");
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (!is_outside_number(site)) continue;
        strbuf_text(b, n++ ? ", " : "");
        print_value(b, site, log->at[i].value);
    }
    strbuf_printf(b, "%s};\n    static unsigned next;\n    return next < %uu ? values[next++] : 0;\n}\n",
                  n ? "" : "0", n);
}

/* One call per run of sites; the first of each has part 0. */
static void print_outside_bytes(struct strbuf *b, const struct cfa *c, const input_log *log) {
    uint32_t calls = 0;
    contents_macros(b);
    strbuf_text(b, "void __edgewise_outside_bytes(void *to, unsigned long size, const char *by) {\n"
                   "    static unsigned calls;\n    unsigned call = calls++;\n"
                   "    unsigned char *object = to;\n");
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (site->kind != SITE_INPUT || is_outside_number(site)) continue;
        calls += site->memory.part == 0;
        strbuf_printf(b, "    if (call == %uu) {\n", calls - 1);
        contents_print(b, site, log->at[i].value);
        strbuf_text(b, "    }\n");
    }
    strbuf_text(b, "    (void)object, (void)call;\n}\n");
}

/* ---- allocations that fail ---- */

bool harness_fails_allocation(const struct cfa_site *site) {
    return site->kind == SITE_INTERNAL && site->name && !strcmp(site->name, "malloc_fails");
}

bool harness_has_failing(const struct cfa *c, const input_log *log) {
    for (uint32_t i = 0; i < log->n; i++)
        if (harness_fails_allocation(&c->sites.at[log->at[i].site]) && log->at[i].value.lo) return true;
    return false;
}

/* One function of the library, of which every call takes the next value. */
static void print_allocator(struct strbuf *b, const char *name, const char *parameters,
                            const char *arguments) {
    /* it returns an error number instead of a pointer */
    bool status = !strcmp(name, "posix_memalign");
    const char *type = status ? "int" : "void *", *failed = status ? "12" : "(void *)0";
    strbuf_printf(b,
                  "extern __attribute__((weak)) %s __real_%s(%s);\n%s __wrap_%s(%s) {\n"
                  "    return edgewise_fails() ? %s : __real_%s(%s);\n}\n",
                  type, name, parameters, type, name, parameters, failed, name, arguments);
}

static void print_allocators(struct strbuf *b, const struct cfa *c, const input_log *log) {
    uint32_t n = 0;
    strbuf_text(b, "\n/* Which allocations fail, in the order of execution. */\n"
                   "typedef __SIZE_TYPE__ edgewise_size;\n"
                   "static int edgewise_fails(void) {\n    static const char values[] = {");
    for (uint32_t i = 0; i < log->n; i++)
        if (harness_fails_allocation(&c->sites.at[log->at[i].site]))
            strbuf_printf(b, "%s%d", n++ ? ", " : "", log->at[i].value.lo != 0);
    strbuf_printf(b, "};\n    static unsigned next;\n    return next < %uu ? values[next++] : 0;\n}\n", n);
    print_allocator(b, "malloc", "edgewise_size n", "n");
    print_allocator(b, "calloc", "edgewise_size k, edgewise_size n", "k, n");
    print_allocator(b, "realloc", "void *p, edgewise_size n", "p, n");
    print_allocator(b, "reallocarray", "void *p, edgewise_size k, edgewise_size n", "p, k, n");
    print_allocator(b, "valloc", "edgewise_size n", "n");
    print_allocator(b, "memalign", "edgewise_size a, edgewise_size n", "a, n");
    print_allocator(b, "aligned_alloc", "edgewise_size a, edgewise_size n", "a, n");
    print_allocator(b, "posix_memalign", "void **p, edgewise_size a, edgewise_size n", "p, a, n");
    print_allocator(b, "strdup", "const char *s", "s");
    print_allocator(b, "strndup", "const char *s, edgewise_size n", "s, n");
}

/* ---- the arguments of main ---- */

enum { MOST_ARGUMENTS = 1000 };

int64_t harness_arguments(const struct subject *subject, const struct cfa *c, const input_log *log) {
    if (strcmp(subject->entry, "main")) return -1;
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        bool count = site->kind == SITE_INTERNAL && site->name && !strcmp(site->name, SITE_ARGC);
        if (count) return log->at[i].value.lo <= MOST_ARGUMENTS ? (int64_t)log->at[i].value.lo : -1;
    }
    return -1;
}

/* The kernel starts no program without any argument, although C allows that. */
static void print_arguments(struct strbuf *b, int64_t n) {
    strbuf_printf(
        b,
        "\n/* main is called with as many arguments as the trace says. */\n"
        "extern int __real_main(int argc, char **argv, char **envp);\n"
        "int __wrap_main(int argc, char **argv, char **envp) {\n"
        "    static char texts[%" PRId64 "][2], *all[%" PRId64 "];\n"
        "    for (int i = 0; i < %" PRId64 "; i++) {\n"
        "        texts[i][0] = '0';\n        all[i] = i == 0 && argc > 0 ? argv[0] : texts[i];\n    }\n"
        "    return __real_main(%" PRId64 ", all, envp);\n}\n",
        n + 1, n + 1, n, n);
}

static void print_prelude(struct strbuf *b, const struct subject *subject, bool failing, bool counted) {
    strbuf_text(b, "/* Written by edgewise: the inputs that drive this program into the error.\n *     cc");
    if (subject->m32) strbuf_text(b, " -m32");
    for (uint32_t i = 0; i < subject->check_flags.n; i++) strbuf_printf(b, " %s", subject->check_flags.at[i]);
    for (uint32_t i = 0; i < subject->files.n; i++) {
        strbuf_text(b, " '");
        for (const char *s = subject->files.at[i]; *s; s++) /* no end of comment from a file name */
            strbuf_char(b, (*s == '*' && s[1] == '/') || *s == '\n' ? '?' : *s);
        strbuf_char(b, '\'');
    }
    if (failing) strbuf_text(b, " " HARNESS_WRAP);
    if (counted) strbuf_text(b, " " HARNESS_WRAP_MAIN);
    strbuf_printf(b,
                  " harness.c -o replay && ./replay\n"
                  " * exits with code %d when the error is reached (or as the program's own error function "
                  "ends it). */\n"
                  "#include <sys/syscall.h>\n\n"
                  "extern long syscall(long number, ...);\n"
                  "#ifndef EDGEWISE_TOKEN\n#define EDGEWISE_TOKEN \"edgewise: the error is reached\\n\"\n"
                  "#define EDGEWISE_FD 2\n#endif\n\n"
                  "#ifdef EDGEWISE_EVENTS\nextern void EDGEWISE_EVENTS(void);\n#else\n#define "
                  "EDGEWISE_EVENTS()\n#endif\n\n"
                  "static void edgewise_end(void) {\n"
                  "    syscall(SYS_write, EDGEWISE_FD, EDGEWISE_TOKEN, sizeof EDGEWISE_TOKEN - 1);\n"
                  "    EDGEWISE_EVENTS();\n"
                  "    syscall(SYS_exit_group, %d);\n}\n\n"
                  "__attribute__((weak)) void __VERIFIER_assume(int condition) {\n"
                  "    if (!condition) syscall(SYS_exit_group, 0);\n}\n",
                  HARNESS_REACHED, HARNESS_REACHED);
}

/* ---- checks ---- */

/* The class of the handler that reports a check. */
static enum check_class handled_as(enum check_class class) {
    return class == CHECK_UNSIGNED_WRAP    ? CHECK_OVERFLOW
           : class == CHECK_FLOAT_DIVISION ? CHECK_DIVISION
                                           : class;
}

/* clang's instrumentation calls these. The place is the beginning of what it hands over; a returned
 * null pointer's place comes second. */
static void print_handler(struct strbuf *b, const char *name, const char *suffix, enum check_class class) {
    assert(name);
    bool second = !strncmp(name, "nonnull_return", 14);
    strbuf_printf(
        b, "void " CHECK_HANDLER_PREFIX "%s%s(struct edgewise_place *p%s) { edgewise_failed(%s, %d); }\n",
        name, suffix, second ? ", struct edgewise_place *q" : "", second ? "q" : "p", (int)class);
}

/* edgewise_failed: is it the failure of the counterexample? A call of an error function is one of
 * class 0. */
static void print_checks(struct strbuf *b, const struct subject *subject, const struct cfa_check *failed,
                         bool of_memory) {
    enum check_class class = failed ? handled_as(failed->class) : CHECK_ASSERT;
    strbuf_printf(b,
                  "struct edgewise_place { const char *file; unsigned line, column; };\n"
                  "static void edgewise_failed(struct edgewise_place *p, int class) {\n"
                  "    if (class == %d && (!p || (p->line == %uu && p->column == %uu))) edgewise_end();\n"
                  "    syscall(SYS_exit_group, %d);\n}\n"
                  "void edgewise_reached(void) { edgewise_failed(0, %d); }\n",
                  (int)class, failed ? failed->pos.line : 0, failed ? failed->pos.column : 0, HARNESS_OTHER,
                  (int)CHECK_ASSERT);
    bool placed = subject->check_flags.n && !of_memory;
    for (uint32_t i = 0; i < check_handler_count && placed; i++) {
        print_handler(b, check_handlers[i].name, "_abort", check_handlers[i].class);
        print_handler(b, check_handlers[i].name, "", check_handlers[i].goes_on);
    }
}

static void print_error_functions(struct strbuf *b, const struct subject *subject) {
    for (uint32_t i = 0; i < subject->error_functions.n; i++) {
        if (!is_symbol(subject->error_functions.at[i])) continue;
        char *name = local_name(b, "void", subject->error_functions.at[i]);
        strbuf_printf(b, "__attribute__((weak)) void %s() { edgewise_reached(); }\n", name);
        free(name);
    }
}

void harness_print(struct strbuf *b, const struct subject *subject, const struct cfa *unreduced,
                   const input_log *log) {
    bool failing = harness_has_failing(unreduced, log);
    const struct cfa_check *failed = log->check ? &unreduced->checks.at[log->check - 1] : NULL;
    bool of_memory = failed && failed->of_memory && !log->by_clang;
    int64_t arguments = harness_arguments(subject, unreduced, log);
    print_prelude(b, subject, failing, arguments >= 0);
    print_checks(b, subject, failed, of_memory);
    if (of_memory && sanitizer_of(failed->class) != SANITIZER_NONE) sanitizer_print(b, failed->class);
    print_error_functions(b, subject);
    strbuf_text(b, companion_stand_ins());
    for (uint32_t i = 0; i < unreduced->sites.n; i++)
        if (is_function(&unreduced->sites.at[i]) && is_first(unreduced, i))
            print_function(b, unreduced, log, i);
    if (has_input(unreduced)) {
        print_outside_number(b, unreduced, log);
        print_outside_bytes(b, unreduced, log);
    }
    if (failing) print_allocators(b, unreduced, log);
    if (arguments >= 0) print_arguments(b, arguments);
    if (strcmp(subject->entry, "main"))
        strbuf_printf(b, "\nextern int %s();\nint main(void) { return %s(); }\n", subject->entry,
                      subject->entry);
}
