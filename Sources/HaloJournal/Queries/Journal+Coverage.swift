import GRDB

extension Journal {
  /// The part of each day that a wearer's devices reported. Days without reports are absent.
  ///
  /// A day that was synced at 20:00 and not since has steps until 20:00. The logs of steps and heart rates decide,
  /// because every device has them: the day is known until the earlier of the two reports. Steps are from the device
  /// that is chosen for the day's movement. Without gaps, for which all values are read, this is fast over years; then
  /// an imported day is absent, unless it is the first or last.
  ///
  /// - Parameters:
  ///   - wearer: The wearer.
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - withGaps: True to compute the gaps within days.
  ///   - now: The time that decides whether a device may still have data that was not synced; `nil` for the time of the
  ///     newest record.
  public func coverage(
    of wearer: String, from first: CalendarDate, to last: CalendarDate, withGaps: Bool = true, now: Moment? = nil
  ) throws -> [CalendarDate: DayCoverage] {
    let midnights = try midnights(of: wearer, from: first, to: last)
    guard first <= last, let begin = midnights.first, let end = midnights.last, begin < end else { return [:] }
    let (reported, edges, measured) = try read { db in
      (
        try Self.reported(db, of: wearer, from: first, to: last), try Self.edges(db, of: wearer),
        withGaps
          ? try Self.measuredHours(db, of: wearer, from: begin.milliseconds, to: end.milliseconds)
          : (rates: [], any: [])
      )
    }
    // Imported files have no sync time: their last day is known until its last value.
    let newest = withGaps ? try knownDays(of: wearer)?.upperBound : nil
    var asOf = now
    var days: [CalendarDate: DayCoverage] = [:]
    for (number, (start, end)) in zip(midnights, midnights.dropFirst()).enumerated() where start < end {
      let date = first.adding(days: number)
      let hours = Self.hour(start.milliseconds)...Self.hour(end.milliseconds - 1)
      let last = date == newest ? hours.last { measured.any.contains($0) }.map { ($0 + 1) * Milliseconds.hour } : nil
      let lastReport = (reported[date] ?? last).map { Moment(milliseconds: $0, secondsFromGMT: end.secondsFromGMT) }
      let edge = edges.edge(of: start.milliseconds..<end.milliseconds)
      guard lastReport != nil || edge != nil || hours.contains(where: { measured.any.contains($0) }) else { continue }
      // A device whose clock is ahead reports a day before its local beginning.
      let until = Self.hour((lastReport ?? end).milliseconds)
      let known = hours.lowerBound..<min(max(until, hours.lowerBound), hours.upperBound + 1)
      var reason: GapReason?
      if let lastReport, lastReport < end {
        if asOf == nil { asOf = try self.newest(of: wearer) }
        let oldest = asOf?.wallClock.date.adding(days: 1 - DayCoverage.retentionDays)
        reason = reported[date] == nil ? .unknown : oldest.map { date >= $0 } ?? true ? .notSyncedYet : .notSyncedInTime
      }
      days[date] = DayCoverage(
        date: date, end: end, reported: lastReport, edge: edge, reason: reason,
        // Nothing shows that a device was to measure on an imported day.
        gaps: !withGaps || reported[date] == nil
          ? []
          : try gaps(of: wearer, on: date, in: known, hours, measured).map { gap, reason in
            func moment(_ hour: Int) -> Moment {
              let time = min(max(hour * Milliseconds.hour, start.milliseconds), end.milliseconds)
              return Moment(milliseconds: time, secondsFromGMT: start.secondsFromGMT)
            }
            return DayCoverage.Gap(moment(gap.lowerBound)..<moment(gap.upperBound), reason)
          })
    }
    return days
  }

  /// The hour of a time in milliseconds, counted since 1970.
  private static func hour(_ time: Int) -> Int { time.floorDivided(by: Milliseconds.hour) }

  /// The hours without a measurement among the known hours of a day, with the reason.
  private func gaps(
    of wearer: String, on date: CalendarDate, in known: Range<Int>, _ hours: ClosedRange<Int>,
    _ measured: (rates: Set<Int>, any: Set<Int>)
  ) throws -> [(Range<Int>, GapReason)] {
    let gaps = Self.gaps(in: known, measured.any)
    guard !gaps.isEmpty else { return [] }
    // A device without automatic heart rates measures nothing while its wearer sits, or counts steps without a log.
    if !hours.contains(where: measured.rates.contains) {
      guard !hours.contains(where: measured.any.contains), try isMeasured(wearer, around: hours, on: date) else {
        return []
      }
    }
    func moment(_ hour: Int) -> Moment { Moment(milliseconds: hour * Milliseconds.hour, secondsFromGMT: 0) }
    let around = Duration.days(DayCoverage.retentionDays)
    let readings = try batteryConditionReadings(
      of: wearer, in: moment(known.lowerBound) - around..<moment(known.upperBound) + around)
    return gaps.map { gap in
      let batteryState = BatteryCondition(
        from: gap.lowerBound * Milliseconds.hour, to: gap.upperBound * Milliseconds.hour, readings)
      return (gap, batteryState == nil ? .notWorn : .charging)
    }
  }

