// expect: FALSE
/* Memory that is freed does not run out. */
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    for (int c = 0;; c++) {
        void *p = malloc(4096);
        free(p);
        if (c == 300) reach_error();
    }
}
