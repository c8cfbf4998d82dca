import GRDB
import HaloHealth
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file beside a journal in which versions up to 0.10 kept what a person chose on the page. It is read once, when the journal gets its
/// table of profiles.
struct PageSettingsFile: Sendable {
  private let path: String
  private let profile: Profile

  /// Reads the file; `nil` if there is none, or it is not believed: the journal may be in a folder in which others write, so the file must
  /// belong to the journal's owner, who alone may write it.
  init?(beside journal: String) {
    path = journal + ".page.settings"
    var (owner, facts) = (stat(), stat())
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

  /// Gives what was chosen to those who saw it: the page had it once for all wearers. Age and heart rate are those of the first wearer,
  /// whom the page shows by itself.
  func takeOver(_ db: Database) throws {
    let wearers = try String.fetchAll(db, sql: "SELECT name FROM wearer ORDER BY id")
    var shared = profile
    (shared.birthYear, shared.maxHeartRate) = (nil, nil)
    try profile.store(of: wearers.first ?? "me", besides: Profile(), db)
    for wearer in wearers.dropFirst() { try shared.store(of: wearer, besides: Profile(), db) }
  }

  /// Puts the file beside the copy of the journal as it was, or deletes it if there is none: the journal has everything.
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
