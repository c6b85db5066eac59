// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
long strtol(const char *, char **, int);
int main(void) {
    char text[] = "12x", *end = text;
    long n = strtol(text, &end, 10);
    CHECK(end == text || n > 100);
}
