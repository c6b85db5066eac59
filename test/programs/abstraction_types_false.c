// expect: FALSE [options: --rules=sv-comp --check=assert --abstraction=always]
/* A call through a pointer without a prototype, which is fine in C, is one of a function whose old
 * definition takes a char: it must not be taken for a call of a function that nobody knows. */
extern void reach_error(void);
extern void *outside(void);
static int n;
static int grow(c) char c;
{
    if (c == 3) n = 1;
    return c;
}
int (*volatile call)() = (int (*)())grow;
int main(void) {
    call(3);
    if (n) reach_error();
    return 0;
}
