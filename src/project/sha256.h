/* SHA-256 (FIPS 180-4), which names the entries of the cache and finds the damaged ones. */
#ifndef PROJECT_SHA256_H
#define PROJECT_SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 64 };

/* The digest as lower-case hexadecimal digits, ended by NUL. */
void sha256_hex(const void *data, size_t n, char hex[SHA256_HEX + 1]);

#endif
