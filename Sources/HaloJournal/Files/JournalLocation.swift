import HaloFoundation

/// The default location of the journal.
public enum JournalLocation {
  /// `HALO_JOURNAL`, or the platform's folder for user data: `~/Library/Application Support/Halo` on Apple systems,
  /// `$XDG_DATA_HOME/halo` or `~/.local/share/halo` elsewhere. `nil` if no home folder is set.
  public static var standard: String? { path(ProcessInfo.processInfo.environment) }

  /// Returns the location with these environment variables instead of the process's.
  package static func path(_ variables: [String: String]) -> String? {
    func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = variable("HALO_JOURNAL") { return path }
    #if canImport(Darwin)
      return variable("HOME").map { "\($0)/Library/Application Support/Halo/journal.sqlite" }
    #else
      let data = variable("XDG_DATA_HOME") ?? variable("HOME").map { "\($0)/.local/share" }
      return data.map { "\($0)/halo/journal.sqlite" }
    #endif
  }
}
