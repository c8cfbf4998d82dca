/// An entry for Apple Health as plain values, from which HealthKit's samples are created.
///
/// Exported are measurements of a device that have a HealthKit type: heart rate, SpO₂, steps, and sleep as staged by the
/// device; and two values that Halo computes from measurements and names as such: resting heart rate, and SDNN of
/// measured beat intervals. Scores, estimates (distance, energy, stress), a ring's own HRV number (it does not say which
/// measure of HRV it is) and values with a doubtful time are not exported.
public struct HealthRecord: Sendable, Hashable {
  /// The kind of entry in Health.
  public enum Kind: Sendable, Hashable {
    /// Beats per minute.
    case heartRate(Double)
    /// Beats per minute at rest, of a day.
    case restingHeartRate(Double)
    /// SDNN in milliseconds, the only measure of HRV in Health.
    case heartRateVariability(Double)
    /// SpO₂ as a fraction, 0…1.
    case oxygenSaturation(Double)
    /// Steps within the interval.
    case steps(Int)
    /// A period of sleep, or of being awake during sleep.
    case sleep(SleepStage)
    /// A period of sleep in an unknown stage.
    case asleep
    /// The time in bed around a sleep.
    case inBed

    /// The metric, which has a type of its own in Health; `nil` for sleep.
    public var metric: Metric? {
      switch self {
      case .heartRate: .heartRate
      case .restingHeartRate: .restingHeartRate
      case .heartRateVariability: .heartRateVariabilitySDNN
      case .oxygenSaturation: .oxygenSaturation
      case .steps: .steps
      case .sleep, .asleep, .inBed: nil
      }
    }
  }

  /// The kind and value.
  public let kind: Kind
  /// The start of the entry.
  public let start: Moment
  /// The end of the entry; equal to `start` for a value at a moment.
  public let end: Moment
  /// The device that measured it; `nil` for a value of several devices.
  public let device: HealthDevice?
  /// The algorithm with which Halo computed the value, such as "resting-heart-rate/2"; `nil` for a measured value.
  public let algorithm: String?

  /// Creates an entry; `algorithm` names that of a value that Halo computed.
  public init(_ kind: Kind, start: Moment, end: Moment, device: HealthDevice?, algorithm: String? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.device = device
    self.algorithm = algorithm
  }

  /// Creates an entry from a device's sample; `nil` if the sample does not belong in Health.
  ///
  /// - Parameter length: The interval in milliseconds; 0 for a moment.
  public init?(
    _ metric: Metric, _ value: Double, start: Moment, length: Int, source: SampleSource, isDoubtful: Bool,
    device: HealthDevice
  ) {
    guard source != .algorithm, !isDoubtful, length >= 0, value > 0, metric.plausibleRange.contains(value) else {
      return nil
    }
    let kind: Kind
    switch metric {
    case .heartRate: kind = .heartRate(value)
    case .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum: kind = .oxygenSaturation(value / 100)
    case .steps:
      // Without an interval, the time of the steps is unknown. Live ones are a machine's: a ring counts them as well.
      guard length > 0, source != .live else { return nil }
      kind = .steps(Int(value.rounded()))
    default: return nil
    }
    self.init(kind, start: start, end: start + .milliseconds(length), device: device)
  }

  /// Returns the periods of a sleep that began at `start`, and the time in bed if it is known. Parts of which it is unknown
  /// whether the wearer slept are left out: Health has no type for them.
  public static func records(of night: Night, start: Moment, device: HealthDevice) -> [HealthRecord] {
    var records: [HealthRecord] = []
    var begin = start
    for stretch in night.stages where stretch.minutes > 0 {
      let end = begin + .minutes(stretch.minutes)
      if let kind = stretch.stage.map(Kind.sleep) ?? (stretch.isStatedSleep ? .asleep : nil) {
        records.append(HealthRecord(kind, start: begin, end: end, device: device))
      }
      begin = end
    }
    guard let inBed = night.inBed else { return records }
    func moment(_ clock: WallClock) -> Moment {
      start + .seconds(clock.secondsSince1970 - night.start.secondsSince1970)
    }
    return records + [
      HealthRecord(.inBed, start: moment(inBed.lowerBound), end: moment(inBed.upperBound), device: device)
    ]
  }
}
