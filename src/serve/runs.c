/* One executor thread takes the oldest run that waits, starts `edgewise` for it, and looks twenty
 * times a second whether it has ended, has to be ended, or is beyond its time. The lock is held for
 * looking and for changing a state, never while a child runs. */
#include "serve/runs.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/spawn.h"
#include "system/temporary.h"
#include "util/clock.h"
#include "util/mem.h"

enum { POLL_MICROSECONDS = 50000, GRACE_SECONDS = 8, MOST_WORDS = 32, PIECE = 65536, MEGABYTES = 2000 };

struct run {
    char id[RUNS_TOKEN], session[RUNS_TOKEN];
    enum run_state state;
    uint64_t number; /* the order of arrival */
    const char *words[MOST_WORDS];
    size_t n_words;
    double limit;
    bool to_end;
    int exit_code;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct run runs[RUNS_KEPT];
static uint64_t arrived;
static char *base, program_name[4096];
static bool is_confined;
static pthread_t executor;
static volatile bool stopping;

/* ---- what the page may choose ---- */

struct choice_row {
    const char *name, *value, *word;
};
static const struct choice_row choice_rows[] = {
    {"check", "assert", "--check=assert"},
    {"check", "standard", "--check=standard"},
    {"check", "all", "--check=all"},
    {"model", "64", "--64"},
    {"model", "32", "--32"},
    {"rules", "c", "--rules=c"},
    {"rules", "sv-comp", "--rules=sv-comp"},
    {"strict", "yes", "--strict"},
    {"strict", "no", NULL},
    {"trace", "relevant", "--trace=relevant"},
    {"trace", "full", "--trace=full"},
    {"timeout", "10", "--timeout=10"},
    {"timeout", "30", "--timeout=30"},
    {"timeout", "60", "--timeout=60"},
    {"timeout", "300", "--timeout=300"},
};

static const struct choice_row *find_choice(const struct runs_choice *c) {
    for (size_t i = 0; i < sizeof choice_rows / sizeof *choice_rows; i++)
        if (!strcmp(choice_rows[i].name, c->name) && !strcmp(choice_rows[i].value, c->value))
            return &choice_rows[i];
    return NULL;
}

/* ---- names and files ---- */

void runs_token(char token[RUNS_TOKEN]) {
    unsigned char bytes[(RUNS_TOKEN - 1) / 2];
    size_t n = 0;
    while (n < sizeof bytes) {
        ssize_t more = getrandom(bytes + n, sizeof bytes - n, 0);
        if (more > 0) n += (size_t)more;
    }
    for (size_t i = 0; i < sizeof bytes; i++) sprintf(token + 2 * i, "%02x", bytes[i]);
}

static char *path_of(const struct run *r, const char *file) {
    return mem_printf("%s/%s/%s", base, r->id, file);
}

static void remove_files(const struct run *r) {
    static const char *const names[] = {"program.c", "progress.jsonl", "out", "err", "report.html"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = path_of(r, names[i]);
        unlink(path);
        free(path);
    }
    char *folder = mem_printf("%s/%s", base, r->id);
    rmdir(folder);
    free(folder);
}

static bool write_program(const struct run *r, const char *program, size_t n) {
    char *folder = mem_printf("%s/%s", base, r->id), *path = path_of(r, "program.c");
    FILE *f = mkdir(folder, 0700) == 0 ? fopen(path, "wbe") : NULL;
    bool good = f && fwrite(program, 1, n, f) == n;
    if (f) good &= fclose(f) == 0;
    free(folder);
    free(path);
    return good;
}

/* With the lock held; NULL if it is not there or another session's. */
static struct run *find_run(const char *session, const char *id) {
    for (size_t i = 0; i < RUNS_KEPT; i++)
        if (runs[i].state && !strcmp(runs[i].id, id) && !strcmp(runs[i].session, session)) return &runs[i];
    return NULL;
}

/* ---- the queue ---- */

static unsigned count_waiting(void) {
    unsigned n = 0;
    for (size_t i = 0; i < RUNS_KEPT; i++) n += runs[i].state == RUN_QUEUED;
    return n;
}

/* An empty place, or that of the oldest run that is done. */
static struct run *make_place(void) {
    struct run *oldest = NULL;
    for (size_t i = 0; i < RUNS_KEPT; i++) {
        if (!runs[i].state) return &runs[i];
        if (runs[i].state == RUN_DONE && (!oldest || runs[i].number < oldest->number)) oldest = &runs[i];
    }
    if (oldest) remove_files(oldest);
    return oldest;
}

static const char *choose_words(struct run *r, const struct runs_choice *choices, size_t n) {
    r->limit = 30;
    r->words[r->n_words++] = program_name;
    for (size_t i = 0; i < n; i++) {
        const struct choice_row *row = find_choice(&choices[i]);
        if (!row || r->n_words + 12 > MOST_WORDS) return "there is no such option, or it has no such value";
        if (row->word) r->words[r->n_words++] = row->word;
        if (!strcmp(row->name, "timeout")) r->limit = atof(row->value);
    }
    return NULL;
}

const char *runs_add(const char *session, const char *program, size_t n, const struct runs_choice *choices,
                     size_t n_choices, char id[RUNS_TOKEN]) {
    struct run new = {.state = RUN_QUEUED, .exit_code = -1};
    const char *wrong = choose_words(&new, choices, n_choices);
    if (wrong) return wrong;
    if (n > RUNS_PROGRAM_BYTES) return "the program is larger than 1 MB";
    if (memchr(program, 0, n)) return "the program holds a zero byte: it is no text";
    runs_token(new.id);
    strcpy(new.session, session);
    pthread_mutex_lock(&lock);
    struct run *place = count_waiting() < RUNS_WAITING ? make_place() : NULL;
    if (!place) wrong = "too many runs are waiting; try again later";
    else if (!write_program(&new, program, n)) wrong = "the program cannot be stored: is the disk full?";
    else {
        new.number = ++arrived;
        *place = new;
        strcpy(id, new.id);
    }
    pthread_mutex_unlock(&lock);
    return wrong;
}

enum run_state runs_state(const char *session, const char *id, unsigned *ahead) {
    pthread_mutex_lock(&lock);
    const struct run *r = find_run(session, id);
    enum run_state s = r ? r->state : RUN_NONE;
    *ahead = 0;
    for (size_t i = 0; r && i < RUNS_KEPT; i++)
        *ahead += (runs[i].state == RUN_QUEUED || runs[i].state == RUN_RUNNING) && runs[i].number < r->number;
    pthread_mutex_unlock(&lock);
    return s;
}

bool runs_end(const char *session, const char *id) {
    pthread_mutex_lock(&lock);
    struct run *r = find_run(session, id);
    if (r) r->to_end = true;
    if (r && r->state == RUN_QUEUED) r->state = RUN_DONE;
    pthread_mutex_unlock(&lock);
    return r != NULL;
}

int runs_exit_code(const char *session, const char *id) {
    pthread_mutex_lock(&lock);
    const struct run *r = find_run(session, id);
    int code = r ? r->exit_code : -1;
    pthread_mutex_unlock(&lock);
    return code;
}

bool runs_read(const char *session, const char *id, const char *file, size_t from, struct strbuf *text) {
    char piece[PIECE];
    pthread_mutex_lock(&lock);
    const struct run *r = find_run(session, id);
    char *path = r ? path_of(r, file) : NULL;
    FILE *f = path ? fopen(path, "rbe") : NULL;
    if (f && !fseek(f, (long)from, SEEK_SET))
        for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;) strbuf_bytes(text, piece, n);
    if (f) fclose(f);
    free(path);
    pthread_mutex_unlock(&lock);
    return f != NULL;
}

