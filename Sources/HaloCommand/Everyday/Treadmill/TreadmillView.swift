import Synchronization

/// Shows a treadmill's state: an updated line on a terminal, JSON lines, or only the events.
final class TreadmillView: Sendable {
  private struct State {
    var record: MachineRecord?
    var top = 0.0
  }

  private let display: ResultLine
  private let time: WallTime
  private let state = Mutex(State())
  private let output: @Sendable (String) throws -> Void

  init(
    json: Bool, time: WallTime,
    output: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write(text: $0) }
  ) {
    display = ResultLine(json: json, output: output)
    self.time = time
    self.output = output
  }

  private var now: String { TextFormat.timestamp(time) }

  /// Shows a measurement of the machine, unless it is the one shown last.
  func show(_ record: MachineRecord) throws {
    let isNew = state.withLock { state in
      defer { state.record = record }
      state.top = max(state.top, record[.speed] ?? 0)
      return state.record != record
    }
    guard isNew else { return }
    if display.isJSON {
      return try print([
        "time": now, "speed": record[.speed], "inclinationPercent": record[.inclinationPercent],
        "meters": record[.meters], "kilocalories": record[.kilocalories], "bpm": record[.bpm],
        "elapsedSeconds": record[.elapsedSeconds],
      ])
    }
    draw()
  }

  /// Prints an event or an instruction.
  func note(_ phrase: Phrase) throws {
    if display.isJSON { return try print(["time": now, "event": phrase]) }
    try advise(phrase)
  }

  /// Prints advice for a person; omitted in JSON output.
  func advise(_ phrase: Phrase) throws {
    guard !display.isJSON else { return }
    // Use a separate line, so that safety advice is never truncated.
    try display.draw("")
    try output(VisibleText.printable(phrase.text) + "\n")
    draw()
  }

  /// Prints the summary.
  func conclude() throws {
    let (record, top) = state.withLock { ($0.record, $0.top) }
    display.clear()
    guard !display.isJSON, let record else { return }
    let meters = record[.meters].map { Phrase("\(short: $0) m") }
    let seconds = record[.elapsedSeconds].map { Phrase(verbatim: "\(Int($0) / 60) min \(Int($0) % 60) s") }
    let most = Phrase("\(short: top) km/h at most")
    let parts = Phrase.list([meters, seconds, most].compactMap(\.self)) ?? most
    try output(Phrase("The belt is stopped. The machine counted \(parts).").text + "\n")
  }

  /// Prints a record or an event as JSON.
  private func print(_ line: JSONFields) throws { try output(StandardOutput.line(json: line)) }

  private func draw() {
    let record = state.withLock { $0.record }
    func field(_ quantity: MachineQuantity, _ unit: Phrase) -> String? {
      record?[quantity].map { Phrase("\(short: $0) \(unit)").text }
    }
    let speed = field(.speed, "km/h") ?? "– km/h"
    let rest = [
      field(.inclinationPercent, "%"), field(.meters, "m"), field(.bpm, Phrase("bpm")),
      record?[.elapsedSeconds].map { "\(Int($0) / 60):\(Int($0) % 60 < 10 ? "0" : "")\(Int($0) % 60)" },
    ].compactMap { $0 }
    let text = ([speed] + rest).joined(separator: "  ").prefix(display.terminal.width - 1)
    try? display.draw(display.terminal.paint(String(text), .bold))
  }
}
