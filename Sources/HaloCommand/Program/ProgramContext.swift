/// The surroundings of one run of the program, beside its standard streams. Commands use these instead of the process's, so
/// that a program that embeds Halo can run several commands at once.
struct ProgramContext: Sendable {
  /// The context of the current run.
  @TaskLocal static var current = ProgramContext()

  /// The typed arguments, without the program's name.
  var arguments: [String] = []
  /// The process's signals; nil in another program, which cancels the run's task instead.
  var signals: ProcessSignals?
  /// The opened journals.
  let journals = OpenJournals()
}
