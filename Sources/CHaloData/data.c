// Data is embedded, so that the program stays a single file.

#include "data.h"

// #embed is part of C23. Every clang that comes with a supported Swift toolchain implements it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sleep_stager[] = {
#embed "../HaloSignals/Sleep/sleep-stager.bin"
};

static const unsigned char measured_accuracy[] = {
#embed "../HaloInsights/Accuracy/figures.json"
};

const unsigned char *halo_sleep_stager(size_t *count) {
  *count = sizeof sleep_stager;
  return sleep_stager;
}

const unsigned char *halo_measured_accuracy(size_t *count) {
  *count = sizeof measured_accuracy;
  return measured_accuracy;
}
