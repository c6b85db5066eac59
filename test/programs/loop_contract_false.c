// expect: FALSE [options: --loop-contracts]
int main(void) {
    int i = 0;
    while (i < 10)
        __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i < 10) __CPROVER_decreases(10 - i)
    {
        i++;
    }
    return 0;
}
