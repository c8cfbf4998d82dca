extension SessionContents {
  /// The readings without repetitions: of the entries about a day of a log, the latest counts, but counts and totals never
  /// decrease. Entries with doubtful dates are left out.
  public var readings: Readings {
    let certain = statements.indices.filter {
      $0 < verifiedCount || $0 >= doubtfulCount || statements[$0].clock != .device
    }
    var latest: [[AnyHashable]: Int] = [:]
    for index in certain { for day in statements[index].days { latest[[statements[index].log, day]] = index } }
    var samples = DistinctValues<Sample>()
    var nights = DistinctValues<Night>()
    var totals = DistinctValues<DailyTotals>()
    for index in certain {
      let statement = statements[index]
      func isLatest(_ day: CalendarDate) -> Bool { statement.days.isEmpty || latest[[statement.log, day]] == index }
      for (number, sample) in statement.readings.samples.enumerated() {
        guard sample.metric.isCount || isLatest(sample.start.date) else { continue }
        let time: AnyHashable =
          switch statement.clock {
          case .device: sample.start
          case .moments(let moments) where number < moments.count: moments[number]
          // A live value arrives once.
          case .host, .moments: index
          }
        samples.add(sample, [sample.metric, sample.source, time]) { !sample.metric.isCount || sample.value > $0.value }
      }
      for night in statement.readings.nights where isLatest(night.end.date) {
        nights.add(night, [night.kind, night.start]) { _ in true }
      }
      for total in statement.readings.totals {
        totals.add(total, [total.date]) { ($0.steps, $0.meters) < (total.steps, total.meters) }
      }
    }
    return Readings(samples: samples.values, nights: nights.values, totals: totals.values)
  }
}

/// Values in the order in which their ids came first.
private struct DistinctValues<Value> {
  private(set) var values: [Value] = []
  private var indices: [[AnyHashable]: Int] = [:]

  mutating func add(_ value: Value, _ id: [AnyHashable], replacing isReplaced: (Value) -> Bool) {
    guard let index = indices[id] else {
      indices[id] = values.count
      return values.append(value)
    }
    if isReplaced(values[index]) { values[index] = value }
  }
}
