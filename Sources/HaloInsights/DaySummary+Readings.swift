public import HaloHealth

extension DaySummary {
  /// The day `date` in what a device told.
  ///
  /// Movement is the device's own total where it gave one, because its log may lag behind; otherwise the sum of the log.
  /// Of several totals the largest counts: a device's count only grows within a day.
  public init(of date: CalendarDate, in readings: Readings) {
    let ofDay = readings.samples.filter { $0.start.date == date }
    let byMetric = Dictionary(grouping: ofDay, by: \.metric).mapValues { $0.sorted { $0.start < $1.start } }
    let sleeps = readings.nights.filter { $0.end.date == date }.sorted { $0.start < $1.start }
    let total = readings.totals.filter { $0.date == date }.max { $0.steps < $1.steps }
    self.init(
      date: date, movement: total.map(Movement.init) ?? Movement(sumOf: byMetric),
      nights: sleeps.filter { $0.kind == .night }, naps: sleeps.filter { $0.kind == .nap }, samples: byMetric)
  }
}

extension DaySummary.Movement {
  init(_ totals: DailyTotals) {
    self.init(
      basis: .deviceTotal, steps: totals.steps, meters: totals.meters, kilocalories: totals.kilocalories,
      activeMinutes: totals.activeMinutes, provenance: totals.provenance)
  }

  /// The sum of a day's log; `nil` where there is no log.
  init?(sumOf samples: [Metric: [Sample]]) {
    let steps = samples[.steps] ?? []
    guard let first = steps.first else { return nil }
    func sum(_ metric: Metric) -> Double { (samples[metric] ?? []).reduce(0) { $0 + $1.value } }
    self.init(
      basis: .sumOfLog, steps: Int(sum(.steps)), meters: Int(sum(.distance)), kilocalories: sum(.activeEnergy),
      activeMinutes: nil,
      provenance: Provenance(
        frames: Set(steps.flatMap(\.provenance.frames)).sorted(), decoder: first.provenance.decoder))
  }
}
