/// The environment variables of a run of the program. The program's entry sets them; nothing else reads the process's.
package enum EnvironmentVariable {
  /// The variables of the current run.
  @TaskLocal package static var all: [String: String] = [:]

  /// Returns the variable's value; `nil` if it is not set.
  package static func value(_ name: String) -> String? { all[name] }
}
