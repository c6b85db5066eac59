// expect: TRUE [options: --engine=cells]
/* A search that ends at a marker, of which the error knows nothing: the cell at `pos` has to be followed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[100000], marker = __VERIFIER_nondet_int(), i, pos;
    for (i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
    pos = __VERIFIER_nondet_int();
    if (pos < 0 || pos >= 100000) return 0;
    a[pos] = marker;
    i = 0;
    while (a[i] != marker) i++;
    if (i > pos) reach_error();
    return 0;
}
