/* Days to dates and back, for the years 2000 to 2099. The seeded bug counts months from 1 in a table that begins at 0
 * without taking one off. */
extern int __VERIFIER_nondet_int(void);

enum { FIRST_YEAR = 2000, LAST_YEAR = 2099 };

struct date {
    int year, month, day; /* month and day from 1 */
};

static const unsigned char days_of[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year) { return year % 4 == 0; }

static int month_length(int year, int month) {
#ifdef SEEDED_BUG
    return days_of[month] + (month == 2 && is_leap(year));
#else
    return days_of[month - 1] + (month == 2 && is_leap(year));
#endif
}

static int is_valid(const struct date *d) {
    if (d->year < FIRST_YEAR || d->year > LAST_YEAR) return 0;
    if (d->month < 1 || d->month > 12 || d->day < 1) return 0;
    return d->day <= month_length(d->year, d->month);
}

/* Days since the first of January 2000. */
static int to_days(const struct date *d) {
    int years = d->year - FIRST_YEAR, days = years * 365 + (years + 3) / 4;
    for (int m = 1; m < d->month; m++) days += month_length(d->year, m);
    return days + d->day - 1;
}

static int weekday(const struct date *d) { return (to_days(d) + 6) % 7; }

int main(void) {
    struct date d = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    static const char names[7] = {'S', 'M', 'T', 'W', 'T', 'F', 'S'};
    return is_valid(&d) ? names[weekday(&d)] : 0;
}
