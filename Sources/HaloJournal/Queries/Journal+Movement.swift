import GRDB
public import HaloHealth

extension Journal {
  /// The movement of each local day of a wearer, or of all wearers; days without movement are absent.
  ///
  /// Each quantity is merged by time: where devices counted at the same time, the one with priority counts or, without
  /// one, the one that counted more on that day. Steps, distance and energy are all from the device's total or all from
  /// its log, so that they cover the same time.
  ///
  /// - Parameters:
  ///   - wearer: The wearer; `nil` for all wearers.
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - withSources: True to look up the frames that each day came from, which is slower over years.
  public func movement(
    of wearer: String?, from first: CalendarDate, to last: CalendarDate, withSources: Bool = false
  ) throws -> [CalendarDate: DayMovement] {
    try read { db in
      try Self.movement(
        db, from: first, to: last, devices: Self.devices(of: wearer), Self.argument(of: wearer),
        withSources: withSources)
    }
  }

  /// The steps of a day that one device counted; `nil` without a report.
  public func steps(of device: Device, on day: CalendarDate) throws -> Int? {
    try read { db in
      try Self.movement(db, from: day, to: day, devices: ":device", ["device": device.id])[day]?.steps
    }
  }

  /// The metrics of a day's movement.
  static let movementMetrics = Set(Metric.own.filter { DeviceChoice.Subject($0) == .movement })

  /// Computes the movement of each day. `devices` is an SQL query for the devices' numbers.
  static func movement(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments,
    withSources: Bool = false
  ) throws -> [CalendarDate: DayMovement] {
    let totals = try totals(db, from: first, to: last, devices: devices, arguments)
    func amounts(_ metric: Metric, _ totals: [TotalRecord]) throws -> [CalendarDate: MergedCounts] {
      try (withSources ? nil : sums(db, metric, from: first, to: last, devices: devices, arguments, totals))
        ?? counts(db, metric, from: first, to: last, devices: devices, arguments, totals)
    }
    let steps = try amounts(.steps, totals)
    let counted = totals.filter { steps[$0.day]?.isTotal ?? true }
    let (meters, energy) = try (amounts(.distance, counted), amounts(.activeEnergy, counted))
    let days = Set(steps.keys).union(meters.keys).union(energy.keys).sorted()
    let sources = days.map { day -> (device: Int, total: TotalRecord?, statements: [Int])? in
      guard let main = steps[day] ?? meters[day] ?? energy[day], let device = main.parts.first?.device else {
        return nil
      }
      let total = main.isTotal ? totals.first { $0.device == device && $0.day == day } : nil
      // Some firmware omits the distance in its totals; then that of the log is used.
      let log = total == nil ? main : total?.amount(.distance) == nil ? meters[day] : nil
      return (device, total, ([total?.statement] + (log?.samples.map(\.statement) ?? [])).compactMap(\.self))
    }
    let origins = try StatementOrigins(of: withSources ? sources.flatMap { $0?.statements ?? [] } : [], db)
    return zip(days, sources).reduce(into: [:]) { all, day in
      guard let source = day.1 else { return }
      all[day.0] = DayMovement(
        device: source.device, basis: source.total == nil ? .sumOfLog : .deviceTotal,
        steps: steps[day.0].map { Int(rounded: $0.amount) }, meters: meters[day.0].map { Int(rounded: $0.amount) },
        kilocalories: energy[day.0].map { ($0.amount * 1000).rounded() / 1000 },
        activeMinutes: source.total?.minutes, provenance: origins.provenance(of: source.statements))
    }
  }

