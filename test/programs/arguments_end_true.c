// expect: TRUE
// The array of arguments ends with a null pointer.
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 0);
    assert(argv[argc] == 0);
    assert(argc == 0 || argv[0] != 0);
    return 0;
}
