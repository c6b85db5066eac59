// expect: FALSE [options: --entry=f]
#include <assert.h>
void f(struct list { struct list *next; } *p) { assert(p); }
