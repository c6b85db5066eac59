// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int strcmp(const char *, const char *);
int memcmp(const void *, const void *, unsigned long);
int main(void) {
    CHECK(strcmp("abc", "abd") < 0 && strcmp("b", "abd") > 0 && strcmp("x", "x") == 0);
    CHECK(memcmp("\xff", "\x01", 1) > 0);
}
