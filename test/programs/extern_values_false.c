// expect: FALSE
// Variables that no file of the program defines are defined for the compiled program, with the contents of the trace.
#include <assert.h>

extern int limit;
extern struct {
    char kind;
    short table[6];
    double scale;
} settings;
extern int row[8];

int main(void) {
    unsigned i = row[0];
    if (i >= 8) return 0;
    assert(!(limit == 12345 && settings.table[3] == -7 && settings.scale == 2.5 && row[i] == 77));
    limit = 3;
    return 0;
}
