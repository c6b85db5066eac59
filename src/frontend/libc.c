/* The table of library functions. A function of the library that writes memory must be in it, or in models.c: what is in
 * neither is a function that nobody knows, and the user is told what is assumed of it (library.c). Contents that come from
 * outside (files, terminals, the clock) are arbitrary; that the whole object is, and not only the part written, is a sound excess.
 */
#include "frontend/libc.h"

#include <assert.h>
#include <string.h>

#include "frontend/ir.h"

enum { NO = 0, A0 = 1, A1 = 2, A2 = 4, A3 = 8, FROM1 = ~1u, FROM2 = ~3u, ALL = ~0u };

/* clang-format off */
static const struct {
    const char *names; /* separated by blanks */
    enum libc_effect effect;
    uint32_t writes; /* a bit per argument */
} rows[] = {
    {"abort exit _exit _Exit quick_exit __builtin_trap __assert_fail __assert __assert_perror_fail reach_error __VERIFIER_error __assert_rtn "
     "err errx verr verrx __stack_chk_fail __fortify_fail __chk_fail", LIBC_ENDS, NO},
    {"printf fprintf vprintf vfprintf dprintf syslog warn warnx __printf_chk __fprintf_chk wprintf", LIBC_PRINTS, NO},
    {"puts putchar putc fputc fputs perror fflush fclose fopen fdopen freopen tmpfile popen pclose fseek fseeko ftell ftello rewind feof ferror clearerr fileno ungetc "
     "getchar getc fgetc _IO_getc putchar_unlocked getchar_unlocked fwrite write pwrite send sendto open openat creat close lseek dup dup2 fsync unlink remove rename mkdir rmdir chdir "
     "chmod access isatty system setbuf setvbuf setlinebuf setlocale", LIBC_NONE, NO},
    {"free kfree cfree srand srandom srand48 rand random drand48 lrand48 mrand48 arc4random arc4random_uniform clock getpid getppid gettid getuid geteuid getgid getegid "
     "sleep usleep alarm sched_yield kill raise sysconf getpagesize getenv setenv unsetenv secure_getenv strerror strsignal "
     "__VERIFIER_atomic_begin __VERIFIER_atomic_end nice umask difftime mktime sync openlog closelog", LIBC_NONE, NO},
    {"atol atoll atof sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 log1p pow cbrt hypot ldexp scalbn scalbln ilogb logb nextafter erf erfc "
     "tgamma lgamma sinf cosf tanf asinf acosf atanf atan2f sinhf coshf tanhf expf exp2f logf log2f log10f powf cbrtf hypotf ldexpf nextafterf sinl cosl tanl expl logl powl "
     "lroundf lroundl fmaf", LIBC_NONE, NO},
    {"iswalpha iswdigit iswspace towupper towlower wcslen wcscmp wcsncmp wmemcmp strcoll div ldiv lldiv imaxdiv fegetround fetestexcept ntohl ntohs htonl htons", LIBC_NONE, NO},
    {"scanf vscanf __isoc99_scanf __isoc23_scanf __isoc99_vscanf wscanf", LIBC_WRITES, FROM1},
    {"fscanf sscanf vfscanf vsscanf __isoc99_fscanf __isoc99_sscanf __isoc23_fscanf __isoc23_sscanf swscanf", LIBC_WRITES, FROM2},
    {"sprintf snprintf vsprintf vsnprintf __sprintf_chk __snprintf_chk swprintf strftime strfmon strxfrm gets fgets __fgets_chk getcwd getwd fread gethostname getdomainname "
     "getentropy getrandom arc4random_buf time ftime times uname pipe pipe2 wait getloadavg getrlimit64 sigemptyset sigfillset sigaddset sigdelset sysinfo "
     "mbstowcs wcstombs wcscpy wcsncpy wcscat wmemcpy wmemset memfrob strfry swab rand_r erand48 nrand48 jrand48 tmpnam ctime_r feclearexcept fegetenv", LIBC_WRITES, A0},
    {"read pread recv stat lstat fstat __xstat fstatat clock_gettime clock_getres getrlimit getrusage waitpid sigpending nanosleep asctime_r "
     "gmtime_r localtime_r readlink statfs fstatfs frexp frexpf frexpl modf modff modfl lgamma_r random_r", LIBC_WRITES, A1},
    {"gettimeofday poll settimeofday setitimer socketpair getsockname getpeername accept sigprocmask select pselect recvfrom recvmsg readv getitimer getsockopt "
     "ioctl fcntl remquo remquof sincos sincosf mbrtowc wcrtomb wait4", LIBC_WRITES, ALL},
    {"setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp _longjmp pthread_create thrd_create fork vfork clone signal sigaction bsd_signal sigset atexit on_exit at_quick_exit __cxa_atexit "
     "execl execv execve execvp execlp dlopen dlsym __VERIFIER_nondet_memory qsort qsort_r bsearch lfind lsearch tsearch twalk ftw nftw scandir makecontext swapcontext getcontext setcontext "
     "fesetround fesetenv feupdateenv feholdexcept mmap mremap munmap mprotect shmat brk sbrk strtok strtok_r strsep getopt getopt_long getline getdelim asprintf vasprintf "
     "malloc_usable_size pthread_join", LIBC_CUT, NO},
};
/* clang-format on */

static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
    return false;
}

static int row_of(LLVMValueRef function) {
    const char *name = ir_name(function);
    if (!*name || strchr(name, ' ') || ir_has_body(function)) return -1;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
        if (listed(rows[i].names, name)) return i;
    return -1;
}

enum libc_effect libc_effect(LLVMValueRef function) {
    int row = row_of(function);
    return row < 0 ? LIBC_NOT : rows[row].effect;
}

bool libc_writes_argument(LLVMValueRef function, uint32_t i) {
    int row = row_of(function);
    uint32_t bit = i < 31 ? i : 31; /* what holds from some argument on holds for all later ones */
    return row >= 0 && rows[row].effect == LIBC_WRITES && (rows[row].writes >> bit & 1);
}
