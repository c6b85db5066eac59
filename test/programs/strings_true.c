// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
unsigned long strlen(const char *);
int strcmp(const char *, const char *);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strchr(const char *, int);
int main(void) {
    char b[16];
    strcpy(b, "edge");
    strcat(b, "wise");
    CHECK(strlen(b) == 8 && strcmp(b, "edgewise") == 0 && strcmp(b, "zero") < 0);
    CHECK(strchr(b, 'w') == b + 4);
}
