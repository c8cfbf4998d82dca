import HaloHealth
import HaloInsights
import HaloJournal

/// A workout as it is shown.
struct WorkoutReport {
  let stored: StoredWorkout
  let recording: WorkoutRecording
  let summary: WorkoutSummary
  let zones: HeartRateZones?
  let machine: String?
  let heart: String?

  init(_ stored: StoredWorkout, in journal: Journal, zones: HeartRateZones?) throws {
    self.stored = stored
    self.zones = zones
    recording = try journal.recording(of: stored)
    summary = WorkoutSummary(recording, zones: zones)
    let devices = try journal.allDevices()
    machine = devices.first { $0.id == stored.machine }?.name
    heart = devices.first { $0.id == stored.heart }?.name
  }

  /// The workout as text and charts.
  func text(_ terminal: Terminal) -> String {
    let workout = stored.workout
    let begin = workout.start.wallClock
    let end = recording.end.wallClock
    var facts = ["\(begin.time)–\(end.time)", Self.clock(Double(workout.length) / 1000)]
    if let meters = recording.meters, meters > 0 { facts.append(Self.kilometers(meters)) }
    if let kilocalories = workout.kilocalories, kilocalories > 0 {
      facts.append("\(Int(kilocalories.rounded())) kcal, the machine's estimate")
    }
    var lines = [
      terminal.paint("\(Self.name(workout.kind))  \(Words.longDate(begin.date))", .bold), facts.joined(separator: "  "),
    ]
    lines += heartLines(terminal)
    if let speed = summary.speed { lines.append(spread("Speed", speed, 3.6, "km/h", machine, terminal)) }
    if let power = summary.power { lines.append(spread("Power", power, 1, "W", machine, terminal)) }
    if let cadence = summary.cadence, cadence.maximum > 0 {
      lines.append(spread("Cadence", cadence, 1, "a minute", machine, terminal))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func heartLines(_ terminal: Terminal) -> [String] {
    guard let rate = summary.heartRate else { return ["No heart rate was measured."] }
    var lines = ["", spread("Heart rate", rate, 1, "bpm", heart ?? machine, terminal)]
    lines += chart(terminal)
    let missing = Double(stored.workout.length) / 1000 - rate.seconds
    if missing >= 60 { lines.append(terminal.paint("For \(Self.clock(missing)) no heart rate came.", .faint)) }
    lines.append("")
    guard let zones else {
      lines.append(
        terminal.paint("For heart-rate zones, set --birth-year or --max-heart-rate with 'halo profile'.", .faint))
      return lines
    }
    let basis = zones.isEstimate ? "estimated from age" : "of your own"
    lines.append(
      terminal.paint("Zones", .bold) + "  by a highest heart rate of \(Int(zones.maximum.rounded())) bpm, \(basis)")
    let longest = max(summary.secondsInZones.max() ?? 1, 1)
    let width = max(4, min(40, terminal.width - 34))
    for zone in HeartRateZones.all.reversed() + [0] {
      let seconds = summary.secondsInZones[zone]
      if zone == 0, seconds < 1 { continue }
      let lowest = zones.lowest(of: zone)
      let range =
        zone == 0
        ? "below \(zones.lowest(of: 1))"
        : zone == HeartRateZones.all.upperBound ? "from \(lowest)" : "\(lowest)–\(zones.lowest(of: zone + 1) - 1)"
      let name = zone == 0 ? "      " : "zone \(zone)"
      let bar = String(repeating: "█", count: Int((seconds / longest * Double(width)).rounded()))
      let label = range + String(repeating: " ", count: max(0, 10 - range.count))
      lines.append(
        "\(name)  \(label) " + terminal.paint(bar, HeartRateZones.color(of: zone))
          + String(repeating: " ", count: width - bar.count) + " \(Self.clock(seconds))")
    }
    lines.append("")
    return lines
  }

  /// The heart rate over the workout.
  private func chart(_ terminal: Terminal) -> [String] {
    let points = recording.points.filter { $0.heartRate != nil }
    guard let low = points.compactMap(\.heartRate).min(), let high = points.compactMap(\.heartRate).max() else {
      return []
    }
    let columns = max(16, min(64, terminal.width - 10))
    var chart = DotChart(columns: columns, rows: 5)
    let length = max(stored.workout.length, 1000)
    for point in points {
      // The chart's day is the workout.
      let place = (point.time.milliseconds - stored.workout.start.milliseconds) * 1440 / length
      let rate = Double(point.heartRate ?? 0)
      chart.mark(from: place, to: place, low: rate, high: rate, bottom: Double(low), top: Double(high))
    }
    let labels = chart.lines.indices.map { row in
      row == 0 ? "\(high)" : row == chart.lines.count - 1 ? "\(low)" : ""
    }
    var lines = zip(labels, chart.lines).map { label, line in
      String(repeating: " ", count: max(0, 4 - label.count)) + terminal.paint(label + " │", .faint)
        + terminal.paint(line, .red)
    }
    let end = Self.clock(Double(length) / 1000)
    lines.append(
      terminal.paint(
        String(repeating: " ", count: 6) + "0:00" + String(repeating: " ", count: max(1, columns - 4 - end.count))
          + end,
        .faint))
    return lines
  }

  private func spread(
    _ name: String, _ spread: WorkoutSummary.Spread, _ factor: Double, _ unit: String, _ device: String?,
    _ terminal: Terminal
  ) -> String {
    let by = device.map { terminal.paint("  (\(Words.printable($0)))", .faint) } ?? ""
    return terminal.paint(name, .bold)
      + "  \(Words.number(spread.average * factor)) \(unit) on average, \(Words.number(spread.maximum * factor)) at most\(by)"
  }

  /// "1:02:03", "2:03".
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded())
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = "\(digits(seconds % 60))"
    return seconds < 3600
      ? "\(seconds / 60):\(rest)" : "\(seconds / 3600):\(digits(seconds / 60 % 60)):\(rest)"
  }

  static func kilometers(_ meters: Double) -> String {
    guard meters >= 1000 else { return "\(Int(meters.rounded())) m" }
    let hundredths = Int((meters / 10).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) km"
  }

  static func name(_ kind: Workout.Kind) -> String {
    kind == .other ? "Workout" : kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
  }
}
