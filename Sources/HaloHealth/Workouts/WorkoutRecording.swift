/// A workout and what was measured meanwhile.
public struct WorkoutRecording: Sendable, Hashable {
  /// What was known at a moment. What is `nil` was not measured, which is not 0.
  public struct Point: Sendable, Hashable {
    /// When.
    public let time: Moment
    /// Beats a minute.
    public var heartRate: Int?
    /// Metres since the beginning.
    public var meters: Double?
    /// Metres a second.
    public var speed: Double?
    /// Steps, strokes or turns of the crank a minute.
    public var cadence: Int?
    /// Watts.
    public var watts: Int?

    /// What was known at `time`.
    public init(
      time: Moment, heartRate: Int? = nil, meters: Double? = nil, speed: Double? = nil, cadence: Int? = nil,
      watts: Int? = nil
    ) {
      self.time = time
      self.heartRate = heartRate
      self.meters = meters
      self.speed = speed
      self.cadence = cadence
      self.watts = watts
    }
  }

  /// A beat of the heart.
  public struct Beat: Sendable, Hashable {
    /// When it was.
    public let time: Moment
    /// Milliseconds since the one before.
    public let interval: Double

    /// A beat.
    public init(time: Moment, interval: Double) {
      self.time = time
      self.interval = interval
    }
  }

  /// The workout.
  public let workout: Workout
  /// Whether it was on a machine, or at least under a roof.
  public let isIndoors: Bool
  /// What was measured within it, in order of time.
  public let points: [Point]
  /// The beats within it, in order of time.
  public let beats: [Beat]

  /// A workout with what was measured. What lies outside of it is left out; of two points at one moment the later in the list holds.
  public init(_ workout: Workout, isIndoors: Bool, points: [Point], beats: [Beat] = []) {
    self.workout = workout
    self.isIndoors = isIndoors
    let span = workout.start.milliseconds...(workout.start.milliseconds + max(0, workout.length))
    var sorted: [Point] = []
    for (_, point) in points.enumerated().filter({ span.contains($0.element.time.milliseconds) })
      .sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) })
    {
      if sorted.last?.time.milliseconds == point.time.milliseconds { sorted.removeLast() }
      sorted.append(point)
    }
    self.points = sorted
    self.beats = beats.filter { span.contains($0.time.milliseconds) }.sorted { $0.time < $1.time }
  }

  /// When it ended.
  public var end: Moment { workout.start + .milliseconds(max(0, workout.length)) }

  /// The distance: as the workout knows it, otherwise the last that was measured.
  public var meters: Double? { workout.meters ?? points.last { $0.meters != nil }?.meters }
}
