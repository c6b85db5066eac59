// expect: TRUE
/* Small structs of floats, which x86-64 passes and returns as vectors. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct two { float a, b; };
struct four { float a, b, c, d; };
struct mixed { float a, b; int c; };
static struct two sum(struct two x) { x.a += x.b; return x; }
static struct four turned(struct four x) { struct four y = {x.d, x.c, x.b, x.a}; return y; }
static struct mixed shifted(struct mixed x) { x.c += (int)x.b; x.b = -x.b; return x; }
static struct two deep(int n, struct two x) {
    if (n <= 0) return x;
    struct two y = deep(n - 1, x);
    y.b += 1;
    return y;
}
struct two kept[4];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) return 0;
    struct two f;
    if (n != 2) { f.a = n; f.b = 1; } else f = (struct two){7, 8};
    f = sum(f);
    if (n == 1 && (f.a != 2 || f.b != 1)) reach_error();
    if (n == 2 && f.a != 15) reach_error();
    struct four h = turned((struct four){1, 2, 3, n});
    if (h.a != n || h.b != 3 || h.d != 1) reach_error();
    struct mixed k = shifted((struct mixed){1, 2, n});
    if (k.c != n + 2 || k.b != -2 || k.a != 1) reach_error();
    kept[n] = f;
    struct two q = deep(2, kept[n]);
    if (n == 1 && (q.a != 2 || q.b != 3)) reach_error();
    return 0;
}
