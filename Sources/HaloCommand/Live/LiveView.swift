import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloWearables
import Synchronization
import SystemPackage

/// Shows a live measurement: a line that changes on a terminal, a line a reading elsewhere.
final class LiveView: Sendable {
  private struct State {
    var count = 0
    var values: [Double] = []
    var beats = 0
    var line: Sparkline
    var lastLine = ""
    var family: WearableFamily?
    var rmssd: Double?
  }

  private let quantity: LiveQuantity
  private let json: Bool
  private let isLine: Bool
  private let terminal = Terminal.current()
  private let state: Mutex<State>

  init(_ quantity: LiveQuantity, json: Bool) {
    self.quantity = quantity
    self.json = json
    isLine = !json && Terminal.isTerminal(.standardOutput)
    // Beside it stand the value and the time between beats.
    state = Mutex(State(line: Sparkline(width: min(32, max(0, terminal.width - 42)))))
  }

  /// Says what kind of device measures.
  func setFamily(_ family: WearableFamily) {
    state.withLock { $0.family = family }
  }

  /// How many readings there were.
  var count: Int { state.withLock { $0.count } }

  /// Whether there was a value, and not warming up alone.
  var hasValues: Bool { state.withLock { !$0.values.isEmpty } }

  /// Says what is going on, where a person can see it.
  func note(_ text: String) {
    if isLine { try? StandardOutput.write(text: "\r\u{1B}[2K\(Words.printable(text).prefix(terminal.width - 1))") }
  }

  func note(_ event: LinkEvent) {
    if let words = event.words { note(words) }
  }

  func show(_ reading: LiveReading, at time: WallTime) throws {
    let now = time.now
    let text = state.withLock { state in
      state.count += 1
      state.beats += reading.beatIntervals.count
      state.rmssd = reading.rmssd
      if case .value(let value) = reading.state {
        state.values.append(value)
        state.line.add(value)
      }
      return line(reading, state)
    }
    if json {
      return try StandardOutput.write(
        json: LiveOutput(
          reading, isMonitor: state.withLock { $0.family?.kind == .strap },
          time: Words.timestamp(now, secondsFromGMT: time.secondsFromGMT(at: now))))
    }
    guard !isLine else { return try StandardOutput.write(text: "\r\u{1B}[2K\(text)") }
    // In a file, twice a second the same says nothing.
    let isNew = state.withLock { state in
      defer { state.lastLine = text }
      return state.lastLine != text
    }
    if isNew { try StandardOutput.write(text: text + "\n") }
  }

  func finish() {
    if isLine { try? StandardOutput.write(text: "\r\u{1B}[2K") }
  }

  /// What came of it.
  func conclude() throws {
    finish()
    let (values, beats, rmssd) = state.withLock { ($0.values, $0.beats, $0.rmssd) }
    guard let statistics = Statistics(values) else {
      StandardError.write(
        """
        halo: no value came. \(Self.advice(state.withLock { $0.family }))

        """)
      throw ExitCode(EX.dataError)
    }
    guard !json else { return }
    if quantity == .steps, let first = values.first, let last = values.last {
      let walked = last >= first ? ", \(Words.number(last - first)) of them while you watched" : ""
      return try StandardOutput.write(text: "steps: \(Words.number(last)) today\(walked).\n")
    }
    let rmssdWords = rmssd.map { ", RMSSD \(Words.number($0)) ms over the last minute" }
    let beatWords =
      (beats > 0 ? ", \(Words.counted(beats, "beat interval"))" : "")
      + (quantity == .heartRate ? rmssdWords ?? "" : "")
    try StandardOutput.write(
      text: """
        \(quantity.words): \(Words.number(statistics.minimum)) to \(Words.number(statistics.maximum)) \(quantity.unit), \
        \(Words.number(statistics.average)) on average, from \(Words.counted(values.count, "reading"))\(beatWords).

        """)
  }

