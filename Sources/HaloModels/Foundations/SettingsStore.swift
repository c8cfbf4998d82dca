import HaloHealth
import HaloJournal
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps what a person chose: in a small file, or in memory alone.
///
/// Reading never blocks: the file is read when the store is made, away from the main actor, and written by ``save(_:)``.
public final class SettingsStore: Sendable {
  private let path: String?
  private let state: Mutex<ModelSettings>

  /// A store in memory.
  public init(_ settings: ModelSettings = ModelSettings()) {
    path = nil
    state = Mutex(settings)
  }

  /// A store in the file at `path`. What cannot be read counts as not chosen yet.
  public init(path: String) {
    self.path = path
    let kept = (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap {
      try? JSONDecoder().decode(ModelSettings.self, from: $0)
    }
    state = Mutex(kept ?? ModelSettings())
  }

  /// Moves the units, goals and year of birth that versions up to 0.10 kept in the file at `path` into the journal, unless something was chosen
  /// there. The file is written without them.
  static func moveProfile(at path: String, to journal: Journal, of wearer: String) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let profile = try? JSONDecoder().decode(Profile.self, from: data), profile != Profile()
    else { return }
    try journal.adopt(profile, of: wearer)
    // If it cannot be written, the next launch finds that something was chosen.
    try? SettingsStore(path: path).change { _ in }
  }

  /// What was chosen last.
  public var current: ModelSettings { state.withLock { $0 } }

  /// Keeps `settings`. Blocks for as long as it takes to write a small file.
  public func save(_ settings: ModelSettings) throws { try change { $0 = settings } }

  /// Changes which devices were let go. Nothing is written where nothing changes.
  func changeLetGo(_ body: (inout Set<String>) -> Void) throws {
    var letGo = current.letGo
    body(&letGo)
    guard letGo != current.letGo else { return }
    try change { body(&$0.letGo) }
  }

  /// Changes what was chosen, and keeps it: what others change at the same time stays. Blocks as ``save(_:)`` does.
  public func change(_ body: (inout ModelSettings) -> Void) throws {
    try state.withLock { settings in
      var changed = settings
      body(&changed)
      settings = changed
      // With the lock held, so that the file ends as the last change.
      guard let path else { return }
      try JSONEncoder().encode(changed).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
