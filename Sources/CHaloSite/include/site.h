// The files of the page (Sources/HaloDashboard/Site), unchanged.

#ifndef HALO_SITE_H
#define HALO_SITE_H

#include <stddef.h>

struct halo_site_file {
  // The path, without the leading slash.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

size_t halo_site_count(void);
const struct halo_site_file *halo_site_file(size_t index);

// The description of the API (Sources/HaloDashboard/API/openapi.json).
const struct halo_site_file *halo_api_description(void);

#endif
