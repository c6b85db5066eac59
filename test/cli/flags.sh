# Flags of gcc and clang, and files that gcc has preprocessed.
. "$ROOT/test/cli/lib.sh"
mkdir inc
echo 'int limit(void);' >inc/v.h
cat >a.c <<'EOF'
#include <assert.h>
#include <v.h>
int main(void) { assert(N == 3 && sizeof(enum { A }) == ENUM); return 0; }
EOF
expect 0 'TRUE' "$EDGEWISE" --check=assert -std=c11 -isystem inc -DN=4 -UN -D N=3 -DENUM=1 -fshort-enums -O2 -g -Wall -Werror -MD -MF a.d -fPIC -march=x86-64 -c a.c -o a.o
expect 10 'FALSE' "$EDGEWISE" --check=assert -Iinc -DN=3 -DENUM=1 a.c
expect 10 'FALSE' "$EDGEWISE" --check=assert a.c -- -iquote. -Iinc -DN=3 -DENUM=1
[ ! -e a.o ] && [ ! -e a.d ] || fail "a file was written"
for flag in -fplugin=x.so -Xclang -B/tmp -specs=x -wrapper -mllvm '-DA
B' -std=c++17 '-xc++' -load; do expect 1 'refused|unknown option' "$EDGEWISE" --check=assert "$flag" a.c; done
expect 1 'unknown option' "$EDGEWISE" --check=assert -zork a.c
expect 1 'only x86' "$EDGEWISE" --check=assert -target armv7-linux-gnueabi a.c
expect 0 'no effect here' "$EDGEWISE" --check=assert -ffast-math -Iinc -DN=3 -DENUM=4 a.c
echo 'long f(void) { return sizeof(long); } int main(void) { if (f() != 4) __assert_fail(); return 0; }' >w.c
expect 0 'TRUE' "$EDGEWISE" --check=assert -m32 w.c
expect 0 TRUE "$EDGEWISE" --check=assert -target i686-pc-linux-gnu w.c
expect 0 TRUE "$EDGEWISE" --check=assert w.c -- --target=i686-pc-linux-gnu
expect 10 'FALSE' "$EDGEWISE" --check=assert -m32 -m64 --no-32 w.c
# tentative definitions in two files
printf '#include <assert.h>\nint shared; int get(void);\nint main(void) { shared = 3; assert(get() == 3); return 0; }\n' >c1.c
printf 'int shared; int get(void) { return shared; }\n' >c2.c
expect 1 'fcommon' "$EDGEWISE" --check=assert c1.c c2.c
expect 0 'TRUE' "$EDGEWISE" --check=assert -fcommon c1.c c2.c
# dialects of C
printf '#include <assert.h>\nconstexpr int n = 4;\nint main() { auto x = n; assert(x == 4 && nullptr == (void *)0); return 0; }\n' >c23.c
for std in c23 gnu23 c2x; do expect 0 'TRUE' "$EDGEWISE" --check=assert -std=$std c23.c; done
printf '#include <assert.h>\ninline int f(void) { return 1; }\nextern int f(void);\nint main(void) { assert(f() == 1); return 0; }\n' >inline.c
for std in c99 c17 gnu17; do expect 0 'TRUE' "$EDGEWISE" --check=assert -std=$std inline.c; done
printf 'int main(void) { int n = 3; struct { int a[n]; } s; return sizeof s; }\n' >vla.c
expect 1 'vla.c:1:' "$EDGEWISE" --check=assert vla.c
# preprocessed by gcc
command -v gcc >gcc.path || exit 77
printf '#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n#include <math.h>\n#include <wchar.h>\n#include <assert.h>\nint main(void) { char *p = malloc(4); if (p) { p[0] = 1; assert(p[0] == 1); } return 0; }\n' >pre.c
for flags in -O0 '-O2 -D_FORTIFY_SOURCE=2' -std=c2x; do
    gcc -E $flags pre.c -o pre.i
    expect 0 'TRUE' "$EDGEWISE" --check=assert pre.i
done
