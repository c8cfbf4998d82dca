// Data of the algorithms that scripts write, embedded in the program, unchanged.

#ifndef HALO_DATA_H
#define HALO_DATA_H

#include <stddef.h>

// Each returns a file's bytes and sets their count. Functions, because Swift would copy a variable's bytes.

// Sources/HaloSignals/Sleep/sleep-stager.bin
const unsigned char *_Nonnull halo_sleep_stager(size_t *_Nonnull count);

// Sources/HaloInsights/Accuracy/figures.json
const unsigned char *_Nonnull halo_measured_accuracy(size_t *_Nonnull count);

#endif
