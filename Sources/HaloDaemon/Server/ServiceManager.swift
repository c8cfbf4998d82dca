import SystemPackage

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

/// Tells systemd, where it started this program, how it is (sd_notify(3)).
package struct ServiceManager: Sendable {
  private let path: String?

  /// The one that NOTIFY_SOCKET names.
  package init() { path = ProcessVariable.value("NOTIFY_SOCKET") }

  /// It works now, in words.
  package func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }

  /// It reads its settings again, and says ``ready(_:)`` when that is done.
  package func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    tell("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// It ends.
  package func stopping() { tell("STOPPING=1") }

  private func tell(_ text: String) {
    guard let path, !path.isEmpty else { return }
    // A service manager that does not listen is no reason to fail.
    let socket = try? UnixAddress(path: path).withSocket(UnixAddress.datagram) { number, address, length in
      _ = sendto(number, text, text.utf8.count, 0, address, length)
    }
    try? socket?.close()
  }
}
