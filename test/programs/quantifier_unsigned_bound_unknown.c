// expect: UNKNOWN
// "i >= 0u" holds for negative numbers, too: the range is not what it looks like, and is given up on.
int a[3];
int main(void) {
    __CPROVER_assert(__CPROVER_forall { int i; (i >= 0u && i < 3) ==> i >= 0 }, "wrong for -1");
    return 0;
}
