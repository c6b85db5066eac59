#include "system/companion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"
#include "util/vec.h"

struct entry {
    char *file, *header, *overlay, *folder;
};

struct file_flags {
    char *file;
    text_list words;
};

struct replaced_source {
    char *file, *source;
};

static VEC(struct entry) entries;
static VEC(struct file_flags) flags;
static VEC(struct replaced_source) sources;
static char *stand_ins, *label, *unbuildable;
static uint32_t arguments;

static void entry_release(struct entry *e) {
    free(e->file);
    free(e->header);
    free(e->overlay);
    free(e->folder);
}

static struct entry *find(const char *file) {
    for (uint32_t i = 0; i < entries.n; i++)
        if (!strcmp(entries.at[i].file, file)) return &entries.at[i];
    return NULL;
}

void companion_put_header(const char *file, const char *header, const char *overlay) {
    struct entry *e = find(file);
    assert(file);
    if (e) {
        entry_release(e);
    } else {
        VEC_PUSH(&entries, (struct entry){0});
        e = &VEC_LAST(&entries);
    }
    *e = (struct entry){.file = mem_strdup(file),
                        .header = header ? mem_strdup(header) : NULL,
                        .overlay = overlay ? mem_strdup(overlay) : NULL,
                        .folder = overlay ? mem_printf("%s.d", overlay) : NULL};
}

const text_list *companion_flags(const char *file) {
    static const text_list none;
    for (uint32_t i = 0; i < flags.n; i++)
        if (!strcmp(flags.at[i].file, file)) return &flags.at[i].words;
    return &none;
}

void companion_put_flags(const char *file, const text_list *words) {
    assert(!companion_flags(file)->n);
    VEC_PUSH(&flags, (struct file_flags){.file = mem_strdup(file)});
    for (uint32_t i = 0; i < words->n; i++) VEC_PUSH(&VEC_LAST(&flags).words, mem_strdup(words->at[i]));
}

const char *companion_source(const char *file) {
    for (uint32_t i = 0; i < sources.n; i++)
        if (!strcmp(sources.at[i].file, file)) return sources.at[i].source;
    return NULL;
}

void companion_put_source(const char *file, const char *source) {
    assert(!companion_source(file));
    VEC_PUSH(&sources, (struct replaced_source){mem_strdup(file), mem_strdup(source)});
}

static void flags_release(struct file_flags *f) {
    free(f->file);
    for (uint32_t i = 0; i < f->words.n; i++) free((char *)f->words.at[i]);
    VEC_RELEASE(&f->words);
}

bool companion_words(text_list *words, const char *file) {
    const struct entry *e = find(file);
    if (!e || (!e->header && !e->overlay)) return false;
    if (e->overlay) {
        VEC_PUSH(words, "-ivfsoverlay");
        VEC_PUSH(words, e->overlay);
        VEC_PUSH(words, "-idirafter");
        VEC_PUSH(words, e->folder);
    }
    if (e->header) {
        VEC_PUSH(words, "-include");
        VEC_PUSH(words, e->header);
    }
    return true;
}

static void replace(char **text, const char *by) {
    char *copy = by ? mem_strdup(by) : NULL;
    free(*text);
    *text = copy;
}

void companion_put_stand_ins(const char *text) { replace(&stand_ins, text); }

void companion_add_stand_ins(const char *text) {
    char *all = mem_printf("%s%s", companion_stand_ins(), text);
    free(stand_ins);
    stand_ins = all;
}

const char *companion_stand_ins(void) { return stand_ins ? stand_ins : ""; }
void companion_put_label(const char *name) { replace(&label, name); }
const char *companion_label(void) { return label; }

void companion_put_unbuildable(const char *why) { replace(&unbuildable, why); }
const char *companion_unbuildable(void) { return unbuildable; }

void companion_put_arguments(uint32_t n) { arguments = n; }
uint32_t companion_arguments(void) { return arguments; }

void companion_release(void) {
    arguments = 0;
    for (uint32_t i = 0; i < entries.n; i++) entry_release(&entries.at[i]);
    VEC_RELEASE(&entries);
    for (uint32_t i = 0; i < flags.n; i++) flags_release(&flags.at[i]);
    VEC_RELEASE(&flags);
    for (uint32_t i = 0; i < sources.n; i++) {
        free(sources.at[i].file);
        free(sources.at[i].source);
    }
    VEC_RELEASE(&sources);
    replace(&stand_ins, NULL);
    replace(&label, NULL);
    replace(&unbuildable, NULL);
}