  private static func advice(_ family: WearableFamily?) -> String {
    switch family?.kind {
    case .strap: monitorAdvice
    case .watch: watchAdvice
    case .ring, nil: ringAdvice
    case .machine, .other: "Measure longer. \(family?.searchAdvice ?? "")"
    }
  }

  private static let ringAdvice =
    """
    A ring warms up for half a minute (a whole one for HRV) and wants to be worn: measure longer, and see that it sits well.
    """
  private static let watchAdvice =
    "A watch needs some seconds after it was connected to, and wants to be worn: measure longer, and see that it sits well."
  private static let monitorAdvice =
    """
    A strap wants to be worn, its contacts wet; the variability wants 20 beats that it tells one by one, which not every monitor \
    does.
    """

  private func line(_ reading: LiveReading, _ state: State) -> String {
    let variability = quantity == .heartRate ? reading.rmssd.map { "  RMSSD \(Words.number($0)) ms" } ?? "" : ""
    let beat = (reading.beatIntervalMilliseconds.map { "  \($0) ms between beats" } ?? "") + variability
    switch reading.state {
    case .warmingUp: return terminal.paint("warming up …", .yellow) + terminal.paint(beat, .faint)
    case .notWorn:
      return terminal.paint(
        state.family?.kind == .strap
          ? "not worn: wet the contacts, and put it on tight"
          : "not worn: put the ring on, its sensors on the palm side",
        .yellow)
    case .noData:
      return terminal.paint(
        state.family?.kind == .strap ? "no beat found for the moment" : "no data for the moment: keep the hand still",
        .yellow)
    case .value(let value):
      let text = terminal.paint("\(Words.number(value)) \(quantity.unit)", .bold)
      if let totals = reading.totals {
        let rest =
          "\(Words.distance(totals.meters)) · \(Words.number(totals.kilocalories)) kcal · \(totals.activeMinutes) min active"
        return "\(text)  \(terminal.paint(rest, .faint))"
      }
      return "\(text)\(isLine ? "  " + terminal.paint(state.line.draw(), .red) : "")\(terminal.paint(beat, .faint))"
    }
  }
}

/// A reading as `halo live --json` prints it.
private struct LiveOutput: Encodable {
  let time: String
  let state: String
  let value: Double?
  let beatIntervalMilliseconds: Int?
  /// All that came, with a monitor, which tells every beat.
  let beatIntervalsMilliseconds: [Double]?
  let rmssdMilliseconds: Double?
  let energyKilojoules: Int?
  let meters: Int?
  let kilocalories: Double?
  let activeMinutes: Int?

  init(_ reading: LiveReading, isMonitor: Bool, time: String) {
    self.time = time
    beatIntervalMilliseconds = isMonitor ? nil : reading.beatIntervalMilliseconds
    beatIntervalsMilliseconds =
      isMonitor && !reading.beatIntervals.isEmpty ? reading.beatIntervals.map(Self.tenths) : nil
    rmssdMilliseconds = reading.rmssd.map(Self.tenths)
    energyKilojoules = reading.kilojoules
    meters = reading.totals?.meters
    kilocalories = reading.totals?.kilocalories
    activeMinutes = reading.totals?.activeMinutes
    switch reading.state {
    case .warmingUp: (state, value) = ("warmingUp", nil)
    case .notWorn: (state, value) = ("notWorn", nil)
    case .noData: (state, value) = ("noData", nil)
    case .value(let measured): (state, value) = ("ok", isMonitor ? Self.tenths(measured) : measured)
    }
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension LiveQuantity {
  /// The unit in words.
  fileprivate var unit: String {
    switch self {
    case .heartRate: "bpm"
    case .oxygenSaturation: "%"
    case .heartRateVariability: "ms"
    case .stress: "of 100"
    case .steps: "steps"
    case .speed: "m/s"
    case .cadence: "rpm"
    }
  }
}
