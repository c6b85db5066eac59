// expect: FALSE
/* Names that look like a check are a check, or are UNKNOWN. */
void __VERIFIER_assert(int); int main(void){__VERIFIER_assert(0);}
