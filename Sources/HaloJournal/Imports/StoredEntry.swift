import HaloFoundation

/// An imported entry as JSON, in a draft and among the spare entries.
struct StoredEntry: Codable {
  private var metric: String?
  private var value: Double?
  private var sleep: Night.Kind?
  private var stages: String?
  private var workout: Workout.Kind?
  private var meters: Double?
  private var kilocalories: Double?
  private var paused: Int32?
  private var source: String?
  private var start: Moment
  private var length: Int32?
  private var isDoubtful: Bool?
  private var bed: Moment?
  private var rise: Moment?

  /// The entry; `nil` if it is damaged or from a newer version.
  private var entry: ImportedEntry? {
    guard StoredNumber.times.contains(start.milliseconds),
      [value, meters, kilocalories].allSatisfy({ $0.map(StoredNumber.reals.contains) ?? true })
    else { return nil }
    if let sleep {
      guard let stages = try? Night.stages(stages ?? "") else { return nil }
      return .sleep(
        sleep, start: start, stages: stages, isDoubtful: isDoubtful ?? false,
        inBed: Night.inBed(bed, rise))
    }
    guard let source = source.flatMap({ SampleSource(rawValue: $0) }), let length = length.map(Int.init) else {
      return nil
    }
    if let workout {
      return .workout(
        Workout(
          workout, start: start, length: length, meters: meters, kilocalories: kilocalories,
          paused: paused.map(Int.init),
          source: source))
    }
    guard let metric = metric.flatMap({ Metric(id: $0) }), let value else { return nil }
    return .sample(metric, value, start: start, length: length, source, isDoubtful: isDoubtful ?? false)
  }

  /// The entry as JSON with sorted keys, so that equal entries have equal texts. `inAnyZone` leaves out what depends on the
  /// time zone: the offset, and whether a short sleep is a nap.
  static func text(_ entry: ImportedEntry, inAnyZone: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var stored = StoredEntry(entry)
    if inAnyZone {
      stored.start = Moment(milliseconds: stored.start.milliseconds, secondsFromGMT: 0)
      stored.sleep = stored.sleep.map { _ in .night }
    }
    return String(decoding: try encoder.encode(stored), as: UTF8.self)
  }

  /// Parses ``text(_:)``; `nil` for anything else.
  static func entry(_ text: String) -> ImportedEntry? { (StoredNumber.decoded(text) as StoredEntry?)?.entry }
}

extension StoredEntry {
  private init(_ entry: ImportedEntry) {
    switch entry {
    case .sample(let metric, let value, let start, let length, let source, let isDoubtful):
      self.init(
        metric: metric.id, value: value, source: source.rawValue, start: start, length: Int32(clamping: length),
        isDoubtful: isDoubtful)
    case .sleep(let kind, let start, let stages, let isDoubtful, let inBed):
      self.init(
        sleep: kind, stages: Night.text(stages), start: start, isDoubtful: isDoubtful, bed: inBed?.lowerBound,
        rise: inBed?.upperBound)
    case .workout(let workout):
      self.init(
        workout: workout.kind, meters: workout.meters, kilocalories: workout.kilocalories,
        paused: workout.paused.map { Int32(clamping: $0) }, source: workout.source.rawValue, start: workout.start,
        length: Int32(clamping: workout.length))
    }
  }
}
