import GRDB
import HaloFoundation
import HaloLibc
import SystemPackage

/// The file beside a journal in which versions up to 0.10 stored the settings of the page. It is read once, when the
/// journal gets its table of profiles.
struct PageSettingsFile: Sendable {
  private let path: String
  private let profile: Profile

  /// Reads the file; `nil` if it does not exist or is not trusted. The journal may be in a folder that others can write
  /// to, so the file must belong to the journal's owner, and no other user may have write permission.
  init?(beside journal: String) {
    path = journal + ".page.settings"
    var owner = stat()
    var facts = stat()
    guard stat(journal, &owner) == 0,
      let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    var data = Data(count: 1 << 16)
    let count = try? file.closeAfter {
      guard fstat(file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_mode & 0o022 == 0,
        facts.st_uid == owner.st_uid
      else { return 0 }
      return try data.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
    }
    guard let count, let content = try? JSONDecoder().decode(Content.self, from: data.prefix(count)) else { return nil }
    profile = content.profile
  }

  /// Stores the settings for all wearers, because the page had a single set of settings. Year of birth and heart rate
  /// go to the first wearer only, whom the page shows by default.
  func importSettings(_ db: Database) throws {
    let wearers = try String.fetchAll(db, sql: "SELECT name FROM wearer ORDER BY id")
    var shared = profile
    shared.birthYear = nil
    shared.maxHeartRate = nil
    try profile.store(of: wearers.first ?? "me", besides: Profile(), db)
    for wearer in wearers.dropFirst() { try shared.store(of: wearer, besides: Profile(), db) }
  }

  /// Moves the file beside the copy of the old journal, or deletes it without a copy, because the journal now has all
  /// settings.
  func move(to copy: String?) {
    if let copy, rename(path, copy + ".page.settings") == 0 { return }
    _ = unlink(path)
  }

  /// The settings in the file. Goals that are missing were cleared.
  private struct Content: Decodable {
    let profile: Profile

    init(from decoder: any Decoder) throws {
      var profile = try Profile(from: decoder)
      let container = try decoder.container(keyedBy: ProfileField.self)
      if !container.contains(.stepGoal) { profile.stepGoal = nil }
      if !container.contains(.sleepGoalMinutes) { profile.sleepGoalMinutes = nil }
      self.profile = profile
    }
  }
}
