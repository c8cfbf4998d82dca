public import HaloHealth
import HaloJournal
import Synchronization

/// The profile of the wearer whose data are shown: stored in the journal, and held in memory so that screens read it without SQLite.
public final class ProfileStore: Sendable {
  private let journal: Journal
  private let wearer: String
  private let state: Mutex<Profile>

  /// Reads the profile, which blocks for as long as SQLite takes. If the journal cannot be read, it is one of which nothing was chosen; the
  /// screens report what is wrong with the journal.
  init(_ journal: Journal, wearer: String) {
    self.journal = journal
    self.wearer = wearer
    state = Mutex((try? journal.profile(of: wearer)) ?? Profile())
  }

  /// What was chosen last.
  public var current: Profile { state.withLock { $0 } }

  /// Changes the profile and stores it. Blocks for as long as SQLite takes.
  ///
  /// - Throws: `HaloHealth.ProfileError`, `HaloJournal.JournalError`; the profile is unchanged then.
  public func change(_ body: (inout Profile) -> Void) throws {
    let changed = try journal.change(profileOf: wearer, body)
    state.withLock { $0 = changed }
  }
}
