#if BlueZ && os(Linux)
  import Foundation
  import Glibc

  /// A message bus of a test's own. It ends with the test, or with the process where that ends first.
  final class PrivateBus: Sendable {
    let address: String
    /// Nothing comes through it; that it is closed, by whatever, ends the daemon.
    private let lifeline: Int32

    /// Whether this machine has the daemon.
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    /// A bus; at a place that is given, it can come back after it was ended.
    init(at place: String? = nil) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // Not to be asked kindly: Foundation's processes begin with their signals blocked.
      process.arguments = [
        "-c", "dbus-daemon --session --nofork --nopidfile --print-address \"$@\" & read -r _; kill -KILL $!", "sh",
      ]
      if let place { process.arguments?.append("--address=unix:path=\(place)") }
      // Closed in every other process that is started, whoever does that: an end that somebody inherits is never closed.
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw CocoaError(.fileReadUnknown)
      }
      lifeline = ends[1]
      process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var line = ""
      while !line.hasSuffix("\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        line += String(decoding: more, as: UTF8.self)
      }
      address = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends it, as when the system's bus is restarted.
    func end() { shutdown(lifeline, Int32(SHUT_RDWR)) }

    deinit { close(lifeline) }
  }
#endif
