/* Requests and answers. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include <microhttpd.h>

/* Who is served. */
struct http_setup {
    int port;
    /* Only who names this key gets the page, and it is the only session's token; NULL: everybody on
     * this machine gets a session of his own. */
    const char *key;
};

/* Answers one request; MHD_AccessHandlerCallback. The context is a const struct http_setup. */
enum MHD_Result http_answer(void *context, struct MHD_Connection *c, const char *url, const char *method,
                            const char *version, const char *data, size_t *n, void **state);
/* Frees what a request has left; MHD_RequestCompletedCallback. */
void http_ended(void *context, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode why);

#endif
