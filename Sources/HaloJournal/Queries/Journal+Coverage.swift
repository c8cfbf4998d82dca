import GRDB
public import HaloHealth

extension Journal {
  /// How much of each day a wearer's devices reported. Days of which they reported nothing are absent.
  ///
  /// A day that was synced at eight in the evening and not since has the steps until eight. The logs of steps and heart rates count, which
  /// every device has: the one that was reported earlier says until when the day is known. Steps are those of the device whose movement is
  /// the day's. Without gaps, for which all values are read, this is quicker; then a day that was imported is absent.
  public func coverage(
    of wearer: String, from first: CalendarDate, to last: CalendarDate, withGaps: Bool = true
  ) throws -> [CalendarDate: DayCoverage] {
    let midnights = try midnights(of: wearer, from: first, to: last)
    guard first <= last, let begin = midnights.first, let end = midnights.last, begin < end else { return [:] }
    let (reported, measured) = try read { db in
      (
        try Self.reported(db, of: wearer, from: first, to: last),
        withGaps
          ? try Self.measuredHours(db, of: wearer, from: begin.milliseconds, to: end.milliseconds)
          : (rates: [], any: [])
      )
    }
    // An imported file has no time of a sync: its last day is known until its last value.
    let newest = withGaps ? try knownDays(of: wearer)?.upperBound : nil
    var days: [CalendarDate: DayCoverage] = [:]
    for (number, (start, end)) in zip(midnights, midnights.dropFirst()).enumerated() where start < end {
      let date = first.adding(days: number)
      let hours = start.milliseconds.floorDivided(by: 3_600_000)...(end.milliseconds - 1).floorDivided(by: 3_600_000)
      let last = date == newest ? hours.last { measured.any.contains($0) }.map { ($0 + 1) * 3_600_000 } : nil
      let lastReport = (reported[date] ?? last).map { Moment(milliseconds: $0, secondsFromGMT: end.secondsFromGMT) }
      guard lastReport != nil || hours.contains(where: { measured.any.contains($0) }) else { continue }
      // A device whose clock is ahead reports a day before it begins here.
      let until = (lastReport ?? end).milliseconds.floorDivided(by: 3_600_000)
      let known = hours.lowerBound..<min(max(until, hours.lowerBound), hours.upperBound + 1)
      // A device that does not measure heart rates by itself measures nothing while its wearer sits.
      let isMeasuring = hours.contains { measured.rates.contains($0) }
      let gaps = isMeasuring ? Self.gaps(in: known, measured.any) : []
      days[date] = DayCoverage(
        date: date, end: end, reported: lastReport,
        gaps: gaps.map { gap in
          func moment(_ hour: Int) -> Moment {
            let time = min(max(hour * 3_600_000, start.milliseconds), end.milliseconds)
            return Moment(milliseconds: time, secondsFromGMT: start.secondsFromGMT)
          }
          return moment(gap.lowerBound)..<moment(gap.upperBound)
        })
    }
    return days
  }

  /// When the steps and heart rates of days were last reported, in milliseconds: the earlier of the two.
  private static func reported(
    _ db: Database, of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: Int] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT day, device, log, received FROM coverage WHERE device IN (\(devices(of: wearer)))
            AND log IN (:activity, :totals, :heartRate) AND day BETWEEN :first AND :last
          """),
      arguments: [
        "wearer": wearer, "activity": LogStatement.activityLog, "totals": LogStatement.totalsLog,
        "heartRate": LogStatement.heartRateLog,
        "first": first.description, "last": last.description,
      ])
    let isOfSeveral = try Set(rows.map { try $0.value(1) as Int }).count > 1
    let movers =
      isOfSeveral
      ? try movement(db, from: first, to: last, devices: devices(of: wearer), ["wearer": wearer]).mapValues(\.device)
      : [:]
    var latest: [CalendarDate: [String: Int]] = [:]
    for row in rows {
      guard let day = try CalendarDate((row.value(0) as String)[...]) else { continue }
      let (device, log, received) = try (row.value(1) as Int, row.value(2) as String, row.value(3) as Int)
      // What another device reported says nothing of these steps.
      if log != LogStatement.heartRateLog, let mover = movers[day], mover != device { continue }
      latest[day, default: [:]][log] = max(latest[day]?[log] ?? 0, received)
    }
    return latest.compactMapValues { logs in
      // Without a log, steps are those of the device's total.
      let steps = logs[LogStatement.activityLog] ?? logs[LogStatement.totalsLog]
      return [steps, logs[LogStatement.heartRateLog]].compactMap(\.self).min()
    }
  }

  /// The hours since 1970 with heart rates, and those with heart rates or steps.
  private static func measuredHours(
    _ db: Database, of wearer: String, from begin: Int, to end: Int
  ) throws -> (rates: Set<Int>, any: Set<Int>) {
    func hours(_ metric: Metric) throws -> Set<Int> {
      Set(
        try Int.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT DISTINCT start / 3600000 FROM sample WHERE device IN (\(devices(of: wearer))) AND metric = :metric
                AND start >= :from AND start < :to AND value > 0 AND source = :source
              """),
          arguments: [
            "wearer": wearer, "metric": metric.code, "from": begin, "to": end, "source": SampleSource.log.code,
          ]))
    }
    let rates = try hours(.heartRate)
    return (rates, rates.union(try hours(.steps)))
  }

  private static func gaps(in hours: Range<Int>, _ measured: Set<Int>) -> [Range<Int>] {
    hours.reduce(into: [Range<Int>]()) { gaps, hour in
      guard !measured.contains(hour) else { return }
      if let last = gaps.last, last.upperBound == hour {
        gaps[gaps.count - 1] = last.lowerBound..<hour + 1
      } else {
        gaps.append(hour..<hour + 1)
      }
    }.filter { $0.count >= DayCoverage.shortestGap }
  }
}
