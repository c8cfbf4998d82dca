import Foundation

/// The program `halo` that was built together with the tests.
struct Program {
  struct Result {
    let status: Int32
    let output: String
    let problems: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The project's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  static let url: URL = {
    // The test bundle and the program are in the same folder; on macOS the bundle is a folder itself.
    var folder = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder.appending(path: "halo")
  }()

  /// Runs the program in the project's folder, with `input` on standard input.
  static func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Result {
    try run(arguments, input: Data(input.utf8), environment: environment)
  }

  static func run(_ arguments: [String], input: Data, environment: [String: String] = [:]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Uses files instead of pipes: a large output would block the program at a full pipe.
    let inputURL = folder.appending(path: "input")
    let outputURL = folder.appending(path: "output")
    let problemsURL = folder.appending(path: "problems")
    try input.write(to: inputURL)
    try Data().write(to: outputURL)
    try Data().write(to: problemsURL)
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = root
    // Do not use the journal and settings of the user who runs the tests.
    process.environment = [
      "PATH": "/usr/bin:/bin", "HALO_JOURNAL": folder.appending(path: "journal.sqlite").path(),
      "XDG_CONFIG_HOME": folder.path(),
    ]
    .merging(environment) { $1 }
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    process.standardInput = try FileHandle(forReadingFrom: inputURL)
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: problemsURL)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: outputURL), as: UTF8.self),
      problems: String(decoding: try Data(contentsOf: problemsURL), as: UTF8.self))
  }
}
