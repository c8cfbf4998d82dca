public import HaloHealth

/// What was written to Apple Health, day by day, so that the same sync twice writes nothing twice and a changed one writes what changed.
///
/// Health replaces an entry by one of the same identity and a greater version. The version is the second at which a day was written, so
/// that a ledger that was lost costs one needless writing and no duplicate.
public struct HealthLedger: Sendable, Hashable, Codable {
  /// A day as it was written.
  struct Day: Sendable, Hashable, Codable {
    /// What stood in it.
    var digest: UInt64
    /// The entries by their identities; forgotten once devices do not tell of the day any more.
    var identities: [String]?
  }

  private(set) var days: [CalendarDate: Day] = [:]

  /// Nothing was written yet.
  public init() {}

  /// What is to be done with one day.
  public struct Changes: Sendable, Hashable {
    /// The day, on the wall clock.
    public let day: CalendarDate
    /// Entries to be saved: all of the day, because those of the same identity are replaced.
    public let saved: [HealthRecord]
    /// The identities of entries that stand in Health and that the device does not tell any more.
    public let deleted: [String]
    /// The version to save them under.
    public let version: Int

    /// Whether there is nothing to do.
    public var isEmpty: Bool { saved.isEmpty && deleted.isEmpty }
  }

  /// What makes Health say the same as `records`, which are all that is known of a day.
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

  /// Notes that the changes of a day are in Health. Call it once they are.
  public mutating func note(_ changes: Changes, records: [HealthRecord]) {
    days[changes.day] = Day(digest: Self.digest(records), identities: records.map(\.identity))
    // A ring keeps a week; of a day that no device will tell anew, whether it is the same is all there is to know.
    for (day, entry) in days
    where entry.identities != nil && changes.day.daysSince1970 - day.daysSince1970 > Self.daysRemembered {
      days[day]?.identities = nil
    }
  }

  private static let daysRemembered = 30

  /// FNV-1a, because Swift's own hashes differ from run to run.
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
