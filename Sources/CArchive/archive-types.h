// The part of libarchive's binary interface (libarchive.so.13, unchanged since version 3.0) that Halo uses. The functions are looked up when
// an archive is read, so that neither building nor running Halo needs the library. Source: archive.h of libarchive 3.6.

#pragma once

struct archive;
struct archive_entry;
