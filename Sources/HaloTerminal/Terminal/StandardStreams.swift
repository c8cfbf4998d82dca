package import SystemPackage

/// The standard streams of one run of the program, and the terminal that they stand for. Commands use these instead of the
/// process's, so that a program that embeds Halo can run several commands at once.
package struct StandardStreams: Sendable {
  /// A standard stream.
  package enum Stream: Int {
    case standardInput
    case standardOutput
    case standardError
  }

  /// The streams of the current run. Code outside of a run, such as a thread that logs, uses the process's streams.
  @TaskLocal package static var current = StandardStreams()

  /// The environment variables, some of which describe the terminal.
  package let environment: [String: String]
  /// The files that stand for the standard streams; none for the process's own. They stay open with the streams, because
  /// a thread that reads the input may end after the run.
  private let openFiles: [OpenFile]
  /// The columns of the terminal that the streams stand for; nil if each stream is what its file is.
  let columns: Int?
  let input = InputLines()
  /// Keeps a failure to write the output.
  package let outputFailure = OutputFailure()

  package init(environment: [String: String] = [:], openFiles: [OpenFile] = [], columns: Int? = nil) {
    self.environment = environment
    self.openFiles = openFiles
    self.columns = columns
  }

  /// The standard streams.
  package var files: [FileDescriptor] {
    openFiles.isEmpty ? [.standardInput, .standardOutput, .standardError] : openFiles.map(\.descriptor)
  }

  package subscript(stream: Stream) -> FileDescriptor { files[stream.rawValue] }
}
