/// Records which bytes of an attribute's values are constant, among values of one length and, if it identifies
/// the kind of value, of one byte near the start.
///
/// This makes values of unknown protocols harmless and still useful: bytes that stay constant while others change are
/// part of the protocol, bytes that change may be measurements. A value that is always repeated unchanged may be
/// anything.
struct ValueProfile {
  /// The number of distinct values required to call a byte constant.
  static let least = 8

  /// The first values, in order.
  private(set) var sample = ValueSample()
  /// The first distinct values.
  private var different: Set<[UInt8]> = []
  private var first: [UInt8] = []
  private var isConstant: [Bool] = []
  private var bytes = ByteRelations()
  private var count = 0

  /// True if there were enough distinct values to call bytes constant.
  var isKnown: Bool { different.count >= Self.least }

  /// Adds a value of the kind.
  mutating func add(_ value: [UInt8]) {
    count += 1
    if different.count < Self.least { different.insert(value) }
    if first.isEmpty {
      first = value
      isConstant = [Bool](repeating: true, count: value.count)
    }
    for index in isConstant.indices where isConstant[index] && value[index] != first[index] {
      isConstant[index] = false
    }
    bytes.add(value)
    sample.add(value)
  }

  /// Returns how the bytes of values with made-up measurements are replaced. The first `structure` bytes are known to
  /// be harmless. Constant bytes next to changing bytes (possibly the upper bytes of the same number) are replaced as
  /// well, unless they are padding.
  func invention(keeping structure: Int) -> ValuePlan {
    let suspicious = suspicious(from: structure)
    return ValuePlan(
      first.indices.map { index in
        if index < structure { return .keep }
        guard isConstant[index], !suspicious[index] else { return .random }
        let isPadding = first[index] == 0 || first[index] == 0xFF
        let isApart = (max(0, index - 1)...min(first.count - 1, index + 1)).allSatisfy { isConstant[$0] }
        return isPadding || (isKnown && isApart) ? .keep : .random
      })
  }

  /// Returns how the bytes are replaced if numbers are shifted: each number or byte by an amount of its own, so that
  /// differences stay. Commands (`isSent`), constant bytes and bytes with few values are kept, except that of a
  /// `standard` measurement only its structure is.
  func shift(
    keeping structure: Int, isSent: Bool, isStandard: Bool, _ checksum: ChecksumFinding?,
    using random: inout some RandomNumberGenerator
  ) -> ValuePlan {
    let suspicious = suspicious(from: max(structure, isSent ? 2 : 0))
    let frames = sample.values.map { CharacteristicFrame(bytes: $0) }
    let columns = first.indices.compactMap { ByteColumn(frames, at: $0) }
    let sum = checksum?.range(length: first.count) ?? 0..<0
    var numbers: [(format: NumberFormat, offset: Int)] = []
    if !isSent, isKnown {
      numbers = bytes.numbers(in: sample.values, isConstant)
      numbers += NumberCandidate.all(frames, columns).map { ($0.format, $0.offset) }
    }
    // A few values that recur, such as acknowledgments.
    let isEnumeration = !isKnown && count >= different.count * 4
    for (index, column) in zip(first.indices, columns) {
      let isPadding = isConstant[index] && (first[index] == 0 || first[index] == 0xFF)
      let isKept =
        isSent || isPadding || isEnumeration || (isKnown && (isConstant[index] || column.role == .enumeration))
      let isHeld = index < structure || sum.contains(index) || (isKept && !isStandard && !suspicious[index])
      if !isHeld { numbers.append((NumberFormat(width: 1), index)) }
    }
    var plan = ValuePlan([ValuePlan.Step](repeating: .keep, count: min(first.count, columns.count)))
    for (format, offset) in numbers {
      let range = offset..<offset + format.width
      guard range.lowerBound >= structure, !range.overlaps(sum) else { continue }
      let values = sample.values.compactMap { format.number($0, at: offset) }
      plan.shift(format, at: offset, by: Self.amount(values, format, using: &random))
    }
    return plan
  }

  /// Returns an amount by which numbers can be increased or decreased without exceeding their range; any amount if that is
  /// impossible.
  private static func amount(
    _ values: [Double], _ format: NumberFormat, using random: inout some RandomNumberGenerator
  ) -> Int {
    let low = Int(values.min() ?? 0)
    let high = Int(values.max() ?? 0)
    let room = format.isSigned ? -format.count / 2 - low..<format.count / 2 - high : -low..<format.count - high
    guard room.count > 8 else { return Int.random(in: 1..<format.count, using: &random) }
    let amount = Int.random(in: room, using: &random)
    return amount == 0 ? (room.contains(1) ? 1 : -1) : amount
  }

  /// Returns the bytes, from `start` on, of constant runs that may be an address or a serial number: with five
  /// different bytes or more, or four of decimal digits. Padding and counted bytes do not make a run suspicious.
  func suspicious(from start: Int) -> [Bool] {
    var result = [Bool](repeating: false, count: first.count)
    func mark(_ least: Int, _ isPart: (UInt8) -> Bool) {
      var run = start
      for end in start...max(start, first.count) {
        if end < first.count, isConstant[end], isPart(first[end]) { continue }
        let telling = (run..<max(run, end)).count { index in
          let step = index > run ? first[index] &- first[index - 1] : 2
          return first[index] != 0 && first[index] != 0xFF && step > 1
        }
        if telling >= least { for index in run..<end { result[index] = true } }
        run = end + 1
      }
    }
    mark(5) { _ in true }
    mark(4) { $0 >> 4 <= 9 && $0 & 15 <= 9 }
    return result
  }

  /// Returns the suspicious runs of a value for the list of readable texts.
  var suspiciousRuns: [Range<Int>] {
    guard isKnown else { return [] }
    let marks = suspicious(from: 0)
    return marks.indices.filter { marks[$0] && ($0 == 0 || !marks[$0 - 1]) }.map { start in
      start..<(marks[start...].firstIndex(of: false) ?? marks.count)
    }
  }
}

/// Values of a kind from all of a recording, in order.
struct ValueSample {
  private static let most = 192

  private(set) var values: [[UInt8]] = []
  /// Each how many-th value is in the sample.
  private var step = 1
  private var count = 0

  mutating func add(_ value: [UInt8]) {
    guard value != values.last else { return }
    count += 1
    guard count.isMultiple(of: step) else { return }
    values.append(value)
    guard values.count >= Self.most else { return }
    values = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    step *= 2
  }

  /// The checksum that is correct in all values, if there is one.
  var checksum: ChecksumFinding? { ChecksumFinding.all(values.map { CharacteristicFrame(bytes: $0) }).first }
}
