// expect: TRUE
/* A pointer of any value, once it is known to be equal to an address, leads there. */
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
    int a, b = 7, *p = __VERIFIER_nondet_pointer();
    a = 1;
    if (p != &a) return 0;
    if (*p != 1) reach_error();
    *p = 5;
    if (a != 5 || b != 7) reach_error();
    return 0;
}
