// The texts in other languages than English (Sources/HaloReports/Text/german.json), as they are.

#ifndef HALO_TEXTS_H
#define HALO_TEXTS_H

#include <stddef.h>

// The catalog's bytes and their count. A function instead of a variable: Swift would copy a variable's bytes.
const unsigned char *halo_german_texts(size_t *count);

#endif
