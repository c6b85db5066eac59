// expect: TRUE [options: --engine=kind]
/* The second phase begins after 65,520 iterations, where no sampled run comes to, and only there x stays even. */
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff) {
        if (x < 0xfff0) x++;
        else x += 2;
    }
    if (x % 2) reach_error();
    return 0;
}
