import HaloHealth

/// Samples of several devices, merged second by second.
struct WorkoutTrack {
  let start: Moment
  /// The end, in milliseconds since 1970.
  let end: Int
  /// The workout's distance in meters; `nil` if unknown.
  let total: Double?
  let rates: [StoredSample]
  let speeds: [StoredSample]
  let powers: [StoredSample]
  let cadences: [StoredSample]
  /// The distances of whole minutes, in meters.
  let distances: [StoredSample]

  /// The time that a value holds, in milliseconds.
  private static let hold = 3 * Milliseconds.second

  /// The maximum length of a track, in seconds. No workout lasts a week, but one in a damaged journal may have any end.
  private static let longest = 7 * Milliseconds.day / Milliseconds.second

  /// The metrics that were computed from counters, because the machine did not send them.
  var derived: Set<Metric> {
    Set([(Metric.speed, speeds), (.cadence, cadences)].filter { $1.contains { $0.source == .algorithm } }.map(\.0))
  }

  /// A point for each second with data.
  var points: [WorkoutRecording.Point] {
    let seconds = min(max(0, (end - start.milliseconds) / Milliseconds.second), Self.longest)
    let (rates, speeds) = (held(self.rates, seconds), held(self.speeds, seconds))
    let (powers, cadences) = (held(self.powers, seconds), held(self.cadences, seconds))
    let known = (0...seconds).filter { rates[$0] ?? speeds[$0] ?? powers[$0] ?? cadences[$0] != nil }
    let meters = meters(speeds, last: known.last ?? seconds)
    return known.map { second in
      return WorkoutRecording.Point(
        time: start + .seconds(second),
        heartRate: rates[second].map { Int($0.rounded()) }, meters: meters.isEmpty ? nil : meters[second],
        speed: speeds[second], cadence: cadences[second].map { Int($0.rounded()) },
        watts: powers[second].map { Int($0.rounded()) })
    }
  }

  /// The value of each second: the latest before its end.
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

  /// Meters since the beginning at each second; empty if neither speed nor distance is known.
  /// At the second `last`, the last one with data, it is the workout's distance.
  private func meters(_ speeds: [Double?], last: Int) -> [Double] {
    guard !distances.isEmpty || speeds.contains(where: { $0 != nil }) else { return [] }
    var steps = speeds.map { $0 ?? 0 }
    for distance in distances {
      let first = (distance.start.milliseconds - start.milliseconds).floorDivided(by: Milliseconds.second)
      // Distances that began after the end, while a belt was stopping, are attributed to the last second.
      let begin = min(max(0, first), steps.count - 1)
      let span = begin..<max(begin, min(steps.count, first + distance.length / Milliseconds.second))
      guard !span.isEmpty else { continue }
      let reported = steps[span].reduce(0, +)
      let silent = span.filter { speeds[$0] == nil }
      // Distance in excess of the speeds is assigned to the seconds without a speed and does not scale up the others.
      if !silent.isEmpty, distance.value > reported {
        for second in silent { steps[second] = (distance.value - reported) / Double(silent.count) }
      } else {
        for second in span {
          steps[second] = reported > 0 ? steps[second] * distance.value / reported : distance.value / Double(span.count)
        }
      }
    }
    steps[last] += steps[(last + 1)...].reduce(0, +)
    if let total { adjust(&steps, speeds, to: total, last: last) }
    var sum = 0.0
    return steps.map { step in
      sum += step
      return sum
    }
  }
  /// Makes the steps add up to the workout's distance: first what was moved without a connection, no faster than before.
  private func adjust(_ steps: inout [Double], _ speeds: [Double?], to total: Double, last: Int) {
    let sum = steps[...last].reduce(0, +)
    let moving = speeds[...last].indices.filter { speeds[$0] != nil }
    let silent = (moving.first ?? last)..<(moving.last ?? last)
    let gaps = silent.filter { speeds[$0] == nil }
    let fastest = speeds.compactMap(\.self).max() ?? 0
    var missing = total - sum
    if missing > 0, !gaps.isEmpty {
      let each = min(missing / Double(gaps.count), fastest)
      for second in gaps { steps[second] += each }
      missing -= each * Double(gaps.count)
    }
    guard sum > 0, abs(missing) > 0 else { return steps[last] += missing }
    let scale = total / (total - missing)
    for second in 0...last { steps[second] *= scale }
  }
}
