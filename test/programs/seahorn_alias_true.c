// expect: TRUE
/* sea_dsa_alias is a hint for SeaHorn's points-to analysis and does nothing. */
extern void sea_dsa_alias(const void *p, ...);
extern void __VERIFIER_error(void);
int main(void) {
    int a = 1, b = 2;
    sea_dsa_alias(&a, &b);
    a = 3;
    if (b != 2) __VERIFIER_error();
    return 0;
}
