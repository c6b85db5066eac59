// expect: UNKNOWN [options: --rules=sv-comp --abstraction=always]
extern void reach_error(void);
static int real(int x) {
    if (x == 3) reach_error();
    return 0;
}
static void *resolve(void) { return (void *)real; }
int chosen(int) __attribute__((ifunc("resolve")));
int main(void) { return chosen(3); }
