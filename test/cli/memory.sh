# Programs that fail for some addresses, some caller, some behaviour of the outside: none may be TRUE. Whether they are FALSE
# depends on whether a compiled run can be made to do the same.
. "$ROOT/test/cli/lib.sh"
not_true() { # NAME OPTION...: the program on standard input
    name=$1
    shift
    { printf '#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n'; cat; } >"$name.c"
    run "$EDGEWISE" --timeout=20 "$@" "$name.c"
    [ "$code" = 5 ] || [ "$code" = 10 ] || { cat "$name.c" out >&2; fail "$name: exit code $code"; }
}
not_true guessed <<'END'
void *__VERIFIER_nondet_pointer(void);
int main(void) { int a = 0, *p = __VERIFIER_nondet_pointer(); if (p == &a) { *p = 5; assert(a == 0); } }
END
not_true unset <<'END'
int main(void) { int a = 0, *p; if (p == &a) { *p = 5; assert(a == 0); } }
END
not_true number <<'END'
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { int a = 0, *p = (int *)__VERIFIER_nondet_ulong(); if (p == &a) { *p = 5; assert(a == 0); } }
END
not_true declared <<'END'
extern int *ep; int g;
int main(void) { g = 0; *ep = 5; assert(g == 0); }
END
not_true handed_out <<'END'
int g, *get(void);
int main(void) { int *p = get(); g = 0; *p = 5; assert(g == 0); }
END
not_true handed_in <<'END'
void sink(int *); int *get(void);
int main(void) { int a; sink(&a); a = 0; int *p = get(); *p = 3; assert(a == 0); }
END
not_true entry_global --entry=f <<'END'
int g; void f(int *p) { g = 0; *p = 1; assert(g == 0); }
END
not_true entry_null --entry=f <<'END'
void f(char *p) { assert(p); }
END
not_true entry_equal --entry=f <<'END'
void f(void *a, void *b) { assert(a != b); }
END
not_true entry_alias --entry=f <<'END'
void f(int *a, int *b) { *a = 1; *b = 2; assert(*a == 1); }
END
not_true one_past <<'END'
int main(void) { int a, b; assert(&a + 1 != &b); }
END
not_true alignment <<'END'
int main(void) { char a[2], b; assert((long)&b % 4 == 0 || (long)&a % 4 == 0); }
END
not_true order <<'END'
int a, b; int main(void) { assert(&a < &b); }
END
not_true order_reversed <<'END'
int a, b; int main(void) { assert(&a > &b); }
END
not_true stack_again <<'END'
static uintptr_t f(void) { int x = 5, *p = &x; return (uintptr_t)p; }
int main(void) { uintptr_t p = f(), q = f(); assert(p != q); }
END
not_true in_place <<'END'
int main(void) { char *p = malloc(4); if (!p) return 0; uintptr_t a = (uintptr_t)p; char *q = realloc(p, 5); assert((uintptr_t)q != a); }
END
not_true blocks_in_order <<'END'
int main(void) { char *last = 0; for (int i = 0; i < 3; i++) { char *p = malloc(8); if (!p) return 0; assert(p > last); last = p; } }
END
not_true large_array --32 <<'END'
int main(void) { unsigned n = 600, A[n][n][n]; A[0][0][0] = 1; assert(0); }
END
not_true kept --32 <<'END'
int main(void) { for (int i = 0; i < 1200; i++) if (!malloc(1u << 20)) return 0; assert(0); }
END
not_true empty_block <<'END'
int main(void) { assert(malloc(0)); }
END
