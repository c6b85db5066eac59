// expect: FALSE [options: --check=bounds]
#include <stdio.h>
int main(void) {
    char name[8];
    int n;
    return scanf("%d %s", &n, name) == 2 ? name[0] : 0;
}
