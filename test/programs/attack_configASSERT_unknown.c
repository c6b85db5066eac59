// expect: UNKNOWN
/* Names that look like a check are a check, or are UNKNOWN. */
int main(void){configASSERT(0);}
