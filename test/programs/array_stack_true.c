// expect: TRUE [options: --engine=cells --32]
// The top goes up and down: what is below it are the elements, and two of them are swapped.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 500
int stack[N], top;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int op = __VERIFIER_nondet_int();
        if (op == 0 && top < N) {
            stack[top++] = 7;
        } else if (op == 1 && top > 0) {
            top--;
            if (stack[top] != 7) reach_error();
        } else if (op == 2 && top > 1) {
            int t = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = t;
        }
    }
    return 0;
}
