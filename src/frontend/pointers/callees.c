/* A dispatcher compares the pointer with every function of its type, and each of them is inlined at
 * every call, before the points-to analysis of the flat program finds that most cannot be meant:
 *
 *     host->ops->readl(host, reg);      58 functions of this type, among them the one that this
 *                                       line stands in: looks like recursion
 *
 * So the same analysis runs once before, on functions with their calls. It is less precise there,
 * because all calls of a function are one, but the program is smaller. */
#include "frontend/pointers/callees.h"

#include "frontend/driver/calls.h"
#include "frontend/driver/prepare.h"
#include "frontend/pointers/points_to.h"

/* With fewer functions to choose from, there is little to gain. */
enum { MANY = 4 };

/* A pointer from nowhere may lead to any function that others know. */
static bool may_be(void *context, LLVMValueRef pointer, LLVMValueRef function) {
    struct points_to *pt = context;
    const target_set *targets = points_to_of(pt, pointer);
    uint32_t object = objects_of_site(&pt->objects, function);
    bool nowhere = (pt->unknown && points_to_has(targets, pt->unknown)) ||
                   (pt->guess && points_to_has(targets, pt->guess));
    return object == 0 || nowhere || points_to_has(targets, object);
}

void callees_narrow(LLVMModuleRef module, const struct program *p, LLVMValueRef entry) {
    if (!calls_have_choice(module, MANY)) return;
    struct points_to pt = {.outside_writes = !p->rules.extern_pure, .c_rules = !p->rules.sv_comp};
    points_to_run(&pt, module, entry, prepare_is_error, (void *)p);
    calls_narrow(module, may_be, &pt);
    points_to_release(&pt);
}
