/* One row per flag or family of flags; the first row that fits decides, so exceptions stand before
 * their family. */
#include "util/flags.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Where the value stands: nowhere; behind the flag in the same word; in the next word; in either. A
 * FAMILY is a prefix whose rest belongs to the flag. */
enum form { ALONE, FAMILY, JOINED, NEXT, EITHER };

struct row {
    const char *name;
    enum form form;
    enum flags_action action;
    enum flags_value kind;
    const char *why;
};

static const char loads_code[] = "it would load code into the compiler",
                  passes_words[] = "it hands words to a part of the compiler",
                  other_tools[] = "it changes which tools or files the compiler uses",
                  writes_files[] = "it makes the compiler or the program write files",
                  not_c[] = "only C is verified", other_machine[] = "only x86-64 and x86 are modelled";

#define TAKE(name, form, kind) {name, form, FLAGS_TAKE, kind, NULL}
#define DROP(name, form) {name, form, FLAGS_DROP, FLAGS_NOTHING, NULL}
#define WARN(name, form) {name, form, FLAGS_WARN, FLAGS_NOTHING, NULL}
#define MODEL(name, form) {name, form, FLAGS_MODEL, FLAGS_WORD, NULL}
#define REFUSE(name, form, why) {name, form, FLAGS_REFUSE, FLAGS_NOTHING, why}

