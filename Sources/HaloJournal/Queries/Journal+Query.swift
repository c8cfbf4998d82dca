import GRDB

/// A sample in the journal.
public struct StoredSample: Sendable, Hashable, DeviceValue {
  /// The device, by its number in the journal.
  public let device: Int
  /// The measured quantity.
  public let metric: Metric
  /// The time, or the beginning of the interval.
  public internal(set) var start: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public internal(set) var length: Int
  /// How the device obtained it.
  public let source: SampleSource
  /// The value in the metric's unit.
  public internal(set) var value: Double
  /// True if the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// The statement that it comes from; `nil` for imported data.
  public let statement: Int?
  /// The rank that the wearer gave the device for the metric, 1 for the first; `nil` for none.
  public internal(set) var rank: Int?

  /// The device, by its number in the journal.
  public var deviceNumber: Int { device }
  /// The time, in milliseconds since 1970.
  public var milliseconds: Int { start.milliseconds }
  /// True if the value was measured live or manually, not logged.
  public var isMomentary: Bool { source.isMomentary }
}

/// Statistics of a metric for a day.
public struct DayStatistics: Sendable, Hashable {
  /// The day, on the wearer's wall clock.
  public let date: CalendarDate
  /// Number of samples.
  public let count: Int
  /// Lowest value.
  public let minimum: Double
  /// Mean of the values; of a state, the last value.
  public let average: Double
  /// Highest value.
  public let maximum: Double
  /// Sum of the values; meaningful for counts only.
  public let sum: Double
}

extension Journal {
  /// The names of all wearers.
  public func wearers() throws -> [String] {
    try all("SELECT name FROM wearer ORDER BY id") { try $0.value("name") as String }
  }

