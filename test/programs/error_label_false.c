// expect: FALSE
// Without an error function, reaching the label is the error.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int ERROR = __VERIFIER_nondet_int();
    if (ERROR == 3) {
    ERROR:
        goto ERROR;
    }
    return 0;
}
