public import HaloText
public import HaloHealth

/// A device that measures while somebody watches.
public protocol LiveMeasuring: Wearable {
  /// What it can measure live.
  var liveQuantities: [LiveQuantity] { get }

  /// Starts a measurement, calls `body` with its readings, and stops it: when `body` returns, when it throws, and when the task
  /// is cancelled. One measurement runs at a time. The readings end where the link is lost.
  ///
  /// - Throws: ``LiveMeasuringError``, and whatever `body` throws.
  func withLiveMeasurement<Result: Sendable>(
    of quantity: LiveQuantity, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result

  /// Seconds that such a device usually takes before its first value of a quantity; `nil` if it has one at once, or it is not known.
  static func warmUpSeconds(for quantity: LiveQuantity) -> Int?
}

extension LiveMeasuring {
  public static func warmUpSeconds(for quantity: LiveQuantity) -> Int? { nil }
}

/// What can be measured live.
public enum LiveQuantity: String, Sendable, CaseIterable, Hashable {
  /// Heart rate in beats per minute.
  case heartRate
  /// Oxygen saturation in per cent.
  case oxygenSaturation
  /// Heart-rate variability in milliseconds, as the device computes it.
  case heartRateVariability
  /// The device's own stress score.
  case stress
  /// Steps of the day so far.
  case steps
  /// Speed over ground in meters per second.
  case speed
  /// Turns of a crank, or steps, per minute.
  case cadence

  /// The quantity in words.
  public var phrase: Phrase {
    switch self {
    case .heartRate: Phrase("heart rate")
    case .oxygenSaturation: Phrase("SpO₂")
    case .heartRateVariability: Phrase("heart-rate variability")
    case .stress: Phrase("stress")
    case .steps: Phrase("steps")
    case .speed: Phrase("speed")
    case .cadence: Phrase("cadence")
    }
  }

  /// The quantity in English.
  public var words: String { phrase.english }
}

/// One reading of a live measurement.
public struct LiveReading: Sendable, Hashable {
  /// How the measurement goes.
  public enum State: Sendable, Hashable {
    /// Warming up: there is no value yet.
    case warmingUp
    /// The device is not worn, or worn badly.
    case notWorn
    /// No data for the moment.
    case noData
    /// A value in the quantity's unit.
    case value(Double)
  }

  /// How the measurement goes, with the value where there is one.
  public let state: State
  /// Times between beats in milliseconds, oldest first: those that came with this reading.
  public let beatIntervals: [Double]
  /// Heart-rate variability (RMSSD) over the last minute in milliseconds, where the device gives every beat; see
  /// ``RollingVariability``.
  public let rmssd: Double?
  /// Energy in kilojoules since it was last reset, where the device counts it.
  public let kilojoules: Int?
  /// The day so far, with steps.
  public let totals: DailyTotals?
  /// The number that a recorder gave the frame.
  public let frame: Int?

  /// Time between the last two beats in milliseconds, where the device gives it.
  public var beatIntervalMilliseconds: Int? { beatIntervals.last.map { Int($0.rounded()) } }

  /// A reading.
  public init(state: State, beatIntervalMilliseconds: Int? = nil, frame: Int? = nil) {
    self.init(state: state, beatIntervals: beatIntervalMilliseconds.map { [Double($0)] } ?? [], frame: frame)
  }

  /// A reading of a device that gives every beat.
  public init(
    state: State, beatIntervals: [Double], rmssd: Double? = nil, kilojoules: Int? = nil, frame: Int? = nil
  ) {
    totals = nil
    self.state = state
    self.beatIntervals = beatIntervals
    self.rmssd = rmssd
    self.kilojoules = kilojoules
    self.frame = frame
  }

  /// A reading of a device that counts steps.
  public init(state: State, totals: DailyTotals, frame: Int? = nil) {
    self.state = state
    self.totals = totals
    beatIntervals = []
    rmssd = nil
    kilojoules = nil
    self.frame = frame
  }
}

/// Why there is no live measurement.
public enum LiveMeasuringError: Error, Sendable, Hashable, PhrasedError {
  /// The device does not measure that.
  case unsupported(device: String, what: Phrase)
  /// It measures something else already.
  case busy(device: String, running: Phrase)
  /// Its raw stream does not stop, though it was told to.
  case stillStreaming(device: String)

  public var phrase: Phrase {
    switch self {
    case .unsupported(let device, let what):
      Phrase("\(device) does not measure \(what) live. 'halo info' says what it can do.")
    case .busy(let device, let running):
      Phrase("\(device) measures one thing at a time, and \(running) is running. Stop that first.")
    case .stillStreaming(let device):
      Phrase(
        "\(device) did not stop its raw stream; its LEDs may be on. 'halo info' tries again; otherwise put it on its charger."
      )
    }
  }
}