  /// The samples of a metric whose interval begins within a time, in order.
  public func samples(of metric: Metric, wearer: String? = nil, in time: Range<Moment>) throws -> [StoredSample] {
    try read { db in
      try Self.samples(
        db, "metric = :metric AND start >= :from AND start < :to",
        ["metric": metric.code, "from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds], wearer)
    }
  }

  /// The samples of a local day of a wearer, or of all wearers, in order of time, for each metric from the chosen
  /// device; of steps, distance and energy, what counts of each interval. Metrics without samples are absent.
  public func samples(
    on date: CalendarDate, wearer: String?, metrics: [Metric]
  ) throws -> [Metric: [StoredSample]] {
    try read { db in
      try metrics.reduce(into: [:]) { chosen, metric in
        guard metric != .beatInterval else { return }
        let samples =
          Self.movementMetrics.contains(metric)
          ? try MovementQuery(db, of: wearer, from: date, to: date).counts(metric)[date]?.samples ?? []
          : try Self.samples(db, metric, on: date, wearer).fromChosenDevice()
        if !samples.isEmpty { chosen[metric] = samples }
      }
    }
  }

  /// The newest sample of a metric from a device.
  public func latest(_ metric: Metric, of device: Device) throws -> StoredSample? {
    try read { db in
      let start = try db.number(
        "SELECT max(start) FROM sample WHERE device = ? AND metric = ?", [device.id, metric.code],
        in: StoredNumber.times)
      guard let start else { return nil }
      return try Self.samples(
        db, "device = :device AND metric = :metric AND start = :start",
        ["device": device.id, "metric": metric.code, "start": start], nil
      ).first
    }
  }

  /// Daily statistics of a metric in local time, each from the device that `DeviceChoice` chooses for the day.
  public func trend(
    of metric: Metric, source: SampleSource = .log, from first: CalendarDate, to last: CalendarDate,
    wearer: String? = nil
  ) throws -> [DayStatistics] {
    try read { db in
      // Of a state, the last value of each device and day counts.
      let lastOfDay = "start = max(start) OVER (PARTITION BY device, \(LocalDays.day)) AS isLast"
      let average = metric.isState ? "max(value) FILTER (WHERE isLast)" : "avg(value)"
      func rows(spans: String) throws -> [DayOfDevice] {
        try db.all(
          """
          SELECT \(LocalDays.day) AS day, count(*) AS count, min(value) AS min, \(average) AS avg, max(value) AS max,
            sum(value) AS sum, device, \(spans) AS spans
          FROM (SELECT *\(metric.isState ? ", \(lastOfDay)" : "") FROM sample
            WHERE device IN (\(Self.devices(of: wearer))) AND metric = :metric AND \(LocalDays.condition)
              AND source = :source)
          GROUP BY day, device ORDER BY day, device
          """,
          LocalDays(first, last).arguments &+ Self.argument(of: wearer)
            &+ ["metric": metric.code, "source": source.code]
        ) { row in
          let day = try DayStatistics(
            date: CalendarDate(daysSince1970: row.value("day")), count: row.value("count"), minimum: row.value("min"),
            average: row.value("avg"), maximum: row.value("max"), sum: row.value("sum"))
          return try DayOfDevice(day: day, device: row.value("device"), spans: row.value("spans"))
        }
      }
      let ranks = try DeviceRanks(db)
      let subject = DeviceChoice.Subject(metric)
      var all = try rows(spans: "0")
      // Spans are counted only if several devices have data, because it is slower.
      let isOfSeveral = zip(all, all.dropFirst()).contains { $0.day.date == $1.day.date }
      if isOfSeveral { all = try rows(spans: "count(DISTINCT start / \(5 * Milliseconds.minute))") }
      return all.reduce(into: [DayOfDevice]()) { days, day in
        guard let last = days.last, last.day.date == day.day.date else { return days.append(day) }
        if day.candidate(ranks[subject, day.device]) > last.candidate(ranks[subject, last.device]) {
          days[days.count - 1] = day
        }
      }.map(\.day)
    }
  }

  /// The logs and days of a device that need not be requested again: they were reported after the end of the day.
  public func completeDays(of device: Device) throws -> [(log: LogID, day: CalendarDate)] {
    try all("SELECT log, day FROM coverage WHERE device = ? AND complete = 1", [device.id]) { row in
      try (LogID(rawValue: row.value("log")), row.date("day"))
    }
  }

  /// The samples of a metric on a local day.
  static func samples(
    _ db: Database, _ metric: Metric, on date: CalendarDate, _ wearer: String?
  ) throws -> [StoredSample] {
    try samples(
      db, "metric = :metric AND \(LocalDays.condition)", LocalDays(date).arguments &+ ["metric": metric.code], wearer)
  }

  static func samples(
    _ db: Database, _ condition: String, _ arguments: StatementArguments, _ wearer: String?
  ) throws -> [StoredSample] {
    try samples(db, condition, devices: devices(of: wearer), arguments &+ argument(of: wearer))
  }

  /// Samples in order of time. `devices` is an SQL query for the devices' numbers.
  static func samples(
    _ db: Database, _ condition: String, devices: String, _ arguments: StatementArguments
  ) throws -> [StoredSample] {
    let sql = """
      SELECT \(StoredSample.columns) FROM sample
      WHERE device IN (\(devices)) AND \(condition) ORDER BY start, device, source
      """
    let ranks = try DeviceRanks(db)
    return try db.all(sql, arguments) { try StoredSample($0, ranks) }
  }
}

extension StoredSample {
  /// The columns in the order of selection: queries return hundreds of thousands of rows, and access by index is faster
  /// than by name.
  private enum Column: Int, CaseIterable {
    case device, metric, start, length, source, wall, value, doubtful, statement
  }

  fileprivate static let columns = Column.allCases.map { "\($0)" }.joined(separator: ", ")

  /// The sample in a row; `nil` if the metric or the source is from a newer version.
  fileprivate init?(_ row: Row, _ ranks: DeviceRanks) throws {
    func value<Value: DatabaseValueConvertible>(_ column: Column) throws -> Value { try row.value(at: column.rawValue) }
    guard let metric = try Metric(code: value(.metric)), let source = try SampleSource(code: value(.source)) else {
      return nil
    }
    let device: Int = try value(.device)
    try self.init(
      device: device, metric: metric, start: row.moment(startAt: Column.start.rawValue, wallAt: Column.wall.rawValue),
      length: value(.length), source: source, value: value(.value), isDoubtful: value(.doubtful),
      statement: value(.statement), rank: ranks.isEmpty ? nil : ranks[DeviceChoice.Subject(metric), device])
  }
}

/// The statistics of one device for a day.
private struct DayOfDevice {
  let day: DayStatistics
  let device: Int
  let spans: Int

  func candidate(_ rank: Int?) -> DeviceChoice.Candidate {
    DeviceChoice.Candidate(device: device, logged: spans, others: 0, rank: rank)
  }
}
