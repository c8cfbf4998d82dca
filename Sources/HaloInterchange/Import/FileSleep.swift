/// The sleep of a file by source, which is assembled when the file was read.
struct FileSleep {
  /// Those of centuries.
  private static let mostStretches = 1_000_000
  /// Those of 76 years, so that long stretches do not take long either.
  private static let mostMinutes = 40_000_000

  private var sources: [Int: SleepAssembler] = [:]
  private var stretchCount = 0
  private var minuteCount = 0

  /// Adds a stretch of sleep, of which `stage` is `nil` if it is unknown, or a time in bed.
  ///
  /// - Throws: `ImportError` for more sleep than a person can have.
  mutating func add(
    _ stage: SleepStage?, start: Moment, end: Moment, isInBed: Bool = false, of source: Int, place: Int
  ) throws {
    stretchCount += 1
    minuteCount += sources[source, default: SleepAssembler()].add(
      stage: stage, start: start, end: end, isInBed: isInBed, place: place)
    guard stretchCount <= Self.mostStretches, minuteCount <= Self.mostMinutes else {
      throw ImportError(Phrase("The file has more sleep than a person can have. Nothing was imported."))
    }
  }

  /// Gives the sleep of all sources to a receiver.
  mutating func finish(_ receiver: any ImportReceiver) throws {
    for source in sources.keys.sorted() {
      for sleep in sources[source]?.finish() ?? [] { try receiver.take(sleep.entry, of: source, place: sleep.place) }
      sources[source] = nil
    }
  }
}
