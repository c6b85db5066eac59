// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(int argc, char **argv) {
    if (argc > 1) CHECK(argv[1][0] != 'a' || argv[1][1] != 'b'); /* the characters of an argument are independent */
}
