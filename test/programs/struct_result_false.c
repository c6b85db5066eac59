// expect: FALSE [options: --accept-unconfirmed]
/* A struct too large for registers, from a function without a body: a new one with each call. */
extern void reach_error(void);
struct row {
    int cells[5];
};
extern struct row next_row(void);
static struct row rows[3];
int main(void) {
    for (int i = 0; i < 3; i++) rows[i] = next_row();
    if (rows[0].cells[1] != rows[2].cells[1]) reach_error();
    return 0;
}
