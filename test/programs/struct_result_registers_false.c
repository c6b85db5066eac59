// expect: FALSE [options: --accept-unconfirmed]
/* A struct in two registers is one result, not two. */
extern void reach_error(void);
struct pair {
    long first;
    int second;
};
extern struct pair next_pair(void);
int main(void) {
    struct pair a = next_pair(), b = next_pair();
    if (a.first == 5 && a.second == 6 && b.first == 7 && b.second == 8) reach_error();
    return 0;
}
