// expect: TRUE
// What the library declares is meant, also where its header is missing.
int main(void) {
    int *p = malloc(4);
    char text[4];
    strcpy(text, "abc");
    if (p) *p = 7;
    assert(!p || *p == 7);
    assert(strlen(text) == 3);
    assert(sqrt(4) == 2);
    free(p);
    return 0;
}
