// expect: UNKNOWN
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f || fputc(7, f) != 7) return 0;
    rewind(f);
    assert(fgetc(f) == 7);
}
