/* Which files are the program, and with which flags.
 *
 *     edgewise a.c b.c                      these, with the flags of the command line
 *     edgewise -p build a.c                 this one, with the flags that
 *                                           build/compile_commands.json has for it
 *     edgewise -p build                     all files of the list
 *     edgewise -p build --link=app          those of one target
 *     edgewise -p build --link=auto a.c     this one, and those that define what is missing
 *
 * Flags of the list go to the companion (system/companion.h), so that every compiler that sees the
 * file has them, the replay's as well. Flags of the command line come after them. */
#include <assert.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "project/commands.h"
#include "system/companion.h"
#include "system/toolchain.h"
#include "util/mem.h"

struct sources {
    struct commands commands;
    /* The program's files, and with --link=auto the others of the list: names as people see them,
     * owned. */
    text_list chosen, others;
    /* Of pointers, as the flags say; 0: they do not. */
    uint32_t width;
    struct error *e;
};

static bool links_auto(void) { return options.link && !strcmp(options.link, "auto"); }

static bool has(const text_list *list, const char *name) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], name)) return true;
    return false;
}

/* All files of a program have one data model. */
static void agree_on_width(struct sources *s, const struct command *c, uint32_t width) {
    if (width && s->width && s->width != width)
        error_set(s->e, s->commands.source, c->line, 0, "-m%u here and -m%u in an earlier entry", width,
                  s->width);
    if (width) s->width = width;
}

/* C++ and assembly of a project are nothing that we can read. */
static bool is_c(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i"));
}

/* The file joins the program (or the others) with its flags; a second command for it does not
 * count. */
static void add(struct sources *s, const struct command *c, text_list *to) {
    const char *name = toolchain_shown_name(c->file);
    if (s->e->set || has(&s->chosen, name) || has(&s->others, name)) return;
    text_list words = {0}, files = {0};
    uint32_t width = 0;
    struct toolchain_flags from = {c->directory, s->commands.source, c->line, &width};
    if (toolchain_take(&words, &files, &c->words, &from, s->e)) {
        agree_on_width(s, c, width);
        companion_put_flags(name, &words);
        VEC_PUSH(to, mem_strdup(name));
    }
    toolchain_release(&words);
    toolchain_release(&files);
}

static void add_named(struct sources *s, const char *file) {
    const struct command *c = commands_find(&s->commands, file);
    if (c) add(s, c, &s->chosen);
    else error_set(s->e, file, 0, 0, "%s has no command for it", s->commands.source);
}

static void add_target(struct sources *s, const char *target) {
    for (uint32_t i = 0; i < s->commands.all.n && !s->e->set; i++) {
        char *of = commands_target(&s->commands.all.at[i]);
        if (of && !strcmp(of, target)) add(s, &s->commands.all.at[i], &s->chosen);
        free(of);
    }
    if (!s->chosen.n)
        error_set(s->e, s->commands.source, 0, 0, "no file is compiled for a target %s", target);
}

static void add_all(struct sources *s, text_list *to) {
    for (uint32_t i = 0; i < s->commands.all.n && !s->e->set; i++)
        if (is_c(s->commands.all.at[i].file)) add(s, &s->commands.all.at[i], to);
}

static void choose(struct sources *s) {
    for (uint32_t i = 0; i < options.inputs.n && !s->e->set; i++) add_named(s, options.inputs.at[i]);
    if (links_auto()) add_all(s, &s->others);
    else if (options.link) add_target(s, options.link);
    else if (!options.inputs.n) add_all(s, &s->chosen);
    if (!s->e->set && !s->chosen.n)
        error_set(s->e, NULL, 0, 0, "%s",
                  links_auto() ? "--link=auto needs a file to begin with" : "no C file");
}

static bool load_project(struct program *p, struct error *e) {
    struct sources s = {.e = e};
    if (!commands_read(&s.commands, options.build_dir, e)) return false;
    choose(&s);
    bool good = !e->set && program_load(p, &s.chosen, e);
    if (good && s.width && !options_given("32") && !options_given("64")) p->m32 = s.width == 32;
    if (good && s.others.n && !program_complete(p, &s.others, e)) {
        program_release(p);
        good = false;
    }
    toolchain_release(&s.chosen);
    toolchain_release(&s.others);
    commands_release(&s.commands);
    return good;
}

static bool load(struct program *p, struct error *e) {
    if (options.build_dir) return load_project(p, e);
    if (options.link) {
        error_set(e, NULL, 0, 0, "--link needs -p DIR");
        return false;
    }
    return program_load(p, &options.inputs, e);
}

bool sources_load(struct program *p, struct error *e) {
    if (!load(p, e)) return false;
    if (program_find_entry(p, e)) return true;
    program_release(p);
    return false;
}
