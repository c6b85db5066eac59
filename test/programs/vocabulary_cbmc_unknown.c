// expect: UNKNOWN
// A word that is not supported is no function that does nothing.
int main() {
    int x;
    __CPROVER_assert(__CPROVER_r_ok(&x, 8), "readable");
}
