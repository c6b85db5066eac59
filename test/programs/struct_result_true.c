// expect: TRUE [options: --rules=sv-comp]
/* Such a struct leaves its neighbours alone, and pointers in it lead to memory that keeps what is written. */
extern void reach_error(void);
struct node {
    int *value, cells[5];
};
struct pair {
    int before;
    struct node node;
    int after;
};
extern struct node next_node(void);
int main(void) {
    struct pair p = {1, next_node(), 2};
    for (int i = 0; i < 2; i++) p.node = next_node();
    if (p.before != 1 || p.after != 2) reach_error();
    if (!p.node.value) return 0;
    *p.node.value = 4;
    if (*p.node.value != 4) reach_error();
    return 0;
}
