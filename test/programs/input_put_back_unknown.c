// expect: UNKNOWN
/* What is put back is read again: it is not for a counterexample to choose. */
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[8];
    if (ungetc(120, stdin) != 120 || !fgets(line, sizeof line, stdin)) return 0;
    assert(line[0] == 120);
}
