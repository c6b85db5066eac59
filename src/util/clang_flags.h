/* The flags of clang that decide what a program means. The front end and the replay of
 * counterexamples must agree on them, or the program that is run is not the one that was verified.
 *
 *   -O0, -fno-builtin, ...    no optimization that exploits undefined behaviour
 *   -fwrapv                   signed overflow wraps
 *   -ffp-contract=off         a*b+c rounds twice, as x86-64 does without FMA
 *   -msse2                    ILP32 programs round to the type at every operation; the registers of
 *                             the x87 do not
 *   -fgnu89-inline            `inline` functions get a body in C89 programs, which is what old code
 *                             means
 *   -fbracket-depth           generated code nests deeper than the 256 levels that clang allows; at
 *                             900 it crashes */
#ifndef UTIL_CLANG_FLAGS_H
#define UTIL_CLANG_FLAGS_H

/* clang-format off */
#define CLANG_MEANING \
    "-O0", "-fwrapv", "-ffp-contract=off", "-std=gnu11", "-fgnu89-inline", \
    "-fno-strict-aliasing", "-fno-builtin", \
    "-fno-stack-protector", "-msse2", "-fbracket-depth=512", \
    "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion", \
    "-Wno-error=incompatible-pointer-types", "-Wno-error=incompatible-function-pointer-types", \
    "-Wno-error=return-type", \
    "-Wno-return-type"
/* The ends of scopes in the code, which clang says for the sake of AddressSanitizer; its pass does
 * not run in the front end. */
#define CLANG_SCOPES "-fsanitize=address", "-fsanitize-address-use-after-scope"
/* clang-format on */

#endif
