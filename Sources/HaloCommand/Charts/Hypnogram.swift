import HaloHealth

/// The stages of a sleep over its length: a row a stage, awake on top.
struct Hypnogram {
  /// The rows from top to bottom.
  static let rows: [SleepStage] = [.awake, .rem, .light, .deep]

  private let stages: [SleepStage?]

  /// A sleep in that many columns.
  init(_ night: Night, columns: Int) {
    let total = max(night.minutes, 1)
    var ends: [(end: Int, stage: SleepStage?)] = []
    var end = 0
    for stretch in night.stages {
      end += stretch.minutes
      ends.append((end, stretch.stage))
    }
    stages = (0..<columns).map { column in
      let minute = (2 * column + 1) * total / (2 * columns)
      return ends.first { minute < $0.end }?.stage
    }
  }

  /// The row of a stage: blocks where the sleeper was in it.
  func line(_ stage: SleepStage) -> String {
    String(stages.map { $0 == stage ? "█" : " " })
  }
}
