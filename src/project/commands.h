/* A project's list of compiler commands, compile_commands.json, as CMake, meson and Bear write it:
 *
 *     [{"directory": "/home/u/p/build", "file": "../src/a.c", "output": "a.o",
 *       "command": "cc -I../include -c ../src/a.c -o a.o"}, ...]
 *
 * The reader knows the format and nothing of flags: a command is the words behind the compiler's
 * name, with the shell's quotes undone. A file may have several commands (one per target); they
 * stay in the order of the list.
 *
 * Invariants: `file` and `directory` are absolute and without "." and ".." (links are not
 * followed); `words` holds no compiler's name; every string is owned by the list. */
#ifndef PROJECT_COMMANDS_H
#define PROJECT_COMMANDS_H

#include "util/fail.h"
#include "util/options.h"

struct command {
    char *file, *directory;
    /* The object file as the command names it, or NULL. */
    char *output;
    text_list words;
    /* Of the entry in the list. */
    int line;
};

struct commands {
    /* The name of the list itself, for messages. */
    char *source;
    VEC(struct command) all;
};

/* Reads `folder`/compile_commands.json (or `folder` itself if it is a file); false with *e set,
 * place included. */
bool commands_read(struct commands *c, const char *folder, struct error *e);
void commands_release(struct commands *c);

/* The first command for the file, which is named as seen from the current folder; NULL: there is
 * none. */
const struct command *commands_find(const struct commands *c, const char *file);
/* The target that the command's output is of: "app" for CMakeFiles/app.dir/src/a.c.o (CMake) and
 * app.p/src_a.c.o (meson), else NULL. A fresh string. */
char *commands_target(const struct command *c);
/* The shell's words in a line: blanks part them, quotes and backslashes as in sh, nothing is
 * expanded. False: an open quote. */
bool commands_split(const char *line, text_list *words);

#endif