  /// The sums of a metric on each day with any; `nil` if there is something to merge: several devices, imported counts,
  /// which may overlap, or an interval that passes midnight. Sums are a row a day, and samples up to 1,440.
  private static func sums(
    _ db: Database, _ metric: Metric, from first: CalendarDate, to last: CalendarDate, devices: String,
    _ arguments: StatementArguments, _ totals: [TotalRecord]
  ) throws -> [CalendarDate: MergedCounts]? {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(LocalDays.day) AS day, device, sum(value) AS sum,
            max(import IS NOT NULL OR wall % 86400 * 1000 + length > 86400000) AS special FROM sample
          WHERE device IN (\(devices)) AND metric = :metric AND \(LocalDays.condition) AND source = :source
          GROUP BY \(LocalDays.day), device
          """),
      arguments: arguments &+ LocalDays(first.adding(days: -1), last).arguments
        &+ ["metric": metric.code, "source": SampleSource.log.code])
    var days: [CalendarDate: MergedCounts] = [:]
    let devices = try Set(rows.map { try $0.value("device") as Int } + totals.map(\.device))
    guard devices.count <= 1, try !rows.contains(where: { try $0.value("special") }) else { return nil }
    for total in totals {
      if let amount = total.amount(metric) { days[total.day] = MergedCounts(sum: 0, of: total.device, total: amount) }
    }
    for row in rows {
      let date = CalendarDate(daysSince1970: try row.value("day"))
      guard date >= first else { continue }
      days[date] = MergedCounts(sum: try row.value("sum"), of: try row.value("device"), total: days[date]?.amount)
    }
    return days
  }

  /// The hours since 1970 of each day in which synced devices logged heart rates.
  private static func wornHours(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments
  ) throws -> [CalendarDate: [Int: Set<Int>]] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT \(LocalDays.day) AS day, device, start / \(Milliseconds.hour) AS hour FROM sample
          WHERE device IN (\(devices)) AND metric = :metric AND \(LocalDays.condition) AND source = :source
            AND statement IS NOT NULL AND value > 0
          """),
      arguments: arguments &+ LocalDays(first, last).arguments
        &+ ["metric": Metric.heartRate.code, "source": SampleSource.log.code])
    var hours: [CalendarDate: [Int: Set<Int>]] = [:]
    while let row = try rows.next() {
      let (day, device): (Int, Int) = try (row.value("day"), row.value("device"))
      hours[CalendarDate(daysSince1970: day), default: [:]][device, default: []].insert(try row.value("hour"))
    }
    return hours
  }

  private static func totals(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments
  ) throws -> [TotalRecord] {
    try TotalRecord.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM total WHERE device IN (\(devices)) AND day BETWEEN :first AND :last"),
      arguments: arguments &+ ["first": first.description, "last": last.description])
  }

  /// The counts of a metric on each day with any, merged by time. `devices` is an SQL query for the devices' numbers.
  static func counts(
    _ db: Database, _ metric: Metric, from first: CalendarDate, to last: CalendarDate, devices: String,
    _ arguments: StatementArguments, _ given: [TotalRecord]? = nil
  ) throws -> [CalendarDate: MergedCounts] {
    let totals = try given ?? totals(db, from: first, to: last, devices: devices, arguments)
    // An interval may end on the day after its beginning.
    let samples = try samples(
      db, "metric = :metric AND source = :source AND \(LocalDays.condition)", devices: devices,
      arguments &+ LocalDays(first.adding(days: -1), last).arguments
        &+ ["metric": metric.code, "source": SampleSource.log.code])
    let byDay = Dictionary(grouping: samples.flatMap(\.byDay).filter { (first...last).contains($0.date) }, by: \.date)
    let ranks = try DeviceRanks(db)
    let isMerged = Set(samples.map(\.device)).union(totals.map(\.device)).count > 1
    let worn =
      try isMerged && samples.contains { $0.statement != nil }
      ? wornHours(db, from: first, to: last, devices: devices, arguments) : [:]
    return Set(byDay.keys).union(totals.map(\.day)).reduce(into: [:]) { days, day in
      let ofDay = totals.filter { $0.day == day }.compactMap { total in total.amount(metric).map { (total.device, $0) }
      }
      let merged = MergedCounts(
        byDay[day]?.map(\.sample) ?? [], totals: Dictionary(ofDay) { first, _ in first }, worn: worn[day] ?? [:],
        ranks: { ranks[.movement, $0] })
      if !merged.parts.isEmpty { days[day] = merged }
    }
  }
}
