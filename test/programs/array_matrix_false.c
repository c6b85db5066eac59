// expect: FALSE
/* As array_matrix_true, but the last column is left out. */
#include <assert.h>
enum { ROWS = 20, COLUMNS = 30 };
int cell[ROWS][COLUMNS];
int main(void) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS - 1; j++) cell[i][j] = 7;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) assert(cell[i][j] == 7);
}
