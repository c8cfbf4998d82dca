// Limits how many tests run at once, in every process that runs them, including plain `swift test`.
//
// Swift Testing starts all tests of a process together. Each simulation has its own thread. With a thousand tests, 175 threads competed for two
// processors, for malloc's locks and for the one main thread: 490 s. With this limit the same tests took 203 s (two cores, 2026-11-23).

#include <stdlib.h>

__attribute__((constructor)) static void limitParallelism(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "6", 0);
}
