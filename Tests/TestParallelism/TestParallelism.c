// Limits how many tests run at once, in every process that runs them, plain `swift test` included.
//
// Swift Testing starts all tests of a process together. Each simulation has a thread of its own, and with a thousand tests 175 threads waited for
// two processors, for malloc's locks and for the one main thread: 490 s. With this limit the same tests took 203 s (two cores, 2026-11-23).

#include <stdlib.h>

__attribute__((constructor)) static void limitParallelism(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "6", 0);
}
