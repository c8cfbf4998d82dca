import GRDB

/// A query for the movement of each local day of some devices.
struct MovementQuery {
  let db: Database
  let first, last: CalendarDate
  /// An SQL query for the devices' numbers, and its arguments.
  let devices: String
  let arguments: StatementArguments

  /// Computes the movement of each day.
  func movement(withSources: Bool = false) throws -> [CalendarDate: DayMovement] {
    let totals = try totals()
    func amounts(_ metric: Metric, _ totals: [TotalRecord]) throws -> [CalendarDate: MergedCounts] {
      try (withSources ? nil : sums(metric, totals)) ?? counts(metric, totals)
    }
    let steps = try amounts(.steps, totals)
    let counted = totals.filter { steps[$0.day]?.isTotal ?? true }
    let meters = try amounts(.distance, counted)
    let energy = try amounts(.activeEnergy, counted)
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
        kilocalories: energy[day.0].map { $0.amount.rounded(parts: 1000) },
        activeMinutes: source.total?.minutes, provenance: origins.provenance(of: source.statements))
    }
  }

  /// The sums of a metric on each day with any; `nil` if there is something to merge: several devices, imported counts,
  /// which may overlap, or an interval that passes midnight. Sums are a row a day, and samples up to 1,440.
  private func sums(_ metric: Metric, _ totals: [TotalRecord]) throws -> [CalendarDate: MergedCounts]? {
    let sums = try db.all(
      """
      SELECT \(LocalDays.day) AS day, device, sum(value) AS sum,
        max(import IS NOT NULL OR wall % 86400 * 1000 + length > 86400000) AS special FROM sample
      WHERE device IN (\(devices)) AND \(Self.logged) GROUP BY \(LocalDays.day), device
      """, logged(metric, from: first.adding(days: -1))
    ) { row in
      // With several devices, or something to merge, the sums are not used. Only a sum that is used must be within bounds.
      let sum = Result { try row.value("sum") as Double }
      return (
        date: CalendarDate(daysSince1970: try row.value("day")), device: try row.value("device") as Int, sum: sum,
        isSpecial: try row.value("special") as Bool
      )
    }
    let devices = Set(sums.map(\.device) + totals.map(\.device))
    guard devices.count <= 1, !sums.contains(where: \.isSpecial) else { return nil }
    var days: [CalendarDate: MergedCounts] = [:]
    for total in totals {
      if let amount = total.amount(metric) { days[total.day] = MergedCounts(sum: 0, of: total.device, total: amount) }
    }
    for sum in sums where sum.date >= first {
      days[sum.date] = try MergedCounts(sum: sum.sum.get(), of: sum.device, total: days[sum.date]?.amount)
    }
    return days
  }

  /// The hours since 1970 of each day in which synced devices logged heart rates.
  private func wornHours() throws -> [CalendarDate: [Int: Set<Int>]] {
    var hours: [CalendarDate: [Int: Set<Int>]] = [:]
    try db.forEach(
      """
      SELECT DISTINCT \(LocalDays.day) AS day, device, start / \(Milliseconds.hour) AS hour FROM sample
      WHERE device IN (\(devices)) AND \(Self.logged) AND statement IS NOT NULL AND value > 0
      """, logged(.heartRate, from: first)
    ) { row in
      let day: Int = try row.value("day")
      let device: Int = try row.value("device")
      hours[CalendarDate(daysSince1970: day), default: [:]][device, default: []].insert(try row.value("hour"))
    }
    return hours
  }

  private func totals() throws -> [TotalRecord] {
    try db.all(
      "SELECT * FROM total WHERE device IN (\(devices)) AND day BETWEEN :first AND :last",
      arguments &+ ["first": first.description, "last": last.description]
    ) { row in
      try TotalRecord(
        device: row.value("device"), day: row.date("day"), steps: row.value("steps"), meters: row.value("meters"),
        kilocalories: row.value("kilocalories"), minutes: row.value("minutes"), statement: row.value("statement"))
    }
  }

  /// The condition for logged samples of a metric in local days, with the arguments ``logged(_:from:)``.
  private static let logged = "metric = :metric AND source = :source AND \(LocalDays.condition)"

  private func logged(_ metric: Metric, from first: CalendarDate) -> StatementArguments {
    arguments &+ LocalDays(first, last).arguments &+ ["metric": metric.code, "source": SampleSource.log.code]
  }

  /// The counts of a metric on each day with any, merged by time.
  func counts(_ metric: Metric, _ given: [TotalRecord]? = nil) throws -> [CalendarDate: MergedCounts] {
    let totals = try given ?? totals()
    // An interval may end on the day after its beginning.
    let samples = try Journal.samples(
      db, Self.logged, devices: devices, logged(metric, from: first.adding(days: -1)))
    let byDay = Dictionary(grouping: samples.flatMap(\.byDay).filter { (first...last).contains($0.date) }, by: \.date)
    let ranks = try DeviceRanks(db)
    let isMerged = Set(samples.map(\.device)).union(totals.map(\.device)).count > 1
    let worn =
      try isMerged && samples.contains { $0.statement != nil }
      ? wornHours() : [:]
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

extension MovementQuery {
  /// The movement by all devices of a wearer, or of all wearers.
  init(_ db: Database, of wearer: String?, from first: CalendarDate, to last: CalendarDate) {
    self.init(
      db: db, first: first, last: last, devices: Journal.devices(of: wearer), arguments: Journal.argument(of: wearer))
  }
}
