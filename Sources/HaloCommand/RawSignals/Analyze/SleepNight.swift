import HaloInterchange
import HaloSignals

/// A night in `halo analyze sleep`: its epochs and their stages.
struct SleepNight {
  /// An epoch's stage (`sleep` if the stage is unknown), with the confidence, if the method has one.
  typealias Answer = (stage: String, confidence: Double?)

  /// A row of the file. Its number is NaN if the file has no column 'epoch'. Then the order of the rows counts.
  private struct Row {
    let movement, heart, number: Double
  }

  let group: String?
  /// The row of each epoch; `nil` if the file has no such row.
  private var rows: [Row?] = []
  private var first = 0
  private var step = 1
  private var answers: [Answer?] = []
  private var reason: Phrase?

  init(group: String?) { self.group = group }

  /// Adds a row: its movement, the deviation of its heart rate, and the value of its column 'epoch'.
  mutating func add(movement: Double, heart: Double, number: Double) {
    rows.append(Row(movement: movement, heart: heart, number: number))
  }

  /// Sorts the epochs by number and fills gaps with missing values, if every row has a valid number. Otherwise keeps
  /// the order of the rows. Returns the number of rows that were left out because their epoch is a duplicate.
  mutating func order() -> Int {
    let given = rows.compactMap(\.self)
    let numbers = given.map(\.number)
    let usable = numbers.allSatisfy { $0 >= 0 && $0 < 1e6 && $0 == $0.rounded() }
    guard usable, let lowest = numbers.min(), let highest = numbers.max() else { return 0 }
    let different = Set(numbers).count
    // If the range is far larger than the number of rows, the numbers are times. If many numbers repeat, there are
    // several nights.
    guard Int(highest - lowest) < 4 * rows.count + 2880, 10 * different >= 9 * rows.count else { return 0 }
    first = Int(lowest)
    // Numbers may have a common step, such as every second number, without any missing epoch.
    step = max(numbers.reduce(0) { Self.divisor($0, Int($1) - first) }, 1)
    rows = [Row?](repeating: nil, count: (Int(highest) - first) / step + 1)
    for row in given {
      let index = (Int(row.number) - first) / step
      rows[index] = rows[index] ?? row
    }
    let repeated = given.count - different
    if Double(repeated) > SignalSummary.maximumSkippedShare * Double(numbers.count) {
      reason = Phrase("\(SignalSummary.rows(repeated)) of \(numbers.count) have a duplicate epoch")
    }
    return repeated
  }

  /// Returns the greatest common divisor.
  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var one = one
    var other = other
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }

  /// Computes the stages, or sets the reason why there are no stages.
  mutating func scoreEpochs(epoch: Double, method: AnalyzeSleepCommand.Method, options: SleepWakeMethod.Options) {
    guard reason == nil else { return }
    let movement = rows.map { $0?.movement ?? .nan }
    do throws(SleepProblem) {
      if let published = method.published {
        answers = try published.score(movement, epoch: epoch, options: options).map { score in
          score.map { ($0.rawValue, nil) }
        }
      } else {
        let heart = rows.map { $0?.heart ?? .nan }
        answers = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: epoch).map { epoch in
          epoch.map { ($0.stage.rawValue, $0.confidence) }
        }
      }
    } catch {
      reason = "\(error.description)"
    }
  }

  /// Returns one line per epoch, or one line with the reason if there are no stages.
  func json(group name: String?) throws -> String {
    let key = name ?? "group"
    let group = name == nil ? nil : group
    if let reason { return try StandardOutput.line(json: [key: group, "reason": reason] as JSONFields) }
    var text = ""
    for (epoch, answer) in answers.enumerated() where rows[epoch] != nil {
      text += try StandardOutput.line(
        json: [
          key: group, "epoch": first + step * epoch, "stage": answer?.stage,
          "confidence": answer?.confidence?.rounded(parts: 1000),
          "reason": answer == nil ? Phrase("movement is missing") : nil,
        ] as JSONFields)
    }
    return text
  }

  /// Returns a hypnogram and the duration of each stage.
  func text(epoch: Double, method: AnalyzeSleepCommand.Method, on terminal: Terminal) -> String {
    var lines = [terminal.paint(VisibleText.printable(group ?? Phrase("Sleep").text), .bold)]
    if let reason { return "\(lines[0])\n  \(Phrase("No stages: \(reason).").text)\n\n" }
    func epochs(_ stage: String) -> Int { answers.count { $0?.stage == stage } }
    let stages = Self.stages.filter { epochs($0.stage) > 0 }.map { (stage: $0.stage, label: $0.name.text) }
    let indent = max(6, stages.map(\.label.count).max() ?? 0)
    let columns = min(terminal.width - indent - 3, 100)
    for (row, label) in stages {
      let mark = terminal.usesUnicode ? "█" : "#"
      let line = (0..<columns).map { column in stage(in: column, of: columns) == row ? mark : " " }.joined()
      lines.append(
        label.rightAligned(in: indent) + (terminal.usesUnicode ? " │" : " |") + line)
    }
    lines.append(axis(columns: columns, indent: indent, epoch: epoch))
    let asleep = answers.count { $0 != nil && $0?.stage != "wake" }
    let known = answers.count { $0 != nil }
    let shares = stages.filter { $0.stage != "wake" && $0.stage != "sleep" }.map { row, label in
      let percent = Int((100 * Double(epochs(row)) / Double(max(asleep, 1))).rounded())
      return " · \(label) \(Self.length(epochs(row), epoch)) (\(percent) %)"
    }.joined()
    let awake = Phrase("awake \(Self.length(epochs("wake"), epoch))").text
    lines.append(
      "  \(Phrase("asleep \(Self.length(asleep, epoch)) of \(Self.length(known, epoch))").text)\(shares) · \(awake)")
    if known < answers.count {
      lines.append(
        "  " + Phrase("\(Self.length(answers.count - known, epoch)) unknown, because movement is missing").text)
    }
    if method == .stages, epochs("sleep") > 0 {
      lines.append("  " + Phrase("If the heart rate is unknown, sleep is not divided into stages.").text)
    }
    lines.append(terminal.paint("  " + Phrase("An estimate, not a measurement.").text, .faint))
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// Returns the most frequent stage in a column.
  private func stage(in column: Int, of columns: Int) -> String? {
    let first = column * answers.count / columns
    let end = max((column + 1) * answers.count / columns, first + 1)
    var counts: [String: Int] = [:]
    for answer in answers[first..<min(end, answers.count)] {
      if let stage = answer?.stage { counts[stage, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The stages from top to bottom.
  private static let stages: [(stage: String, name: Phrase)] = [
    ("wake", Phrase("wake")), ("rem", Phrase("REM")), ("light", Phrase("light")), ("deep", Phrase("deep")),
    ("sleep", Phrase("sleep")),
  ]

  /// Returns the axis of hours since the first epoch.
  private func axis(columns: Int, indent: Int, epoch: Double) -> String {
    let seconds = Double(answers.count) * epoch
    let hours = Int(seconds / 3600)
    let step = max(1, (hours * 6 + columns - 1) / max(columns, 1))
    var line = ""
    for hour in stride(from: 0, through: hours, by: step) {
      let column = Int(Double(hour) * 3600 / seconds * Double(columns))
      let label = "\(hour) h"
      guard column >= line.count, column + label.count <= columns else { continue }
      line = line.padded(to: column) + label
    }
    return String(repeating: " ", count: indent + 2) + line
  }

  private static func length(_ epochs: Int, _ epoch: Double) -> String {
    MeasureWording.duration(minutes: Int((Double(epochs) * epoch / 60).rounded())).text
  }
}
