/* The folder for the temporary files of this process and of the compilers that it starts. It is
 * removed at exit, on a signal and by fail_*. A run that was killed cannot do that; the next run of
 * the same user removes what it has left. */
#ifndef SYSTEM_TEMPORARY_H
#define SYSTEM_TEMPORARY_H

/* Its absolute name, "$TMPDIR/edgewise-PID-START-XXXXXX"; made by the first call. */
const char *temporary_dir(void);
/* The environment of compilers: PATH, TMPDIR and HOME (the folder), LC_ALL; NULL-terminated.
 * Variables that change what a compiler does (CPATH, CCC_OVERRIDE_OPTIONS, GCC_EXEC_PREFIX, ...)
 * are not handed on. */
const char *const *temporary_environment(void);
/* Async-signal-safe: it allocates nothing. */
void temporary_remove(void);

#endif
