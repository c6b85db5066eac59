/* What is verified, as far as compiling and running it is concerned. */
#ifndef SYSTEM_SUBJECT_H
#define SYSTEM_SUBJECT_H

#include "util/options.h"

/* What the verdict is about; the strings belong to the caller. */
struct subject {
    text_list files;
    text_list error_functions; /* calling one of them is the error */
    const char *entry;
    const char *property; /* "CHECK( init(main()), LTL(G ! call(reach_error())) )" */
    const char *version;  /* of edgewise */
    const char *temp_dir; /* for what is compiled; removed by its owner */
    bool m32;
    /* Flags of clang that place the checks which are asked for; empty: none. */
    text_list check_flags;
};

#endif
