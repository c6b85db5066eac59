# What a proof takes for granted besides functions without a body: addresses that are used as numbers, memory that is freed and not used again.
. "$ROOT/test/cli/lib.sh"
cat >address.c <<'END'
extern void reach_error(void);
int main(void) {
    int x;
    if (((unsigned long)&x & 0xff) == 0x18)
        reach_error();
    return 0;
}
END
run "$EDGEWISE" --check=assert address.c
[ "$code" = 5 ] || [ "$code" = 10 ] || fail "exit code $code: x may lie anywhere"
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >unreach.prp
run "$EDGEWISE" --spec unreach.prp address.c
case "$code" in
0) grep -Eq '^Assuming addresses: objects lie at the addresses .*address.c:4' out || { cat out >&2; fail "no word of addresses"; } ;;
10) ;; # our choice happens to be a bad one
*) fail "exit code $code" ;;
esac
cat >inside.c <<'END'
extern void reach_error(void);
int main(void) {
    int a[10], n = 0;
    for (int *p = a; p < a + 10; p++)
        n += 1 + (p - a) * 0;
    if (n != 10) reach_error();
    return 0;
}
END
expect 0 TRUE "$EDGEWISE" --check=assert inside.c
! grep -q 'Assuming addresses' out || { cat out >&2; fail "distances inside an object depend on no address"; }
cat >freed.c <<'END'
void *malloc(unsigned long);
void free(void *);
extern void reach_error(void);
int main(void) {
    for (int i = 0; i < 3; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        if (*p != i) reach_error();
        free(p);
    }
    return 0;
}
END
expect 0 '^Assuming heap-budget: .*TiB at freed.c:6' "$EDGEWISE" --check=assert freed.c
grep -v 'free(p)' freed.c >kept.c
expect 0 TRUE "$EDGEWISE" --check=assert kept.c
! grep -q 'Assuming heap-budget' out || { cat out >&2; fail "memory that is never freed runs out in reality, too"; }