/* clang-format off */
static const struct row rows[] = {
    /* what must not reach a compiler */
    REFUSE("-B", FAMILY, other_tools), REFUSE("-specs", FAMILY, loads_code),
    REFUSE("--specs", FAMILY, loads_code),
    REFUSE("-wrapper", NEXT, loads_code), REFUSE("-load", NEXT, loads_code),
    REFUSE("--config", FAMILY, other_tools),
    REFUSE("-ivfsoverlay", EITHER, other_tools), REFUSE("-resource-dir", FAMILY, other_tools),
    REFUSE("-working-directory", FAMILY, other_tools),
    REFUSE("--gcc-toolchain", FAMILY, other_tools), REFUSE("-cc1", FAMILY, passes_words),
    REFUSE("-no-integrated-as", ALONE, other_tools),
    REFUSE("-dump", FAMILY, writes_files), REFUSE("@", FAMILY, "flags from a file are not read"),
    /* what is included and defined */
    TAKE("-include", EITHER, FLAGS_HEADER), TAKE("-imacros", EITHER, FLAGS_HEADER),
    TAKE("-isystem", EITHER, FLAGS_FOLDER), TAKE("-iquote", EITHER, FLAGS_FOLDER),
    TAKE("-idirafter", EITHER, FLAGS_FOLDER),
    TAKE("-isysroot", EITHER, FLAGS_FOLDER), TAKE("--sysroot=", JOINED, FLAGS_FOLDER),
    TAKE("--sysroot", NEXT, FLAGS_FOLDER),
    TAKE("-I", EITHER, FLAGS_FOLDER), TAKE("-D", EITHER, FLAGS_DEFINITION), TAKE("-U", EITHER, FLAGS_WORD),
    TAKE("-undef", ALONE, FLAGS_NOTHING), TAKE("-nostdinc", ALONE, FLAGS_NOTHING),
    TAKE("-trigraphs", ALONE, FLAGS_NOTHING),
    TAKE("-pthread", ALONE, FLAGS_NOTHING),
    /* which C */
    REFUSE("-std=c++", FAMILY, not_c), REFUSE("-std=gnu++", FAMILY, not_c),
    TAKE("-std=", JOINED, FLAGS_WORD), TAKE("--std=", JOINED, FLAGS_WORD),
    TAKE("-ansi", ALONE, FLAGS_NOTHING),
    DROP("-pedantic", FAMILY), DROP("-xc", ALONE),
    /* the machine */
    MODEL("-m32", ALONE), MODEL("-m64", ALONE), MODEL("-target", NEXT), MODEL("--target=", JOINED),
    REFUSE("-m16", ALONE, other_machine), REFUSE("-mx32", ALONE, other_machine),
    REFUSE("-mabi=", FAMILY, other_machine),
    REFUSE("-mllvm", FAMILY, passes_words), REFUSE("-mlinker-version", FAMILY, other_tools),
    DROP("-mtune=", FAMILY), DROP("-mcmodel=", FAMILY), DROP("-mpreferred-stack-boundary=", FAMILY),
    DROP("-mindirect-branch", FAMILY),
    DROP("-mfunction-return", FAMILY), DROP("-mno-red-zone", ALONE), DROP("-mrecord-mcount", ALONE),
    DROP("-mfentry", ALONE),
    DROP("-mstackrealign", ALONE), DROP("-momit-leaf-frame-pointer", ALONE),
    WARN("-mlong-double-", FAMILY), WARN("-mregparm=", FAMILY), WARN("-mms-bitfields", ALONE),
    WARN("-malign-", FAMILY),
    WARN("-msoft-float", ALONE), WARN("-mfpmath=", FAMILY), TAKE("-m", JOINED, FLAGS_WORD),
    /* the language, in flags that begin with -f */
    REFUSE("-fplugin", FAMILY, loads_code), REFUSE("-fpass-plugin", FAMILY, loads_code),
    REFUSE("-fuse-ld", FAMILY, other_tools),
    REFUSE("-fmodule", FAMILY, writes_files), REFUSE("-fdump", FAMILY, writes_files),
    REFUSE("-fprofile", FAMILY, writes_files),
    REFUSE("-fcrash-diagnostics-dir", FAMILY, writes_files), REFUSE("-ftime-trace", FAMILY, writes_files),
    REFUSE("-fsave-optimization-record", FAMILY, writes_files),
    TAKE("-fsigned-char", ALONE, FLAGS_NOTHING), TAKE("-funsigned-char", ALONE, FLAGS_NOTHING),
    TAKE("-fno-signed-char", ALONE, FLAGS_NOTHING), TAKE("-fno-unsigned-char", ALONE, FLAGS_NOTHING),
    TAKE("-fshort-enums", ALONE, FLAGS_NOTHING), TAKE("-fno-short-enums", ALONE, FLAGS_NOTHING),
    TAKE("-fshort-wchar", ALONE, FLAGS_NOTHING), TAKE("-fpack-struct=", JOINED, FLAGS_WORD),
    TAKE("-fpack-struct", ALONE, FLAGS_NOTHING),
    TAKE("-fms-extensions", ALONE, FLAGS_NOTHING), TAKE("-fcommon", ALONE, FLAGS_NOTHING),
    TAKE("-fno-common", ALONE, FLAGS_NOTHING),
    TAKE("-fgnu89-inline", ALONE, FLAGS_NOTHING), TAKE("-fno-gnu89-inline", ALONE, FLAGS_NOTHING),
    TAKE("-ffreestanding", ALONE, FLAGS_NOTHING), TAKE("-fhosted", ALONE, FLAGS_NOTHING),
    TAKE("-fno-asm", ALONE, FLAGS_NOTHING),
    TAKE("-fgnu-keywords", ALONE, FLAGS_NOTHING), TAKE("-fdollars-in-identifiers", ALONE, FLAGS_NOTHING),
    DROP("-fwrapv", FAMILY), WARN("-ftrapv", ALONE), WARN("-ffast-math", ALONE),
    WARN("-funsafe-math", FAMILY),
    WARN("-ffinite-math", FAMILY), WARN("-fassociative-math", ALONE), WARN("-freciprocal-math", ALONE),
    WARN("-ffp-", FAMILY),
    WARN("-fsingle-precision-constant", ALONE), WARN("-fopenmp", FAMILY), WARN("-fblocks", ALONE),
    WARN("-fno-delete-null-pointer-checks", ALONE),
    WARN("-finstrument-functions", FAMILY), WARN("-fsplit-stack", ALONE), DROP("-f", FAMILY),
    /* what is only said, optimized, built or linked */
    REFUSE("-Xclang", NEXT, passes_words), REFUSE("-Xpreprocessor", NEXT, passes_words),
    REFUSE("-Xanalyzer", NEXT, passes_words),
    REFUSE("-Xarch", FAMILY, passes_words), REFUSE("-Xopenmp", FAMILY, passes_words),
    DROP("-Xlinker", NEXT), DROP("-Xassembler", NEXT), DROP("-Wp,-M", FAMILY), WARN("-Wp,", FAMILY),
    DROP("-W", FAMILY), DROP("-w", ALONE),
    REFUSE("-gen-", FAMILY, writes_files), DROP("-g", FAMILY), DROP("-O", FAMILY), DROP("-pipe", ALONE),
    DROP("-c", ALONE), DROP("-S", ALONE),
    DROP("-E", ALONE), DROP("-P", ALONE), DROP("-C", ALONE), DROP("-Q", ALONE), DROP("-s", ALONE),
    DROP("-pg", ALONE), DROP("-p", ALONE),
    DROP("-v", ALONE), DROP("-MF", EITHER), DROP("-MT", EITHER), DROP("-MQ", EITHER), DROP("-MJ", EITHER),
    DROP("-M", FAMILY),
    DROP("-save-temps", FAMILY), DROP("-static", FAMILY), DROP("-shared", FAMILY),
    DROP("-rdynamic", ALONE), DROP("-pie", ALONE),
    DROP("-no-pie", ALONE), DROP("-nopie", ALONE), DROP("-nostdlib", ALONE),
    DROP("-nodefaultlibs", ALONE), DROP("-nostartfiles", ALONE),
    DROP("-nolibc", ALONE), DROP("-l", EITHER), DROP("-L", EITHER), DROP("-z", NEXT), DROP("-u", EITHER),
    DROP("-T", EITHER), DROP("-e", NEXT),
    DROP("--coverage", ALONE), DROP("-Qunused-arguments", ALONE), DROP("--param=", FAMILY),
    DROP("--param", NEXT), DROP("-R", FAMILY), DROP("-o", EITHER),
};
/* clang-format on */

