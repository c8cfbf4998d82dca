import Synchronization

/// Draws raw readings on a terminal, one line per sensor.
final class RawView: Sendable {
  private struct State {
    var lines: [RawReading.Sensor: Sparkline] = [:]
    var latest: [RawReading.Sensor: String] = [:]
    var drawn = 0
    var markers = 0
  }

  private let isShown: Bool
  private let isDrawn: Bool
  private let terminal = Terminal.current()
  private let state = Mutex(State())

  /// If `isDrawn`, the view draws the readings. Otherwise, if `isShown`, it only shows progress messages.
  init(isShown: Bool, isDrawn: Bool) {
    self.isShown = isShown
    self.isDrawn = isDrawn
  }

  func note(_ text: String) {
    guard isShown else { return }
    let line = "\r\u{1B}[2K\(VisibleText.printable(text).prefix(terminal.width - 1))"
    if isDrawn { try? StandardOutput.write(text: line) } else { StandardError.write(line) }
  }

  func note(_ event: LinkEvent) {
    if let words = event.words { note(words) }
  }

  func mark(_ key: String) {
    state.withLock { $0.markers += 1 }
    if isShown, !isDrawn { note("marker '\(key)'") }
  }

  func show(_ reading: RawReading, _ rates: [(sensor: RawReading.Sensor, hertz: Double?, count: Int)]) {
    guard isDrawn else {
      if isShown {
        note(rates.map { "\($0.sensor.rawValue) \(Self.readings($0.count).text)" }.joined(separator: ", "))
      }
      return
    }
    let text = state.withLock { state in
      let (value, words) = Self.draw(reading.value)
      state.lines[reading.sensor, default: Sparkline(width: min(40, max(0, terminal.width - 46)))].add(value)
      state.latest[reading.sensor] = words
      let lines = rates.map { rate in
        let name = rate.sensor.rawValue.padded(to: 14)
        let hertz = rate.hertz.map { "  \(MeasureWording.number($0).text) Hz" } ?? ""
        let line = "\(name)\(state.lines[rate.sensor]?.draw() ?? "")  \(state.latest[rate.sensor] ?? "")\(hertz)"
        return "\u{1B}[2K\(line.prefix(terminal.width - 1))\n"
      }
      let up = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : "\r"
      state.drawn = lines.count + 1
      let help = Phrase("press any key to set a marker (\(state.markers) so far), Control-C to end").text
      return up + lines.joined() + "\u{1B}[2K\(help.prefix(terminal.width - 1))\n"
    }
    try? StandardOutput.write(text: text)
  }

  /// Prints the measured rate of each sensor, and the number of markers.
  func conclude(_ rates: [(sensor: RawReading.Sensor, hertz: Double?, count: Int)], markers: Int) {
    if isShown, !isDrawn { StandardError.write("\r\u{1B}[2K") }
    for rate in rates {
      let hertz = rate.hertz.map { "\(Self.hundredths($0)) Hz" } ?? Phrase("too few for a rate").text
      StandardError.write("\(rate.sensor.rawValue): \(Self.readings(rate.count).text), \(hertz)\n")
    }
    if markers > 0 {
      let count = markers == 1 ? Phrase("1 marker") : Phrase("\(markers) markers")
      StandardError.write("\(count.text)\n")
    }
  }

  private static func readings(_ count: Int) -> Phrase {
    count == 1 ? Phrase("1 reading") : Phrase("\(count) readings")
  }

  private static func draw(_ value: RawReading.Value) -> (Double, String) {
    switch value {
    case .light(let raw, _, _): return (Double(raw), "\(raw)")
    case .count(let count): return (Double(count), "\(count)")
    case .voltage(let microvolts): return (Double(microvolts), "\(microvolts) µV")
    case .undecoded: return (0, "")
    case .acceleration(let x, let y, let z):
      return ((x * x + y * y + z * z).squareRoot(), "\(hundredths(x)) \(hundredths(y)) \(hundredths(z)) g")
    }
  }

  private static func hundredths(_ value: Double) -> String { "\(value.rounded(parts: 100))" }
}
