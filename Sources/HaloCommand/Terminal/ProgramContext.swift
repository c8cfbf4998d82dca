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
  /// The files that are the standard streams.
  var files: [FileDescriptor] = [.standardInput, .standardOutput, .standardError]
  /// The columns of the terminal that the streams stand for; nil if each stream is what its file is.
  var columns: Int?
  /// The process's signals; nil in another program, which cancels the run's task instead.
  var signals: ProcessSignals?
  let input = InputLines()

  subscript(stream: Stream) -> FileDescriptor { files[stream.rawValue] }
}
