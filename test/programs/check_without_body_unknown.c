// expect: UNKNOWN
// A name that looks like a check is no function that does nothing.
void configASSERT(int condition);
int main(void) {
    configASSERT(1 == 2);
    return 0;
}
