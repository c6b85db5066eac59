// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    __asm__ volatile("" ::: "memory");
    if (x != y) reach_error();
}
