/* The table of library functions. A function of the library that writes memory must be in it, or in models.c: what is in
 * neither is a function that nobody knows, and the user is told what is assumed of it (library.c). Contents that come from
 * outside (files, terminals, the clock) are arbitrary; that the whole object is, and not only the part written, is a sound excess.
 */
#include "frontend/libc.h"

#include <assert.h>
#include <string.h>

#include "frontend/ir.h"

enum { NO = 0, A0 = 1, A1 = 2, A2 = 4, A3 = 8, FROM1 = ~1u, FROM2 = ~3u, ALL = ~0u };

struct row {
    const char *names; /* separated by blanks */
    enum libc_effect effect;
    uint32_t writes; /* a bit per argument */
};

/* clang-format off */
static const struct row rows[] = {
    {"abort exit _exit _Exit quick_exit __builtin_trap __assert_fail __assert __assert_perror_fail reach_error __VERIFIER_error __assert_rtn "
     "err errx verr verrx __stack_chk_fail __fortify_fail __chk_fail", LIBC_ENDS, NO},
    {"printf fprintf vprintf vfprintf dprintf syslog warn warnx __printf_chk __fprintf_chk wprintf fwprintf vwprintf vfwprintf", LIBC_PRINTS, NO},
    {"puts putchar putc fputc fputs perror fflush fclose fopen fdopen freopen tmpfile popen pclose fseek fseeko ftell ftello rewind feof ferror clearerr fileno ungetc fputwc putwc putwchar getwc getwchar fgetwc ungetwc fputws fwide fsetpos "
     "getchar getc fgetc _IO_getc putchar_unlocked getchar_unlocked fwrite write pwrite send sendto open openat creat close lseek dup dup2 fsync unlink remove rename mkdir rmdir chdir "
     "chmod access isatty system setbuf setvbuf setlinebuf setlocale", LIBC_NONE, NO},
    {"free kfree cfree srand srandom srand48 rand random drand48 lrand48 mrand48 arc4random arc4random_uniform clock getpid getppid gettid getuid geteuid getgid getegid "
     "sleep usleep alarm sched_yield kill raise sysconf getpagesize getenv setenv unsetenv secure_getenv strerror strsignal "
     "__VERIFIER_atomic_begin __VERIFIER_atomic_end nice umask difftime mktime sync openlog closelog", LIBC_NONE, NO},
    {"atof __powidf2 __powisf2 __powixf2", LIBC_NONE, NO},
    {"iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towupper towlower towctrans wctype wctrans wcslen wcscmp wcsncmp wcscoll wcschr wcsrchr wcsspn wcscspn wcspbrk wcsstr wmemchr wmemcmp btowc wctob mblen mbrlen mbsinit strcoll "
     "asctime ctime gmtime localtime localeconv fegetround fetestexcept", LIBC_NONE, NO},
    {"scanf vscanf __isoc99_scanf __isoc23_scanf __isoc99_vscanf wscanf", LIBC_WRITES, FROM1},
    {"fscanf sscanf vfscanf vsscanf __isoc99_fscanf __isoc99_sscanf __isoc23_fscanf __isoc23_sscanf swscanf", LIBC_WRITES, FROM2},
    {"sprintf snprintf vsprintf vsnprintf __sprintf_chk __snprintf_chk swprintf strftime strfmon strxfrm gets fgets __fgets_chk getcwd getwd basename __xpg_basename dirname fread gethostname getdomainname "
     "getentropy getrandom arc4random_buf time ftime times uname pipe pipe2 wait getloadavg getrlimit64 sigemptyset sigfillset sigaddset sigdelset sysinfo "
     "mbstowcs wcstombs wcscpy wcsncpy wcscat wmemcpy wmemset memfrob strfry swab rand_r erand48 nrand48 jrand48 tmpnam ctime_r feclearexcept feraiseexcept fegetenv "
     "mbtowc wctomb wcsncat wcsxfrm wcsftime vswprintf wmemmove timespec_get fgetws fegetexceptflag", LIBC_WRITES, A0},
    {"read pread recv stat lstat fstat __xstat fstatat clock_gettime clock_getres getrlimit getrusage waitpid sigpending nanosleep asctime_r "
     "gmtime_r localtime_r readlink statfs fstatfs lgamma_r random_r fgetpos realpath inet_aton tcgetattr sigwait", LIBC_WRITES, A1},
    {"inet_pton inet_ntop", LIBC_WRITES, A2},
    {"gettimeofday poll settimeofday setitimer socketpair getsockname getpeername accept sigprocmask select pselect recvfrom recvmsg readv getitimer getsockopt "
     "ioctl fcntl mbrtowc wcrtomb wait4", LIBC_WRITES, ALL},
    {"setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp _longjmp pthread_create thrd_create fork vfork clone signal sigaction bsd_signal sigset atexit on_exit at_quick_exit __cxa_atexit "
     "execl execv execve execvp execlp dlopen dlsym __VERIFIER_nondet_memory qsort qsort_r bsearch lfind lsearch tsearch twalk ftw nftw scandir makecontext swapcontext getcontext setcontext "
     "fesetround fesetenv feupdateenv feholdexcept mmap mremap munmap mprotect shmat brk sbrk getopt getopt_long getline getdelim asprintf vasprintf "
     "malloc_usable_size pthread_join strtold strtoimax strtoumax wcstod wcstof wcstold wcstol wcstoll wcstoul wcstoull wcstoimax wcstoumax wcstok mbsrtowcs wcsrtombs "
     "fesetexceptflag fwscanf vfwscanf vwscanf vswscanf", LIBC_CUT, NO},
};

