// expect: FALSE [options: --enforce=half]
// Without "x != INT_MIN" the result is not always positive.
int half(int x)
__CPROVER_requires(x < 0 ==> x > -2147483647 - 1 || 1)
__CPROVER_ensures(__CPROVER_return_value >= 0)
{
    return x < 0 ? -x : x;
}
