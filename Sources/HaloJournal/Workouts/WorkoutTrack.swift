import HaloHealth

/// Samples of several devices, put together a second at a time.
struct WorkoutTrack {
  let start: Moment
  /// In milliseconds since 1970.
  let end: Int
  let rates: [StoredSample]
  let speeds: [StoredSample]
  let powers: [StoredSample]
  let cadences: [StoredSample]
  /// The metres of whole minutes.
  let distances: [StoredSample]

  /// How long a value holds, in milliseconds.
  private static let hold = 3 * Milliseconds.second

  /// Seconds of the longest track. No workout goes on for a week; one in a damaged journal may have any end.
  private static let longest = 7 * Milliseconds.day / Milliseconds.second

  /// A point for each second of which something is known.
  var points: [WorkoutRecording.Point] {
    let seconds = min(max(0, (end - start.milliseconds) / Milliseconds.second), Self.longest)
    let (rates, speeds) = (held(self.rates, seconds), held(self.speeds, seconds))
    let (powers, cadences) = (held(self.powers, seconds), held(self.cadences, seconds))
    let meters = meters(speeds)
    return (0...seconds).compactMap { second in
      guard rates[second] ?? speeds[second] ?? powers[second] ?? cadences[second] != nil else { return nil }
      return WorkoutRecording.Point(
        time: start + .seconds(second),
        heartRate: rates[second].map { Int($0.rounded()) }, meters: meters.isEmpty ? nil : meters[second],
        speed: speeds[second], cadence: cadences[second].map { Int($0.rounded()) },
        watts: powers[second].map { Int($0.rounded()) })
    }
  }

  /// The value of each second: the latest until its end.
  private func held(_ samples: [StoredSample], _ seconds: Int) -> [Double?] {
    var values = [Double?](repeating: nil, count: seconds + 1)
    var next = 0
    var latest: StoredSample?
    for second in 0...seconds {
      let now = start.milliseconds + second * Milliseconds.second
      while next < samples.count, samples[next].start.milliseconds < now + Milliseconds.second {
        latest = samples[next]
        next += 1
      }
      if let latest, now - latest.start.milliseconds <= Self.hold { values[second] = latest.value }
    }
    return values
  }

  /// Metres since the beginning at each second; empty where neither speed nor distance is known.
  private func meters(_ speeds: [Double?]) -> [Double] {
    guard !distances.isEmpty || speeds.contains(where: { $0 != nil }) else { return [] }
    var steps = speeds.map { $0 ?? 0 }
    for distance in distances {
      let first = (distance.start.milliseconds - start.milliseconds).floorDivided(by: Milliseconds.second)
      // What began after the end, while a belt was stopped, lies in the last second.
      let begin = min(max(0, first), steps.count - 1)
      let span = begin..<max(begin, min(steps.count, first + distance.length / Milliseconds.second))
      guard !span.isEmpty else { continue }
      let told = steps[span].reduce(0, +)
      let silent = span.filter { speeds[$0] == nil }
      // What was run while no speed was heard lies there, and does not make the rest faster.
      if !silent.isEmpty, distance.value > told {
        for second in silent { steps[second] = (distance.value - told) / Double(silent.count) }
      } else {
        for second in span {
          steps[second] = told > 0 ? steps[second] * distance.value / told : distance.value / Double(span.count)
        }
      }
    }
    var sum = 0.0
    return steps.map { step in
      sum += step
      return sum
    }
  }
}
