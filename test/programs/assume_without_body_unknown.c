// expect: UNKNOWN
// Nothing else says that a verifier's word is meant.
#include <assert.h>
extern int limit;
void assume(int condition);
int main(void) {
    assume(limit < 3);
    assert(limit < 4);
    return 0;
}
