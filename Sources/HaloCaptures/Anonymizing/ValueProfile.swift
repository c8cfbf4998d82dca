/// Which bytes of an attribute's values are always the same, among values of one length and first byte.
///
/// That is how values that nobody can read are made harmless and stay useful: what never changes is how the device speaks, what
/// changes may be what it measured.
struct ValueProfile {
  /// Fewer values than this do not show what stays the same.
  private static let least = 8

  private var count = 0
  private var first: [UInt8] = []
  private var isConstant: [Bool] = []

  /// Takes a value of the kind into account.
  mutating func add(_ value: [UInt8]) {
    count += 1
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
      if count >= Self.least, isConstant.indices.contains(index), isConstant[index] { return byte }
      return index == 0 && count < Self.least ? byte : UInt8.random(in: 0...255, using: &random)
    }
  }
}
