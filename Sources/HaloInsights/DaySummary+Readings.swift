public import HaloHealth

extension DaySummary {
  /// The day `date` in the data of a device.
  ///
  /// Repeated readings count once, and the last one is used: a day in progress is requested again until it is complete.
  /// Of several totals the largest is used, because a device's count only grows within a day. Movement is determined by
  /// ``Movement/init(total:log:)``.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - readings: The data.
  ///   - repeats: False if each sample is there only once, as in the journal. Then samples that begin at one time of day
  ///     are those of two devices, or from before and after the clock was set back, and all count.
  public init(of date: CalendarDate, in readings: Readings, repeats: Bool = true) {
    let all = readings.samples.filter { $0.start.date == date }
    let ofDay =
      repeats ? Self.last(all) { [$0.metric.id, $0.source.rawValue, $0.start.description] } : all
    let byMetric = Dictionary(grouping: ofDay, by: \.metric).mapValues { $0.sorted { $0.start < $1.start } }
    let sleeps = Self.last(readings.nights.filter { $0.end.date == date }) { [$0.kind.rawValue, $0.start.description] }
      .sorted { $0.start < $1.start }
    let total = readings.totals.filter { $0.date == date }.max { ($0.steps, $0.meters) < ($1.steps, $1.meters) }
    self.init(
      date: date, movement: Movement(total: total, log: byMetric.mapValues { $0.filter { $0.source == .log } }),
      nights: sleeps.filter { $0.kind == .night }, naps: sleeps.filter { $0.kind == .nap }, samples: byMetric)
  }

  /// The last of the readings with the same identity.
  private static func last<Reading>(_ readings: [Reading], by identity: (Reading) -> [String]) -> [Reading] {
    var places: [[String]: Int] = [:]
    return readings.reduce(into: [Reading]()) { kept, reading in
      let identity = identity(reading)
      if let place = places.updateValue(places[identity] ?? kept.count, forKey: identity) {
        kept[place] = reading
      } else {
        kept.append(reading)
      }
    }
  }
}

extension DaySummary.Movement {
  /// The movement of a day; `nil` if none was reported. By ``Basis/init(total:log:)``, steps, distance and energy are all
  /// from the total or all from the log, so that they cover the same time.
  init?(total: DailyTotals?, log: [Metric: [Sample]]) {
    let sum = Self(sumOf: log)
    guard let total, Basis(total: total.steps, log: sum?.steps) == .deviceTotal else {
      guard let sum else { return nil }
      self = sum
      return
    }
    // Some firmware omits the distance in its totals; then the log's distance is used.
    let distance = total.meters == 0 ? sum?.meters : nil
    self.init(
      basis: .deviceTotal, steps: total.steps,
      meters: distance ?? (total.meters > 0 || total.steps == 0 ? total.meters : nil),
      kilocalories: total.kilocalories, activeMinutes: total.activeMinutes,
      provenance: Provenance(
        frames: total.provenance.frames + (distance.map { _ in sum?.provenance.frames ?? [] } ?? []),
        decoder: total.provenance.decoder))
  }

  /// The sum of a day's log; `nil` if there is no log.
  private init?(sumOf samples: [Metric: [Sample]]) {
    func sum(_ metric: Metric) -> Double? { samples[metric].map { $0.reduce(0) { $0 + $1.value } } }
    let (steps, meters, energy) = (sum(.steps), sum(.distance), sum(.activeEnergy))
    let counted = [.steps, .distance, .activeEnergy].lazy.compactMap { samples[$0] }.first { !$0.isEmpty }
    guard let counted, let first = counted.first else { return nil }
    self.init(
      basis: .sumOfLog, steps: steps.map { Int($0.rounded()) }, meters: meters.map { Int($0.rounded()) },
      kilocalories: energy.map { ($0 * 1000).rounded() / 1000 }, activeMinutes: nil,
      provenance: Provenance(
        frames: Set(counted.flatMap(\.provenance.frames)).sorted(), decoder: first.provenance.decoder))
  }
}
