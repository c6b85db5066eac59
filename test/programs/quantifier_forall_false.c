// expect: FALSE
int nondet_int(void);
int main(void) {
    int a[3] = {1, nondet_int(), 1};
    __CPROVER_assert(__CPROVER_forall { int i; (i >= 0 && i <= 2) ==> a[i] == 1 }, "the element in the middle is any");
    return 0;
}
