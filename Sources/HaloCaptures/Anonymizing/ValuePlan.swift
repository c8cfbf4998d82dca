/// How each byte of a kind of values is replaced.
struct ValuePlan {
  /// The treatment of a byte.
  enum Step {
    /// It stays, unless it is in a text.
    case keep
    /// It is made up.
    case random
    /// It is in a number that is shifted.
    case number
  }

  private var steps: [Step]
  private var numbers: [(format: NumberFormat, offset: Int, amount: Int)] = []

  init(_ steps: [Step]) { self.steps = steps }

  /// Shifts the number at `offset`, unless it shares bytes with an earlier one.
  mutating func shift(_ format: NumberFormat, at offset: Int, by amount: Int) {
    let range = offset..<offset + format.width
    guard range.allSatisfy({ if case .number = steps[$0] { false } else { true } }) else { return }
    for index in range { steps[index] = .number }
    numbers.append((format, offset, amount))
  }

  /// Returns the value with its bytes replaced.
  func apply(_ value: [UInt8], using random: inout some RandomNumberGenerator) -> [UInt8] {
    guard value.count == steps.count else { return [UInt8](repeating: 0, count: value.count) }
    var new = value
    let texts = ReadableTexts.ranges(in: value)
    for (index, step) in steps.enumerated() {
      switch step {
      case .keep where texts.contains { $0.contains(index) }: new[index] = Self.placeholder(value[index])
      case .keep, .number: break
      case .random: new[index] = UInt8.random(in: 0...255, using: &random)
      }
    }
    for (format, offset, amount) in numbers { format.add(amount, to: &new, at: offset) }
    return new
  }

  /// Returns the character that stands for others of its class.
  private static func placeholder(_ character: UInt8) -> UInt8 {
    switch character {
    case 0x30...0x39: UInt8(ascii: "0")
    case 0x41...0x5A: UInt8(ascii: "X")
    case 0x61...0x7A: UInt8(ascii: "x")
    default: character
    }
  }
}
