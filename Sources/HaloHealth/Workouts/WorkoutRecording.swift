/// A workout with its measurements.
public struct WorkoutRecording: Sendable, Hashable {
  /// The measurements at a moment. `nil` means not measured, which is not 0.
  public struct Point: Sendable, Hashable {
    public let time: Moment
    /// Heart rate in beats per minute.
    public var heartRate: Int?
    /// Distance in meters since the start.
    public var meters: Double?
    /// Speed in meters per second.
    public var speed: Double?
    /// Steps, strokes or crank revolutions per minute.
    public var cadence: Int?
    /// Power in watts.
    public var watts: Int?
    /// Inclination of a machine in percent.
    public var inclination: Double?
    /// Resistance level of a machine.
    public var resistance: Double?

    /// The measurements at `time`.
    public init(
      time: Moment, heartRate: Int? = nil, meters: Double? = nil, speed: Double? = nil, cadence: Int? = nil,
      watts: Int? = nil, inclination: Double? = nil, resistance: Double? = nil
    ) {
      self.time = time
      self.heartRate = heartRate
      self.meters = meters
      self.speed = speed
      self.cadence = cadence
      self.watts = watts
      self.inclination = inclination
      self.resistance = resistance
    }
  }

  /// The origin of a metric's values.
  public struct Origin: Sendable, Hashable {
    /// The longest time that a logged value holds, in milliseconds.
    public static let longestHold = Duration.minutes(5).milliseconds

    /// The device that measured, by its number in the journal.
    public let device: Int
    /// The number of values.
    public let count: Int
    /// The usual time between logged values, in milliseconds; `nil` for values that were measured live.
    public let interval: Int?

    /// `count` values of a device.
    public init(device: Int, count: Int, interval: Int?) {
      self.device = device
      self.count = count
      self.interval = interval
    }

    /// The time in milliseconds that a logged value holds if none follows; `nil` for values that were measured live.
    public var hold: Int? { interval.map { min($0, Self.longestHold) } }
  }

  /// A heartbeat.
  public struct Beat: Sendable, Hashable {
    public let time: Moment
    /// Milliseconds since the previous beat.
    public let interval: Double

    /// A beat.
    public init(time: Moment, interval: Double) {
      self.time = time
      self.interval = interval
    }
  }

  /// The counts of a workout beside its distance and energy, in display order.
  public static let counted: [Metric] = [.strokes, .strides, .steps, .floors, .ascent, .descent]
  /// The metrics of a recording.
  public static let metrics = Set(
    [.heartRate, .beatInterval, .speed, .power, .cadence, .distance, .inclination, .resistance] + counted)

  public let workout: Workout
  /// True if the workout was indoors, for example on a machine.
  public let isIndoors: Bool
  /// The measurements, in order of time.
  public let points: [Point]
  /// The beats, in order of time.
  public let beats: [Beat]
  /// The metrics that were computed from a counter, because the machine did not send them.
  public let derived: Set<Metric>
  /// The origin of each metric's values, if it is known. A point has a logged value only at the value's own time.
  public let origins: [Metric: Origin]
  /// What the machine counted, of ``counted``; a count that it does not have is absent.
  public let counts: [Metric: Double]

  /// A workout with its measurements. Points and beats before its start, at its end and later are left out; of two
  /// points at the same moment, the later in the list is used.
  public init(
    _ workout: Workout, isIndoors: Bool, points: [Point], beats: [Beat] = [], derived: Set<Metric> = [],
    origins: [Metric: Origin] = [:], counts: [Metric: Double] = [:]
  ) {
    self.workout = workout
    self.counts = counts
    self.derived = derived
    self.origins = origins
    self.isIndoors = isIndoors
    let span = workout.start.milliseconds..<(workout.start.milliseconds + max(0, workout.length))
    let within = points.filter { span.contains($0.time.milliseconds) }.map { ($0.time.milliseconds, $0) }
    self.points = Dictionary(within) { $1 }.values.sorted { $0.time < $1.time }
    self.beats = beats.filter { span.contains($0.time.milliseconds) }.sorted { $0.time < $1.time }
  }

  public var end: Moment { workout.start + .milliseconds(max(0, workout.length)) }

  /// The distance in meters: the workout's own if it has one, otherwise the last measured value.
  public var meters: Double? { workout.meters ?? points.last { $0.meters != nil }?.meters }
}
