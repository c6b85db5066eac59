/* Signals and limits.
 *
 * A limit or a signal only sets the stop flag of util/clock.h; engines notice and return what they
 * know, and the pipeline prints it. Should an engine not come back within LIMITS_GRACE_SECONDS, the
 * watchdog of util/clock.h calls end_unknown, which prints the UNKNOWN line in its place and ends
 * the process. A second Ctrl-C does the same at once. A crash becomes a request for a bug report
 * with exit code 6. Every one of these ways out runs the hook of limits_at_end, which removes
 * temporary files. */
#include "cli/cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "system/family.h"
#include "util/clock.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/seconds.h"

enum { MIB = 1 << 20, STACK_BYTES = 64 * 1024 };

static atomic_flag output_claimed = ATOMIC_FLAG_INIT;
static void (*end_hook)(void);
static char signal_stack[STACK_BYTES];

bool limits_claim_output(void) { return !atomic_flag_test_and_set(&output_claimed); }

/* Children first: they may be writing to the files that the hook removes. */
static void run_end_hook(void) {
    if (!end_hook) return;
    family_kill();
    end_hook();
}

/* Only write and _exit: also runs inside signal handlers. */
static void say(int fd, const char *text) {
    ssize_t ignored = write(fd, text, strlen(text));
    (void)ignored;
}

/* A file that was asked for and will not be there is named, so that nobody waits for it or takes an
 * old one for it. */
static void say_not_written(void) {
    const char *const asked[] = {options.certificate, options.harness, options.witness,
                                 options.sarif,       options.record,  options.html};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (!asked[i]) continue;
        say(STDERR_FILENO, "edgewise: ");
        say(STDERR_FILENO, asked[i]);
        say(STDERR_FILENO, " is not written: the run was ended\n");
    }
}

/* Ends the process with UNKNOWN, unless the result is being printed already. */
static void end_unknown(enum stop_reason why) {
    if (!limits_claim_output()) return;
    say_not_written();
    say(STDOUT_FILENO, options.json ? "{\"tool\": \"edgewise\", \"verdict\": \"UNKNOWN\", \"reason\": \""
                                    : "Verification result: UNKNOWN (");
    say(STDOUT_FILENO, stop_text(why));
    say(STDOUT_FILENO, options.json ? "\", \"exit_code\": 5}\n" : ")\n");
    run_end_hook();
    _exit(EXIT_UNKNOWN);
}

/* Did the process die of its memory limit? An allocation that fails behind our back ends in
 * abort(). */
static bool out_of_memory(void) {
    struct rusage usage;
    if (mem_failed()) return true;
    if (options.memory <= 0 || getrusage(RUSAGE_SELF, &usage)) return false;
    return (double)usage.ru_maxrss > 0.8 * 1024 * options.memory;
}

static void on_failure(void) {
    if (out_of_memory()) end_unknown(STOP_MEMORY);
    run_end_hook();
}

void limits_at_end(void (*hook)(void)) {
    end_hook = hook;
    fail_at_exit(on_failure);
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    if (stop_requested() == STOP_INTERRUPT) end_unknown(STOP_INTERRUPT);
    stop_request(STOP_INTERRUPT);
}

static void on_crash(int signal_number) {
    signal(signal_number, SIG_DFL);
    if (out_of_memory()) end_unknown(STOP_MEMORY);
    say(STDERR_FILENO, "edgewise: internal error: crashed\n"
                       "This is a bug in edgewise: please report it with the input.\n");
    run_end_hook();
    _exit(EXIT_INTERNAL);
}

static void handle(int signal_number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

static void handle_signals(void) {
    handle(SIGINT, on_interrupt);
    handle(SIGTERM, on_interrupt);
    handle(SIGHUP, on_interrupt);
    signal(SIGPIPE, SIG_IGN);
#if defined(NDEBUG) &&                                                                                       \
    !defined(__SANITIZE_ADDRESS__) /* debug builds want the core or the sanitizer's report */
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], on_crash);
#else
    (void)on_crash;
    (void)signal_stack;
#endif
}

/* A backstop behind the polled limit: an allocation spree between two polls fails instead of
 * swapping. */
static void limit_memory(double mebibytes) {
#ifndef __SANITIZE_ADDRESS__
    rlim_t bytes = (rlim_t)(mebibytes * 1.5 + 512) * MIB;
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit)) return;
    /* the hard limit stays, because programs with a sanitizer need more (spawn.h) */
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_DATA, &limit);
#else
    (void)mebibytes;
#endif
}

/* --memory is for this process and all that it starts together. */
static uint64_t memory_of_all(void) { return family_memory(getpid(), (uint64_t)options.memory * MIB); }

void limits_start(void) {
    handle_signals();
    family_adopt();
    stop_set_meter(memory_of_all);
    if (options.memory > 0) limit_memory(options.memory);
    stop_set_limits(options.timeout, (uint64_t)options.memory * MIB);
    stop_set_last_resort(LIMITS_GRACE_SECONDS, end_unknown);
}
