# --strict proves programs with arrays: the standard checks need nothing for granted, and assertions alone say so.
cat >array.c <<'END'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 10) assert(a[k] >= 0);
    return 0;
}
END
"$EDGEWISE" --strict array.c >out 2>err || { cat out err; exit 1; }
code=0
"$EDGEWISE" --strict --check=assert array.c >out 2>err || code=$?
[ "$code" = 5 ] && cat out err | grep -q 'without --check=assert' || { cat out err; exit 1; }
