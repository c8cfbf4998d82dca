import HaloLibc

#if BlueZ && os(Linux)
  import CSystemd
#endif

/// Reports the daemon's state to systemd if it started this program (sd_notify(3)).
struct ServiceManager: Sendable {
  /// Reports that the daemon is ready, with a status text.
  func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// Reports that the daemon reloads its settings; ``ready(_:)`` reports the end.
  func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// Reports that the daemon is shutting down.
  func stopping() { notify("STOPPING=1") }

  private func notify(_ state: String) {
    #if BlueZ && os(Linux)
      // Without systemd this does nothing, which is not an error.
      _ = sd_notify(0, state)
    #endif
  }
}
