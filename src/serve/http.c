/* Requests. The page is for everyone on this machine who asks for it by this server's name; the
 * rest needs the session that came with it.
 *
 *     GET  /                     the page, with a new session
 *     POST /runs?check=standard  the program is the body: {"id": ...}
 *     GET  /runs/ID/events       a stream: queued, progress, done
 *     GET  /runs/ID/report       the page of --html
 *     POST /runs/ID/stop
 *
 * Errors are {"error": "..."} with a status that fits. */
#include "serve/http.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/examples.h"
#include "serve/page_css.h"
#include "serve/page_html.h"
#include "serve/page_js.h"
#include "serve/runs.h"
#include "util/mem.h"

enum { MOST_CHOICES = 8, EVENT_MICROSECONDS = 100000, KEEP_ALIVE_ROUNDS = 100 };

/* Of a request that is being received. */
struct request {
    struct strbuf body;
    bool too_large;
};

/* ---- answers ---- */

static enum MHD_Result answer(struct MHD_Connection *c, unsigned status, const char *type,
                              const struct strbuf *text) {
    struct MHD_Response *r =
        MHD_create_response_from_buffer(text->n, text->n ? text->text : (char *)"", MHD_RESPMEM_MUST_COPY);
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "X-Frame-Options", "DENY");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(
        r, "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
        "frame-src 'self' blob: data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
        "'none'");
    enum MHD_Result result = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result answer_json(struct MHD_Connection *c, unsigned status, json_t *o) {
    char *dumped = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
    struct strbuf text = {0};
    strbuf_text(&text, dumped ? dumped : "{}");
    enum MHD_Result result = answer(c, status, "application/json", &text);
    strbuf_release(&text);
    free(dumped);
    json_decref(o);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned status, const char *why) {
    return answer_json(c, status, json_pack("{s:s}", "error", why));
}

/* ---- who asks ---- */

static const char *header(struct MHD_Connection *c, const char *name) {
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* "127.0.0.1:8642" or "localhost:8642". */
static bool is_own_name(const char *name, int port) {
    char own[64];
    snprintf(own, sizeof own, "127.0.0.1:%d", port);
    if (!strcmp(name, own)) return true;
    snprintf(own, sizeof own, "localhost:%d", port);
    return !strcmp(name, own);
}

static bool is_asked_by_own_page(struct MHD_Connection *c, int port) {
    const char *host = header(c, "Host"), *origin = header(c, "Origin"), *site = header(c, "Sec-Fetch-Site");
    if (!host || !is_own_name(host, port)) return false;
    if (origin && (strncmp(origin, "http://", 7) || !is_own_name(origin + 7, port))) return false;
    return !site || !strcmp(site, "same-origin") || !strcmp(site, "none");
}

static bool is_key(const struct http_setup *setup, const char *text) {
    return text && strlen(text) == strlen(setup->key) && !strcmp(text, setup->key);
}

static const char *session_of(struct MHD_Connection *c, const struct http_setup *setup) {
    const char *s = header(c, "X-Edgewise-Session");
    bool good = s && strlen(s) == RUNS_TOKEN - 1 && strspn(s, "0123456789abcdef") == RUNS_TOKEN - 1;
    return good && (!setup->key || is_key(setup, s)) ? s : NULL;
}

/* ---- the page ---- */

static json_t *examples(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof example_texts / sizeof *example_texts; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "name", example_texts[i].name, "text", example_texts[i].text));
    return list;
}

/* The page with its parts in place of {{css}}, {{js}} and {{data}}. In a script, "</" could end
 * it. */
static enum MHD_Result show_page(struct MHD_Connection *c, const struct http_setup *setup) {
    char token[RUNS_TOKEN];
    const char *key = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "key");
    if (setup->key && !is_key(setup, key))
        return refuse(c, MHD_HTTP_FORBIDDEN, "use the address that edgewise printed, with its key");
    runs_token(token);
    if (setup->key) strcpy(token, setup->key);
    char *data = json_dumps(json_pack("{s:s, s:o}", "session", token, "examples", examples()),
                            JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ESCAPE_SLASH);
    struct strbuf text = {0};
    for (const char *at = page_html; *at;) {
        const char *next = strstr(at, "{{");
        strbuf_bytes(&text, at, next ? (size_t)(next - at) : strlen(at));
        if (!next) break;
        if (!strncmp(next, "{{css}}", 7)) strbuf_text(&text, page_css);
        else if (!strncmp(next, "{{js}}", 6)) strbuf_text(&text, page_js);
        else if (!strncmp(next, "{{data}}", 8)) strbuf_text(&text, data);
        at = strstr(next, "}}") + 2;
    }
    enum MHD_Result result = answer(c, MHD_HTTP_OK, "text/html; charset=utf-8", &text);
    strbuf_release(&text);
    free(data);
    return result;
}