/* ---- the executor ---- */

static struct run *next_run(void) {
    struct run *oldest = NULL;
    for (size_t i = 0; i < RUNS_KEPT; i++)
        if (runs[i].state == RUN_QUEUED && (!oldest || runs[i].number < oldest->number)) oldest = &runs[i];
    if (oldest) oldest->state = RUN_RUNNING;
    return oldest;
}

static pid_t start(const struct run *r) {
    char *folder = mem_printf("%s/%s", base, r->id), *confine = mem_printf("--confine=%s", folder);
    char *memory = mem_printf("--memory=%d", MEGABYTES), *out = path_of(r, "out"), *err = path_of(r, "err");
    const char *words[MOST_WORDS + 1];
    size_t n = r->n_words;
    memcpy(words, r->words, n * sizeof *words);
    if (is_confined) words[n++] = confine;
    const char *const more[] = {memory, "--format=gcc", "--html=report.html",
                                "--progress-file=progress.jsonl", "program.c"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) words[n++] = more[i];
    words[n] = NULL;
    int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, to = open(out, flags, 0600),
        wrong = open(err, flags, 0600);
    struct spawn s = {.argv = words,
                      .environment = temporary_environment(),
                      .folder = folder,
                      .fds = {-1, to, wrong},
                      .n_fds = 3};
    pid_t child = to >= 0 && wrong >= 0 ? spawn_start(&s) : -1;
    if (to >= 0) close(to);
    if (wrong >= 0) close(wrong);
    free(folder);
    free(confine);
    free(memory);
    free(out);
    free(err);
    return child;
}

static bool asked_to_end(const struct run *r) {
    pthread_mutex_lock(&lock);
    bool asked = r->to_end || stopping;
    pthread_mutex_unlock(&lock);
    return asked;
}

/* The exit code, -1 if a signal ended it. */
static int watch_over(const struct run *r, pid_t child) {
    double begin = clock_wall(), asked = -1;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (asked < 0 && (asked_to_end(r) || clock_wall() > begin + r->limit + GRACE_SECONDS)) {
            kill(child, SIGINT);
            asked = clock_wall();
        }
        if (asked >= 0 && (stopping || clock_wall() > asked + GRACE_SECONDS)) spawn_kill(child);
        usleep(POLL_MICROSECONDS);
    }
    spawn_kill(child); /* what it may have left behind in its session */
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void *execute(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&lock);
        struct run *r = next_run();
        pthread_mutex_unlock(&lock);
        if (!r) {
            usleep(POLL_MICROSECONDS);
            continue;
        }
        pid_t child = start(r);
        int code = child > 0 ? watch_over(r, child) : -1;
        pthread_mutex_lock(&lock);
        r->exit_code = code;
        r->state = RUN_DONE;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void runs_start(const char *folder, bool confined) {
    base = mem_strdup(folder);
    is_confined = confined;
    ssize_t n = readlink("/proc/self/exe", program_name, sizeof program_name - 1);
    if (n <= 0) fail_environment("cannot find the program's own file");
    program_name[n] = 0;
    if (pthread_create(&executor, NULL, execute, NULL)) fail_environment("cannot start a thread");
}

void runs_stop(void) {
    stopping = true;
    pthread_join(executor, NULL);
    free(base);
}
