#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http.h"
#include "serve/runs.h"
#include "system/landlock.h"
#include "system/temporary.h"
#include "util/options.h"

enum { MOST_CONNECTIONS = 64, IDLE_SECONDS = 30, BACKLOG = 64 };

/* A socket on the loopback interface; -1 with errno. *port becomes what the system chose if it was
 * 0. */
static int listen_on_loopback(int *port) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    socklen_t n = sizeof a;
    if (s < 0) return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, BACKLOG) ||
        getsockname(s, (struct sockaddr *)&a, &n)) {
        int why = errno;
        close(s);
        errno = why;
        return -1;
    }
    *port = ntohs(a.sin_port);
    return s;
}

static void wait_for_signal(const sigset_t *set) {
    int which;
    while (sigwait(set, &which)) {
    }
}

/* Without landlock a program can make the compiler read the user's files (#include), so only the
 * user may ask: the address has a key, which other users of the machine do not see. */
static void print_address(const struct http_setup *setup) {
    printf("edgewise is at http://127.0.0.1:%d/%s%s (Ctrl-C ends it)\n", setup->port,
           setup->key ? "?key=" : "", setup->key ? setup->key : "");
    fflush(stdout);
    if (setup->key)
        fputs("edgewise: this kernel has no landlock: programs can include any file that you can read, so "
              "only this address, with its key, is answered\n",
              stderr);
}

int serve_main(struct error *e) {
    int port = (int)options.port, s = listen_on_loopback(&port);
    if (s < 0) {
        error_set(e, NULL, 0, 0, "port %d cannot be used: %s; --port=0 takes any that is free", port,
                  strerror(errno));
        return EXIT_BAD_INPUT;
    }
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* before the threads, which take it over */
    signal(SIGPIPE, SIG_IGN);
    char key[RUNS_TOKEN];
    bool confined = landlock_version() > 0;
    runs_token(key);
    struct http_setup setup = {port, confined ? NULL : key};
    runs_start(temporary_dir(), confined);
    struct MHD_Daemon *d =
        MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL, NULL,
                         http_answer, &setup, MHD_OPTION_LISTEN_SOCKET, s, MHD_OPTION_CONNECTION_LIMIT,
                         (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                         MHD_OPTION_NOTIFY_COMPLETED, http_ended, NULL, MHD_OPTION_END);
    if (d) {
        print_address(&setup);
        wait_for_signal(&ends);
        runs_stop();
        MHD_stop_daemon(d);
    } else {
        error_set(e, NULL, 0, 0, "the server cannot be started");
        runs_stop();
        close(s);
    }
    temporary_remove();
    return d ? EXIT_SAFE : EXIT_BAD_INPUT;
}
