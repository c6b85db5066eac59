#include "project/run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "project/result.h"
#include "util/mem.h"
#include "util/seconds.h"

enum { MESSAGE_LIMIT = 4096, OUTPUT_LIMIT = 64 << 20 };

const char *run_self(void) {
    static char path[4096];
    ssize_t n = path[0] ? 1 : readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) fail_environment("cannot tell where this program is: %s", strerror(errno));
    return path;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- commands of the system ---- */

static _Noreturn void become(const char *const *argv, int in, int out, int err, const char *folder) {
    dup2(in, STDIN_FILENO);
    if (out >= 0) dup2(out, STDOUT_FILENO);
    if (err >= 0) dup2(err, STDERR_FILENO);
    if (!folder || !chdir(folder)) execvp(argv[0], (char *const *)argv);
    _exit(127);
}

static void read_all(int fd, struct strbuf *to, size_t limit) {
    char block[1 << 16];
    ssize_t n;
    while ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0 && to->n < limit) strbuf_bytes(to, block, (size_t)n);
}

static void write_all(int fd, const char *text) {
    for (size_t n = strlen(text); n > 0;) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return;
        text += done;
        n -= (size_t)done;
    }
}

int run_program(const char *const *argv, const char *input, struct strbuf *output, bool quiet) {
    int in[2], out[2], status = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail_environment("no pipe: %s", strerror(errno));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) become(argv, in[0], output ? out[1] : -1, quiet ? open("/dev/null", O_WRONLY) : -1, NULL);
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN); /* a launcher that does not want its input is no reason to die */
    if (child > 0 && input) write_all(in[1], input);
    close(in[1]);
    if (output) read_all(out[0], output, OUTPUT_LIMIT);
    close(out[0]);
    if (child < 0) return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- one job ---- */

struct job_run {
    const struct plan_job *job;
    const char *run;
    text_list words, owned;
    char *sarif;
    struct strbuf output, messages;
    int status;
    bool late;
    double seconds;
    struct rusage used;
};

static void word(struct job_run *r, char *text) {
    VEC_PUSH(&r->owned, text);
    VEC_PUSH(&r->words, text);
}

static bool has(const struct plan_job *j, const char *option) {
    for (uint32_t i = 0; i < j->args.n; i++)
        if (!strncmp(j->args.at[i], option, strlen(option))) return true;
    return false;
}

static void make_words(struct job_run *r) {
    const struct plan_job *j = r->job;
    VEC_PUSH(&r->words, run_self());
    word(r, mem_strdup("--json"));
    word(r, mem_printf("--sarif=%s", r->sarif));
    if (j->timeout > 0) word(r, mem_printf("--timeout=%.17g", j->timeout));
    if (j->memory > 0) word(r, mem_printf("--memory=%.17g", j->memory));
    if (!has(j, "--jobs=")) word(r, mem_strdup("--jobs=1"));
    for (uint32_t i = 0; i < j->args.n; i++) VEC_PUSH(&r->words, j->args.at[i]);
    VEC_PUSH(&r->words, NULL);
}

/* For the handler below; the name is that of the draft of SARIF. */
static volatile sig_atomic_t job_child;
static const char *volatile job_draft;

static void end_job(int number) {
    if (job_child > 0) kill((pid_t)job_child, SIGTERM);
    struct timespec moment = {.tv_nsec = 500000000};
    nanosleep(&moment, NULL); /* edgewise removes its temporary files */
    if (job_child > 0) kill((pid_t)job_child, SIGKILL);
    if (job_draft) unlink(job_draft);
    _exit(128 + number);
}

/* Output and messages, until both ends are closed or the time is over. */
static void listen_to_job(struct job_run *r, int out, int err) {
    double end =
        now() + (r->job->timeout > 0 ? PROJECT_LATE_FACTOR * r->job->timeout + PROJECT_LATE_SECONDS : 1e9);
    fcntl(out, F_SETFL, O_NONBLOCK);
    fcntl(err, F_SETFL, O_NONBLOCK);
    for (bool open = true; open && !r->late;) {
        char block[1 << 16];
        ssize_t n = read(out, block, sizeof block), m;
        if (n > 0 && r->output.n < OUTPUT_LIMIT) strbuf_bytes(&r->output, block, (size_t)n);
        if ((m = read(err, block, sizeof block)) > 0 && r->messages.n < MESSAGE_LIMIT)
            strbuf_bytes(&r->messages, block, (size_t)m);
        open = n > 0 || m > 0 || (n < 0 && errno == EAGAIN) || (m < 0 && errno == EAGAIN);
        if (n <= 0 && m <= 0 && open) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        r->late = now() > end;
    }
}

