/* Proofs of single functions reach into files: CBMC's tools make the static function f of a.c known
 * as __CPROVER_file_local_a_c_f, and take away bodies, so that a stub in another file stands in for
 * a function of the project:
 *
 *     static int f(int x) { return x + 1; }                                     a.c
 *     int __CPROVER_file_local_a_c_f(int);                                      proof: declared,
 *                                                                               and called
 *     int g(void) { return __CPROVER_file_local_a_c_f(1); }
 *
 * Only names that some file uses or --remove-body names are given, because renaming changes what
 * traces call a function. FILE is the last part of the name of the file that has the function, a
 * header as well; what is no letter or digit becomes "_". Several files that include that header
 * have the same function, so the linker may take any of them.
 *
 * --remove-body=f takes away the bodies of f, but for those in files of --stub. */
#include "frontend/driver/statics.h"

#include <assert.h>
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/mem.h"
#include "util/strbuf.h"

#define LOCAL_PREFIX "__CPROVER_file_local_"

/* The file in which the function is written, by its debug information. */
static char *local_name(LLVMValueRef f) {
    unsigned length = 0;
    LLVMMetadataRef scope = LLVMGetSubprogram(f), file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    const char *path = file ? LLVMDIFileGetFilename(file, &length) : NULL;
    struct strbuf name = {0};
    if (!path || !length) return NULL;
    const char *end = path + length, *begin = end;
    while (begin > path && begin[-1] != '/') begin--;
    strbuf_text(&name, LOCAL_PREFIX);
    for (const char *at = begin; at < end; at++) strbuf_char(&name, isalnum((unsigned char)*at) ? *at : '_');
    strbuf_printf(&name, "_%s", ir_name(f));
    return strbuf_take(&name);
}

static bool is_removed(const char *name) {
    for (uint32_t i = 0; i < options.remove_body.n; i++)
        if (!strcmp(options.remove_body.at[i], name)) return true;
    return false;
}

/* Does some file speak of the function by this name? */
static bool is_wanted(const module_list *modules, const char *name) {
    if (is_removed(name)) return true;
    for (uint32_t i = 0; i < modules->n; i++)
        if (LLVMGetNamedFunction(modules->at[i], name)) return true;
    return false;
}

static bool any_wanted(const module_list *modules) {
    for (uint32_t i = 0; i < modules->n; i++)
        FOR_FUNCTIONS (f, modules->at[i])
            if (ir_starts_with(f, LOCAL_PREFIX)) return true;
    return options.remove_body.n > 0;
}

/* The file itself may declare the long name: then that declaration is replaced. */
static void rename_to(LLVMModuleRef module, LLVMValueRef f, const char *name) {
    LLVMValueRef other = LLVMGetNamedFunction(module, name);
    if (other && ir_has_body(other)) return;
    if (other) {
        LLVMReplaceAllUsesWith(other, f);
        LLVMDeleteFunction(other);
    }
    LLVMSetValueName2(f, name, strlen(name));
    LLVMSetLinkage(f, LLVMWeakODRLinkage);
}

static bool export_from(const module_list *modules, LLVMModuleRef module) {
    VEC(LLVMValueRef) locals = {0};
    bool changed = false;
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f) && LLVMGetLinkage(f) == LLVMInternalLinkage) VEC_PUSH(&locals, f);
    for (uint32_t i = 0; i < locals.n; i++) {
        char *name = local_name(locals.at[i]);
        if (name && is_wanted(modules, name)) {
            rename_to(module, locals.at[i], name);
            changed = true;
        }
        free(name);
    }
    VEC_RELEASE(&locals);
    return changed;
}

static void remove_body(LLVMValueRef f) {
    LLVMBasicBlockRef block;
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b)
            if (LLVMGetFirstUse(i)) LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
    FOR_BLOCKS (b, f)
        for (LLVMValueRef i; (i = LLVMGetLastInstruction(b));) LLVMInstructionEraseFromParent(i);
    while ((block = LLVMGetFirstBasicBlock(f))) LLVMDeleteBasicBlock(block);
    LLVMSetSubprogram(f, NULL);
    LLVMSetLinkage(f, LLVMExternalLinkage);
    assert(!ir_has_body(f));
}

static bool remove_bodies(const module_list *modules, uint32_t own, const char *name) {
    bool removed = false;
    for (uint32_t i = 0; i < own && i < modules->n; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(modules->at[i], name);
        if (!f || !ir_has_body(f)) continue;
        remove_body(f);
        removed = true;
    }
    return removed;
}

bool statics_apply(const module_list *modules, uint32_t own) {
    bool changed = false;
    assert(own <= modules->n);
    if (!any_wanted(modules)) return false;
    for (uint32_t i = 0; i < modules->n; i++) changed |= export_from(modules, modules->at[i]);
    for (uint32_t i = 0; i < options.remove_body.n; i++)
        changed |= remove_bodies(modules, own, options.remove_body.at[i]);
    return changed;
}
