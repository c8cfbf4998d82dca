// The catalog is embedded in the program, so that the program stays a single file.

#include "texts.h"

// #embed is part of C23. Every clang that comes with a supported Swift toolchain implements it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char german_json[] = {
#embed "../HaloText/german.json"
};

const unsigned char *halo_german_texts(size_t *count) {
  *count = sizeof german_json;
  return german_json;
}
