/// A device that can measure live.
public protocol LiveMeasuring: Wearable {
  /// The quantities that the device can measure live.
  var liveQuantities: [Metric] { get }

  /// Starts a measurement, calls `body` with its readings, and stops it: when `body` returns, when it throws, and when
  /// the task is canceled. One measurement runs at a time. The readings end if the link is lost.
  ///
  /// - Throws: ``LiveMeasuringError``, and any error that `body` throws.
  func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result

  /// Returns the typical time in seconds before the first value of a quantity; `nil` if it comes at once or is not
  /// known.
  static func warmUpSeconds(for quantity: Metric) -> Int?
}

extension LiveMeasuring {
  /// No known warm-up.
  public static func warmUpSeconds(for quantity: Metric) -> Int? { nil }
}

/// One reading of a live measurement.
public struct LiveReading: Sendable, Hashable {
  /// The state of the measurement.
  public enum State: Sendable, Hashable {
    /// Warming up, with no value yet.
    case warmingUp
    /// The device is not worn, or fits badly.
    case notWorn
    /// No data for the moment.
    case noData
    /// The device stopped sending, and the measurement was started again.
    case restarted
    /// A value in the quantity's unit.
    case value(Double)
  }

  /// The state of the measurement, with its value if there is one.
  public let state: State
  /// Beat intervals that came with this reading, in milliseconds, oldest first.
  public let beatIntervals: [Double]
  /// HRV (RMSSD) over the last minute in milliseconds; `nil` unless the device reports every beat. See
  /// `RollingVariability`.
  public let rmssd: Double?
  /// Why there is no HRV, or what was left out of it, as a clause; `nil` if there is nothing to note.
  public let note: Phrase?
  /// Energy in kilojoules since the last reset; `nil` if the device does not count it.
  public let kilojoules: Int?
  /// The device's totals of the current day, with steps; `nil` if it does not count steps.
  public let totals: DailyTotals?
  /// The recorder's number of the frame.
  public let frame: Int?

  /// The last beat interval in milliseconds; `nil` if the device does not report it.
  public var beatIntervalMilliseconds: Int? { beatIntervals.last.map { Int($0.rounded()) } }

  /// Creates a reading with the last beat interval.
  public init(state: State, beatIntervalMilliseconds: Int?, frame: Int? = nil) {
    self.init(state: state, beatIntervals: beatIntervalMilliseconds.map { [Double($0)] } ?? [], frame: frame)
  }

  /// Creates a reading.
  public init(
    state: State, beatIntervals: [Double] = [], rmssd: Double? = nil, note: Phrase? = nil, kilojoules: Int? = nil,
    totals: DailyTotals? = nil, frame: Int? = nil
  ) {
    self.state = state
    self.beatIntervals = beatIntervals
    self.rmssd = rmssd
    self.note = note
    self.kilojoules = kilojoules
    self.totals = totals
    self.frame = frame
  }
}

/// The reason why a live measurement failed.
public enum LiveMeasuringError: Error, Sendable, Hashable, PhrasedError {
  /// The device cannot measure the quantity live.
  case unsupported(device: String, what: Phrase)
  /// Another measurement is running on the device.
  case busy(device: String, running: Phrase)
  /// The device refused the measurement; `reason` is a clause with its reason, followed by the remedy.
  case refused(device: String, what: Phrase, reason: Phrase)
  /// The device's raw stream did not stop after the stop command.
  case stillStreaming(device: String)

  /// The error in a sentence or two.
  public var phrase: Phrase {
    switch self {
    case .unsupported(let device, let what):
      Phrase("\(device) does not measure \(what) live. 'halo info' lists the supported quantities.")
    case .busy(let device, let running):
      Phrase("\(device) measures one quantity at a time, and \(running) is running. Stop that measurement first.")
    case .refused(let device, let what, let reason):
      Phrase("\(device) refused the measurement '\(what)': \(reason)")
    case .stillStreaming(let device):
      Phrase(
        "\(device) did not stop its raw stream; its LEDs may be on. Try 'halo info', or put it on its charger."
      )
    }
  }
}
