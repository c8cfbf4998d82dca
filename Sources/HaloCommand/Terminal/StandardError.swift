import HaloReports
import SystemPackage

/// Where problems and progress are written.
enum StandardError {
  /// Writes `text`; where standard error is gone there is nobody to tell.
  static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }

  /// Writes a message of the program, "halo: …", and further lines, without characters that would control the terminal.
  static func report(_ phrase: Phrase, _ more: Phrase...) {
    write("halo: " + ([phrase] + more).map { Words.printable($0.text) + "\n" }.joined())
  }
}
