/* A calibration curve: the segment of a sorted table that holds a value, by binary search, then interpolation. The
 * seeded bug is the one of many textbooks' ends: the upper end is the length instead of the last index. */
extern int __VERIFIER_nondet_int(void);

enum { POINTS = 8 };

static const int raw[POINTS] = {0, 100, 250, 450, 700, 1000, 2000, 4095};
static const int value[POINTS] = {-400, -200, 0, 180, 330, 600, 900, 1500};

/* The greatest i with raw[i] <= x; 0 if there is none. */
static int find_segment(int x) {
#ifdef SEEDED_BUG
    int low = 0, high = POINTS;
#else
    int low = 0, high = POINTS - 1;
#endif
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (raw[middle] <= x) low = middle;
        else high = middle - 1;
    }
    return low;
}

static int calibrate(int x) {
    if (x < 0) x = 0;
    if (x > 4095) x = 4095;
    int i = find_segment(x);
    if (i >= POINTS - 1) return value[POINTS - 1];
    int dx = raw[i + 1] - raw[i], dy = value[i + 1] - value[i];
    if (dx <= 0 || x - raw[i] > dx) return value[i];
    return value[i] + dy * (x - raw[i]) / dx;
}

int main(void) { return calibrate(__VERIFIER_nondet_int()); }
