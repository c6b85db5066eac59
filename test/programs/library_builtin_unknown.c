// expect: UNKNOWN
/* A compiler builtin that clang does not know. */
extern void reach_error(void);
extern int __builtin_of_another_compiler(int);
int main(void) {
    if (__builtin_of_another_compiler(3) != 4) return 1;
    return 0;
}
