// expect: TRUE [options: --engine=cells]
/* Two dimensions: before the inner loop starts, all rows above are done, and the last element is that of the last row. */
#include <assert.h>
enum { ROWS = 200, COLUMNS = 300 };
extern int cell[ROWS][COLUMNS];
int main(void) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) cell[i][j] = 7;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) assert(cell[i][j] == 7);
}
