import GRDB
public import HaloHealth

extension Journal {
  /// The movement of each local day of a wearer, or of all wearers; days without movement are absent.
  ///
  /// All numbers of a day are from the device with priority or, without one, from the device that counted the most
  /// steps: a device on its charger counted fewer.
  public func movement(
    of wearer: String?, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: DayMovement] {
    try read { db in
      try Self.movement(
        db, from: first, to: last, devices: Self.devices(of: wearer), Self.argument(of: wearer))
    }
  }

  /// The steps of a day that one device counted; `nil` without a report.
  public func steps(of device: Device, on day: CalendarDate) throws -> Int? {
    try read { db in
      try Self.movement(db, from: day, to: day, devices: ":device", ["device": device.id])[day]?.steps
    }
  }

  /// The device that is chosen for a day's movement; `nil` without movement.
  static func movementDevice(_ db: Database, on date: CalendarDate, wearer: String?) throws -> Int? {
    let (devices, of) = (devices(of: wearer), argument(of: wearer))
    let candidates = try Int.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM device WHERE id IN (\(devices)) AND (
            EXISTS (SELECT 1 FROM total WHERE device = id AND day = :day)
            OR EXISTS (SELECT 1 FROM sample WHERE device = id AND metric = :metric AND \(LocalDays.condition)
              AND source = :source))
          """),
      arguments: of &+ LocalDays(date).arguments
        &+ ["day": date.description, "metric": Metric.steps.code, "source": SampleSource.log.code])
    // Usually there is only one device, and no sums are needed.
    guard candidates.count > 1 else { return candidates.first }
    return try movement(db, from: date, to: date, devices: devices, of)[date]?.device
  }

  /// The metrics of a day's movement.
  static let movementMetrics = Set(Metric.allCases.filter { DeviceChoice.Subject($0) == .movement })

  /// Computes the movement of each day. `devices` is an SQL query for the devices' numbers.
  static func movement(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments
  ) throws -> [CalendarDate: DayMovement] {
    struct Key: Hashable {
      let day: CalendarDate
      let device: Int
    }
    func sums(_ metric: Metric) throws -> [Key: Double] {
      let sql = """
        SELECT \(LocalDays.day) AS day, device, sum(value) AS sum FROM sample
        WHERE device IN (\(devices)) AND metric = :metric AND \(LocalDays.condition) AND source = :source
        GROUP BY \(LocalDays.day), device
        """
      let of = LocalDays(first, last).arguments &+ ["metric": metric.code, "source": SampleSource.log.code]
      let rows = try DaySum.fetchAll(db.cachedStatement(sql: sql), arguments: arguments &+ of)
      return Dictionary(uniqueKeysWithValues: rows.map { (Key(day: $0.day, device: $0.device), $0.sum) })
    }
    let totals = try TotalRecord.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM total WHERE device IN (\(devices)) AND day BETWEEN :first AND :last"),
      arguments: arguments &+ ["first": first.description, "last": last.description])
    let totalOf = Dictionary(totals.map { (Key(day: $0.day, device: $0.device), $0) }) { first, _ in first }
    let ranks = try DeviceRanks(db)
    let steps = try sums(.steps)
    let (meters, energy) = (try sums(.distance), try sums(.activeEnergy))
    return Set(steps.keys).union(totalOf.keys).reduce(into: [:]) { days, key in
      let (total, log) = (totalOf[key], steps[key].map { Int($0) })
      guard let basis = DaySummary.Movement.Basis(total: total?.steps, log: log) else { return }
      let reported = basis == .deviceTotal ? total : nil
      let counted = DayMovement(
        device: key.device, basis: basis, steps: reported?.steps ?? log ?? 0,
        // Some firmware omits the distance in its totals.
        meters: reported.flatMap { $0.meters > 0 ? $0.meters : nil } ?? Int(meters[key] ?? 0),
        kilocalories: reported?.kilocalories ?? ((energy[key] ?? 0) * 1000).rounded() / 1000,
        rank: ranks[.movement, key.device])
      guard let other = days[key.day], other.candidate > counted.candidate else { return days[key.day] = counted }
    }
  }
}

/// The sum of a device's log for a day.
private struct DaySum: FetchableRecord {
  let day: CalendarDate
  let device: Int
  let sum: Double

  init(row: Row) throws {
    (day, device, sum) = try (CalendarDate(daysSince1970: row.value("day")), row.value("device"), row.value("sum"))
  }
}
