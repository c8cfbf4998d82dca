import Foundation
import HaloTesting
import Testing

/// An output that cannot be written, such as a file on a full disk.
@Suite struct UnwritableOutputTests {
  private static let full = "/dev/full"

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: full), "this system has no \(full)"),
    arguments: [["live", "heart-rate", "--for", "40"], ["bridge", "heart-rate", "--for", "5"]])
  func `is reported once, and ends with 74, also for commands that go on`(arguments: [String]) async throws {
    let process = Program.process(arguments + ["--json", "--radio", "simulated"])
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: Self.full)
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(text == "halo: cannot write the output: No space left on device\n")
  }
}
