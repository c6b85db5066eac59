/* The compiled side: the program is linked with a file that defines the nondeterministic functions,
 * the error functions, and a stub that returns 0 for every function that nobody defines (the linker
 * names them). Local variables without an initial value are 0, as in the automaton's run. The
 * number of values drawn is kept in a mapped file, which survives any end of the program. */
#include "compiled.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "util/clang_flags.h"
#include "util/mem.h"
#include "util/strbuf.h"

enum { CODE_ERROR = 201, CODE_ASSUME = 202, CODE_LIMIT = 203, CODE_TIMEOUT = 124 };

#define TEXT(...) #__VA_ARGS__
#define DRAW                                                                                                 \
    static uint64_t mix(uint64_t z) {                                                                        \
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;                                                           \
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;                                                           \
        return z ^ (z >> 31);                                                                                \
    }                                                                                                        \
    uint64_t draw_value(uint64_t seed, uint64_t i) {                                                         \
        uint64_t z = mix(seed * 0x9e3779b97f4a7c15u + i * 0xd1342543de82ef95u + 1);                          \
        switch (z & 3) {                                                                                     \
        case 0: return (z >> 8) % 4;                                                                         \
        case 1: return (z >> 8) % 17 - 8;                                                                    \
        case 2: return (z >> 8) & 0xffff;                                                                    \
        default: return mix(z);                                                                              \
        }                                                                                                    \
    }
DRAW

#define STRINGIZED(x) TEXT(x)
    static const char head[] =
        "#include <fcntl.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n#include "
        "<unistd.h>\n" STRINGIZED(DRAW) "\n" TEXT(
            static volatile uint64_t *count; static uint64_t seed; static uint64_t next(void) {
                if (!count) {
                    int f = open(getenv("ORACLE_COUNT"), O_RDWR);
                    count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
                    seed = strtoull(getenv("ORACLE_SEED"), 0, 10);
                }
                if (*count >= 300) _exit(203);
                return draw_value(seed, (*count)++);
            } void __VERIFIER_assume(int c) {
                if (!c) _exit(202);
            } void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {
                _exit(201);
            }) "\n";

static const struct {
    const char *name, *type;
} types[] = {{"bool", "_Bool"},
             {"char", "char"},
             {"uchar", "unsigned char"},
             {"schar", "signed char"},
             {"short", "short"},
             {"ushort", "unsigned short"},
             {"int", "int"},
             {"uint", "unsigned"},
             {"long", "long"},
             {"ulong", "unsigned long"},
             {"longlong", "long long"},
             {"ulonglong", "unsigned long long"},
             {"size_t", "size_t"},
             {"u8", "uint8_t"},
             {"u16", "uint16_t"},
             {"u32", "uint32_t"},
             {"unsigned", "unsigned"}};

static bool shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool shell(const char *format, ...) {
    char *command = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&command, format, args) < 0) abort();
    va_end(args);
    int code = system(command);
    free(command);
    return code == 0;
}

/* One undefined function. */
static void define(struct strbuf *b, const char *name) {
    const char *prefix = "__VERIFIER_nondet_";
    if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error")) {
        strbuf_printf(b, "void %s(void) { _exit(201); }\n", name);
        return;
    }
    if (strncmp(name, prefix, strlen(prefix))) {
        strbuf_printf(b, "long %s() { return 0; }\n", name);
        return;
    }
    const char *type = name + strlen(prefix);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(type, types[i].name)) {
            strbuf_printf(b, "%s %s(void) { uint64_t v = next(); return (%s)%s; }\n", types[i].type, name,
                          types[i].type, strcmp(type, "bool") ? "v" : "(v & 1)");
            return;
        }
    if (!strcmp(type, "float") || !strcmp(type, "double"))
        strbuf_printf(b, "%s %s(void) { return (%s)(int)next(); }\n", type, name, type);
    else strbuf_printf(b, "void *%s(void) { next(); return 0; }\n", name);
}

/* Links; appends the names that are undefined to *missing. */
static bool link_program(const char *dir, bool m32, struct strbuf *missing) {
    bool linked = shell("clang-19 %s -no-pie -w %s/object.o %s/harness.c -lm -o %s/program 2> %s/messages",
                        m32 ? "-m32" : "-m64", dir, dir, dir, dir);
    if (linked) return true;
    char *name = mem_printf("%s/messages", dir), line[4096];
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *at = strstr(line, "undefined reference to `");
        if (!at) continue;
        at += strlen("undefined reference to `");
        *strchr(at, '\'') = 0;
        char *known = mem_printf(" %s(", at);
        if (!missing->text || !strstr(missing->text, known)) define(missing, at);
        free(known);
    }
    if (f) fclose(f);
    free(name);
    return false;
}

static void write_harness(const char *dir, const struct strbuf *defined) {
    char *name = mem_printf("%s/harness.c", dir);
    FILE *f = fopen(name, "w");
    fputs(head, f);
    if (defined->text) fputs(defined->text, f);
    fclose(f);
    free(name);
}

bool compiled_build(const char *dir, const char *source, bool m32) {
    static const char *const flags[] = {CLANG_MEANING};
    struct strbuf all = {0};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) strbuf_printf(&all, "%s ", flags[i]);
    bool good = shell("clang-19 %s %s -w -ftrivial-auto-var-init=zero -c '%s' -o %s/object.o 2>/dev/null",
                      all.text, m32 ? "-m32" : "-m64", source, dir);
    strbuf_release(&all);
    struct strbuf defined = {0};
    /* The call is the error, whatever body the program gives the function: ours takes its place. */
    good = good &&
           shell("objcopy --weaken-symbol=reach_error --weaken-symbol=__VERIFIER_error %s/object.o", dir);
    define(&defined, "reach_error");
    define(&defined, "__VERIFIER_error");
    for (int round = 0; good && round < 3; round++) {
        write_harness(dir, &defined);
        if (link_program(dir, m32, &defined)) break;
        if (round == 2) good = false;
    }
    strbuf_release(&defined);
    return good;
}

struct compiled_run compiled_execute(const char *dir, uint64_t seed) {
    struct compiled_run run = {.end = COMPILED_DONE};
    char *command = mem_printf("dd if=/dev/zero of=%s/count bs=4096 count=1 2>/dev/null; "
                               "ORACLE_COUNT=%s/count ORACLE_SEED=%llu timeout 2 %s/program >/dev/null 2>&1",
                               dir, dir, (unsigned long long)seed, dir);
    int status = system(command), code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    free(command);
    char *name = mem_printf("%s/count", dir);
    FILE *f = fopen(name, "rb");
    if (!f || fread(&run.draws, sizeof run.draws, 1, f) != 1) run.end = COMPILED_SLOW;
    if (f) fclose(f);
    free(name);
    if (code == CODE_ERROR) run.end = COMPILED_ERROR;
    if (code == CODE_LIMIT) run.end = COMPILED_LIMIT;
    if (code == CODE_TIMEOUT) run.end = COMPILED_SLOW;
    return run;
}
