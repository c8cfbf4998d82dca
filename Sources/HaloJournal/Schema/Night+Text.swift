import HaloHealth

extension Night {
  /// Stages in the format of the journal: `light 12,deep 30`.
  static func text(_ stages: [Stretch]) -> String {
    stages.map { "\($0.stage?.rawValue ?? "none") \($0.minutes)" }.joined(separator: ",")
  }

  /// Parses stages in the format of the journal.
  static func stages(_ text: String) -> [Stretch] {
    text.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      guard words.count == 2, let minutes = Int(words[1]) else { return nil }
      return Stretch(stage: SleepStage(rawValue: String(words[0])), minutes: minutes)
    }
  }
}
