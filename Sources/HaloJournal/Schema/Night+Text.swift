import GRDB

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
    let offset = start.secondsFromGMT
    return try inBed(
      row.moment(ifAny: "bed", secondsFromGMT: offset), row.moment(ifAny: "rise", secondsFromGMT: offset))
  }

  /// Parses stages in the format of the journal. Together they last at most a week: versions before 0.9 imported any
  /// sleep.
  static func stages(_ text: String) throws -> [Stretch] {
    var left = 7 * DataBounds.longestSleep
    return try text.split(separator: ",").map { part in
      let words = part.split(separator: " ")
      guard words.count == 2 else { throw StoredNumber.damaged("stages of a sleep without their minutes") }
      let minutes = try Int(stored: words[1], in: 0...left)
      left -= minutes
      return Stretch(word: words[0], minutes: minutes)
    }
  }
}
