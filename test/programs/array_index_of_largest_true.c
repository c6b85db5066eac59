// expect: TRUE [options: --engine=cells]
// The index of the largest element so far jumps; facts about two elements, one of which is where it is.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 100000 };
int value[N];
int main(void) {
    int largest = 0;
    for (int i = 0; i < N; i++) value[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < N; i++)
        if (value[largest] < value[i]) largest = i;
    for (int i = 0; i < N; i++) assert(value[i] <= value[largest]);
}
