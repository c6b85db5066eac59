/* What AddressSanitizer and MemorySanitizer report about the compiled program.
 *
 * The runtimes call a function of ours before they end the program: __asan_on_error, and what
 * __msan_set_death_callback was told. The harness defines it: it writes the kind of the error
 * ("heap-use-after-free") and the return addresses on the stack, and ends the program. There is no
 * symbolizer inside the cage; the addresses are looked up outside, by addr2line, in the program's
 * debug information. The first address in a file of the program's is the place of the error,
 * because the functions of the runtime and of the library come before it on the stack.
 *
 * AddressSanitizer does not see everything: an access that is far outside of its object may be in
 * another one. A run that it says nothing about contradicts no trace. MemorySanitizer reports where
 * a value that nobody has set decides something, is handed to a function, or is an address; so the
 * variables that the trace speaks of are left as they are (instrument.c sets them otherwise). */
#include "replay/sanitizer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay/lost.h"
#include "system/toolchain.h"
#include "util/log.h"
#include "util/mem.h"

enum { MAX_FRAMES = 24 };

/* Parts of the names of errors that confirm a class. A stack that is used up ("stack-overflow") is
 * no error of memory. */
#define OUTSIDE "buffer-overflow", "underflow", "negative-size", "unknown-crash"
#define SIGNALS "null-deref", "wild-", "SEGV"
static const struct {
    enum check_class class;
    enum sanitizer by;
    const char *kinds[12];
} rows[] = {
    {CHECK_BOUNDS, SANITIZER_ADDRESS, {OUTSIDE, SIGNALS, "global-", "use-after"}},
    {CHECK_NULL, SANITIZER_ADDRESS, {SIGNALS}},
    {CHECK_DANGLING, SANITIZER_ADDRESS, {"use-after", SIGNALS}},
    {CHECK_INVALID, SANITIZER_ADDRESS, {OUTSIDE, SIGNALS, "use-after"}},
    {CHECK_FREE,
     SANITIZER_ADDRESS,
     {SIGNALS, "double-free", "bad-free", "alloc-dealloc", "attempting", "bad-malloc"}},
    {CHECK_LEAK, SANITIZER_ADDRESS, {LOST_KIND}},
    {CHECK_CLEANUP, SANITIZER_ADDRESS, {KEPT_KIND}},
    {CHECK_OVERLAP, SANITIZER_ADDRESS, {"param-overlap"}},
    {CHECK_POINTER_COMPARE, SANITIZER_ADDRESS, {"invalid-pointer-pair"}},
    {CHECK_FLOAT_NAN, SANITIZER_FLOATS, {"invalid-operation"}},
    {CHECK_FLOAT_OVERFLOW, SANITIZER_FLOATS, {"float-overflow"}},
    {CHECK_UNINITIALIZED, SANITIZER_MEMORY, {"uninitialized"}},
    {CHECK_RETURN, SANITIZER_MEMORY, {"uninitialized"}},
};

static int row_of(enum check_class class) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].class == class) return (int)i;
    return -1;
}

enum sanitizer sanitizer_of(enum check_class class) {
    int row = row_of(class);
    return row < 0 ? SANITIZER_NONE : rows[row].by;
}

const char *sanitizer_name(enum sanitizer s) {
    assert(s != SANITIZER_NONE);
    return s == SANITIZER_MEMORY   ? "MemorySanitizer"
           : s == SANITIZER_FLOATS ? "the processor"
                                   : "AddressSanitizer";
}

void sanitizer_flags(text_list *words, enum sanitizer s) {
    if (s == SANITIZER_ADDRESS)
        WORDS(words, "-fsanitize=address,pointer-compare,pointer-subtract",
              "-fsanitize-address-use-after-return=always");
    if (s == SANITIZER_MEMORY) WORDS(words, "-fsanitize=memory", "-ftrivial-auto-var-init=uninitialized");
    /* addr2line takes the files of DWARF 5 for others where one includes another. */
    if (s != SANITIZER_NONE) WORDS(words, "-fno-omit-frame-pointer", "-fno-pie", "-no-pie", "-gdwarf-4");
}

/* ---- the harness ---- */

