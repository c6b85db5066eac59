// expect: FALSE [options: --check=bounds]
#include <stdio.h>
int main(void) {
    short t[6];
    size_t n = fread(t, sizeof *t, 6, stdin);
    return t[n]; /* n may be 6 */
}
