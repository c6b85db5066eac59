// expect: FALSE
/* C allows a program to be started without any argument, not even its name. */
#include <assert.h>
int main(int n, char **argv) {
    assert(n > 0);
    return argv[0] == 0;
}
