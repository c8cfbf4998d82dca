extension PeriodComparison {
  /// Maximum length in days of a period that is compared with the one before. For longer ones, seasonal changes would
  /// distort the comparison.
  static let longest = 31

  /// Returns `head` followed by a comparison of the period's mean with that of the period before.
  ///
  /// - Parameter text: Formats a value with its unit.
  func sentence(_ head: Phrase, days: Int, _ text: (Double) -> Phrase) -> Phrase {
    guard days <= Self.longest, let mean, let before, let verdict else { return Phrase("\(head).") }
    let span =
      switch days {
      case 1: Phrase("the day before")
      case 7: Phrase("the week before")
      case 28...31: Phrase("the month before")
      default: Phrase("the \(days) days before")
      }
    let difference = text(abs(mean.value.rounded() - before.value.rounded()))
    return switch verdict {
    case .usual: Phrase("\(head), as in \(span).")
    case .above: Phrase("\(head), \(difference) more than in \(span).")
    case .below: Phrase("\(head), \(difference) less than in \(span).")
    }
  }
}

extension Phrase {
  /// "1 day", "28 days".
  public static func days(_ count: Int) -> Phrase { count == 1 ? Phrase("1 day") : Phrase("\(count) days") }
}
