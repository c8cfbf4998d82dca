/// Records which bytes of an attribute's values are constant, among values of one length and first byte.
///
/// This makes values of unknown protocols harmless and still useful: bytes that stay constant while others change are
/// part of the protocol, bytes that change may be measurements. A value that is always repeated unchanged may be
/// anything.
struct ValueProfile {
  /// The number of distinct values required to call a byte constant.
  private static let least = 8

  /// The first distinct values.
  private var different: Set<[UInt8]> = []
  private var first: [UInt8] = []
  private var isConstant: [Bool] = []

  /// Adds a value of the kind.
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

  /// Returns the value with all bytes randomized that are not known to be constant. Constant bytes next to changing
  /// bytes (possibly the upper bytes of the same number) and rows of letters (possibly a name) are replaced as well.
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

  /// Returns whether a byte is in a row of four printable characters.
  private func isLetters(_ index: Int, _ value: [UInt8]) -> Bool {
    func isLetter(_ place: Int) -> Bool { value.indices.contains(place) && (0x20...0x7E).contains(value[place]) }
    guard isLetter(index) else { return false }
    var (start, end) = (index, index)
    while isLetter(start - 1) { start -= 1 }
    while isLetter(end + 1) { end += 1 }
    return end - start >= 3
  }
}
