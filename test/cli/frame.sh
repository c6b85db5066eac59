# What must never be TRUE or a fault of ours, whatever the policy about counterexamples that cannot be compiled is.
. "$ROOT/test/cli/lib.sh"

# not_true OPTION... FILE: the verdict is FALSE or UNKNOWN, and nothing is spurious.
not_true() {
    run "$EDGEWISE" --check=assert --timeout=60 --jobs=1 "$@"
    [ "$code" = 10 ] || [ "$code" = 5 ] || { cat out err >&2; fail "exit code $code: $*"; }
}

cat >volatile.c <<'END'
#include <assert.h>
volatile int flag;
int main(void) { flag = 1; assert(flag == 1); return 0; }
END
not_true volatile.c
expect 0 'Verification result: TRUE' "$EDGEWISE" --check=assert --volatile=memory volatile.c

cat >interrupt.c <<'END'
#include <assert.h>
static int ticks;
void tick(void) { ticks++; }
int main(void) { int before = ticks, after = ticks; assert(before == after); return 0; }
END
not_true --isr=tick interrupt.c
expect 0 'Verification result: TRUE' "$EDGEWISE" --check=assert interrupt.c
cat >late.c <<'END'
#include <assert.h>
static int *shared, done;
void tick(void) { if (shared) *shared = 1; assert(!done); }
int main(void) { int x = 0; shared = &x; assert(x == 0); return 0; }
END
not_true --isr=tick late.c
cat >last.c <<'END'
#include <assert.h>
static int done;
void tick(void) { assert(!done); }
int main(void) { done = 1; for (;;) { } }
END
not_true --isr=tick last.c
expect 1 'isr=tock: no function' "$EDGEWISE" --check=assert --isr=tock interrupt.c

# The length of an array that nobody set.
cat >length.c <<'END'
#include <assert.h>
int main(void) { unsigned n; int v[n]; assert(n < 3 || v[2] == 5); }
END
not_true length.c

# Pointers that the entry function is given may be equal.
cat >entry.c <<'END'
#include <assert.h>
void f(void *a, void *b) { assert(a != b); }
END
not_true --entry=f entry.c

# A jump past a declaration.
cat >jump.c <<'END'
#include <assert.h>
int main(void) { goto in; { int x = 5; in: assert(x != 7); } return 0; }
END
not_true jump.c

# An undeclared function returns an int, so it is no allocator.
cat >allocator.c <<'END'
#include <assert.h>
int main(void) { int *p = kzalloc(4, 3); assert(p); return 0; }
END
not_true allocator.c

# The program cannot start in its error function.
echo 'void reach_error(void) { }' >error.c
expect 1 'reach_error is the error function' "$EDGEWISE" --check=assert --entry=reach_error error.c

# Code that LLVM's verifier refuses.
cat >phi.ll <<'END'
define i32 @main() {
entry:
  %c = call i1 @nd()
  br i1 %c, label %a, label %b
a:
  br label %m
b:
  br label %m
m:
  %x = phi i32 [ 1, %a ]
  ret i32 %x
}
declare i1 @nd()
END
expect 1 'PHINode should have one entry' "$EDGEWISE" --check=assert phi.ll

# Inlined by another compiler run: the parameter's value is stored before its declaration.
cat >inlined.c <<'END'
#include <assert.h>
static inline __attribute__((always_inline)) void check(int l) { assert(l < 10); }
int main(void) { for (int i = 0; i < 10; i++) check(i); check(1); check(2); return 0; }
END
clang-19 -O0 -g -c -emit-llvm inlined.c -o inlined.bc
expect 0 'Verification result: TRUE' "$EDGEWISE" --check=assert inlined.bc

# The vocabulary of SeaHorn's bitcode.
cat >words.ll <<'END'
define i32 @main() {
entry:
  %n = call i32 @nd()
  %small = icmp slt i32 %n, 9
  call void @verifier.assume(i1 %small)
  %negative = icmp slt i32 %n, 5
  call void @verifier.assume.not(i1 %negative)
  %seven = icmp eq i32 %n, 7
  br i1 %seven, label %bad, label %good
bad:
  call void @verifier.error()
  unreachable
good:
  ret i32 0
}
declare i32 @nd()
declare void @verifier.assume(i1)
declare void @verifier.assume.not(i1)
declare void @verifier.error()
END
not_true words.ll
sed 's/eq i32 %n, 7/eq i32 %n, 3/' words.ll >safe.ll
expect 0 'Verification result: TRUE' "$EDGEWISE" --check=assert safe.ll

# Missing declarations also from standard input.
printf 'int main() { int n = nondet_int(); __CPROVER_assume(n > 4); __CPROVER_assert(n != 7, ""); }' >words.c
"$EDGEWISE" --check=assert - <words.c >out 2>err && fail "a failing assertion from standard input was TRUE"
cat out err | grep -q 'the compiled program reaches the error' || { cat out err >&2; fail "not confirmed"; }

# A proof about nothing says so.
echo 'int main(void) { return 0; }' >nothing.c
expect 0 'warning: nothing can fail' "$EDGEWISE" --check=assert nothing.c
run "$EDGEWISE" --check=assert interrupt.c
! grep -q 'nothing can fail' err || fail "a warning where something can fail"
