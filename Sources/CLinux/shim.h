// timerfd_create(2), which Swift's Glibc module omits. The header itself is not included, because this module would
// then own types that Glibc's module shares with other modules.
struct clinux_timer {
  long interval_seconds;
  long interval_nanoseconds;
  long seconds;
  long nanoseconds;
};

int timerfd_create(int clock, int flags);
int timerfd_settime(int timer, int flags, const struct clinux_timer *time, struct clinux_timer *before);

static const int clinux_timer_is_absolute = 1;
static const int clinux_timer_ends_when_clock_is_set = 2;

// rename(2) with flags. Swift's Glibc module omits it, because <stdio.h> declares it only with _GNU_SOURCE.
int renameat2(int folder, const char *name, int new_folder, const char *new_name, unsigned int flags);

static const unsigned int clinux_rename_no_replace = 1;
