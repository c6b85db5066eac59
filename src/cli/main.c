#include <stdio.h>
#include <stdlib.h>

#include "util/fail.h"
#include "util/options.h"

int main(int argc, char **argv) {
    struct error e = {0};
    if (!options_parse(argc, argv, &e)) {
        char *text = error_text(&e);
        fprintf(stderr, "edgewise: %s\n", text);
        free(text);
        error_release(&e);
        return EXIT_BAD_INPUT;
    }
    if (options.help) {
        char *text = options_help(options.help_topic);
        fputs(text, stdout);
        free(text);
    }
    options_reset();
    return EXIT_SAFE;
}
