// expect: TRUE [options: --entry=half]
/* What a caller hands in is any value, and none that nobody has set. */
struct pair { int a, b; };
int half(int n, double x, struct pair *p) { return n / 2 + (x > 0.5) + (p && p->a > p->b); }
