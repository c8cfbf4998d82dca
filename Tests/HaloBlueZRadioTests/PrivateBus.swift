#if BlueZ && os(Linux)
  import Foundation
  import Glibc

  /// A private message bus for a test. It ends with the test or with the process, whichever is first.
  final class PrivateBus: Sendable {
    let address: String
    /// Carries no data. When it is closed for any reason, the daemon ends.
    private let lifeline: Int32

    /// True if this machine has the daemon.
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    /// A bus. With a fixed path, a new bus can replace it after it has ended. `starting` is the command by which it starts
    /// bluetoothd.
    init(at place: String? = nil, starting command: String? = nil) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // Killed with SIGKILL, because Foundation starts processes with blocked signals.
      process.arguments = [
        "-c", "dbus-daemon --session --nofork --nopidfile --print-address \"$@\" & read -r _; kill -KILL $!", "sh",
      ]
      if let place { process.arguments?.append("--address=unix:path=\(place)") }
      if let command {
        // The bus looks for services below this folder when it starts.
        let folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
        let services = folder.appending(path: "dbus-1/services")
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        try "[D-BUS Service]\nName=org.bluez\nExec=\(command)\n".write(
          to: services.appending(path: "org.bluez.service"), atomically: true, encoding: .utf8)
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_DATA_HOME": folder.path()]) { $1 }
      }
      // Closed on exec, because an end that another child process inherits would stay open.
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

    /// Ends the bus, as when the system bus restarts.
    func end() { shutdown(lifeline, Int32(SHUT_RDWR)) }

    deinit { close(lifeline) }
  }
#endif
