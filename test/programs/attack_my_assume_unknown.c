// expect: UNKNOWN
/* Names that look like a check are a check, or are UNKNOWN. */
void my_assume(int); extern void reach_error(void); int main(void){my_assume(0); reach_error();}
