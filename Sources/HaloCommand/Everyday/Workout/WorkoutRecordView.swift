import HaloEngine
import Synchronization

/// Shows a workout during recording: an updated line on a terminal, JSON lines, or only the events.
final class WorkoutRecordView: Sendable {
  private struct State {
    var time: WallTime?
    var live: LiveWorkout?
    var zones: HeartRateZones?
  }

  /// The line that is updated.
  let display: ResultLine
  private let state = Mutex(State())
  private var json: Bool { display.isJSON }

  init(json: Bool) { display = ResultLine(json: json) }

  /// Prints the devices, and starts the clock.
  func begin(machine: Device?, heart: Device?, zones: HeartRateZones?, time: WallTime) {
    state.withLock {
      $0.time = time
      $0.live = LiveWorkout(nil, machine: machine, heart: heart, at: time.moment)
      $0.zones = zones
    }
    let names = Phrase.all(
      [machine?.name, heart?.name].compactMap(\.self).map { Phrase(verbatim: VisibleText.printable($0)) })
    note(Phrase("\(names ?? Phrase("")): recording. Press q to end."))
  }

  func show(_ event: WorkoutEvent) {
    let now = now
    let noted = state.withLock { state in
      defer { if let now { state.live?.take(event, at: now) } }
      return state.live?.heartRate?.note?.key
    }
    switch event {
    case .record(let record):
      if json {
        write([
          "time": timestamp, "heartRate": record[.bpm], "zone": record[.bpm].flatMap(zone),
          "speed": record.kilometersPerHour,
          "secondsPer500m": record.rowingPace.map { $0.rounded(parts: 10) }, "meters": record[.meters],
          "kilocalories": record[.kilocalories], "cadence": record.cadence,
          "watts": record[.watts], "inclinePercent": record[.inclinationPercent], "resistance": record[.resistance],
        ])
      }
    case .heartRate(let reading):
      if json, case .value(let rate) = reading.state {
        let rmssd = reading.rmssd.map { $0.rounded(parts: 10) }
        write([
          "time": timestamp, "heartRate": rate, "zone": zone(rate), "rmssdMilliseconds": rmssd, "note": reading.note,
        ])
      }
      // The numbers of a note change with each reading.
      if noted != reading.note?.key, !json, let words = reading.note { note(Phrase("beat intervals: \(words)")) }
    case .link(let device, let link):
      return link.words.map { note(Phrase(verbatim: "\(VisibleText.printable(device)): \($0)")) } ?? ()
    case .lost(let device, let error):
      return note(Phrase("\(VisibleText.printable(device)) disconnected (\(error)); reconnecting."))
    case .refused(let device, let error):
      return note(Phrase("\(error) The workout continues without \(VisibleText.printable(device))."))
    }
    draw()
  }

  // MARK: -

  private func note(_ phrase: Phrase) {
    if json { return write(["time": timestamp, "event": phrase.english]) }
    guard display.isShown else { return StandardError.report(phrase) }
    try? display.draw(phrase.text + "\n")
  }

  private func draw() {
    guard display.isShown, let now,
      let (live, zones) = state.withLock({ state in state.live.map { ($0, state.zones) } })
    else { return }
    let report = LiveWorkoutReport(live.record, heart: live.heartRate, totals: live.totals(at: now), zones: zones)
    var parts = [(MeasureWording.clock(seconds: report.seconds).text, Terminal.Color.bold)]
    if let rate = report.heartRate {
      parts.append(heartPart(rate))
    } else if let words = report.heartWords {
      parts.append((words.text, .yellow))
    }
    let texts = report.texts
    parts += [texts.pace ?? texts.speed, texts.distance, texts.cadence, texts.power, texts.incline]
      .compactMap { $0.map { ($0.text, .bold) } }
    // Add as many parts as fit on the line.
    var text = ""
    var columns = 0
    for (part, color) in parts where columns + part.count + 2 < display.terminal.width {
      text += (columns == 0 ? "" : "  ") + display.terminal.paint(part, color)
      columns += part.count + 2
    }
    try? display.draw(text)
  }

  private func heartPart(_ rate: Double) -> (String, Terminal.Color) {
    let zone = zone(rate)
    let words =
      switch zone {
      case nil: Phrase("\(Int(rate)) bpm")
      case 0: Phrase("\(Int(rate)) bpm  below zone 1")
      case let zone?: Phrase("\(Int(rate)) bpm  zone \(zone)")
      }
    return (words.text, zone.map(HeartRateZones.color) ?? .red)
  }

  private func write(_ line: JSONFields) { try? StandardOutput.write(json: line) }

  private func zone(_ rate: Double) -> Int? { state.withLock { $0.zones }?.zone(of: rate) }

  private var now: Moment? { state.withLock { $0.time }?.moment }

  private var timestamp: String { now.map { "\($0)" } ?? "" }
}
