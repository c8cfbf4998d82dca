import GRDB

extension Journal {
  /// The devices to which a wearer gave priority, the first one first.
  public func priorities(of wearer: String) throws -> [DeviceChoice.Subject: [Device]] {
    try read { db in
      let rows = try db.rows(
        """
        SELECT subject, device FROM priority WHERE device IN (\(Self.devices(of: wearer))) ORDER BY subject, rank, device
        """, Self.argument(of: wearer))
      let devices = Dictionary(uniqueKeysWithValues: try Self.devices(db, "").map { ($0.id, $0) })
      return try rows.reduce(into: [:]) { priorities, row in
        guard let subject = DeviceChoice.Subject(stored: try row.value("subject")),
          let device = devices[try row.value("device")]
        else { return }
        priorities[subject, default: []].append(device)
      }
    }
  }

  /// Gives devices of a wearer priority for some data, the first one first, instead of the earlier order. With no device
  /// the amount of data decides again.
  ///
  /// Derived values are not updated; do that for the wearer afterwards.
  public func prioritize(_ devices: [Device], for subject: DeviceChoice.Subject, of wearer: String) throws {
    try write { db in
      try db.run(
        "DELETE FROM priority WHERE subject = :subject AND device IN (\(Self.devices(of: wearer)))",
        ["subject": subject.stored] &+ Self.argument(of: wearer))
      for (index, device) in devices.enumerated() {
        try db.run(
          "INSERT INTO priority (subject, device, rank) VALUES (?, ?, ?)", [subject.stored, device.id, index + 1])
      }
      try db.markDerivedOutdated(of: [wearer])
    }
  }
}

extension DeviceChoice.Subject {
  /// The text in the journal.
  var stored: String {
    switch self {
    case .metric(let metric): metric.id
    case .movement: "movement"
    case .sleep: "sleep"
    }
  }

  /// The subject of a text in the journal; `nil` if it is from a newer version.
  init?(stored: String) {
    switch stored {
    case "movement": self = .movement
    case "sleep": self = .sleep
    default:
      guard let metric = Metric(id: stored) else { return nil }
      self = .metric(metric)
    }
  }
}
