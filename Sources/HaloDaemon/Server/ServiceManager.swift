#if canImport(CDispatch)
  // Where SwiftNIO is in the program, the compiler finds the system's types of time and files in this module.
  import CDispatch
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if BlueZ && os(Linux)
  import CSystemd
#endif

/// Reports the daemon's state to systemd if it started this program (sd_notify(3)).
struct ServiceManager: Sendable {
  /// It works now, in words.
  func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// It reads its settings again; ``ready(_:)`` ends that.
  func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// It ends.
  func stopping() { notify("STOPPING=1") }

  private func notify(_ state: String) {
    #if BlueZ && os(Linux)
      // Without systemd, or if it does not listen, this does nothing, which is no reason to fail.
      _ = sd_notify(0, state)
    #endif
  }
}
