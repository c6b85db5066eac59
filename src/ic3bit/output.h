/* What the bit-level engine prints besides the lines of the competition: statistics, and the object
 * of --json. */
#ifndef IC3BIT_OUTPUT_H
#define IC3BIT_OUTPUT_H

/* --stats as text. */
void output_stats(void);
/* --json: verdict is TRUE, FALSE or UNKNOWN, detail the property or the reason (may be NULL). */
void output_json(const char *file, const char *verdict, const char *detail);

#endif
