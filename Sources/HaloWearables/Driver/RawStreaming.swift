/// A device that streams the raw readings of its sensors.
public protocol RawStreaming: Wearable {
  /// Starts the raw stream, calls `body` with its readings, and stops it: when `body` returns, when it throws, and when
  /// the task is canceled. The readings end if the link is lost.
  ///
  /// - Throws: ``LiveMeasuringError``, and any error that `body` throws.
  func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result

  /// Returns whether a device is known to stream raw signals, as far as its advertisement shows.
  static func givesRawSignals(_ advertisement: Advertisement) -> Bool
}

extension RawStreaming {
  /// Any device of the family.
  public static func givesRawSignals(_ advertisement: Advertisement) -> Bool { true }
}

/// One reading of a sensor.
public struct RawReading: Sendable, Hashable {
  /// A sensor.
  public typealias Sensor = RawSensor

  /// The value of a reading.
  public enum Value: Sendable, Hashable {
    /// Light in raw counts 0…65535, with the highest and lowest of the sensor's current window.
    case light(raw: Int, maximum: Int, minimum: Int)
    /// Acceleration along X, Y and Z in g.
    case acceleration(x: Double, y: Double, z: Double)
    /// Light in raw counts without a window; may be negative.
    case count(Int)
    /// Voltage in microvolts.
    case voltage(microvolts: Int)
    /// Samples that the driver cannot decode, of a frame with this type.
    case undecoded(frameType: UInt8)
  }

  public let sensor: Sensor
  public let value: Value
  /// Accelerometer counts per g in the device's own unit; `nil` if the device sends g, or for other sensors.
  public let countsPerG: Int?
  /// Time in milliseconds between the measurement and the arrival of its frame, by the device's clock; 0 if not
  /// reported.
  public let delayMilliseconds: Double
  /// The recorder's number of the frame.
  public let frame: Int?

  /// Creates a reading.
  public init(
    _ sensor: Sensor, _ value: Value, countsPerG: Int? = nil, delayMilliseconds: Double = 0, frame: Int? = nil
  ) {
    self.sensor = sensor
    self.value = value
    self.countsPerG = countsPerG
    self.delayMilliseconds = delayMilliseconds
    self.frame = frame
  }

  /// The numbers of the reading, one for each channel of the sensor. Empty if it could not be decoded.
  public var values: [Double] {
    switch value {
    case .light(let raw, _, _): [Double(raw)]
    case .acceleration(let x, let y, let z): [x, y, z]
    case .count(let count): [Double(count)]
    case .voltage(let microvolts): [Double(microvolts)]
    case .undecoded: []
    }
  }
}