/* ---- runs ---- */

struct choices {
    struct runs_choice at[MOST_CHOICES];
    size_t n;
    bool too_many;
};

static enum MHD_Result take_choice(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *text) {
    struct choices *all = context;
    (void)kind;
    if (all->n == MOST_CHOICES) {
        all->too_many = true;
        return MHD_NO;
    }
    all->at[all->n++] = (struct runs_choice){name, text ? text : ""};
    return MHD_YES;
}

static enum MHD_Result add_run(struct MHD_Connection *c, const char *session, const struct request *r) {
    struct choices all = {.n = 0};
    char id[RUNS_TOKEN];
    if (r->too_large) return refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "the program is larger than 1 MB");
    MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, take_choice, &all);
    if (all.too_many) return refuse(c, MHD_HTTP_BAD_REQUEST, "too many options");
    const char *wrong = runs_add(session, r->body.n ? r->body.text : "", r->body.n, all.at, all.n, id);
    return wrong ? refuse(c, MHD_HTTP_BAD_REQUEST, wrong)
                 : answer_json(c, MHD_HTTP_OK, json_pack("{s:s}", "id", id));
}

/* A stream of events. */
struct stream {
    char session[RUNS_TOKEN], id[RUNS_TOKEN];
    size_t read; /* of progress.jsonl */
    struct strbuf out;
    size_t sent, idle;
    bool done;
    unsigned ahead;
};

static void add_progress(struct stream *s) {
    struct strbuf more = {0};
    runs_read(s->session, s->id, "progress.jsonl", s->read, &more);
    char *from = more.text;
    for (char *end; more.n && (end = memchr(from, '\n', (size_t)(more.text + more.n - from)));
         from = end + 1) {
        s->read += (size_t)(end - from) + 1;
        strbuf_printf(&s->out, "event: progress\ndata: %.*s\n\n", (int)(end - from), from);
    }
    strbuf_release(&more);
}

static void add_end(struct stream *s) {
    struct strbuf out = {0}, err = {0}, report = {0};
    runs_read(s->session, s->id, "out", 0, &out);
    runs_read(s->session, s->id, "err", 0, &err);
    bool there = runs_read(s->session, s->id, "report.html", 0, &report);
    json_t *o = json_pack("{s:i, s:b}", "exit_code", runs_exit_code(s->session, s->id), "report", there);
    json_t *said = json_string(out.n ? out.text : ""), *wrong = json_string(err.n ? err.text : "");
    json_object_set_new(o, "out", said ? said : json_string("(the output is no UTF-8)"));
    json_object_set_new(o, "err", wrong ? wrong : json_string("(the messages are no UTF-8)"));
    char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
    strbuf_printf(&s->out, "event: done\ndata: %s\n\n", text);
    s->done = true;
    free(text);
    json_decref(o);
    strbuf_release(&out);
    strbuf_release(&err);
    strbuf_release(&report);
}

static void look(struct stream *s) {
    unsigned ahead;
    enum run_state state = runs_state(s->session, s->id, &ahead);
    if (state == RUN_QUEUED && ahead != s->ahead)
        strbuf_printf(&s->out, "event: queued\ndata: {\"ahead\": %u}\n\n", ahead);
    s->ahead = ahead;
    if (state != RUN_QUEUED) add_progress(s);
    if (state == RUN_DONE || state == RUN_NONE) add_end(s);
    /* A line now and then tells whether anybody is there to read it. */
    if (!s->out.n && ++s->idle % KEEP_ALIVE_ROUNDS == 0) strbuf_text(&s->out, ": still there\n\n");
}

