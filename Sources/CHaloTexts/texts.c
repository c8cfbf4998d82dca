// The catalog of texts is part of the program: it must stay a single file.

#include "texts.h"

// Part of C since 2023, and known to every compiler that comes with a Swift that can build this.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char german_json[] = {
#embed "../HaloReports/Text/german.json"
};

const unsigned char *halo_german_texts(size_t *count) {
  *count = sizeof german_json;
  return german_json;
}