/* edgewise_report: a line with the kind and the addresses, after the token if it is the first. */
static void print_report(struct strbuf *b) {
    strbuf_printf(
        b,
        "#define EDGEWISE_FRAMES %d\n"
        "extern int backtrace(void **frames, int n);\n"
        "#define EDGEWISE_PLAIN __attribute__((no_sanitize(\"memory\")))\n"
        "EDGEWISE_PLAIN static void edgewise_word(unsigned long n) {\n"
        "    char text[20];\n    int at = 20;\n"
        "    do text[--at] = \"0123456789abcdef\"[n %% 16]; while (n /= 16);\n"
        "    text[--at] = ' ';\n    syscall(SYS_write, EDGEWISE_FD, text + at, 20 - at);\n}\n"
        "EDGEWISE_PLAIN static void edgewise_report(int first, const char *kind, void **frames, int n) {\n"
        "    int length = 0;\n    while (kind && kind[length]) length++;\n"
        "    if (first) syscall(SYS_write, EDGEWISE_FD, EDGEWISE_TOKEN, sizeof EDGEWISE_TOKEN - 1);\n"
        "    syscall(SYS_write, EDGEWISE_FD, kind, length);\n"
        "    for (int i = 0; i < n; i++) edgewise_word((unsigned long)frames[i]);\n"
        "    syscall(SYS_write, EDGEWISE_FD, \"\\n\", 1);\n}\n",
        MAX_FRAMES);
}

static const char address_options[] =
    "extern const char *__asan_get_report_description(void);\n"
    "const char *__asan_default_options(void) {\n"
    "    return "
    "\"detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:allocator_may_return_null=1\"\n"
    "        \":disable_coredump=0:fast_unwind_on_malloc=0\" EDGEWISE_PAIRS;\n}\n"
    "void __asan_on_error(void) {\n"
    "    void *frames[EDGEWISE_FRAMES];\n    int n = backtrace(frames, EDGEWISE_FRAMES);\n"
    "    edgewise_report(1, __asan_get_report_description(), frames, n);\n"
    "    syscall(SYS_exit_group, 107);\n}\n";

static const char memory_options[] =
    "extern void __msan_set_death_callback(void (*f)(void));\n"
    "const char *__msan_default_options(void) { return \"symbolize=0:disable_coredump=0\"; }\n"
    "EDGEWISE_PLAIN static void edgewise_unset(void) {\n"
    "    void *frames[EDGEWISE_FRAMES];\n    int n = backtrace(frames, EDGEWISE_FRAMES);\n"
    "    edgewise_report(1, \"use-of-uninitialized-value\", frames, n);\n"
    "    syscall(SYS_exit_group, 107);\n}\n"
    "__attribute__((constructor)) static void edgewise_watch(void) {\n"
    "    __msan_set_death_callback(edgewise_unset);\n}\n";

static const char float_traps[] =
    "#include <fenv.h>\n#include <signal.h>\n"
    "extern int feenableexcept(int);\n"
    "static void edgewise_trap(int number, siginfo_t *what, void *context) {\n"
    "    void *frames[EDGEWISE_FRAMES];\n    int n = backtrace(frames, EDGEWISE_FRAMES);\n"
    "    (void)number, (void)context;\n"
    "    edgewise_report(1, what->si_code == FPE_FLTINV ? \"invalid-operation\" : \"float-overflow\", "
    "frames, n);\n"
    "    syscall(SYS_exit_group, 107);\n}\n"
    "__attribute__((constructor)) static void edgewise_watch(void) {\n"
    "    struct sigaction action = {.sa_sigaction = edgewise_trap, .sa_flags = SA_SIGINFO};\n"
    "    sigaction(SIGFPE, &action, 0);\n    feenableexcept(FE_INVALID | FE_OVERFLOW);\n}\n";

void sanitizer_print(struct strbuf *b, enum check_class class) {
    enum sanitizer by = sanitizer_of(class);
    assert(sanitizer_of(class) != SANITIZER_NONE);
    print_report(b);
    strbuf_printf(b, "#define EDGEWISE_PAIRS \":detect_invalid_pointer_pairs=%d\"\n",
                  class == CHECK_POINTER_COMPARE ? 2 : 0);
    strbuf_text(b, by == SANITIZER_MEMORY   ? memory_options
                   : by == SANITIZER_FLOATS ? float_traps
                                            : address_options);
    if (class == CHECK_LEAK || class == CHECK_CLEANUP) lost_print(b, class == CHECK_CLEANUP);
}

/* ---- the report ---- */

static bool is_of_class(const char *kind, enum check_class class) {
    int row = row_of(class);
    for (int k = 0; row >= 0 && rows[row].kinds[k]; k++)
        if (strstr(kind, rows[row].kinds[k])) return true;
    return false;
}

/* Does a line of addr2line, such as "/tmp/x.c:12 (discriminator 3)", name this file? Folders differ
 * with the way to write a name. */
static bool names_file(const char *line, const char *file, unsigned *number) {
    const char *colon = strchr(line, ':'), *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    size_t n = strlen(base);
    if (!colon || (size_t)(colon - line) < n || strncmp(colon - n, base, n)) return false;
    if (colon - n > line && colon[-(long)n - 1] != '/') return false;
    *number = (unsigned)strtoul(colon + 1, NULL, 10);
    return *number > 0;
}

