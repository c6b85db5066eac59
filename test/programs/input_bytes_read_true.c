// expect: TRUE [options: --check=bounds]
/* What read returns is at most what was asked for; while (n--) keeps p - block + n. */
#include <unistd.h>
int main(void) {
    unsigned char block[4000];
    long n = read(0, block, sizeof block);
    int sum = 0;
    if (n < 0) return 1;
    for (unsigned char *p = block; n--; p++) sum ^= *p;
    return sum;
}