static bool start_job(struct job_run *r) {
    int out[2], err[2], null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) return false;
    struct sigaction end = {.sa_handler = end_job};
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    double started = now();
    pid_t child = fork();
    if (child == 0) become(r->words.at, null, out[1], err[1], r->job->directory);
    job_child = child;
    close(null);
    close(out[1]);
    close(err[1]);
    if (child > 0) listen_to_job(r, out[0], err[0]);
    close(out[0]);
    close(err[0]);
    if (child > 0 && r->late) kill(child, SIGKILL);
    if (child > 0)
        while (wait4(child, &r->status, 0, &r->used) < 0 && errno == EINTR) {
        }
    job_child = 0;
    r->seconds = now() - started;
    return child > 0;
}

/* ---- its result ---- */

static void set(json_t *o, const char *key, json_t *v) { json_object_set_new(o, key, v); }

/* The first line of what was said on stderr. */
static json_t *first_message(const struct job_run *r) {
    const char *text = r->messages.n ? r->messages.text : "no message";
    if (!strncmp(text, "edgewise: ", 10)) text += 10;
    json_t *line = json_stringn(text, strcspn(text, "\n"));
    return line ? line : json_string("a message that is no UTF-8");
}

static void describe_death(struct job_run *r, json_t *o) {
    char *why = r->late                  ? mem_printf("it did not stop in time")
                : WIFSIGNALED(r->status) ? mem_printf("killed by signal %d", WTERMSIG(r->status))
                                         : NULL;
    bool bad = !why && WIFEXITED(r->status) && WEXITSTATUS(r->status) == EXIT_BAD_INPUT;
    set(o, "verdict", json_string(bad ? "ERROR" : "UNKNOWN"));
    set(o, "reason", why ? json_string(why) : first_message(r));
    free(why);
}

/* What the report needs of --json's object; traces are in SARIF. */
static void describe(struct job_run *r, json_t *o) {
    static const char *const kept[] = {"verdict",  "reason", "engine",  "assumptions",
                                       "warnings", "checks", "evidence"};
    json_t *said = r->output.n && !r->late && !WIFSIGNALED(r->status)
                       ? json_loadb(r->output.text, r->output.n, 0, NULL)
                       : NULL;
    if (!json_is_string(json_object_get(said, "verdict"))) describe_death(r, o);
    else
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            if (json_object_get(said, kept[i])) json_object_set(o, kept[i], json_object_get(said, kept[i]));
    json_t *sarif = json_load_file(r->sarif, 0, NULL);
    json_t *run = json_array_get(json_object_get(sarif, "runs"), 0);
    if (run) json_object_set(o, "sarif", run);
    json_decref(sarif);
    json_decref(said);
}

static bool keep_result(struct job_run *r) {
    json_t *o = json_object();
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    set(o, "name", json_string(r->job->name));
    set(o, "key", json_string(r->job->key));
    set(o, "host", json_string(host));
    set(o, "exit_code", json_integer(WIFEXITED(r->status) ? WEXITSTATUS(r->status) : -1));
    set(o, "seconds", json_real(r->seconds));
    set(o, "cpu_seconds",
        json_real((double)(r->used.ru_utime.tv_sec + r->used.ru_stime.tv_sec) +
                  1e-6 * (double)(r->used.ru_utime.tv_usec + r->used.ru_stime.tv_usec)));
    set(o, "memory_bytes", json_integer((json_int_t)r->used.ru_maxrss << 10));
    describe(r, o);
    bool good = result_write(r->run, r->job, o);
    json_decref(o);
    return good;
}

bool run_job(const struct plan_job *j, const char *run) {
    assert(run[0] == '/');
    if (result_exists(run, j)) return true;
    struct job_run r = {.job = j, .run = run};
    r.sarif = mem_printf("%s/results/.%s-%ld.sarif", run, j->key, (long)getpid());
    job_draft = r.sarif;
    make_words(&r);
    bool good = start_job(&r) && keep_result(&r);
    unlink(r.sarif);
    job_draft = NULL;
    free(r.sarif);
    for (uint32_t i = 0; i < r.owned.n; i++) free((char *)r.owned.at[i]);
    VEC_RELEASE(&r.owned);
    VEC_RELEASE(&r.words);
    strbuf_release(&r.output);
    strbuf_release(&r.messages);
    return good;
}
