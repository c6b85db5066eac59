// expect: TRUE [options: --rules=sv-comp --check=assert --abstraction=always --engine=bmc --timeout=40]
/* A tree of any depth: what is recursive stores nothing that matters, or leaves it as it was. */
extern void reach_error(void);
extern void message(int n);
struct node {
    int value, weight;
    struct node *left, *right;
};
extern struct node *outside(void);
static int locked, visited;
static int weigh(struct node *n) {
    if (!n) return 0;
    if (locked != 1) reach_error();
    message(n->value);
    n->weight = weigh(n->left) + weigh(n->right);
    return n->weight > 3 ? 4 : n->weight;
}
static void odd(int depth);
static void even(int depth) {
    visited = 1;
    if (depth > 0) odd(depth - 1);
    if (!visited) message(depth);
}
static void odd(int depth) {
    if (depth > 0) even(depth - 1);
    if (!locked) reach_error();
}
int main(void) {
    struct node *tree = outside();
    locked = 1;
    int w = weigh(tree);
    odd(tree->value);
    if (locked != 1) reach_error();
    return w;
}
