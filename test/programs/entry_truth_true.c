// expect: TRUE [options: --entry=pick --check=standard]
// An argument of type bool is one of the two truth values, whatever a typedef calls the type.
#include <stdbool.h>
typedef bool flag;
enum colour { RED, GREEN };
int pick(bool a, flag b, enum colour c) {
    int n = a + b;
    return n + (c == GREEN);
}