/* MHD_ContentReaderCallback: the thread is the connection's own and may wait. */
static ssize_t next_piece(void *context, uint64_t at, char *buffer, size_t room) {
    struct stream *s = context;
    (void)at;
    while (s->sent == s->out.n) {
        strbuf_clear(&s->out);
        s->sent = 0;
        if (s->done) return MHD_CONTENT_READER_END_OF_STREAM;
        look(s);
        if (!s->out.n) usleep(EVENT_MICROSECONDS);
    }
    size_t n = s->out.n - s->sent < room ? s->out.n - s->sent : room;
    memcpy(buffer, s->out.text + s->sent, n);
    s->sent += n;
    return (ssize_t)n;
}

static void end_stream(void *context) {
    struct stream *s = context;
    strbuf_release(&s->out);
    free(s);
}

static enum MHD_Result show_events(struct MHD_Connection *c, const char *session, const char *id) {
    struct stream *s = mem_zero(1, sizeof *s);
    strcpy(s->session, session);
    strcpy(s->id, id);
    s->ahead = UINT32_MAX;
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, next_piece, s, end_stream);
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Content-Type", "text/event-stream");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    enum MHD_Result result = MHD_queue_response(c, MHD_HTTP_OK, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result show_report(struct MHD_Connection *c, const char *session, const char *id) {
    struct strbuf text = {0};
    bool there = runs_read(session, id, "report.html", 0, &text);
    enum MHD_Result result = there ? answer(c, MHD_HTTP_OK, "text/plain; charset=utf-8", &text)
                                   : refuse(c, MHD_HTTP_NOT_FOUND, "there is no report");
    strbuf_release(&text);
    return result;
}

/* "/runs/ID/verb" */
static enum MHD_Result answer_run(struct MHD_Connection *c, const char *session, const char *url, bool post) {
    char id[RUNS_TOKEN] = "";
    unsigned ahead;
    size_t n = strcspn(url + 6, "/");
    if (n == RUNS_TOKEN - 1) memcpy(id, url + 6, n), id[n] = 0;
    if (!*id || !runs_state(session, id, &ahead))
        return refuse(c, MHD_HTTP_NOT_FOUND, "there is no such run in this session");
    const char *verb = url + 6 + n;
    if (post && !strcmp(verb, "/stop")) {
        runs_end(session, id);
        return answer_json(c, MHD_HTTP_OK, json_object());
    }
    if (!post && !strcmp(verb, "/events")) return show_events(c, session, id);
    if (!post && !strcmp(verb, "/report")) return show_report(c, session, id);
    return refuse(c, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

/* ---- the whole ---- */

static enum MHD_Result dispatch(struct MHD_Connection *c, const struct http_setup *setup, const char *url,
                                const char *method, const struct request *r) {
    bool get = !strcmp(method, "GET"), post = !strcmp(method, "POST");
    if (!is_asked_by_own_page(c, setup->port))
        return refuse(c, MHD_HTTP_FORBIDDEN, "requests of other sites and by other names are refused");
    if (!get && !post) return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and POST are understood");
    if (get && !strcmp(url, "/")) return show_page(c, setup);
    if (strncmp(url, "/runs", 5)) return refuse(c, MHD_HTTP_NOT_FOUND, "there is nothing here");
    const char *session = session_of(c, setup);
    if (!session) return refuse(c, MHD_HTTP_FORBIDDEN, "the session's token is missing: load the page again");
    if (post && !strcmp(url, "/runs")) return add_run(c, session, r);
    if (!strncmp(url, "/runs/", 6)) return answer_run(c, session, url, post);
    return refuse(c, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

enum MHD_Result http_answer(void *context, struct MHD_Connection *c, const char *url, const char *method,
                            const char *version, const char *data, size_t *n, void **state) {
    (void)version;
    struct request *r = *state;
    if (!r) {
        *state = mem_zero(1, sizeof *r);
        return MHD_YES;
    }
    if (*n) { /* what is too large is read to its end and forgotten, so that the answer arrives */
        r->too_large |= r->body.n + *n > RUNS_PROGRAM_BYTES;
        if (!r->too_large) strbuf_bytes(&r->body, data, *n);
        *n = 0;
        return MHD_YES;
    }
    return dispatch(c, context, url, method, r);
}

void http_ended(void *context, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode why) {
    struct request *r = *state;
    (void)context, (void)c, (void)why;
    if (r) strbuf_release(&r->body);
    free(r);
    *state = NULL;
}
