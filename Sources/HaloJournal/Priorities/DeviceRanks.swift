import GRDB
import HaloHealth

/// The ranks that wearers gave their devices.
struct DeviceRanks {
  private let ranks: [DeviceChoice.Subject: [Int: Int]]

  /// True if no device has a rank.
  var isEmpty: Bool { ranks.isEmpty }

  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT subject, device, rank FROM priority"))
    var ranks: [DeviceChoice.Subject: [Int: Int]] = [:]
    while let row = try rows.next() {
      // Subjects of newer versions are ignored.
      guard let subject = DeviceChoice.Subject(stored: try row.value(at: 0)) else { continue }
      ranks[subject, default: [:]][try row.value(at: 1)] = try row.value(at: 2)
    }
    self.ranks = ranks
  }

  /// The rank of a device, 1 for the first; `nil` for none.
  subscript(subject: DeviceChoice.Subject, device: Int) -> Int? { ranks[subject]?[device] }
}
