// The files of the page (Sources/HaloDashboard/Site), unchanged.

#ifndef HALO_SITE_H
#define HALO_SITE_H

#include <stddef.h>

// Where a page has its link.
enum halo_menu { HALO_NO_MENU, HALO_MAIN_MENU, HALO_MORE_MENU };

struct halo_site_file {
  // The path, without the leading slash.
  const char *name;
  const unsigned char *bytes;
  size_t count;
  enum halo_menu menu;
  // The title of the link in English, and the contents of its icon, an SVG; null without a link.
  const char *title;
  const char *icon;
};

size_t halo_site_count(void);
const struct halo_site_file *halo_site_file(size_t index);

// The description of the API (Sources/HaloDashboard/API/openapi.json).
const struct halo_site_file *halo_api_description(void);

#endif
