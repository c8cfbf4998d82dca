public import HaloHealth

/// An entry for Apple Health as plain values, from which HealthKit's samples are created.
///
/// Only measurements of a device that have a HealthKit type are exported: heart rate, SpO₂, steps, and sleep as
/// staged by the device. Scores, estimates (distance, energy, stress), Halo's own results, and values with a doubtful
/// time are not.
public struct HealthRecord: Sendable, Hashable {
  /// The kind of entry in Health.
  public enum Kind: Sendable, Hashable {
    /// Beats per minute.
    case heartRate(Double)
    /// SpO₂ as a fraction, 0…1.
    case oxygenSaturation(Double)
    /// Steps within the interval.
    case steps(Int)
    /// A period of sleep, or of being awake during sleep.
    case sleep(SleepStage)
  }

  /// The entry's stable identity: device, source, metric and start for a sample; device, sleep start and index for a
  /// sleep period.
  public let identity: String
  /// The kind and value.
  public let kind: Kind
  /// The start of the entry.
  public let start: Moment
  /// The end of the entry; equal to `start` for a value at a moment.
  public let end: Moment
  /// True if the wearer requested the measurement or recorded it in a workout; false if the device measured by itself.
  public let isRequested: Bool

  /// Creates an entry from a device's sample; `nil` if the sample does not belong in Health.
  ///
  /// - Parameters:
  ///   - device: The device's identifier, the same for every sync.
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
      // Without an interval, the time of the steps is unknown.
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

  /// Returns the periods of a sleep that began at `start`. Parts without a stage are left out: Health has no type for
  /// them.
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
