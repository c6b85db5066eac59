// expect: FALSE
/* Names that look like a check are a check, or are UNKNOWN. */
int main(void){assert(0);}
