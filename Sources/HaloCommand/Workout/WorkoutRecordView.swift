import HaloEngine
import Synchronization

/// Shows a workout during recording: an updated line on a terminal, JSON lines, or only the events.
final class WorkoutRecordView: Sendable {
  private struct State {
    var time: WallTime?
    var begun: Moment?
    var record: MachineRecord?
    var heart: LiveReading?
    var hasHeart = false
    var zones: HeartRateZones?
  }

  private let json: Bool
  private let isLine: Bool
  private let terminal = Terminal.current()
  private let state = Mutex(State())

  init(json: Bool) {
    self.json = json
    isLine = !json && Terminal.isTerminal(.standardOutput)
  }

  /// Prints the devices, and starts the clock.
  func begin(machine: String?, heart: String?, zones: HeartRateZones?, time: WallTime) {
    state.withLock {
      $0.time = time
      $0.begun = time.moment
      $0.hasHeart = heart != nil
      $0.zones = zones
    }
    let names = Phrase.all([machine, heart].compactMap(\.self).map { Phrase(verbatim: TextFormat.printable($0)) })
    note(Phrase("\(names ?? Phrase("")): recording. Press q to end."))
  }

  func show(_ event: WorkoutEvent) {
    switch event {
    case .record(let record): state.withLock { $0.record = record }
    case .heartRate(let reading):
      // The numbers of a note change with each reading.
      let isNew = state.withLock { $0.heart?.note?.key != reading.note?.key }
      state.withLock { $0.heart = reading }
      if isNew, !json, let words = reading.note { note(Phrase("beat intervals: \(words)")) }
    case .link(let device, .interrupted(let error, let pause)):
      let words = LinkEvent.interrupted(error, pause: pause).words
      return words.map { note(Phrase(verbatim: "\(TextFormat.printable(device)): \($0)")) } ?? ()
    case .link: return
    case .lost(let device, let error):
      return note(Phrase("\(TextFormat.printable(device)) disconnected (\(error)); reconnecting."))
    case .refused(let device, let error):
      return note(Phrase("\(error) The workout continues without \(TextFormat.printable(device))."))
    }
    draw(event)
  }

  /// Clears the line.
  func finish() {
    if isLine { try? StandardOutput.write(text: "\r\u{1B}[2K") }
  }

  // MARK: -

  private func note(_ phrase: Phrase) {
    if json { return write(["time": timestamp, "event": phrase.english]) }
    guard isLine else { return StandardError.report(phrase) }
    try? StandardOutput.write(text: "\r\u{1B}[2K" + phrase.text + "\n")
  }

  private func draw(_ event: WorkoutEvent) {
    if json {
      switch event {
      case .record(let record):
        write([
          "time": timestamp, "heartRate": record[.bpm], "zone": record[.bpm].flatMap(zone),
          "speed": record.kilometersPerHour,
          "secondsPer500m": record.rowingPace.map { ($0 * 10).rounded() / 10 }, "meters": record[.meters],
          "kilocalories": record[.kilocalories], "cadence": record.cadence,
          "watts": record[.watts], "inclinePercent": record[.inclinationPercent], "resistance": record[.resistance],
        ])
      case .heartRate(let reading):
        guard case .value(let rate) = reading.state else { return }
        let rmssd = reading.rmssd.map { ($0 * 10).rounded() / 10 }
        write([
          "time": timestamp, "heartRate": rate, "zone": zone(rate), "rmssdMilliseconds": rmssd, "note": reading.note,
        ])
      case .link, .lost, .refused: break
      }
      return
    }
    guard isLine else { return }
    let (record, heart, begun, hasHeart) = state.withLock { ($0.record, $0.heart, $0.begun, $0.hasHeart) }
    let seconds = begun.map { ((now?.milliseconds ?? $0.milliseconds) - $0.milliseconds) / 1000 } ?? 0
    var parts = [(MeasureWording.clock(seconds: Double(seconds)).text, Terminal.Color.bold)]
    switch heart?.state {
    case .value(let rate): parts.append(heartPart(rate))
    case .warmingUp, .restarted: parts.append((Phrase("warming up …").text, .yellow))
    case .notWorn: parts.append((Phrase("not worn").text, .yellow))
    case .noData: parts.append((Phrase("no beat").text, .yellow))
    case nil: if !hasHeart, let rate = record?[.bpm] { parts.append(heartPart(rate)) }
    }
    func add(_ value: Double?, _ metric: Metric) {
      if let value { parts.append((MeasureWording.value(value, of: metric).text, .bold)) }
    }
    if let pace = record?.rowingPace {
      parts.append((MeasureWording.pace(pace).text, .bold))
    } else {
      add(record?.kilometersPerHour.map { $0 / 3.6 }, .speed)
    }
    add(record?[.meters], .distance)
    add(record?.cadence, .cadence)
    add(record?[.watts], .power)
    add(record?[.inclinationPercent], .inclination)
    // Add as many parts as fit on the line.
    var (text, columns) = ("", 0)
    for (part, color) in parts where columns + part.count + 2 < terminal.width {
      text += (columns == 0 ? "" : "  ") + terminal.paint(part, color)
      columns += part.count + 2
    }
    try? StandardOutput.write(text: "\r\u{1B}[2K" + text)
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
