/* clang compiles the files to LLVM's text form with the flags that the front end and the replay
 * use; the text is instrumented (replay/instrument.c) and woven (weave.c), and compiled together
 * with the driver, this time with optimization and with counters on the edges. Functions that
 * nobody defines return 0.
 *
 * The linker redirects main, the ways out of the program and the heap to the driver (--wrap), for
 * the program's own objects only: the C library keeps its heap. */
#include "fuzz/build.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "replay/instrument.h"
#include "system/companion.h"
#include "system/toolchain.h"
#include "fuzz/driver_text.h"
#include "fuzz/fill.h"
#include "util/log.h"

enum { LARGE = 8 << 20 /* bytes of LLVM text that are not optimized */ };

static bool build_module(struct build *b, const struct cfa *drawn, uint32_t index) {
    char name[32];
    snprintf(name, sizeof name, "fuzz-%u.ll", index);
    char *target = toolchain_file(b->subject, &b->made, name);
    VEC_PUSH(&b->modules, target);
    text_list words = {0}, owned = {0};
    toolchain_clang(&words, b->subject);
    WORDS(&words, "-fno-finite-loops", "-fno-pie", "-fno-pic", "-Xclang", "-disable-O0-optnone", "-g", "-S",
          "-emit-llvm", "-o", target);
    toolchain_source(&words, b->subject->files.at[index], toolchain_language(b->subject->files.at[index]),
                     &owned);
    bool good = toolchain_compile(&words, NULL);
    VEC_RELEASE(&words);
    toolchain_release(&owned);
    char *text = good ? toolchain_read(target) : NULL;
    struct int_map uninitialized = {0};
    struct strbuf instrumented = {0}, woven = {0};
    if (text)
        instrument_module(b->subject, drawn, text, &uninitialized, NULL, &b->contents, NULL, &instrumented);
    if (text) weave_module(&b->weave, instrumented.text, &woven);
    good = text && toolchain_write(target, &woven);
    free(text);
    int_map_release(&uninitialized);
    strbuf_release(&instrumented);
    strbuf_release(&woven);
    return good;
}

/* The driver, and the error functions that the program does not define. */
static void print_driver(struct build *b, struct strbuf *text) {
    strbuf_printf(text, "#define EDGEWISE_ENTRY %s\n",
                  strcmp(b->subject->entry, "main") ? b->subject->entry : "__real_main");
    strbuf_text(text, driver_text);
    const struct int_map *constants = &b->weave.constants;
    strbuf_printf(text, "const uint64_t edgewise_constants[] = {%u", constants->n);
    for (uint32_t i = 0; i < constants->capacity; i++)
        if (constants->used[i]) strbuf_printf(text, ", %lluull", (unsigned long long)constants->keys[i]);
    strbuf_text(text, "};\n");
    fill_print(&b->weave, &b->contents, text);
    strbuf_text(text, companion_stand_ins());
    for (uint32_t i = 0; i < b->subject->error_functions.n; i++) {
        const char *name = b->subject->error_functions.at[i];
        if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")]) continue;
        strbuf_printf(text, "__attribute__((weak)) void %s() { edgewise_reached(); }\n", name);
    }
}

static bool link_program(struct build *b, const char *driver, const char *stubs, const char *level,
                         struct strbuf *messages) {
    text_list words = {0};
    toolchain_clang_name(&words);
    WORDS(&words, b->subject->m32 ? "-m32" : "-m64", level, "-w", "-fno-builtin", "-fno-pie", "-no-pie",
          "-fno-stack-protector", "-fsanitize-coverage=edge,inline-8bit-counters,trace-cmp",
          "-fno-sanitize-link-runtime",
          "-Wl,--wrap=main,--wrap=exit,--wrap=_exit,--wrap=_Exit,--wrap=abort,--wrap=atexit",
          "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free");
    toolchain_words(&words, b->modules.at, b->modules.n);
    WORDS(&words, driver);
    if (stubs) WORDS(&words, stubs);
    WORDS(&words, "-lm", "-o", b->program);
    bool good = toolchain_compile(&words, messages);
    VEC_RELEASE(&words);
    return good;
}

static bool link_all(struct build *b) {
    char *driver = toolchain_file(b->subject, &b->made, "fuzz-driver.c"),
         *stubs = toolchain_file(b->subject, &b->made, "fuzz-stubs.c");
    struct strbuf text = {0}, messages = {0}, stub_text = {0};
    struct stat st;
    const char *level = !stat(b->modules.at[0], &st) && st.st_size > LARGE ? "-O0" : "-O1";
    print_driver(b, &text);
    bool good = toolchain_write(driver, &text) && link_program(b, driver, NULL, level, &messages);
    if (!good && messages.n && toolchain_stubs(messages.text, &stub_text)) {
        strbuf_clear(&messages);
        good = toolchain_write(stubs, &stub_text) && link_program(b, driver, stubs, level, &messages);
    }
    if (!good) verbose("the driver cannot be linked: %s", messages.n ? messages.text : "no message");
    strbuf_release(&text);
    strbuf_release(&messages);
    strbuf_release(&stub_text);
    return good;
}

bool build_program(struct build *b, const struct subject *subject, const struct cfa *drawn) {
    *b = (struct build){.subject = subject};
    weave_init(&b->weave, subject, drawn);
    contents_init(&b->contents, drawn);
    b->program = toolchain_file(subject, &b->made, "fuzz-program");
    for (uint32_t i = 0; i < subject->files.n && !b->trouble; i++)
        if (!build_module(b, drawn, i)) b->trouble = "the program could not be compiled";
    if (!b->trouble) b->trouble = b->weave.obstacle;
    if (!b->trouble && !link_all(b)) b->trouble = "the program could not be linked";
    return !b->trouble;
}

void build_release(struct build *b) {
    toolchain_unlink(&b->made);
    VEC_RELEASE(&b->modules);
    weave_release(&b->weave);
    contents_release(&b->contents);
}
