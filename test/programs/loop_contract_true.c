// expect: TRUE [options: --loop-contracts]
int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++)
        __CPROVER_loop_invariant(s == i && i <= 10)
    {
        s++;
    }
    for (;;)
        __CPROVER_loop_invariant(s == 10)
    {
    }
    return 0;
}
