// expect: TRUE [options: --check=bounds]
#include <stdio.h>
int main(void) {
    char line[16];
    int sum = 0;
    while (fgets(line, sizeof line, stdin))
        for (char *p = line; *p; p++) sum ^= *p;
    return sum;
}
