// expect: FALSE
/* Names that look like a check are a check, or are UNKNOWN. */
int main(void){long x=__VERIFIER_nondet_long(); if(x>0xffffffffffL) assert(0);}
