#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int buf[8];
unsigned head, tail, count;
int main(void) {
    do {
        if (__VERIFIER_nondet_int() && count < 8) {
            buf[head] = 1;
            head = (head + 1) % 8;
            count++;
        } else if (count > 0) {
            tail = (tail + 1) % 8;
            count--;
        }
        assert(head < 8 && tail < 8 && (head + 8 - tail) % 8 == count % 8);
    } while (__VERIFIER_nondet_int());
    return 0;
}
