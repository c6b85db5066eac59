# Facts about the nodes of a list that is freed node by node: a variable that is counted down takes
# the room of the list of constants that it may hold, which moved while it was read. Whether there is
# time for the proof is not what is tested.
cat > list.c <<'END'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = NULL, *t;
    while (__VERIFIER_nondet_int()) {
        t = malloc(sizeof *t);
        t->next = list;
        list = t;
    }
    for (; list; list = t) {
        t = list->next;
        free(list);
    }
}
END
code=0
"$EDGEWISE" --rules=sv-comp --check=memory --engine=cells --timeout=10 list.c > out.txt 2>&1 || code=$?
cat out.txt
test $code -eq 0 || test $code -eq 5
