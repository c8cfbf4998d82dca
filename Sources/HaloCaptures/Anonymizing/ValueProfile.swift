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

  /// The value with everything made up that is not known to stay the same.
  func redact(_ value: [UInt8], keeping structure: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    value.enumerated().map { index, byte in
      if index < structure { return byte }
      if different.count >= Self.least, isConstant.indices.contains(index), isConstant[index] { return byte }
      return UInt8.random(in: 0...255, using: &random)
    }
  }
}
