/* Messages for the developer. LOG(...) compiles to nothing in release builds; in debug builds it
 * prints when EDGEWISE_LOG is set in the environment. For the user: --verbose, printed by
 * src/cli. */
#ifndef UTIL_LOG_H
#define UTIL_LOG_H

#ifdef NDEBUG
#define LOG(...) ((void)0)
#else
void log_printf(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define LOG(...) log_printf(__FILE__, __LINE__, __VA_ARGS__)
#endif

/* A note for the user of --verbose, on stderr; silent otherwise. */
void verbose(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A warning for the user, on stderr, unless --quiet; the same text is printed once. */
void warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
