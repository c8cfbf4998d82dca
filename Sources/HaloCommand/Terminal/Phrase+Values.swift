import HaloReports

extension Phrase.StringInterpolation {
  /// A number with one digit behind the decimal mark, or none if that digit is 0.
  mutating func appendInterpolation(short number: Double) {
    let tenths = (number * 10).rounded()
    appendInterpolation(number, digits: tenths.truncatingRemainder(dividingBy: 10) == 0 ? 0 : 1)
  }

  /// What went wrong, as the error describes itself.
  mutating func appendInterpolation(_ error: any Error) {
    appendInterpolation((error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)"))
  }
}

extension Phrase {
  /// Alternatives, as `a, b or c`.
  static func either(_ phrases: [Phrase]) -> Phrase? {
    guard let last = phrases.last, let others = list(phrases.dropLast()) else { return phrases.last }
    return Phrase("\(others) or \(last)")
  }

  /// Several things, as `a, b and c`.
  static func all(_ phrases: [Phrase]) -> Phrase? {
    guard let last = phrases.last, let others = list(phrases.dropLast()) else { return phrases.last }
    return Phrase("\(others) and \(last)")
  }

  /// Names, as `a, b, c`.
  static func names(_ names: [String]) -> Phrase { Phrase(verbatim: names.joined(separator: ", ")) }
}
