public import HaloHealth

/// One entry for Apple Health, as plain values: what HealthKit's samples are made from.
///
/// Only what a device measured becomes one, and only in the words that Health has for it: heart rate, blood oxygen, steps, and sleep as
/// the device staged it. Scores, estimates (distance, energy, stress), what Halo computed, and values whose time is doubtful do not.
public struct HealthRecord: Sendable, Hashable {
  /// What Health calls it.
  public enum Kind: Sendable, Hashable {
    /// Beats per minute.
    case heartRate(Double)
    /// Blood oxygen saturation as a fraction, 0…1.
    case oxygenSaturation(Double)
    /// Steps within the interval.
    case steps(Int)
    /// A stretch of sleep, or of lying awake within one.
    case sleep(SleepStage)
  }

  /// What makes it the same entry the next time: device, source, metric and start for a sample; device, the sleep's start and the
  /// stretch's place in it for a stretch.
  public let identity: String
  /// What it says.
  public let kind: Kind
  /// When it begins.
  public let start: Moment
  /// When it ends; the same as `start` for a value at a moment.
  public let end: Moment
  /// Whether the wearer asked for the measurement, or wore it in a workout, rather than the device taking it by itself.
  public let isRequested: Bool

  /// What a sample of a device becomes; `nil` where Health should not have it.
  ///
  /// - Parameters:
  ///   - device: The device's identifier, the same from sync to sync.
  ///   - length: The interval in milliseconds; 0 for a moment.
  public init?(
    _ metric: Metric, _ value: Double, start: Moment, length: Int, source: SampleSource, isDoubtful: Bool,
    device: String
  ) {
    guard source != .algorithm, !isDoubtful, length >= 0, value > 0, metric.plausibleRange.contains(value) else {
      return nil
    }
    switch metric {
    case .heartRate: kind = .heartRate(value)
    case .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum: kind = .oxygenSaturation(value / 100)
    case .steps:
      // Without an interval nobody knows when the steps were taken.
      guard length > 0 else { return nil }
      kind = .steps(Int(value.rounded()))
    default: return nil
    }
    identity = "\(device)/\(source.rawValue)/\(metric.rawValue)/\(start.milliseconds)"
    self.start = start
    end = start + .milliseconds(length)
    isRequested = source == .live || source == .manual
  }

  private init(identity: String, stage: SleepStage, start: Moment, end: Moment) {
    self.identity = identity
    kind = .sleep(stage)
    self.start = start
    self.end = end
    isRequested = false
  }

  /// The stretches of a sleep that began at `start`. What the device did not stage is left out: Health has no word for "not known".
  public static func records(of night: Night, start: Moment, device: String) -> [HealthRecord] {
    var records: [HealthRecord] = []
    var begin = start
    for (place, stretch) in night.stages.enumerated() where stretch.minutes > 0 {
      let end = begin + .minutes(stretch.minutes)
      if let stage = stretch.stage {
        records.append(
          HealthRecord(
            identity: "\(device)/sleep/\(start.milliseconds)/\(place)", stage: stage, start: begin, end: end))
      }
      begin = end
    }
    return records
  }
}
