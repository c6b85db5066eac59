// expect: TRUE
int nondet_int(void);
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = i + nondet_int() % 2 * 4;
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == i });
    __CPROVER_assert(a[3] == 3, "an instance");
    __CPROVER_assert(__CPROVER_exists { unsigned k; k < 4 && a[k] == 2 }, "there is one");
    return 0;
}
