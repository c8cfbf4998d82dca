import HaloText
public import HaloHealth
import HaloSignals

/// The stages of a night as estimated by Halo from a raw recording, in addition to the device's stages.
public struct OwnStages: Sendable, Hashable {
  /// A stage, or a state without a stage.
  public enum Stage: String, Sendable {
    case awake, light, deep, rem
    /// Asleep, but the stage cannot be determined without a heart rate.
    case asleep
    /// Too little data was received.
    case unknown
  }

  /// A period in one stage.
  public struct Stretch: Sendable, Hashable {
    /// The stage.
    public let stage: Stage
    /// The length in epochs of half a minute.
    public let epochs: Int
  }

  /// The beginning of the first stretch.
  public let start: Moment
  /// The stretches, in order.
  public let stretches: [Stretch]

  /// Minutes in the given stages.
  public func minutes(in stages: Set<Stage>) -> Double {
    Double(stretches.reduce(0) { $0 + (stages.contains($1.stage) ? $1.epochs : 0) }) / 2
  }

  /// Minutes asleep.
  public var minutesAsleep: Double { minutes(in: [.light, .deep, .rem, .asleep]) }

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
    let stretches = shown.reduce(into: [Stretch]()) { stretches, epoch in
      let stage = epoch.map { Stage($0.stage) } ?? .unknown
      if let last = stretches.last, last.stage == stage {
        stretches[stretches.count - 1] = Stretch(stage: stage, epochs: last.epochs + 1)
      } else {
        stretches.append(Stretch(stage: stage, epochs: 1))
      }
    }
    let known = shown.compactMap { $0?.confidence }
    guard !known.isEmpty else { throw InsightGap(Phrase("the raw recording covers too little of the night")) }
    let start = recording.start + .seconds(inner.lowerBound * RecordedNight.epoch)
    return (OwnStages(start: start, stretches: stretches), known.reduce(0, +) / Double(known.count))
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

extension OwnStages {
  private static let beginning = "stages of half minutes from "

  /// The stages as text, as stored among the inputs of a computed value.
  var words: String {
    "\(Self.beginning)\(start): \(stretches.map { "\($0.stage.rawValue) \($0.epochs)" }.joined(separator: ", "))"
  }

  /// Parses the stages from a computed value; `nil` if it has no stages.
  public init?(_ value: DerivedValue) {
    guard let words = value.inputs.first(where: { $0.hasPrefix(Self.beginning) }) else { return nil }
    let parts = words.dropFirst(Self.beginning.count).split(separator: ": ")
    guard parts.count == 2, let start = Moment(parts[0]) else { return nil }
    self.start = start
    stretches = parts[1].split(separator: ", ").compactMap { part in
      let words = part.split(separator: " ")
      guard words.count == 2, let stage = Stage(rawValue: String(words[0])), let epochs = Int(words[1]) else {
        return nil
      }
      return Stretch(stage: stage, epochs: epochs)
    }
  }
}
