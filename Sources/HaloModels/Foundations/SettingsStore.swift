import HaloFoundation
import Synchronization

/// Stores the settings in a small file, or only in memory.
///
/// Reading never blocks: the file is read when the store is created, off the main actor, and written by ``save(_:)``.
public final class SettingsStore: Sendable {
  private let path: String?
  private let state: Mutex<ModelSettings>

  /// Creates a store in memory.
  public init(_ settings: ModelSettings = ModelSettings()) {
    path = nil
    state = Mutex(settings)
  }

  /// Creates a store in the file at `path`. An unreadable file counts as default settings.
  public init(path: String) {
    self.path = path
    let kept = (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap {
      try? JSONDecoder().decode(ModelSettings.self, from: $0)
    }
    state = Mutex(kept ?? ModelSettings())
  }

  /// Moves the units, goals and year of birth that versions up to 0.10 stored in the file at `path` to the journal,
  /// unless the journal already has a profile. The file is rewritten without them.
  static func moveProfile(at path: String, to journal: Journal, of wearer: String) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let profile = try? JSONDecoder().decode(Profile.self, from: data), profile != Profile()
    else { return }
    try journal.adopt(profile, of: wearer)
    // If the file cannot be written, the next launch finds a profile in the journal.
    try? SettingsStore(path: path).change { _ in }
  }

  /// The current settings.
  public var current: ModelSettings { state.withLock { $0 } }

  /// Changes the set of released devices. Writes only if it changed.
  func changeReleased(_ body: (inout Set<String>) -> Void) throws {
    var released = current.released
    body(&released)
    guard released != current.released else { return }
    try change { body(&$0.released) }
  }

  /// Changes and stores the settings atomically with respect to other changes. Blocks like ``save(_:)``.
  public func change(_ body: (inout ModelSettings) -> Void) throws {
    try state.withLock { settings in
      var changed = settings
      body(&changed)
      settings = changed
      // Write with the lock held, so that the file matches the last change.
      guard let path else { return }
      try JSONEncoder().encode(changed).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