static const char into_argument[] =
    "wcschr wcsrchr wcspbrk wcsstr wmemchr gets fgets __fgets_chk getcwd getwd basename __xpg_basename dirname realpath wcscpy wcsncpy wcscat wcsncat "
    "wmemcpy wmemmove wmemset fgetws memfrob strfry tmpnam ctime_r asctime_r inet_ntop gmtime_r localtime_r";

/* With the suffixes of float and long double, too, and only where a float goes in or comes out: names as short as j0 are
 * also other people's. */
static const struct row mathematics[] = {
    {"sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 pow10 expm1 log log2 log10 log1p pow cbrt hypot ldexp scalbn scalbln scalb ilogb logb "
     "significand nextafter nexttoward nan erf erfc tgamma lgamma gamma j0 j1 jn y0 y1 yn drem lround llround lrint llrint fma cabs carg creal cimag conj cproj cexp clog cpow csqrt "
     "csin ccos ctan casin cacos catan csinh ccosh ctanh casinh cacosh catanh __muldc3 __mulsc3 __mulxc3 __divdc3 __divsc3 __divxc3", LIBC_NONE, NO},
    {"frexp modf", LIBC_WRITES, A1},
    {"remquo sincos", LIBC_WRITES, ALL},
};
/* clang-format on */

static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
    return false;
}

static bool has_float(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind ||
           kind == LLVMFP128TypeKind || kind == LLVMVectorTypeKind ||
           kind == LLVMStructTypeKind; /* the last two: complex numbers */
}

static bool computes_with_floats(LLVMValueRef function) {
    LLVMValueRef first = LLVMGetFirstParam(function);
    return first &&
           (has_float(LLVMTypeOf(first)) || has_float(LLVMGetReturnType(LLVMGlobalGetValueType(function))));
}

static const struct row *mathematical_row(LLVMValueRef function, const char *name) {
    char base[32];
    size_t n = strlen(name);
    if (n >= sizeof base || !computes_with_floats(function)) return NULL;
    memcpy(base, name, n + 1);
    if (n > 1 && (base[n - 1] == 'f' || base[n - 1] == 'l')) base[n - 1] = 0;
    for (size_t i = 0; i < sizeof mathematics / sizeof *mathematics; i++)
        if (listed(mathematics[i].names, name) || listed(mathematics[i].names, base)) return &mathematics[i];
    return NULL;
}

static const struct row *row_of(LLVMValueRef function) {
    const char *name = ir_name(function);
    if (!*name || strchr(name, ' ') || ir_has_body(function)) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (listed(rows[i].names, name)) return &rows[i];
    return mathematical_row(function, name);
}

enum libc_effect libc_effect(LLVMValueRef function) {
    const struct row *row = row_of(function);
    return row ? row->effect : LIBC_NOT;
}

bool libc_writes_argument(LLVMValueRef function, uint32_t i) {
    const struct row *row = row_of(function);
    uint32_t bit = i < 31 ? i : 31; /* what holds from some argument on holds for all later ones */
    return row && row->effect == LIBC_WRITES && (row->writes >> bit & 1);
}

bool libc_returns_argument(LLVMValueRef function) {
    return row_of(function) && listed(into_argument, ir_name(function));
}
