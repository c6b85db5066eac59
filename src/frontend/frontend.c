#include "frontend/frontend.h"

#include <assert.h>
#include <string.h>

#include "frontend/abstract/abstraction.h"
#include "frontend/driver/driver.h"
#include "frontend/driver/prepare.h"
#include "frontend/translate/translate.h"
#include "util/mem.h"
#include "util/stats.h"
#include "util/strbuf.h"

/* Loads and prepares; the module is NULL on failure. */
static LLVMModuleRef prepared(LLVMContextRef context, const struct program *p, struct error *e) {
    LLVMModuleRef module = driver_load(context, p, e);
    if (module && !prepare_module(module, p, e)) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    return module;
}

struct cfa *frontend_translate(const struct program *p, struct error *e) {
    double start = timer_start();
    LLVMContextRef context = driver_context(e);
    LLVMModuleRef module = prepared(context, p, e);
    struct cfa *c = module ? translate_module(module, p, e) : NULL;
    if (c && p->abstraction) abstraction_note(p->abstraction, c);
    if (module) LLVMDisposeModule(module);
    LLVMContextDispose(context);
    timer_stop(TIMER_FRONTEND, start);
    assert((c != NULL) != e->set);
    return c;
}

/* A function that other files can call. */
static bool is_callable(LLVMValueRef f) {
    return !LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage;
}

char *frontend_functions(const struct program *p, struct strbuf *names, struct error *e) {
    LLVMContextRef context = driver_context(e);
    LLVMModuleRef module = driver_load(context, p, e);
    char *text = NULL;
    if (module) {
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
            size_t n;
            if (is_callable(f)) strbuf_printf(names, "%s\n", LLVMGetValueName2(f, &n));
        }
        char *printed = LLVMPrintModuleToString(module);
        text = mem_strdup(printed);
        LLVMDisposeMessage(printed);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return text;
}

char *frontend_listing(const struct program *p, struct error *e) {
    struct strbuf b = {0};
    driver_list(p, &b, e);
    if (e->set) strbuf_release(&b);
    return e->set ? NULL : strbuf_take(&b);
}

char *frontend_llvm_text(const struct program *p, struct error *e) {
    LLVMContextRef context = driver_context(e);
    LLVMModuleRef module = prepared(context, p, e);
    char *text = NULL;
    if (module) {
        char *printed = LLVMPrintModuleToString(module);
        text = mem_strdup(printed);
        LLVMDisposeMessage(printed);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return text;
}
