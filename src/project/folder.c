#include "project/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/mem.h"
#include "util/vec.h"

#define SUFFIX ".proof"
#define MAGIC "edgewise-proof 1\n"

enum {
    NAME_LENGTH = SHA256_HEX + sizeof SUFFIX - 1,
    /* MAGIC, "key K\n", "sum S\n" */
    HEAD_LENGTH = sizeof MAGIC - 1 + 2 * (4 + SHA256_HEX + 1),
    LONGEST_ENTRY = 64 << 20,
    /* A temporary file that is older has no writer any more. */
    STALE_SECONDS = 3600,
};

bool folder_open(struct folder *f, const char *path, struct error *e) {
    if (mkdir(path, 0700) && errno != EEXIST)
        error_set(e, path, 0, 0, "the cache's folder cannot be made: %s", strerror(errno));
    f->fd = e->set ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (f->fd < 0) error_set(e, path, 0, 0, "cannot be used as a cache's folder: %s", strerror(errno));
    return f->fd >= 0;
}

void folder_close(struct folder *f) {
    if (f->fd >= 0) close(f->fd);
    f->fd = -1;
}

bool folder_is_own(const struct folder *f) {
    struct stat st;
    return !fstat(f->fd, &st) && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

/* ---- one entry ---- */

static void file_name(const char *key, char name[NAME_LENGTH + 1]) {
    snprintf(name, NAME_LENGTH + 1, "%s" SUFFIX, key);
}

static bool is_entry(const char *name) {
    return strlen(name) == NAME_LENGTH && strspn(name, "0123456789abcdef") == SHA256_HEX &&
           !strcmp(name + SHA256_HEX, SUFFIX);
}

static void print_head(struct strbuf *b, const char *key, const struct strbuf *body) {
    char sum[SHA256_HEX + 1];
    sha256_hex(body->text, body->n, sum);
    strbuf_printf(b, MAGIC "key %s\nsum %s\n", key, sum);
}

/* The bytes of a regular file of a sensible size. */
static bool read_file(int fd, struct strbuf *b) {
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > LONGEST_ENTRY) return false;
    char block[1 << 16];
    ssize_t n;
    while ((n = read(fd, block, sizeof block)) > 0 && b->n <= LONGEST_ENTRY)
        strbuf_bytes(b, block, (size_t)n);
    return n == 0;
}

/* The head is the one that the body and the name ask for, to the last byte. */
static bool take_body(const struct strbuf *file, const char *key, struct strbuf *body) {
    if (file->n <= HEAD_LENGTH) return false;
    struct strbuf head = {0};
    strbuf_bytes(body, file->text + HEAD_LENGTH, file->n - HEAD_LENGTH);
    print_head(&head, key, body);
    bool whole = head.n == HEAD_LENGTH && !memcmp(head.text, file->text, HEAD_LENGTH);
    strbuf_release(&head);
    return whole;
}

/* Without O_NONBLOCK a named pipe would keep us waiting. */
static int open_entry(const struct folder *f, const char *name) {
    return openat(f->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static bool read_entry(const struct folder *f, const char *name, const char *key, struct strbuf *body,
                       bool use) {
    int fd = open_entry(f, name);
    if (fd < 0) return false;
    struct strbuf file = {0};
    bool good = read_file(fd, &file) && take_body(&file, key, body);
    /* If the time cannot be set, the entry is only forgotten earlier than it should be. */
    if (good && use && futimens(fd, NULL)) good = true;
    close(fd);
    strbuf_release(&file);
    if (!good) strbuf_clear(body);
    return good;
}

bool folder_read(const struct folder *f, const char *key, struct strbuf *body) {
    char name[NAME_LENGTH + 1];
    file_name(key, name);
    return read_entry(f, name, key, body, true);
}

static bool write_all(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        text += done;
        n -= (size_t)done;
    }
    return true;
}

bool folder_write(const struct folder *f, const char *key, const struct strbuf *body) {
    struct strbuf head = {0};
    char name[NAME_LENGTH + 1];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    char *draft = mem_printf(".draft-%ld-%lld-%ld", (long)getpid(), (long long)now.tv_sec, now.tv_nsec);
    int fd = openat(f->fd, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    print_head(&head, key, body);
    file_name(key, name);
    bool good = fd >= 0 && body->n + HEAD_LENGTH <= LONGEST_ENTRY && write_all(fd, head.text, head.n) &&
                write_all(fd, body->text, body->n);
    if (fd >= 0 && close(fd)) good = false;
    if (good && renameat(f->fd, draft, f->fd, name)) good = false;
    if (fd >= 0 && !good) unlinkat(f->fd, draft, 0);
    strbuf_release(&head);
    free(draft);
    return good;
}

/* ---- all of them ---- */

struct folder_file {
    char name[NAME_LENGTH + 1];
    uint64_t bytes;
    struct timespec used;
};
typedef VEC(struct folder_file) folder_files;

static void remove_stale(const struct folder *f, const char *name, const struct stat *st) {
    if (!strncmp(name, ".draft-", 7) && S_ISREG(st->st_mode) && time(NULL) - st->st_mtime > STALE_SECONDS)
        unlinkat(f->fd, name, 0);
}

/* Regular files with the names of entries. */
static void list_entries(const struct folder *f, folder_files *files) {
    int fd = openat(f->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (!dir && fd >= 0) close(fd);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        struct stat st;
        if (d->d_name[0] != '.' && !is_entry(d->d_name)) continue;
        if (fstatat(f->fd, d->d_name, &st, AT_SYMLINK_NOFOLLOW)) continue;
        remove_stale(f, d->d_name, &st);
        if (!is_entry(d->d_name) || !S_ISREG(st.st_mode)) continue;
        struct folder_file file = {.bytes = (uint64_t)st.st_size, .used = st.st_mtim};
        memcpy(file.name, d->d_name, NAME_LENGTH);
        VEC_PUSH(files, file);
    }
    if (dir) closedir(dir);
}

static int by_use(const void *a, const void *b) {
    const struct folder_file *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec) return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

static uint64_t sum_of(const folder_files *files) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < files->n; i++) sum += files->at[i].bytes;
    return sum;
}

void folder_trim(const struct folder *f, uint64_t most) {
    folder_files files = {0};
    list_entries(f, &files);
    uint64_t sum = sum_of(&files);
    if (sum > most) qsort(files.at, files.n, sizeof *files.at, by_use);
    for (uint32_t i = 0; i < files.n && sum > most; i++) {
        unlinkat(f->fd, files.at[i].name, 0);
        sum -= files.at[i].bytes;
    }
    VEC_RELEASE(&files);
}

struct folder_contents folder_survey(const struct folder *f, bool verify) {
    folder_files files = {0};
    list_entries(f, &files);
    struct folder_contents contents = {.entries = files.n, .bytes = sum_of(&files)};
    for (uint32_t i = 0; verify && i < files.n; i++) {
        struct strbuf body = {0};
        char key[SHA256_HEX + 1] = {0};
        memcpy(key, files.at[i].name, SHA256_HEX);
        if (!read_entry(f, files.at[i].name, key, &body, false)) {
            contents.damaged++;
            printf("damaged: %s\n", files.at[i].name);
        }
        strbuf_release(&body);
    }
    VEC_RELEASE(&files);
    return contents;
}

uint64_t folder_clear(const struct folder *f) {
    folder_files files = {0};
    uint64_t removed = 0;
    list_entries(f, &files);
    for (uint32_t i = 0; i < files.n; i++) removed += !unlinkat(f->fd, files.at[i].name, 0);
    VEC_RELEASE(&files);
    return removed;
}
