// expect: FALSE
/* What wcschr returns points into its argument. */
#include <wchar.h>
extern void reach_error(void);
int main(void) {
    wchar_t text[4] = {L'a', L'x', 0};
    wchar_t *found = wcschr(text, L'x');
    if (!found) return 0;
    *found = L'y';
    if (text[1] == L'y') reach_error();
    return 0;
}
