import Synchronization

/// Stores the profile of the wearer whose data is shown: in the journal, and cached in memory so that screens read it
/// without SQLite.
public final class ProfileStore: Sendable {
  private let journal: Journal
  private let wearer: String
  private let state: Mutex<Profile>

  /// Reads the profile, which blocks on SQLite. If the journal cannot be read, the profile is empty; the screens report
  /// the journal's error.
  init(_ journal: Journal, wearer: String) {
    self.journal = journal
    self.wearer = wearer
    state = Mutex((try? journal.profile(of: wearer)) ?? Profile())
    Self.latestUnits.withLock { $0 = current.units }
  }

  /// The units of the profile that was read or changed last, for texts of the app: it shows one wearer.
  public static var units: UnitSystem { latestUnits.withLock { $0 } }

  private static let latestUnits = Mutex(UnitSystem.metric)

  /// The current profile.
  public var current: Profile { state.withLock { $0 } }

  /// Changes and stores the profile. Blocks on SQLite.
  ///
  /// - Throws: `HaloHealth.ProfileError`, `HaloJournal.JournalError`; the profile is unchanged then.
  public func change(_ body: (inout Profile) -> Void) throws {
    let changed = try journal.change(profileOf: wearer, body)
    state.withLock { $0 = changed }
    Self.latestUnits.withLock { $0 = changed.units }
  }
}