/* Line k of a text, a fresh string. */
static char *line_at(const char *text, uint32_t k) {
    while (k-- > 0 && text) text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    return text && *text ? mem_printf("%.*s", (int)strcspn(text, "\n"), text) : NULL;
}

/* The place in a file of the program's that line k of addr2line's answer names; false: none. */
static bool place_at(const struct cfa *c, const char *answer, uint32_t k, struct src_pos *at) {
    char *line = line_at(answer, k);
    bool found = false;
    for (uint32_t file = 1; line && file < c->files.n && !found; file++)
        if ((found = names_file(line, c->files.at[file], &at->line))) at->file = file;
    free(line);
    return found;
}

static bool same_line(struct src_pos a, struct src_pos b) { return a.line == b.line && a.file == b.file; }

/* Is the first function of the program's on the stack at the wanted line? Of a result that was not
 * set, a caller may be. Lines 2k and 2k + 1 are about frame k. */
static bool is_on_stack(const struct cfa *c, const char *answer, const struct cfa_check *check,
                        unsigned *line) {
    bool callers = check->class == CHECK_RETURN, any = false;
    for (uint32_t k = 0; k < MAX_FRAMES && (callers || !any); k++) {
        struct src_pos before = {0}, exact = {0};
        bool either = place_at(c, answer, 2 * k, &before) | place_at(c, answer, 2 * k + 1, &exact);
        if (!either) continue;
        if (!any) *line = before.line ? before.line : exact.line;
        any = true;
        if (same_line(before, check->pos) || same_line(exact, check->pos)) return true;
    }
    return false;
}

/* Before the address of a return is the call; where a signal has interrupted, the address is the
 * instruction's own. Which of the two it is does not show, so both are looked up. */
static void add_addresses(text_list *words, text_list *owned, const char *report) {
    uint32_t frames = 0;
    for (const char *at = strchr(report, ' '); at && frames < MAX_FRAMES; at = strchr(at + 1, ' ')) {
        uint64_t address = strtoull(at, NULL, 16);
        if (address < 2) continue;
        frames++;
        for (uint64_t back = 2; back-- > 0;) {
            char *word = mem_printf("0x%" PRIx64, address - back);
            VEC_PUSH(owned, word);
            VEC_PUSH(words, word);
        }
    }
}

/* What is said of a report that is about something else. */
static char *other_note(const struct cfa_check *check, const char *kind, unsigned line) {
    if (check->class == CHECK_LEAK) return mem_strdup("the compiled program loses no block of this line");
    if (check->class == CHECK_CLEANUP) return mem_strdup("the compiled program keeps no block of this line");
    return mem_printf("%s reports %s in line %u of the compiled program instead",
                      sanitizer_name(sanitizer_of(check->class)), kind, line);
}

/* The same for one line of a report; *note is set where it is NULL or the answer is yes. */
static bool line_confirms(const struct cfa *c, const struct cfa_check *check, const char *program,
                          const char *report, char **note) {
    text_list words = {0}, owned = {0};
    struct strbuf answer = {0};
    char *kind = mem_printf("%.*s", (int)strcspn(report, " \n"), report);
    const char *by = sanitizer_name(sanitizer_of(check->class));
    unsigned line = 0;
    WORDS(&words, "addr2line", "-e", program);
    add_addresses(&words, &owned, report);
    bool asked = toolchain_compile(&words, &answer);
    verbose("%s: %s; on the stack: %s", by, report, answer.n ? answer.text : "nothing");
    bool right_place = asked && answer.n && is_on_stack(c, answer.text, check, &line);
    bool confirmed = right_place && is_of_class(kind, check->class);
    if (confirmed || !*note) {
        free(*note);
        *note = confirmed ? mem_printf("the compiled program, run in a sandbox, fails the check: "
                                       "%s reports %s in line %u",
                                       by, kind, line)
                          : other_note(check, kind, line);
    }
    VEC_RELEASE(&words);
    toolchain_release(&owned);
    strbuf_release(&answer);
    free(kind);
    return confirmed;
}

bool sanitizer_confirms(const struct cfa *c, const struct cfa_check *check, const char *program,
                        const char *report, char **note) {
    assert(report && sanitizer_of(check->class) != SANITIZER_NONE);
    bool confirmed = false;
    *note = NULL;
    for (const char *at = report; *at && !confirmed; at += strcspn(at, "\n") + 1) {
        char *line = mem_printf("%.*s", (int)strcspn(at, "\n"), at);
        confirmed = line_confirms(c, check, program, line, note);
        free(line);
        if (!at[strcspn(at, "\n")]) break;
    }
    return confirmed;
}
