// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct s { char tag; int v; };
struct s t[50];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 50 && j < 50 && i != j);
    t[i].v = 1000;
    t[j].v = 2000;
    t[j].tag = 3;
    CHECK(t[i].v == 1000 && t[i].tag == 0 && t[j].v == 2000 && t[j].tag == 3);
}
