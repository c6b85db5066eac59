// expect: UNKNOWN
/* Without a prototype the result is an int, of which half of the pointer is lost. */
extern void reach_error(void);
extern int getenv();
int main(void) {
    if (getenv("HOME") == 12345) return 1;
    return 0;
}
