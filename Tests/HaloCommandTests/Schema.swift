import Foundation

/// Checks files against the schemas in docs/schemas, as scripts/devices-page does.
enum Schema {
  /// Returns the problems of a file; empty if it is valid.
  static func problems(in file: String, by schema: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "scripts/devices-page", "--check", file, "--schema", "docs/schemas/\(schema)"]
    process.currentDirectoryURL = Program.root
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
      + (process.terminationStatus == 0 ? "" : "status \(process.terminationStatus)")
  }
}
