// The catalogs of languages other than English (Sources/HaloText/german.json), unchanged.

#ifndef HALO_TEXTS_H
#define HALO_TEXTS_H

#include <stddef.h>

// Returns the catalog's bytes and sets their count. A function, because Swift would copy a variable's bytes.
const unsigned char *halo_german_texts(size_t *count);

#endif
