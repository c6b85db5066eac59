// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
typedef struct file FILE;
extern FILE *stdin;
char *fgets(char *, int, FILE *);
int main(void) {
    char line[8] = "abc";
    fgets(line, 8, stdin);
    CHECK(line[0] == 'a');
}
