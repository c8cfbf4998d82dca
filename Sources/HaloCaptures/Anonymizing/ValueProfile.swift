/// Which bytes of an attribute's values are always the same, among values of one length and first byte.
///
/// That is how values that nobody can read are made harmless and stay useful: what stays the same while other bytes change is how the
/// device speaks, what changes may be what it measured. What is said again and again in the very same words may be anything.
struct ValueProfile {
  /// Fewer different values than this do not show what stays the same.
  private static let least = 8

  /// The first different values.
  private var different: Set<[UInt8]> = []
  private var first: [UInt8] = []
  private var isConstant: [Bool] = []

  /// Takes a value of the kind into account.
  mutating func add(_ value: [UInt8]) {
    if different.count < Self.least { different.insert(value) }
    if first.isEmpty {
      first = value
      isConstant = [Bool](repeating: true, count: value.count)
    }
    for index in isConstant.indices where isConstant[index] && value[index] != first[index] {
      isConstant[index] = false
    }
  }

  /// The value with everything made up that is not known to stay the same. Next to bytes that change may be the upper ones of the same
  /// number, and letters in a row may be a name: they go as well.
  func redact(_ value: [UInt8], keeping structure: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    let keeps = value.indices.map { index in
      guard different.count >= Self.least, isConstant.count == value.count else { return false }
      return (max(0, index - 2)...min(value.count - 1, index + 2)).allSatisfy { isConstant[$0] }
        && !isLetters(index, value)
    }
    return value.enumerated().map { index, byte in
      index < structure || keeps[index] ? byte : UInt8.random(in: 0...255, using: &random)
    }
  }

  /// Whether a byte is in a row of four letters or digits.
  private func isLetters(_ index: Int, _ value: [UInt8]) -> Bool {
    func isLetter(_ place: Int) -> Bool { value.indices.contains(place) && (0x20...0x7E).contains(value[place]) }
    guard isLetter(index) else { return false }
    var (start, end) = (index, index)
    while isLetter(start - 1) { start -= 1 }
    while isLetter(end + 1) { end += 1 }
    return end - start >= 3
  }
}
