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

  /// What was chosen last.
  public var current: ModelSettings { state.withLock { $0 } }

  /// Keeps `settings`. Blocks for as long as it takes to write a small file.
  public func save(_ settings: ModelSettings) throws {
    let settings = settings.clamped()
    state.withLock { $0 = settings }
    guard let path else { return }
    try JSONEncoder().encode(settings).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
