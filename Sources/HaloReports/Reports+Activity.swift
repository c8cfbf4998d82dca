extension Reports {
  /// Daily activity in a range, in order and including days without data, compared with the preceding days.
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - detail: With ``ReportDetail/samples``, each day includes its coverage.
  ///   - movement: Loads the movement of a range of days; `nil` reads the journal.
  public func activity(
    from first: CalendarDate, to last: CalendarDate, _ detail: ReportDetail = .columns,
    movement: ((CalendarDate, CalendarDate) throws -> [CalendarDate: DayMovement])? = nil
  ) throws -> PeriodMetricsReport {
    let dates = CalendarDate.days(from: first, to: last)
    let start = dates.count > PeriodComparison.longest ? first : PeriodComparison.start(from: first, to: last)
    let moved = try movement?(start, last) ?? journal.movement(of: wearer, from: start, to: last)
    let minutes = Dictionary(
      try journal.derivedPoints(.activeMinutes, of: wearer, from: first, to: last).map { ($0.date, $0.value) }
    ) { $1 }
    let partialDays = try journal.partialDays(of: wearer, from: start, to: last)
    let marks = try detail == .samples ? journal.coverage(of: wearer, from: first, to: last) : nil
    let newest = moved.keys.max()
    let complete = dates.map { date in newest.map { date <= $0 } ?? false && !partialDays.contains(date) }
    let known = try journal.daysWithData(of: wearer, from: first, to: last).subtracting(partialDays).count
    let steps = PeriodComparison(
      from: first, to: last,
      moved.compactMap { date, day in
        partialDays.contains(date) ? nil : day.steps.map { (date: date, value: Double($0)) }
      }, known: known)
    func metric(
      _ id: FigureID, _ name: Phrase, _ unit: Unit, note: Phrase? = nil, goal: Int? = nil,
      before: PeriodComparison.Mean? = nil, text: ((Double) -> Phrase)? = nil,
      _ value: (CalendarDate) -> Double?
    ) -> PeriodMetric {
      let values = dates.map { value($0)?.rounded() }
      let counted = zip(values, complete).compactMap { $1 ? $0 : nil }
      return PeriodMetric(
        id, name, unit, .bars, note: note, explain: "movement", values, goal: goal,
        average: PeriodComparison.Mean(counted, of: known)?.rounded(), before: before, detail, text: text)
    }
    let metrics = [
      metric(
        .steps, Phrase("Steps"), .count, goal: profile.stepGoal, before: steps.before?.rounded(),
        text: { Phrase("\($0, digits: 0) steps") }, { moved[$0]?.steps.map(Double.init) }),
      metric(.distance, Phrase("Distance"), .meters, note: Metric.distance.caution) {
        moved[$0]?.meters.map(Double.init)
      },
      metric(.energy, Phrase("Active energy"), .kilocalories, note: Metric.activeEnergy.caution) {
        moved[$0]?.kilocalories
      },
      metric(.activeMinutes, Phrase("Active minutes"), .minutes) { minutes[$0] },
    ]
    return PeriodMetricsReport(
      from: first, to: last,
      days: .init(
        date: dates, complete: complete,
        coverage: marks.map { marks in dates.map { marks[$0].map(CoverageReport.init) } }), series: [],
      metrics: metrics,
      summary: summary(of: steps, zip(metrics[0].values, complete).compactMap { $1 ? $0 : nil }, dates.count))
  }

  /// The mean steps compared with the time before, and how often the goal was reached; `nil` if no day is complete.
  private func summary(of steps: PeriodComparison, _ counted: [Double], _ days: Int) -> Phrase? {
    guard let mean = steps.mean else { return nil }
    let head =
      mean.days == 1
      ? Phrase("\(mean.value, digits: 0) steps on the only complete day")
      : Phrase("\(mean.value, digits: 0) steps per day on average over \(mean.days) days")
    let reached = profile.stepGoal.map { goal in counted.count { $0 >= Double(goal) } }
    return Phrase.sentences(
      [
        steps.sentence(head, days: days) { Phrase("\($0, digits: 0) steps") },
        reached.map {
          $0 == 0
            ? Phrase("The goal was not reached on any of them.") : Phrase("The goal was reached on \($0) of them.")
        },
      ].compactMap(\.self))
  }
}

extension Journal {
  /// The days of a wearer with incomplete data: not synced to their end, or days on which wear or an import began or
  /// ended. They are excluded from means, which would be too low.
  public func partialDays(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> Set<CalendarDate> {
    Set(try coverage(of: wearer, from: first, to: last, withGaps: false).filter { !$0.value.counts }.keys)
  }
}
