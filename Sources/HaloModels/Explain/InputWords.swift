import HaloReports

/// What a value was computed from. The journal keeps it as an English sentence; here it is a phrase, which can be translated.
enum InputWords {
  /// The phrase of a sentence. One of no form that is known stays as it is.
  static func phrase(_ words: String) -> Phrase {
    if let match = words.wholeMatch(of: /the sleep of (.+), (.+) to (.+), in (\d+) parts/) {
      return Phrase(
        "the sleep of \(String(match.1)), \(String(match.2)) to \(String(match.3)), in \(String(match.4)) parts")
    }
    if let match = words.wholeMatch(of: /the sleep of (.+), (.+) to (.+)/) {
      return Phrase("the sleep of \(String(match.1)), \(String(match.2)) to \(String(match.3))")
    }
    if let match = words.wholeMatch(of: /(\d+) values of (.+) of (.+), (.+) to (.+)/) {
      return Phrase(
        "\(String(match.1)) values of \(metric(match.2)) of \(String(match.3)), \(String(match.4)) to \(String(match.5))"
      )
    }
    if let match = words.wholeMatch(of: /(\d+) pairs of days, and the hours in which a device was worn/) {
      return Phrase("\(String(match.1)) pairs of days, and the hours in which a device was worn")
    }
    if let match = words.wholeMatch(of: /(\d+) sleeps of the last (\d+) days/) {
      return Phrase("\(String(match.1)) sleeps of the last \(String(match.2)) days")
    }
    switch words {
    case "the device's total of the day": return Phrase("the device's total of the day")
    case "the device's log of the day": return Phrase("the device's log of the day")
    default: return Phrase(verbatim: words)
    }
  }

  /// A metric within a sentence.
  private static func metric(_ words: Substring) -> Phrase {
    switch words {
    case "heart rate": Phrase("heart rate")
    case "the device's own variability": Phrase("the device's own variability")
    default: Phrase(verbatim: String(words))
    }
  }
}
