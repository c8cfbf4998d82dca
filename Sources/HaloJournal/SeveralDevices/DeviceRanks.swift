import GRDB

/// The ranks that wearers gave their devices.
struct DeviceRanks {
  private let ranks: [DeviceChoice.Subject: [Int: Int]]

  /// True if no device has a rank.
  var isEmpty: Bool { ranks.isEmpty }

  init(_ db: Database) throws {
    var ranks: [DeviceChoice.Subject: [Int: Int]] = [:]
    try db.forEach("SELECT subject, device, rank FROM priority") { row in
      // Subjects of newer versions are ignored.
      guard let subject = DeviceChoice.Subject(stored: try row.value(at: 0)) else { return }
      ranks[subject, default: [:]][try row.value(at: 1)] = try row.value(at: 2)
    }
    self.ranks = ranks
  }

  /// The rank of a device, 1 for the first; `nil` for none.
  subscript(subject: DeviceChoice.Subject, device: Int) -> Int? { ranks[subject]?[device] }
}
