/* Which of a project's files belong to a program (--link=auto): as a linker takes members out of an
 * archive. Each file is compiled once and only its names are kept; then whoever defines a name that
 * is used and not defined joins, until nothing changes.
 *
 *     a.c     uses f, defines main     given
 *     b.c     defines f, uses g        joins because of f
 *     f.c     defines g                joins because of g
 *     prog.c  defines main             stays outside: nobody misses what it defines
 *
 * Two files that both define a missing name are an error, because either choice would be a guess. A
 * name that nobody defines is left to the library, or to the rules for functions without a body. */
#include <assert.h>
#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/driver.h"
#include "frontend/driver/ir.h"
#include "util/log.h"
#include "util/mem.h"

struct unit {
    const char *file;
    /* Owned strings. */
    text_list defined, used;
    bool chosen;
};

typedef VEC(struct unit) unit_list;

static bool has_name(const text_list *list, const char *name) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], name)) return true;
    return false;
}

static void note(struct unit *u, LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (!*ir_name(v) || !strncmp(ir_name(v), "llvm.", 5) || linkage == LLVMInternalLinkage ||
        linkage == LLVMPrivateLinkage)
        return;
    if (!LLVMIsDeclaration(v)) VEC_PUSH(&u->defined, mem_strdup(ir_name(v)));
    else if (LLVMGetFirstUse(v)) VEC_PUSH(&u->used, mem_strdup(ir_name(v)));
}

/* The names of one file; false with *e set if it cannot be compiled. */
static bool look_into(const struct program *p, struct unit *u, struct error *e) {
    struct program one = *p;
    const char *file = u->file;
    one.stubs = 0;
    one.files = (text_list){.at = &file, .n = 1, .capacity = 1};
    LLVMContextRef context = driver_context(e);
    LLVMModuleRef module = driver_load(context, &one, e);
    if (module) {
        FOR_FUNCTIONS (f, module) note(u, f);
        FOR_GLOBALS (g, module) note(u, g);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return module != NULL;
}

static void unit_release(struct unit *u) {
    for (uint32_t i = 0; i < u->defined.n; i++) free((char *)u->defined.at[i]);
    for (uint32_t i = 0; i < u->used.n; i++) free((char *)u->used.at[i]);
    VEC_RELEASE(&u->defined);
    VEC_RELEASE(&u->used);
}

/* The unit that defines the name; NULL if there is none or *e is set. */
static struct unit *definer(unit_list *units, const char *name, struct error *e) {
    struct unit *found = NULL;
    for (uint32_t i = 0; i < units->n; i++) {
        struct unit *u = &units->at[i];
        if (!has_name(&u->defined, name)) continue;
        if (u->chosen) return NULL;
        if (found)
            error_set(e, NULL, 0, 0,
                      "--link=auto: both %s and %s define %s; name one of them, or use --link=TARGET",
                      found->file, u->file, name);
        found = u;
    }
    return e->set ? NULL : found;
}

/* A unit that some chosen one needs. */
static struct unit *next_unit(unit_list *units, struct error *e) {
    for (uint32_t i = 0; i < units->n; i++)
        for (uint32_t k = 0; units->at[i].chosen && k < units->at[i].used.n && !e->set; k++) {
            struct unit *u = definer(units, units->at[i].used.at[k], e);
            if (u) return u;
        }
    return NULL;
}

static void read_units(struct program *p, const text_list *others, unit_list *units, struct error *e) {
    for (uint32_t i = 0; i < p->files.n && !e->set; i++) {
        struct unit u = {.file = p->files.at[i], .chosen = true};
        look_into(p, &u, e);
        VEC_PUSH(units, u);
    }
    for (uint32_t i = 0; i < others->n && !e->set; i++) {
        struct unit u = {.file = others->at[i]};
        struct error own = {0};
        if (look_into(p, &u, &own)) VEC_PUSH(units, u);
        else warning("%s is left out: %s", u.file, own.message);
        error_release(&own);
    }
}

bool program_complete(struct program *p, const text_list *others, struct error *e) {
    unit_list units = {0};
    assert(p->files.n > 0);
    read_units(p, others, &units, e);
    for (struct unit *u; !e->set && (u = next_unit(&units, e));) {
        u->chosen = true;
        verbose("%s belongs to the program", u->file);
        VEC_PUSH(&p->files, mem_strdup(u->file));
    }
    for (uint32_t i = 0; i < units.n; i++) unit_release(&units.at[i]);
    VEC_RELEASE(&units);
    return !e->set;
}
