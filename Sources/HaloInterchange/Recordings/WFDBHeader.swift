/// The header of a WFDB record: its signals and the format of their samples (WFDB applications guide, header(5)).
struct WFDBHeader: Equatable {
  /// A signal.
  struct Signal: Equatable {
    let file: String
    let format: Int
    /// The samples per frame.
    let perFrame: Int
    /// The offset of the first sample in the file.
    let byteOffset: Int
    /// The counts per physical unit.
    let gain: Double
    /// The count that represents 0 in the physical unit.
    let baseline: Double
    let units: String
    /// The count before the first sample, for a format that stores differences.
    let initial: Int
    let name: String
  }

  /// The frames per second.
  let rate: Double
  /// The number of frames, if the header has it.
  let frames: Int?
  let signals: [Signal]

  init(_ text: String) throws {
    var lines = text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { !$0.isEmpty && $0[0].first != "#" }
    guard let record = lines.first, record.count >= 2, let count = Int(record[1]) else {
      throw SignalError(
        "is not the header of a WFDB record: the first line must have the record's name and the number of signals")
    }
    guard !record[0].contains("/") else {
      throw SignalError("is a multi-segment record, which is not supported. Name one of its segments")
    }
    lines.removeFirst()
    rate = record.count > 2 ? Double(record[2].prefix { !"/(".contains($0) }) ?? 250 : 250
    frames = record.count > 3 ? Int(record[3]).flatMap { $0 > 0 ? $0 : nil } : nil
    guard rate.isFinite, rate > 0, count > 0, count <= 10_000, lines.count >= count else {
      throw SignalError("is an incomplete header: it announces \(count) signals and describes \(lines.count)")
    }
    signals = try lines.prefix(count).map(Self.signal)
  }

  private static func signal(_ fields: [Substring]) throws -> Signal {
    guard fields.count >= 2 else { throw SignalError("describes a signal without its format") }
    // 212x2:3+24: the format, samples per frame, skew, byte offset of the first sample.
    var parts: [Character: String] = [:]
    var part = Character("f")
    for character in fields[1] {
      if "x:+".contains(character) { part = character } else { parts[part, default: ""].append(character) }
    }
    func number(_ part: Character) -> Int? { parts[part].flatMap { Int($0) } }
    guard let format = number("f"), WFDBSamples.formats.contains(format) else {
      throw SignalError("has samples in format \(String(fields[1])), which is not supported")
    }
    if let skew = parts[":"], number(":") != 0 {
      throw SignalError("has signals with a time skew (\(skew)), which is not supported")
    }
    // 200(0)/mV: counts per unit, the count at zero, the unit.
    let text = fields.count > 2 ? fields[2] : ""
    let gain = Double(text.prefix { !"(/".contains($0) }) ?? 0
    let zero = fields.count > 4 ? Double(Int32(fields[4]) ?? 0) : 0
    var baseline = zero
    if let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close {
      baseline = Double(text[text.index(after: open)..<close]) ?? zero
    }
    let units = text.firstIndex(of: "/").map { String(text[text.index(after: $0)...]) } ?? "mV"
    return Signal(
      file: String(fields[0]), format: format, perFrame: max(number("x") ?? 1, 1),
      byteOffset: max(number("+") ?? 0, 0), gain: gain == 0 || !gain.isFinite ? 200 : gain, baseline: baseline,
      units: units,
      initial: fields.count > 5 ? Int(fields[5]) ?? Int(zero) : Int(zero),
      name: fields.dropFirst(8).joined(separator: " "))
  }
}
