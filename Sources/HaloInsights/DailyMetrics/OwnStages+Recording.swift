import HaloSignals

/// Stages from a raw recording.
extension OwnStages {
  /// The minimum share of a device's sleep that a recording must cover.
  static let smallestShare = 0.8
  /// Minutes before and after a sleep that are also read.
  public static let around = 30

  /// The stages within a time range of a recording, with their mean confidence.
  ///
  /// - Throws: ``InsightGap`` if the recording is too short or has no movement.
  static func within(
    _ times: Range<Int>, of recording: RecordedNight
  ) throws(InsightGap) -> (stages: OwnStages, confidence: Double) {
    let margin = Duration.minutes(around).milliseconds
    let wide = recording.epochs(within: times.lowerBound - margin..<times.upperBound + margin)
    let epochs: [SleepStager.Epoch?]
    do {
      epochs = try SleepStager.stages(
        movement: Array(recording.movement[wide]), heartRateDeviation: Array(recording.heartRateDeviation[wide]),
        epoch: Double(RecordedNight.epoch))
    } catch {
      throw InsightGap(Phrase("sleep stages cannot be computed from the raw recording of the night: \(error)"))
    }
    let inner = recording.epochs(within: times)
    let shown = epochs[inner.lowerBound - wide.lowerBound..<inner.upperBound - wide.lowerBound]
    let stretches = shown.map { epoch in epoch.map { Stage($0.stage) } ?? .unknown }.parts(where: ==)
      .map { Stretch($0[0], epochs: Int32($0.count)) }
    let known = shown.compactMap { $0?.confidence }
    guard !known.isEmpty else { throw InsightGap(Phrase("the raw recording covers too little of the night")) }
    let start = recording.start + .seconds(inner.lowerBound * RecordedNight.epoch)
    return (OwnStages(start: start, stretches: stretches), known.reduce(0, +) / Double(known.count))
  }

  /// The stages among the inputs of a computed value; `nil` if it has no stages.
  public init?(_ value: DerivedValue) {
    for case .ownStages(let start, let stretches)? in value.inputs.map(\.source) {
      self.init(start: start, stretches: stretches)
      return
    }
    return nil
  }
}

extension OwnStages.Stage {
  fileprivate init(_ stage: SleepStager.Stage) {
    switch stage {
    case .wake: self = .awake
    case .light: self = .light
    case .deep: self = .deep
    case .rem: self = .rem
    case .sleep: self = .asleep
    }
  }
}