  /// True if a wearer's device logged heart rates within a week of some hours, and no device counted steps without a
  /// log.
  private func isMeasured(_ wearer: String, around hours: ClosedRange<Int>, on date: CalendarDate) throws -> Bool {
    try exists(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM sample WHERE device IN (\(Self.devices(of: wearer))) AND metric = :metric
          AND start BETWEEN :from AND :to AND source = :source AND value > 0)
        AND NOT EXISTS (SELECT 1 FROM total WHERE device IN (\(Self.devices(of: wearer))) AND day = :day AND steps > 0)
      """,
      [
        "wearer": wearer, "metric": Metric.heartRate.code, "source": SampleSource.log.code, "day": date.description,
        "from": hours.lowerBound * Milliseconds.hour - 7 * Milliseconds.day,
        "to": hours.upperBound * Milliseconds.hour + 7 * Milliseconds.day,
      ])
  }

  /// The beginning and end of wear and of imports, by logged heart rates. A few index lookups, regardless of the number
  /// of years.
  private struct Edges {
    var firsts: [Int] = []
    var lasts: [Int] = []

    /// The edge on a day that was only partly measured; `nil` if the day is not an edge.
    func edge(of day: Range<Int>) -> DayCoverage.Edge? {
      let shortest = DayCoverage.shortestGap * Milliseconds.hour
      if firsts.contains(where: { day.contains($0) && $0 - day.lowerBound >= shortest }) { return .first }
      return lasts.contains { day.contains($0) && day.upperBound - $0 >= shortest } ? .last : nil
    }
  }

  private static func edges(_ db: Database, of wearer: String) throws -> Edges {
    let devices = try db.numbers("SELECT id FROM device WHERE id IN (\(devices(of: wearer)))", ["wearer": wearer])
    // A strap has years of live values: the search ends after half an hour of them.
    func found(_ order: String, from: Int = .min, to: Int = .max) throws -> [Int] {
      try devices.compactMap { device in
        try db.number(
          """
          SELECT start FROM (SELECT start, source, value, doubtful FROM sample
            WHERE device = ? AND metric = ? AND start >= ? AND start < ? ORDER BY start \(order) LIMIT 2000)
          WHERE source = ? AND value > 0 AND doubtful = 0 LIMIT 1
          """, [device, Metric.heartRate.code, from, to, SampleSource.log.code], in: StoredNumber.times)
      }
    }
    guard let first = try found("").min(), let last = try found("DESC").max() else { return Edges() }
    var edges = Edges(firsts: [first], lasts: [last])
    // An import may have ended before the first sync, with which wear began.
    guard try devices.contains(where: { try db.exists("SELECT 1 FROM import WHERE device = ?", [$0]) }) else {
      return edges
    }
    let reported = try devices.compactMap { device in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT min(day) FROM coverage WHERE device = ? AND log = ?"),
        arguments: [device, LogID.heartRate.rawValue])
    }.min().flatMap { CalendarDate($0[...]) }
    guard let begin = reported?.earliestBeginning.milliseconds, first < begin,
      let end = try found("DESC", to: begin).max(), let next = try found("", from: begin).min(),
      next - end >= DayCoverage.shortestGap * Milliseconds.hour
    else { return edges }
    edges.lasts.append(end)
    edges.firsts.append(next)
    return edges
  }

  /// The time of the last report of a day's steps or heart rates, in milliseconds: the earlier of the two.
  private static func reported(
    _ db: Database, of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: Int] {
    let reports = try db.all(
      """
      SELECT device, log, day, received FROM coverage WHERE device IN (\(devices(of: wearer)))
        AND log IN (:activity, :totals, :heartRate) AND day BETWEEN :first AND :last
      """,
      [
        "wearer": wearer, "activity": LogID.activity.rawValue, "totals": LogID.totals.rawValue,
        "heartRate": LogID.heartRate.rawValue, "first": first.description, "last": last.description,
      ]
    ) { row in
      try (
        device: row.value("device") as Int, log: LogID(rawValue: row.value("log")), day: row.date("day"),
        time: row.time("received") as Int
      )
    }
    let isOfSeveral = Set(reports.map(\.device)).count > 1
    let movementDevices =
      isOfSeveral
      ? try MovementQuery(db, of: wearer, from: first, to: last).movement().mapValues(\.device) : [:]
    var latest: [CalendarDate: [LogID: Int]] = [:]
    for report in reports {
      // Reports of other devices do not cover these steps.
      let counted = report.log == .heartRate ? nil : movementDevices[report.day]
      guard (counted ?? report.device) == report.device else { continue }
      latest[report.day, default: [:]][report.log] = max(latest[report.day]?[report.log] ?? 0, report.time)
    }
    return latest.compactMapValues { logs in
      // Without a log, the steps are from the device's total.
      let steps = logs[.activity] ?? logs[.totals]
      return [steps, logs[.heartRate]].compactMap(\.self).min()
    }
  }

  /// The hours since 1970 with heart rates, and the hours with heart rates or steps.
  private static func measuredHours(
    _ db: Database, of wearer: String, from begin: Int, to end: Int
  ) throws -> (rates: Set<Int>, any: Set<Int>) {
    func hours(_ metric: Metric) throws -> Set<Int> {
      try Self.hours(
        db, with: metric, of: wearer, from: begin, to: end, where: "source = \(SampleSource.log.code)")
    }
    let rates = try hours(.heartRate)
    // Sleep shows that the device was worn.
    let asleep = try sleeps(
      db, in: Moment(milliseconds: begin, secondsFromGMT: 0) - .days(1)..<Moment(milliseconds: end, secondsFromGMT: 0),
      devices: devices(of: wearer), ["wearer": wearer]
    ).filter { !$0.isDoubtful && $0.statement != nil && $0.minutes > 0 }.flatMap {
      hour($0.start.milliseconds)...hour($0.end.milliseconds - 1)
    }
    return (rates, rates.union(try hours(.steps)).union(asleep))
  }

  private static func gaps(in hours: Range<Int>, _ measured: Set<Int>) -> [Range<Int>] {
    hours.filter { !measured.contains($0) }.parts { $1 == $0 + 1 }.map { $0[0]..<$0[0] + $0.count }
      .filter { $0.count >= DayCoverage.shortestGap }
  }
}
