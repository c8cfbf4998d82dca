#if BlueZ && os(Linux)
  import Foundation

  /// A message bus of a test's own.
  final class PrivateBus {
    let address: String
    private let process: Process

    /// Whether this machine has the daemon.
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    init() throws {
      process = Process()
      process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
      process.arguments = ["--session", "--nofork", "--nopidfile", "--print-address"]
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

    deinit { process.terminate() }
  }
#endif
