// An entry of the list in site.c: the file SITE_FILE, with its link MENU.

#define SITE_TEXT_OF(tokens) #tokens
#define SITE_TEXT(tokens) SITE_TEXT_OF(tokens)
#ifndef MENU
#define MENU HALO_NO_MENU, 0, 0
#endif

{SITE_TEXT(SITE_FILE), (const unsigned char[]) {
#embed SITE_TEXT(../HaloDashboard/Site/SITE_FILE)
}, sizeof (const unsigned char[]) {
#embed SITE_TEXT(../HaloDashboard/Site/SITE_FILE)
}, MENU},

#undef SITE_TEXT_OF
#undef SITE_TEXT
#undef SITE_FILE
#undef MENU
