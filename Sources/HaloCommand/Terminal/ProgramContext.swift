import SystemPackage

/// The surroundings of one run of the program: its streams, terminal and signals. Commands use these instead of the
/// process's, so that a program that embeds Halo can run several commands at once.
struct ProgramContext: Sendable {
  /// A standard stream.
  enum Stream: Int {
    case standardInput
    case standardOutput
    case standardError
  }

  /// The context of the current run. Code outside of a run, such as a thread that logs, uses the process's streams.
  @TaskLocal static var current = ProgramContext()

  /// The typed arguments, without the program's name.
  var arguments: [String] = []
  /// The files that stand for the standard streams; none for the process's own. They stay open with the context, because
  /// a thread that reads the input may end after the run.
  var openFiles: [OpenFile] = []
  /// The columns of the terminal that the streams stand for; nil if each stream is what its file is.
  var columns: Int?
  /// The process's signals; nil in another program, which cancels the run's task instead.
  var signals: ProcessSignals?
  let input = InputLines()
  /// The opened journals.
  let journals = OpenJournals()

  /// The standard streams.
  var files: [FileDescriptor] {
    openFiles.isEmpty ? [.standardInput, .standardOutput, .standardError] : openFiles.map(\.descriptor)
  }

  subscript(stream: Stream) -> FileDescriptor { files[stream.rawValue] }
}
