// expect: UNKNOWN
// A word that is not supported is no function that does nothing.
int main() {
    int x;
    __CPROVER_assert(__CPROVER_word_of_a_later_version(&x), "what it says");
}
