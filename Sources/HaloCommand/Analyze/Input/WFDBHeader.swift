import HaloReports

/// The header of a WFDB record: which signals it has, and how their samples are written (WFDB applications guide, header(5)).
struct WFDBHeader: Equatable {
  /// A signal.
  struct Signal: Equatable {
    let file: String
    let format: Int
    /// Samples of it in a frame.
    let perFrame: Int
    /// Where the samples begin in the file.
    let byteOffset: Int
    /// Counts of a physical unit.
    let gain: Double
    /// The count at zero.
    let baseline: Double
    let units: String
    /// The count before the first sample, for a format that keeps differences.
    let initial: Int
    let name: String
  }

  /// Frames a second.
  let rate: Double
  /// How many frames there are, where that is said.
  let frames: Int?
  let signals: [Signal]

  init(_ text: String) throws {
    var lines = text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { !$0.isEmpty && $0[0].first != "#" }
    guard let record = lines.first, record.count >= 2, let count = Int(record[1]) else {
      throw SignalError("is no header of a WFDB record: it begins with its name and how many signals it has")
    }
    guard !record[0].contains("/") else {
      throw SignalError("is a record of several segments, which Halo does not read: name one of its segments")
    }
    lines.removeFirst()
    rate = record.count > 2 ? record[2].prefix { !"/(".contains($0) }.double ?? 250 : 250
    frames = record.count > 3 ? Int(record[3]).flatMap { $0 > 0 ? $0 : nil } : nil
    guard rate.isFinite, rate > 0, count > 0, count <= 10_000, lines.count >= count else {
      throw SignalError("is no whole header: it announces \(count) signals and describes \(lines.count)")
    }
    signals = try lines.prefix(count).map(Self.signal)
  }

  private static func signal(_ fields: [Substring]) throws -> Signal {
    guard fields.count >= 2 else { throw SignalError("describes a signal without its format") }
    // 212x2:3+24: the format, samples a frame, skew, bytes before the first sample.
    var (number, perFrame, skew, offset) = ("", "", "", "")
    var part = Character("f")
    for character in fields[1] {
      switch (character, part) {
      case ("x", _), (":", _), ("+", _): part = character
      case (_, "x"): perFrame.append(character)
      case (_, ":"): skew.append(character)
      case (_, "+"): offset.append(character)
      default: number.append(character)
      }
    }
    guard let format = Int(number), WFDBSamples.formats.contains(format) else {
      throw SignalError("has samples in format \(String(fields[1])), which Halo does not read")
    }
    guard skew.isEmpty || Int(skew) == 0 else {
      throw SignalError("has signals that are shifted against one another (skew \(skew)), which Halo does not read")
    }
    // 200(0)/mV: counts a unit, the count at zero, the unit.
    let text = fields.count > 2 ? fields[2] : ""
    let gain = text.prefix { !"(/".contains($0) }.double ?? 0
    let zero = fields.count > 4 ? Double(Int32(fields[4]) ?? 0) : 0
    var baseline = zero
    if let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close {
      baseline = text[text.index(after: open)..<close].double ?? zero
    }
    let units = text.firstIndex(of: "/").map { String(text[text.index(after: $0)...]) } ?? "mV"
    return Signal(
      file: String(fields[0]), format: format, perFrame: max(Int(perFrame) ?? 1, 1),
      byteOffset: max(Int(offset) ?? 0, 0),
      gain: gain == 0 || !gain.isFinite ? 200 : gain, baseline: baseline, units: units,
      initial: fields.count > 5 ? Int(fields[5]) ?? Int(zero) : Int(zero),
      name: fields.dropFirst(8).joined(separator: " "))
  }
}

extension Substring {
  fileprivate var double: Double? { Double(self) }
}
