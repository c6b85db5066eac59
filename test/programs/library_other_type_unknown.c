// expect: UNKNOWN
/* A function of the library's name, but not of its type. */
extern void reach_error(void);
extern int strlen(int);
int main(void) {
    if (strlen(5) == 7) return 1;
    return 0;
}
