// The files of the page, each with one entry: the only list of them. A test compares it with the folder. A script in pages/ is a page at
// the address of its name. It has a link in a menu with MENU: which menu, its title, and its icon in a box of 24 by 24. Menus have the
// order of this list.

#include "site.h"

// #embed is part of C23. Every clang that comes with a supported Swift toolchain implements it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct halo_site_file files[] = {
#define SITE_FILE app.js
#include "file.h"
#define SITE_FILE away.html
#include "file.h"
#define SITE_FILE away.js
#include "file.h"
#define SITE_FILE charts/day.js
#include "file.h"
#define SITE_FILE charts/days.js
#include "file.h"
#define SITE_FILE charts/dial.js
#include "file.h"
#define SITE_FILE charts/night.js
#include "file.h"
#define SITE_FILE charts/plot.js
#include "file.h"
#define SITE_FILE charts/wave.js
#include "file.h"
#define SITE_FILE charts/zones.js
#include "file.h"
#define SITE_FILE core/dom.js
#include "file.h"
#define SITE_FILE core/format.js
#include "file.h"
#define SITE_FILE core/parts.js
#include "file.h"
#define SITE_FILE core/server.js
#include "file.h"
#define SITE_FILE core/streams.js
#include "file.h"
#define SITE_FILE core/texts.js
#include "file.h"
#define SITE_FILE halo.webmanifest
#include "file.h"
#define SITE_FILE icons/halo-180.png
#include "file.h"
#define SITE_FILE icons/halo-192.png
#include "file.h"
#define SITE_FILE icons/halo-512.png
#include "file.h"
#define SITE_FILE icons/halo-maskable-512.png
#include "file.h"
#define SITE_FILE icons/halo.svg
#include "file.h"
#define SITE_FILE index.html
#include "file.h"
#define SITE_FILE pages/enter.js
#include "file.h"
#define SITE_FILE pages/explain.js
#include "file.h"
#define SITE_FILE pages/workouts.js
#include "file.h"
#define SITE_FILE parts/imports.js
#include "file.h"
#define SITE_FILE parts/train.js
#include "file.h"
#define SITE_FILE shared.js
#include "file.h"
#define SITE_FILE style.css
#include "file.h"
#define SITE_FILE worker.js
#include "file.h"

// The pages with a link, in the order of the menus.
#define SITE_FILE pages/today.js
#define MENU HALO_MAIN_MENU, "Today", \
  "<circle cx='12' cy='12' r='4.2'/><path d='M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1'/>"
#include "file.h"
#define SITE_FILE pages/sleep.js
#define MENU HALO_MAIN_MENU, "Sleep", \
  "<path d='M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2z'/>"
#include "file.h"
#define SITE_FILE pages/heart.js
#define MENU HALO_MAIN_MENU, "Heart", \
  "<path d='M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z'/>"
#include "file.h"
#define SITE_FILE pages/activity.js
#define MENU HALO_MAIN_MENU, "Activity", \
  "<path d='M4 20v-6M9.3 20V9M14.7 20v-8M20 20V4'/>"
#include "file.h"
#define SITE_FILE pages/live.js
#define MENU HALO_MORE_MENU, "Live", \
  "<path d='M2.5 13h4l2.5-7 4 13 3-9 1.8 3h3.7'/>"
#include "file.h"
#define SITE_FILE pages/devices.js
#define MENU HALO_MORE_MENU, "Devices", \
  "<circle cx='12' cy='13.5' r='7'/><path d='M9 4h6l-1 3h-4z'/>"
#include "file.h"
#define SITE_FILE pages/data.js
#define MENU HALO_MORE_MENU, "Data", \
  "<ellipse cx='12' cy='6' rx='7.5' ry='3'/><path d='M4.5 6v12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3'/>"
#include "file.h"
#define SITE_FILE pages/settings.js
#define MENU HALO_MORE_MENU, "Settings", \
  "<path d='M4 7h9M17 7h3M4 17h3M11 17h9'/><circle cx='15' cy='7' r='2.2'/><circle cx='9' cy='17' r='2.2'/>"
#include "file.h"
};

static const unsigned char openapi_json[] = {
#embed "../HaloDashboard/API/openapi.json"
};

size_t halo_site_count(void) { return sizeof files / sizeof *files; }

const struct halo_site_file *halo_site_file(size_t index) { return &files[index]; }

const struct halo_site_file *halo_api_description(void) {
  static const struct halo_site_file description = {"openapi.json", openapi_json, sizeof openapi_json, HALO_NO_MENU, 0, 0};
  return &description;
}
