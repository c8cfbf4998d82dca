extension FitnessMachine {
  /// Compares the rates in the records of one characteristic with its counters.
  ///
  /// Some machines send a rate as 0 while its counter grows: that rate is absent, and is computed from the counter. Others
  /// send a single high rate while its counter does not change: it is left out. The pace of a rower without a speed is
  /// such a rate too; if it is another than the meters have, the speed is computed from the meters.
  struct RecordCheck: Sendable {
    private struct Pair {
      let rate, counter: MachineQuantity
      /// The rate of one count per second.
      let perSecond: Double
      /// The growth that cannot come from rounding, or from a belt that is stopping.
      let growth: Double
      /// True if a rate that the counter does not confirm is left out. The speed of a belt is always kept.
      let isConfirmed: Bool

      /// True if the rate is a pace, which counts as a speed.
      var isPace: Bool { rate == .secondsPer500m }

      /// The rate in a record; a pace in km/h, if the record has no speed.
      func rate(in record: MachineRecord) -> Double? {
        guard isPace else { return record[rate] }
        return record[.speed] == nil ? record[rate].map { $0 > 0 ? 1800 / $0 : 0 } : nil
      }
    }

    private static let pairs = [
      Pair(rate: .speed, counter: .meters, perSecond: 3.6, growth: 15, isConfirmed: false),
      Pair(rate: .secondsPer500m, counter: .meters, perSecond: 3.6, growth: 15, isConfirmed: true),
      Pair(rate: .strokeRate, counter: .strokes, perSecond: 60, growth: 3, isConfirmed: true),
      Pair(rate: .stepsPerMinute, counter: .steps, perSecond: 60, growth: 6, isConfirmed: true),
    ]

    fileprivate struct State {
      /// The counter in the last seconds.
      var counts: [(seconds: Double, count: Double)] = []
      /// The counter when the rate became 0.
      var zero: Double?
      var wasMoving = false
      /// The records that contradict the counter of something that moves, less those that agree with it.
      var doubts = 0
    }

    /// The rates that are absent.
    private(set) var absent: Set<MachineQuantity>
    /// The paces that contradict their counters, not only for a moment.
    private(set) var wrong: Set<MachineQuantity>
    private var states = pairs.map { _ in State() }

    /// Creates a check, with the rates that are known to be absent or wrong.
    init(absent: Set<MachineQuantity> = [], wrong: Set<MachineQuantity> = []) {
      self.absent = absent
      self.wrong = wrong
    }

    /// The rates that were never more than 0 although their counters grew.
    var neverSent: Set<MachineQuantity> {
      absent.filter { rate in !zip(Self.pairs, states).contains { $0.rate == rate && $1.wasMoving } }
    }

    /// Returns the record without rates that contradict its counters, and with those that are computed from them.
    mutating func check(_ record: MachineRecord, at time: Moment) -> MachineRecord {
      let seconds = time.seconds
      var values = record.values
      var derived = Set<MachineQuantity>()
      for (index, pair) in Self.pairs.enumerated() {
        guard let rate = pair.rate(in: record), let count = record[pair.counter] else { continue }
        let growth = states[index].take(count, at: seconds)
        if rate > 0 {
          states[index].zero = nil
          states[index].wasMoving = true
          absent.remove(pair.rate)
          if pair.isConfirmed, let growth, growth.seconds >= Self.shortest {
            let perCount = pair.perSecond / growth.seconds
            let isSlower = pair.isPace && rate * 1.5 < perCount * (growth.count - 1)
            let isWrong = isSlower || rate > 1.5 * perCount * (growth.count + 1)
            if isWrong { values[pair.rate] = nil }
            if growth.count >= pair.growth { states[index].doubts += isWrong ? 1 : -1 }
            if pair.isPace, states[index].doubts >= Self.doubts { wrong.insert(pair.rate) }
          }
          guard wrong.contains(pair.rate) else { continue }
        } else {
          let zero = states[index].zero ?? count
          states[index].zero = min(zero, count)
          if count - zero >= pair.growth { absent.insert(pair.rate) }
          guard absent.contains(pair.rate) || wrong.contains(pair.rate) else { continue }
        }
        values[pair.rate] = nil
        if let growth, growth.seconds > 0 {
          let hundredths = pair.perSecond * growth.count / growth.seconds * 100
          let computed = pair.isPace ? .speed : pair.rate
          values[computed] = FixedDecimal(Int(min(hundredths, 1e6).rounded()), places: 2)
          derived.insert(computed)
        }
      }
      return MachineRecord(machine: record.machine, values: values, frames: record.frames, derived: derived, time: time)
    }

    /// The time over which a counter is compared with its rate, in seconds: strokes come every two or three seconds.
    private static let shortest = 6.0
    fileprivate static let longest = 10.0
    /// The doubts after which a pace is wrong.
    private static let doubts = 6
  }
}

extension FitnessMachine.RecordCheck.State {
  /// Takes a counter's value. Returns its growth in the last seconds; `nil` if there is no earlier value.
  fileprivate mutating func take(_ count: Double, at seconds: Double) -> (count: Double, seconds: Double)? {
    if let last = counts.last, count < last.count || seconds < last.seconds {
      counts = []
      zero = nil
    }
    counts.append((seconds, count))
    while counts.count > 2, seconds - counts[1].seconds >= FitnessMachine.RecordCheck.longest { counts.removeFirst() }
    guard let first = counts.first, seconds > first.seconds else { return nil }
    return (count - first.count, seconds - first.seconds)
  }
}

extension Moment {
  /// The seconds since 1970.
  var seconds: Double { Double(milliseconds) / 1000 }
}
