// Each file of the page needs its bytes here and its entry in `files`. A test compares both with the folder.

#include "site.h"

// #embed is part of C23. Every clang that comes with a supported Swift toolchain implements it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_js[] = {
#embed "../HaloDashboard/Site/app.js"
};
static const unsigned char away_html[] = {
#embed "../HaloDashboard/Site/away.html"
};
static const unsigned char away_js[] = {
#embed "../HaloDashboard/Site/away.js"
};
static const unsigned char charts_day_js[] = {
#embed "../HaloDashboard/Site/charts/day.js"
};
static const unsigned char charts_days_js[] = {
#embed "../HaloDashboard/Site/charts/days.js"
};
static const unsigned char charts_dial_js[] = {
#embed "../HaloDashboard/Site/charts/dial.js"
};
static const unsigned char charts_night_js[] = {
#embed "../HaloDashboard/Site/charts/night.js"
};
static const unsigned char charts_plot_js[] = {
#embed "../HaloDashboard/Site/charts/plot.js"
};
static const unsigned char charts_wave_js[] = {
#embed "../HaloDashboard/Site/charts/wave.js"
};
static const unsigned char charts_zones_js[] = {
#embed "../HaloDashboard/Site/charts/zones.js"
};
static const unsigned char core_dom_js[] = {
#embed "../HaloDashboard/Site/core/dom.js"
};
static const unsigned char core_format_js[] = {
#embed "../HaloDashboard/Site/core/format.js"
};
static const unsigned char core_parts_js[] = {
#embed "../HaloDashboard/Site/core/parts.js"
};
static const unsigned char core_server_js[] = {
#embed "../HaloDashboard/Site/core/server.js"
};
static const unsigned char core_streams_js[] = {
#embed "../HaloDashboard/Site/core/streams.js"
};
static const unsigned char core_texts_js[] = {
#embed "../HaloDashboard/Site/core/texts.js"
};
static const unsigned char halo_webmanifest[] = {
#embed "../HaloDashboard/Site/halo.webmanifest"
};
static const unsigned char icons_halo_180_png[] = {
#embed "../HaloDashboard/Site/icons/halo-180.png"
};
static const unsigned char icons_halo_192_png[] = {
#embed "../HaloDashboard/Site/icons/halo-192.png"
};
static const unsigned char icons_halo_512_png[] = {
#embed "../HaloDashboard/Site/icons/halo-512.png"
};
static const unsigned char icons_halo_maskable_512_png[] = {
#embed "../HaloDashboard/Site/icons/halo-maskable-512.png"
};
static const unsigned char icons_halo_svg[] = {
#embed "../HaloDashboard/Site/icons/halo.svg"
};
static const unsigned char index_html[] = {
#embed "../HaloDashboard/Site/index.html"
};
static const unsigned char pages_activity_js[] = {
#embed "../HaloDashboard/Site/pages/activity.js"
};
static const unsigned char pages_data_js[] = {
#embed "../HaloDashboard/Site/pages/data.js"
};
static const unsigned char pages_devices_js[] = {
#embed "../HaloDashboard/Site/pages/devices.js"
};
static const unsigned char pages_enter_js[] = {
#embed "../HaloDashboard/Site/pages/enter.js"
};
static const unsigned char pages_explain_js[] = {
#embed "../HaloDashboard/Site/pages/explain.js"
};
static const unsigned char pages_heart_js[] = {
#embed "../HaloDashboard/Site/pages/heart.js"
};
static const unsigned char pages_imports_js[] = {
#embed "../HaloDashboard/Site/pages/imports.js"
};
static const unsigned char pages_live_js[] = {
#embed "../HaloDashboard/Site/pages/live.js"
};
static const unsigned char pages_settings_js[] = {
#embed "../HaloDashboard/Site/pages/settings.js"
};
static const unsigned char pages_sleep_js[] = {
#embed "../HaloDashboard/Site/pages/sleep.js"
};
static const unsigned char pages_today_js[] = {
#embed "../HaloDashboard/Site/pages/today.js"
};
static const unsigned char pages_train_js[] = {
#embed "../HaloDashboard/Site/pages/train.js"
};
static const unsigned char pages_workout_js[] = {
#embed "../HaloDashboard/Site/pages/workout.js"
};
static const unsigned char shared_js[] = {
#embed "../HaloDashboard/Site/shared.js"
};
static const unsigned char style_css[] = {
#embed "../HaloDashboard/Site/style.css"
};
static const unsigned char worker_js[] = {
#embed "../HaloDashboard/Site/worker.js"
};

static const unsigned char openapi_json[] = {
#embed "../HaloDashboard/API/openapi.json"
};

#define FILE(name, variable) {name, variable, sizeof variable}

static const struct halo_site_file files[] = {
  FILE("app.js", app_js),
  FILE("away.html", away_html),
  FILE("away.js", away_js),
  FILE("charts/day.js", charts_day_js),
  FILE("charts/days.js", charts_days_js),
  FILE("charts/dial.js", charts_dial_js),
  FILE("charts/night.js", charts_night_js),
  FILE("charts/plot.js", charts_plot_js),
  FILE("charts/wave.js", charts_wave_js),
  FILE("charts/zones.js", charts_zones_js),
  FILE("core/dom.js", core_dom_js),
  FILE("core/format.js", core_format_js),
  FILE("core/parts.js", core_parts_js),
  FILE("core/server.js", core_server_js),
  FILE("core/streams.js", core_streams_js),
  FILE("core/texts.js", core_texts_js),
  FILE("halo.webmanifest", halo_webmanifest),
  FILE("icons/halo-180.png", icons_halo_180_png),
  FILE("icons/halo-192.png", icons_halo_192_png),
  FILE("icons/halo-512.png", icons_halo_512_png),
  FILE("icons/halo-maskable-512.png", icons_halo_maskable_512_png),
  FILE("icons/halo.svg", icons_halo_svg),
  FILE("index.html", index_html),
  FILE("pages/activity.js", pages_activity_js),
  FILE("pages/data.js", pages_data_js),
  FILE("pages/devices.js", pages_devices_js),
  FILE("pages/enter.js", pages_enter_js),
  FILE("pages/explain.js", pages_explain_js),
  FILE("pages/heart.js", pages_heart_js),
  FILE("pages/imports.js", pages_imports_js),
  FILE("pages/live.js", pages_live_js),
  FILE("pages/settings.js", pages_settings_js),
  FILE("pages/sleep.js", pages_sleep_js),
  FILE("pages/today.js", pages_today_js),
  FILE("pages/train.js", pages_train_js),
  FILE("pages/workout.js", pages_workout_js),
  FILE("shared.js", shared_js),
  FILE("style.css", style_css),
  FILE("worker.js", worker_js),
};

size_t halo_site_count(void) { return sizeof files / sizeof *files; }

const struct halo_site_file *halo_site_file(size_t index) { return &files[index]; }

const struct halo_site_file *halo_api_description(void) {
  static const struct halo_site_file description = FILE("openapi.json", openapi_json);
  return &description;
}
