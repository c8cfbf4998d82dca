extension Phrase.StringInterpolation {
  /// Appends a number with one decimal, or without decimals if that digit is 0.
  package mutating func appendInterpolation(short number: Double) {
    let tenths = (number * 10).rounded()
    appendInterpolation(number, digits: tenths.truncatingRemainder(dividingBy: 10) == 0 ? 0 : 1)
  }
}

extension Phrase {
  /// Joins alternatives as `a, b or c`.
  package static func either(_ phrases: [Phrase]) -> Phrase? {
    guard let last = phrases.last, let others = list(phrases.dropLast()) else { return phrases.last }
    return Phrase("\(others) or \(last)")
  }

  /// Joins names as `a, b, c`.
  package static func names(_ names: [String]) -> Phrase { Phrase(verbatim: names.joined(separator: ", ")) }
}
