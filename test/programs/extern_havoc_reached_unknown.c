// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct inner { int v; };
struct outer { struct inner *in; };
void unknown(struct outer *);
int main(void) {
    struct inner i = {1};
    struct outer o = {&i};
    unknown(&o);
    CHECK(i.v == 1);
}
