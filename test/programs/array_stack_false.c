// expect: FALSE
// As array_stack_true.c, but a swap reaches beyond the top.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 5
int stack[N + 1], top;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int op = __VERIFIER_nondet_int();
        if (op == 0 && top < N) {
            stack[top++] = 7;
        } else if (op == 1 && top > 0) {
            top--;
            if (stack[top] != 7) reach_error();
        } else if (op == 2 && top > 0) {
            int t = stack[top];
            stack[top] = stack[top - 1];
            stack[top - 1] = t;
        }
    }
    return 0;
}
