public import HaloHealth

/// A record of the entries written to Apple Health, day by day: repeating a sync writes nothing, and a changed day
/// writes its changes.
///
/// Health replaces an entry with one of the same identity and a greater version. The version is the time of writing in
/// seconds. A lost ledger therefore causes one unnecessary write and no duplicates.
public struct HealthLedger: Sendable, Hashable, Codable {
  /// A written day.
  struct Day: Sendable, Hashable, Codable {
    /// A hash of the day's entries.
    var digest: UInt64
    /// The entries' identities; dropped when devices no longer report the day.
    var identities: [String]?
  }

  private(set) var days: [CalendarDate: Day] = [:]

  /// Creates an empty ledger.
  public init() {}

  /// The changes for one day.
  public struct Changes: Sendable, Hashable {
    /// The local day.
    public let day: CalendarDate
    /// The entries to save: all of the day, since entries of the same identity are replaced.
    public let saved: [HealthRecord]
    /// The identities of entries in Health that the device no longer reports.
    public let deleted: [String]
    /// The version for the saved entries.
    public let version: Int

    /// True if there is nothing to do.
    public var isEmpty: Bool { saved.isEmpty && deleted.isEmpty }
  }

  /// Returns the changes that make Health match `records`, which are all entries of a day.
  public func changes(for day: CalendarDate, to records: [HealthRecord], at now: Moment) -> Changes {
    let known = days[day]
    let version = now.milliseconds.floorDivided(by: 1000)
    if known == nil ? records.isEmpty : known?.digest == Self.digest(records) {
      return Changes(day: day, saved: [], deleted: [], version: version)
    }
    let present = Set(records.map(\.identity))
    return Changes(
      day: day, saved: records, deleted: (known?.identities ?? []).filter { !present.contains($0) }, version: version)
  }

  /// Records that the changes of a day were written to Health. Call it after the write.
  public mutating func note(_ changes: Changes, records: [HealthRecord]) {
    days[changes.day] = Day(digest: Self.digest(records), identities: records.map(\.identity))
    // A ring keeps a week. For a day that no device reports again, only the hash is needed.
    for (day, entry) in days
    where entry.identities != nil && changes.day.daysSince1970 - day.daysSince1970 > Self.daysRemembered {
      days[day]?.identities = nil
    }
  }

  private static let daysRemembered = 30

  /// Computes FNV-1a, because Swift's own hashes differ from run to run.
  private static func digest(_ records: [HealthRecord]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for record in records {
      for byte in "\(record.identity) \(record.kind) \(record.start.milliseconds) \(record.end.milliseconds);".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    return hash
  }
}
