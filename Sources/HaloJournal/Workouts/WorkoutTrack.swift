/// Samples of several devices, merged second by second.
struct WorkoutTrack {
  let start: Moment
  /// The number of seconds that begin before the end.
  let seconds: Int
  /// The workout's distance in meters; `nil` if unknown.
  let total: Double?
  /// The samples of each metric, of one device and kind of source.
  let curves: [Metric: [StoredSample]]
  /// The origins of the samples.
  let origins: [Metric: WorkoutRecording.Origin]

  /// The time that a live value holds, in milliseconds.
  private static let hold = 3 * Milliseconds.second

  /// The maximum length of a track, in seconds. No workout lasts a week, but one in a damaged journal may have any end.
  private static let longest = 7 * Milliseconds.day / Milliseconds.second

  /// Creates the track of a workout that ends at `end`, in milliseconds since 1970.
  init(_ workout: Workout, end: Int, curves: [Metric: [StoredSample]]) {
    start = workout.start
    total = workout.meters
    self.curves = curves
    let length = max(0, end - workout.start.milliseconds)
    seconds = min(length / Milliseconds.second + (length % Milliseconds.second == 0 ? 0 : 1), Self.longest)
    origins = curves.compactMapValues { WorkoutRecording.Origin($0, length: length) }
  }

  private var distances: [StoredSample] { curves[.distance] ?? [] }

  /// The metrics that were computed from counters, because the machine did not send them.
  var derived: Set<Metric> {
    Set([.speed, .cadence].filter { (curves[$0] ?? []).contains { $0.source == .algorithm } })
  }

  /// A point for each second with data.
  var points: [WorkoutRecording.Point] {
    let rates = held(.heartRate)
    let speeds = held(.speed)
    let powers = held(.power)
    let cadences = held(.cadence)
    let inclinations = held(.inclination)
    let resistances = held(.resistance)
    // Between logged values the speed holds for the distance only, which must be known then.
    let steady = origins[.speed]?.hold.map { held(.speed, for: $0) } ?? speeds
    let isMoving = (total != nil || origins[.speed]?.interval == nil) && steady.contains { $0 != nil }
    let hasMeters = isMoving || !distances.isEmpty
    let isLogged = [.speed, .distance].contains { origins[$0]?.interval != nil }
    // A logged distance is known at the ends of its intervals.
    let ends = distances.filter { $0.source == .log }.map { second($0.milliseconds + $0.length) - 1 }
    let marked = Set(hasMeters && isLogged ? ends + [0, seconds - 1] : [])
    let measured = [rates, speeds, powers, cadences, inclinations, resistances]
    let known = (0..<seconds).filter { second in
      marked.contains(second) || measured.contains { $0[second] != nil }
    }
    guard let last = known.last else { return [] }
    let meters = hasMeters ? meters(steady, last: last) : []
    return known.map { second in
      return WorkoutRecording.Point(
        time: start + .seconds(second),
        heartRate: rates[second].map { Int(rounded: $0) }, meters: meters.isEmpty ? nil : meters[second],
        speed: speeds[second], cadence: cadences[second].map { Int(rounded: $0) },
        watts: powers[second].map { Int(rounded: $0) }, inclination: inclinations[second],
        resistance: resistances[second])
    }
  }

  /// The second of a time in milliseconds since 1970.
  private func second(_ time: Int) -> Int { (time - start.milliseconds).floorDivided(by: Milliseconds.second) }

  /// The value of each second: the latest before its end. A live one holds for three seconds, or for `hold`
  /// milliseconds; a logged one is only that of its own second.
  private func held(_ metric: Metric, for hold: Int? = nil) -> [Double?] {
    let samples = curves[metric] ?? []
    let hold = hold ?? (origins[metric]?.interval == nil ? Self.hold : 0)
    var values = [Double?](repeating: nil, count: seconds)
    var next = 0
    var latest: StoredSample?
    for second in 0..<seconds {
      let now = start.milliseconds + second * Milliseconds.second
      while next < samples.count, samples[next].start.milliseconds < now + Milliseconds.second {
        latest = samples[next]
        next += 1
      }
      if let latest, now - latest.start.milliseconds <= hold { values[second] = latest.value }
    }
    return values
  }

  /// Meters since the beginning at each second. At the second `last`, the last one with data, it is the workout's distance.
  private func meters(_ speeds: [Double?], last: Int) -> [Double] {
    var steps = speeds.map { $0 ?? 0 }
    for distance in distances {
      let first = second(distance.milliseconds)
      let length = max(1, distance.length / Milliseconds.second)
      // Distances that began after the end, while a belt was stopping, are attributed to the last second.
      let begin = min(max(0, first), steps.count - 1)
      let span = begin..<max(begin, min(steps.count, first + length))
      guard !span.isEmpty else { continue }
      // Of a logged distance, only the part within the workout counts.
      let value = distance.source == .log ? distance.value * Double(span.count) / Double(length) : distance.value
      let reported = steps[span].reduce(0, +)
      let silent = span.filter { speeds[$0] == nil }
      // Distance in excess of the speeds is assigned to the seconds without a speed and does not scale up the others.
      if !silent.isEmpty, value > reported {
        for second in silent { steps[second] = (value - reported) / Double(silent.count) }
      } else {
        for second in span {
          steps[second] = reported > 0 ? steps[second] * value / reported : value / Double(span.count)
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
    guard sum > 0, missing != 0 else { return steps[last] += missing }
    let scale = total / (total - missing)
    for second in 0...last { steps[second] *= scale }
  }
}

extension WorkoutRecording.Origin {
  /// The origin of the samples of a device in a workout of `length` milliseconds; `nil` without samples.
  fileprivate init?(_ samples: [StoredSample], length: Int) {
    guard let first = samples.first else { return nil }
    let gaps = zip(samples, samples.dropFirst()).map { $1.milliseconds - $0.milliseconds }.sorted()
    let usual = gaps.isEmpty ? max(first.length, length) : max(gaps[gaps.count / 2], Milliseconds.second)
    let isLive = samples.contains { [.live, .algorithm].contains($0.source) }
    self.init(device: first.device, count: samples.count, interval: isLive ? nil : usual)
  }
}
