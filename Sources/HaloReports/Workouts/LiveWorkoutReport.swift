/// What the devices of a workout measure now, and its totals so far.
public struct LiveWorkoutReport: Encodable, Sendable, Hashable {
  /// The values with their units; `nil` for what is not measured.
  public struct Texts: Encodable, Sendable, Hashable {
    public let heartRate: Phrase?
    public let speed: Phrase?
    /// The pace of a rower.
    public let pace: Phrase?
    /// The distance so far.
    public let distance: Phrase?
    /// The machine's inclination.
    public let incline: Phrase?
    public let power: Phrase?
    /// Turns, strokes or steps per minute.
    public let cadence: Phrase?
    /// The energy so far.
    public let energy: Phrase?
  }

  /// The values with their units.
  public let texts: Texts
  /// The time since the beginning.
  public let seconds: Double
  /// Beats per minute; `nil` if it is not measured now.
  public let heartRate: Double?
  /// Why the device that measures the heart rate has no value; `nil` if there is a value, or nothing was received.
  public let heartWords: Phrase?
  /// The heart rate zone, 0 for below the first; `nil` if it is not known.
  public let zone: Int?
  /// Kilometers per hour.
  public let speed: Double?
  /// Meters so far.
  public let distance: Double?
  /// Percent.
  public let incline: Double?
  /// Watts.
  public let power: Double?
  /// Turns, strokes or steps per minute.
  public let cadence: Double?
  /// Kilocalories so far.
  public let energy: Double?

  /// The report of a machine's latest record and the latest reading of the heart rate. `totals` is the workout so far.
  public init(_ record: MachineRecord?, heart: LiveReading?, totals: Workout, zones: HeartRateZones? = nil) {
    var (rate, words): (Double?, Phrase?)
    switch heart?.state {
    case .value(let value): rate = value
    case .warmingUp, .restarted: words = Phrase("Warming up …")
    case .notWorn: words = Phrase("Not worn.")
    case .noData: words = Phrase("No heartbeat detected.")
    case nil: break
    }
    func text(_ value: Double?, _ metric: Metric) -> Phrase? { value.map { MeasureWording.value($0, of: metric) } }
    heartRate = rate
    heartWords = words
    zone = rate.flatMap { zones?.zone(of: $0) }
    seconds = Double(totals.length) / 1000
    speed = record?.kilometersPerHour
    incline = record?[.inclinationPercent]
    power = record?[.watts]
    cadence = record?.cadence
    distance = totals.meters
    energy = totals.kilocalories
    texts = Texts(
      heartRate: text(rate, .heartRate), speed: text(speed.map { $0 / 3.6 }, .speed),
      pace: record?.rowingPace.map(MeasureWording.pace),
      distance: distance.map { MeasureWording.distance($0, digits: 2) }, incline: incline.map(MeasureWording.incline),
      power: text(power, .power), cadence: text(cadence, .cadence), energy: text(energy, .activeEnergy))
  }
}
