public import HaloHealth

extension DaySummary {
  /// The day `date` in what a device told.
  ///
  /// The same thing told twice counts once, and what was told last holds: a half-filled day is asked for again until it is
  /// complete. Movement is the device's own total where it gave one, because its log may lag behind; otherwise the sum of the
  /// log. Of several totals the largest counts: a device's count only grows within a day.
  public init(of date: CalendarDate, in readings: Readings) {
    let ofDay = Self.last(readings.samples.filter { $0.start.date == date }) {
      [$0.metric.rawValue, $0.source.rawValue, $0.start.description]
    }
    let byMetric = Dictionary(grouping: ofDay, by: \.metric).mapValues { $0.sorted { $0.start < $1.start } }
    let sleeps = Self.last(readings.nights.filter { $0.end.date == date }) { [$0.kind.rawValue, $0.start.description] }
      .sorted { $0.start < $1.start }
    let total = readings.totals.filter { $0.date == date }.max { ($0.steps, $0.meters) < ($1.steps, $1.meters) }
    let fromLog = Movement(sumOf: byMetric)
    self.init(
      date: date, movement: total.map { Movement($0, log: fromLog) } ?? fromLog,
      nights: sleeps.filter { $0.kind == .night }, naps: sleeps.filter { $0.kind == .nap }, samples: byMetric)
  }

  /// Of readings with one identity, the last.
  private static func last<Reading>(_ readings: [Reading], by identity: (Reading) -> [String]) -> [Reading] {
    var places: [[String]: Int] = [:]
    return readings.reduce(into: [Reading]()) { kept, reading in
      if let place = places.updateValue(places[identity(reading)] ?? kept.count, forKey: identity(reading)) {
        kept[place] = reading
      } else {
        kept.append(reading)
      }
    }
  }
}

extension DaySummary.Movement {
  /// The device's totals. Some firmware leaves the distance out of them; then it is that of the log.
  init(_ totals: DailyTotals, log: DaySummary.Movement?) {
    let distance = totals.meters == 0 ? log : nil
    self.init(
      basis: .deviceTotal, steps: totals.steps, meters: distance?.meters ?? totals.meters,
      kilocalories: totals.kilocalories, activeMinutes: totals.activeMinutes,
      provenance: Provenance(
        frames: totals.provenance.frames + (distance?.provenance.frames ?? []), decoder: totals.provenance.decoder))
  }

  /// The sum of a day's log; `nil` where there is no log.
  init?(sumOf samples: [Metric: [Sample]]) {
    let steps = samples[.steps] ?? []
    guard let first = steps.first else { return nil }
    func sum(_ metric: Metric) -> Double { (samples[metric] ?? []).reduce(0) { $0 + $1.value } }
    self.init(
      basis: .sumOfLog, steps: Int(sum(.steps)), meters: Int(sum(.distance)),
      kilocalories: (sum(.activeEnergy) * 1000).rounded() / 1000, activeMinutes: nil,
      provenance: Provenance(
        frames: Set(steps.flatMap(\.provenance.frames)).sorted(), decoder: first.provenance.decoder))
  }
}
