#include "term/internal.h"
/* being written */
bool op_apply_float(const struct op_site *site, const value *args, value *r) { (void)site; (void)args; *r = value_of(0); return false; }