static bool fits(const struct row *r, const char *word) {
    size_t n = strlen(r->name);
    if (r->form == ALONE || r->form == NEXT) return !strcmp(word, r->name);
    return !strncmp(word, r->name, n) && (r->form != JOINED || word[n]);
}

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

bool flags_is_definition(const char *text) {
    const char *at = text;
    if (isdigit((unsigned char)*at)) return false;
    while (is_letter(*at)) at++;
    if (at == text || strpbrk(text, "\n\r")) return false;
    return !*at || *at == '=' || *at == '(';
}

static bool is_plain_word(const char *text) {
    return *text &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:+-=")] == 0;
}

/* Why the value may not stand behind the flag; NULL: it may. */
static const char *wrong_value(enum flags_value kind, const char *value) {
    if (kind != FLAGS_NOTHING && (!value || !*value)) return "its value is missing";
    if (kind == FLAGS_DEFINITION && !flags_is_definition(value))
        return "it takes NAME or NAME=VALUE in one line";
    if (kind == FLAGS_WORD && !is_plain_word(value)) return "its value is not a plain word";
    return NULL;
}

/* -x takes a language; only C and preprocessed C are read, and which it is the name of the file
 * says. */
static struct flags_found language(const char *value, uint32_t words) {
    struct flags_found f = {.action = FLAGS_DROP, .name = "-x", .words = words};
    if (!value || (strcmp(value, "c") && strcmp(value, "none"))) {
        f.action = FLAGS_REFUSE;
        f.why = not_c;
    }
    return f;
}

static void find_value(struct flags_found *f, const struct row *r, const char *const *words, uint32_t n) {
    size_t length = strlen(r->name);
    bool apart = r->form == NEXT || (r->form == EITHER && !words[0][length]);
    if (r->form == ALONE || r->form == FAMILY) return;
    f->value = !apart ? words[0] + length : n > 1 ? words[1] : NULL;
    f->words = apart && n > 1 ? 2 : 1;
}

struct flags_found flags_find(const char *const *words, uint32_t n) {
    assert(n > 0 && words[0]);
    if (!strcmp(words[0], "-x")) return language(n > 1 ? words[1] : NULL, n > 1 ? 2 : 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!fits(&rows[i], words[0])) continue;
        struct flags_found f = {rows[i].action, rows[i].kind, rows[i].name, NULL, 1, rows[i].why};
        find_value(&f, &rows[i], words, n);
        const char *wrong = rows[i].action == FLAGS_TAKE ? wrong_value(f.kind, f.value) : NULL;
        if (wrong) f.action = FLAGS_REFUSE, f.why = wrong;
        return f;
    }
    return (struct flags_found){.action = FLAGS_REFUSE, .name = words[0], .words = 1};
}

uint32_t flags_model(const struct flags_found *f) {
    assert(f->action == FLAGS_MODEL);
    if (!f->value) return strcmp(f->name, "-m32") ? 64 : 32;
    if (!strncmp(f->value, "x86_64", 6)) return 64;
    bool x86 = f->value[0] == 'i' && strchr("3456", f->value[1]) && !strncmp(f->value + 2, "86", 2);
    return x86 ? 32 : 0;
}
