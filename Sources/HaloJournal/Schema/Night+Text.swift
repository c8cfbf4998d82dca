import GRDB
import HaloHealth

extension Night {
  /// Stages in the format of the journal: `light 12,deep 30`.
  static func text(_ stages: [Stretch]) -> String {
    stages.map { "\($0.word) \($0.minutes)" }.joined(separator: ",")
  }

  /// A time in bed; `nil` if it is not known or has no length.
  static func inBed(_ bed: Moment?, _ rise: Moment?) -> Range<Moment>? {
    if let bed, let rise, bed < rise { bed..<rise } else { nil }
  }

  /// The time in bed of a row of the table `night`, with the offset of the sleep's start.
  static func inBed(_ row: Row, start: Moment) throws -> Range<Moment>? {
    func moment(_ column: String) throws -> Moment? {
      try (row.value(column) as Int?).map { Moment(milliseconds: $0, secondsFromGMT: start.secondsFromGMT) }
    }
    return try inBed(moment("bed"), moment("rise"))
  }

  /// Parses stages in the format of the journal.
  static func stages(_ text: String) -> [Stretch] {
    text.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      guard words.count == 2, let minutes = Int(words[1]) else { return nil }
      return Stretch(word: words[0], minutes: minutes)
    }
  }
}
