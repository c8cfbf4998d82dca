import GRDB
public import HaloHealth

extension Journal {
  /// What was counted of each day on the wall clock of a wearer, or of everybody; days of which nothing was counted are absent.
  ///
  /// All numbers of a day are of the device that counted the most steps: one that lay on its charger counted fewer.
  public func movement(
    of wearer: String?, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: DayMovement] {
    try read { db in
      try Self.movement(
        db, from: first, to: last, devices: Self.devices(of: wearer), wearer.map { ["wearer": $0] } ?? [:])
    }
  }

  /// The steps of a day that one device counted; `nil` if it reported none.
  public func steps(of device: Device, on day: CalendarDate) throws -> Int? {
    try read { db in
      try Self.movement(db, from: day, to: day, devices: ":device", ["device": device.id])[day]?.steps
    }
  }

  /// The device whose movement a day's is; `nil` if there is none.
  static func mover(_ db: Database, on date: CalendarDate, wearer: String?) throws -> Int? {
    let (devices, of) = (Self.devices(of: wearer), wearer.map { ["wearer": $0] } ?? [:] as StatementArguments)
    let candidates = try Int.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM device WHERE id IN (\(devices)) AND (
            EXISTS (SELECT 1 FROM total WHERE device = id AND day = :day)
            OR EXISTS (SELECT 1 FROM sample WHERE device = id AND metric = :metric AND \(WallDays.condition)
              AND source = :source))
          """),
      arguments: of &+ WallDays(date).arguments
        &+ ["day": date.description, "metric": Metric.steps.code, "source": SampleSource.log.code])
    // Mostly it is the only one, and nothing needs to be added up.
    guard candidates.count > 1 else { return candidates.first }
    return try movement(db, from: date, to: date, devices: devices, of)[date]?.device
  }

  /// The metrics that a day's movement is made of.
  static let movementMetrics: Set<Metric> = [.steps, .distance, .activeEnergy]

  /// `devices` is the SQL of the devices' numbers.
  static func movement(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments
  ) throws -> [CalendarDate: DayMovement] {
    struct Key: Hashable {
      let day: CalendarDate
      let device: Int
    }
    func sums(_ metric: Metric) throws -> [Key: Double] {
      let sql = """
        SELECT \(WallDays.day), device, sum(value) FROM sample
        WHERE device IN (\(devices)) AND metric = :metric AND \(WallDays.condition) AND source = :source
        GROUP BY \(WallDays.day), device
        """
      let of = WallDays(first, last).arguments &+ ["metric": metric.code, "source": SampleSource.log.code]
      let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments &+ of)
      return Dictionary(
        uniqueKeysWithValues: try rows.map {
          try (Key(day: CalendarDate(daysSince1970: $0.value(0)), device: $0.value(1)), $0.value(2))
        })
    }
    let totals = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT day, device, steps, meters, kilocalories FROM total
          WHERE device IN (\(devices)) AND day BETWEEN :first AND :last
          """), arguments: arguments &+ ["first": first.description, "last": last.description]
    ).compactMap { row in
      try CalendarDate((row.value(0) as String)[...]).map { (Key(day: $0, device: try row.value(1)), row) }
    }
    let totalOf = Dictionary(totals) { first, _ in first }
    let steps = try sums(.steps)
    let (meters, energy) = (try sums(.distance), try sums(.activeEnergy))
    return try Set(steps.keys).union(totalOf.keys).reduce(into: [:]) { days, key in
      let (total, log) = (totalOf[key], steps[key].map { Int($0) })
      guard let basis = DaySummary.Movement.Basis(total: try total.map { try $0.value(2) }, log: log) else { return }
      let totalMeters = try total.map { try $0.value(3) as Int } ?? 0
      let counted = try DayMovement(
        device: key.device, basis: basis, steps: basis == .deviceTotal ? total.map { try $0.value(2) } ?? 0 : log ?? 0,
        // Some firmware leaves the distance out of its totals.
        meters: basis == .deviceTotal && totalMeters > 0 ? totalMeters : Int(meters[key] ?? 0),
        kilocalories: basis == .deviceTotal
          ? total.map { try $0.value(4) } ?? 0 : ((energy[key] ?? 0) * 1000).rounded() / 1000)
      guard let other = days[key.day], other.candidate > counted.candidate else { return days[key.day] = counted }
    }
  }
}
