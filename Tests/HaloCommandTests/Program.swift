import Foundation
import HaloBluetooth
import HaloDrivers
import HaloText
import Testing

@testable import HaloCommand

/// The program `halo`, with no Bluetooth adapter: run in this process, or as a process of its own.
struct Program {
  struct Result: Sendable, Equatable {
    let status: Int32
    let output: String
    let problems: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The radio of a computer whose system bus cannot be reached, so that results are the same on every machine.
  private struct NoBus: SystemRadio {
    let name = "bluez"

    func report() async -> RadioReport {
      RadioReport(bus: "unix:path=/nowhere/bus", answer: .noBus("the bus at /nowhere/bus cannot be reached"))
    }

    func reportAfterStart() async -> RadioReport { await report() }

    func withRoles<Result: Sendable>(
      on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
    ) async throws -> Result {
      throw BluetoothError(.scan, device: nil, .radio(.unsupported))
    }
  }

  /// The project's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The program that was built together with the tests.
  static let url: URL = {
    // The test bundle and the program are in the same folder; on macOS the bundle is a folder itself.
    var folder = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder.appending(path: "halo")
  }()

  // The tests name files from the project's folder.
  private static let isInRoot = FileManager.default.changeCurrentDirectoryPath(root.path())

  /// Runs the program in this process, in the project's folder, with `input` on standard input. The zone is that of TZ.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], columns: Int? = nil,
    radio: (any SystemRadio)? = nil
  ) async throws -> Result {
    try await run(arguments, input: Data(input.utf8), environment: environment, columns: columns, radio: radio)
  }

  static func run(
    _ arguments: [String], input: Data, environment: [String: String] = [:], columns: Int? = nil,
    radio: (any SystemRadio)? = nil
  ) async throws -> Result {
    try #require(isInRoot)
    let folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try await HaloProgram(registry: .bundled, radios: [radio ?? NoBus()]).run(
      arguments, input: input, environment: self.environment(in: folder).merging(environment) { $1 }, columns: columns,
      time: environment["TZ"].flatMap(WallTime.init(zoneNamed:)))
    return Result(
      status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
      problems: String(decoding: outcome.errors, as: UTF8.self))
  }

  /// Returns the program as a process that is not started yet, for tests of signals, pipes and terminals.
  static func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = root
    process.environment = self.environment(in: FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())"))
      .merging(["PATH": "/usr/bin:/bin"]) { $1 }.merging(environment) { $1 }
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    // Not the terminal of the test run.
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// The variables that keep a run away from the journal and settings of the user who runs the tests.
  private static func environment(in folder: URL) -> [String: String] {
    ["HALO_JOURNAL": folder.appending(path: "journal.sqlite").path(), "XDG_CONFIG_HOME": folder.path()]
  }
}

extension WallTime {
  /// The time now in a zone.
  fileprivate init?(zoneNamed name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.init(zone: name, secondsFromGMT: { zone.secondsFromGMT(for: $0) }, now: { Date() })
  }
}
