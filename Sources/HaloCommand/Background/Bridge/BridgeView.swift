import Synchronization

/// Shows the sent heart rate and the number of subscribers: an updated line on a terminal, otherwise a line per
/// change.
final class BridgeView: Sendable {
  private struct State {
    var count = 0
    var rateCount = 0
    var rates: ClosedRange<Int>?
    var mostCentrals = 0
    var isSubscribed = false
    var lastLine = ""
  }

  /// The line that is updated.
  let display: ResultLine
  private let state = Mutex(State())
  private var json: Bool { display.isJSON }
  private var terminal: Terminal { display.terminal }

  init(json: Bool) { display = ResultLine(json: json) }

  func show<Driver>(_ event: HeartRateBridge<Driver>.Event, from source: Advertisement, at time: WallTime) throws {
    switch event {
    case .link(let link):
      guard let words = link.words else { return }
      if display.isShown { display.note(words) } else if !json { try line(words) }
    case .serving(let device):
      guard !json else { return }
      try display.draw("")
      try StandardOutput.write(
        Phrase("Serving the heart rate of \(source.label) as \"\(device.name)\". Press Control-C to end."))
    case .measured(let update):
      let measurement = update.measurement
      state.withLock { state in
        state.count += 1
        if let rate = measurement.measuredRate {
          state.rateCount += 1
          state.rates = min(state.rates?.lowerBound ?? rate, rate)...max(state.rates?.upperBound ?? rate, rate)
        }
        state.mostCentrals = max(state.mostCentrals, update.centralCount)
        state.isSubscribed = state.isSubscribed || update.isSubscribed
      }
      let words = Self.listeners(update.centralCount, update.isSubscribed)
      let reading = Self.state(update.reading)
      if json {
        try StandardOutput.write(
          json: [
            "time": TextFormat.timestamp(time), "state": reading.name,
            "bpm": measurement.measuredRate, "contact": measurement.hasContact == true,
            "beatIntervalsMilliseconds": measurement.beatIntervals.isEmpty
              ? nil : measurement.beatIntervalsMilliseconds.map { $0.rounded(parts: 10) },
            "connected": update.centralCount, "listening": update.isSubscribed,
          ] as JSONFields)
      } else if display.isShown {
        let value = measurement.measuredRate.map { terminal.paint(Phrase("\($0) bpm").text, .bold) }
        let shown = value ?? terminal.paint(reading.words, .yellow)
        try display.draw("\(shown)  \(terminal.paint(words, .faint))")
      } else {
        try line("\(measurement.measuredRate.map { Phrase("\($0) bpm").text } ?? reading.words) · \(words)")
      }
    }
  }

  /// Prints the summary.
  func conclude() throws {
    display.clear()
    let state = state.withLock { $0 }
    guard !json, state.count > 0 else { return }
    let rates =
      state.rates.map { Phrase("\(state.rateCount) with a rate (\($0.lowerBound) to \($0.upperBound) bpm)") }
      ?? Phrase("none with a rate")
    let listeners =
      !state.isSubscribed
      ? Phrase("no program subscribed")
      : state.mostCentrals > 1 ? Phrase("up to \(state.mostCentrals) were connected") : Phrase("a program subscribed")
    try StandardOutput.write(
      state.count == 1
        ? Phrase("1 measurement, \(rates); \(listeners).")
        : Phrase("\(state.count) measurements, \(rates); \(listeners)."))
  }

  /// Prints a line, unless it equals the last one.
  private func line(_ text: String) throws {
    let isNew = state.withLock { state in
      defer { state.lastLine = text }
      return state.lastLine != text
    }
    if isNew { try StandardOutput.write(text: VisibleText.printable(text) + "\n") }
  }

  /// Returns the state of the measurement in a second: its name in JSON, and the words for a second without a rate.
  private static func state(_ reading: LiveReading.State?) -> (name: String, words: String) {
    switch reading {
    case .value: ("ok", Phrase("no data at the moment").text)
    case .warmingUp, .restarted: ("warmingUp", Phrase("warming up …").text)
    case .notWorn: ("notWorn", Phrase("not worn").text)
    case .noData: ("noData", Phrase("no data at the moment").text)
    case nil: ("noLink", Phrase("no connection to the device").text)
    }
  }

  private static func listeners(_ count: Int, _ isSubscribed: Bool) -> String {
    switch (count, isSubscribed) {
    case (0, false): Phrase("no program is connected").text
    case (0, true): Phrase("a program is subscribed").text
    case (_, false): Phrase("\(count) connected, none subscribed").text
    case (_, true): Phrase("\(count) connected, listening").text
    }
  }
}
