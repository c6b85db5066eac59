#include "system/dialogue.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/fail.h"

/* An answer that is longer is none. */
enum { LONGEST_ANSWER = 64 << 20, SEND_SECONDS = 60 };

/* In the child: the socket is its standard input and output. */
_Noreturn static void become(char *const *argv, int socket, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    dup2(socket, STDIN_FILENO);
    dup2(socket, STDOUT_FILENO);
    execvp(argv[0], argv);
    _exit(127);
}

bool dialogue_start(struct dialogue *d, char *const *argv) {
    int ends[2];
    *d = (struct dialogue){.child = -1, .socket = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        d->why = "no socket for the solver";
        return false;
    }
    pid_t parent = getpid();
    d->child = fork();
    if (!d->child) become(argv, ends[1], parent);
    close(ends[1]);
    d->socket = ends[0];
    if (d->child > 0) return true;
    dialogue_end(d);
    d->why = "no process for the solver";
    return false;
}

void dialogue_end(struct dialogue *d) {
    if (d->socket >= 0) close(d->socket);
    if (d->child > 0) {
        kill(d->child, SIGKILL);
        while (waitpid(d->child, NULL, 0) < 0 && errno == EINTR) continue;
    }
    strbuf_release(&d->pending);
    d->child = d->socket = -1;
}

static bool fail(struct dialogue *d, const char *why) {
    dialogue_end(d);
    d->why = why;
    return false;
}

/* Until the socket is ready for `events`; a stop and the deadline are looked at twenty times a
 * second. */
static bool wait_for(struct dialogue *d, short events, double deadline) {
    for (;;) {
        struct pollfd p = {.fd = d->socket, .events = events};
        int n = poll(&p, 1, 50);
        if (n > 0) return true;
        if (n < 0 && errno != EINTR) return fail(d, "the solver cannot be reached");
        if (stop_requested()) return fail(d, stop_text(stop_requested()));
        if (deadline && clock_wall() > deadline) return fail(d, "timeout");
    }
}

bool dialogue_send(struct dialogue *d, const char *text, size_t n) {
    double deadline = clock_wall() + SEND_SECONDS;
    while (d->socket >= 0 && n) {
        if (!wait_for(d, POLLOUT, deadline)) return false;
        ssize_t sent = send(d->socket, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) return fail(d, "the solver has ended");
        if (sent > 0) {
            text += sent;
            n -= (size_t)sent;
        }
    }
    return d->socket >= 0;
}

/* The end of the first expression in the text, 0 if it is not complete. */
static size_t first_expression(const char *text, size_t n) {
    uint32_t depth = 0;
    char quote = 0;
    bool atom = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (quote) {
            if (c != quote) continue;
            quote = 0;
            if (!depth) return i + 1;
        } else if (c == '"' || c == '|') {
            quote = c;
        } else if (c == '(') {
            depth++;
        } else if (c == ')') {
            if (depth <= 1) return i + 1;
            depth--;
        } else if (isspace((unsigned char)c)) {
            if (atom && !depth) return i;
        } else {
            atom = true;
        }
    }
    return 0;
}

static bool read_more(struct dialogue *d, double deadline) {
    char block[1 << 16];
    if (!wait_for(d, POLLIN, deadline)) return false;
    ssize_t n = recv(d->socket, block, sizeof block, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n <= 0) return fail(d, "the solver has ended");
    if (d->pending.n + (size_t)n > LONGEST_ANSWER) return fail(d, "the solver's answer has no end");
    strbuf_bytes(&d->pending, block, (size_t)n);
    return true;
}

bool dialogue_receive(struct dialogue *d, double deadline, struct strbuf *answer) {
    strbuf_clear(answer);
    while (d->socket >= 0) {
        size_t end = first_expression(d->pending.text ? d->pending.text : "", d->pending.n);
        if (end) {
            strbuf_bytes(answer, d->pending.text, end);
            memmove(d->pending.text, d->pending.text + end, d->pending.n - end);
            d->pending.n -= end;
            return true;
        }
        if (!read_more(d, deadline)) return false;
    }
    assert(d->why);
    return false;
}
