// expect: UNKNOWN [options: --check=memory]
/* A compound literal lives as long as the block around it. AddressSanitizer does not know. */
int main(void) {
    int *p;
    {
        p = &(int){3};
    }
    return *p;
}
