public import HaloBluetooth
public import HaloHealth

/// A device that gives its sensors' readings as they are.
public protocol RawStreaming: Wearable {
  /// Lets the sensors stream, calls `body` with their readings, and stops them: when `body` returns, when it throws, and when
  /// the task is cancelled. The readings end where the link is lost.
  ///
  /// - Throws: ``LiveMeasuringError``, and whatever `body` throws.
  func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result

  /// Whether a device of the family is known to give raw signals, as far as its advertisement shows.
  static func givesRawSignals(_ advertisement: Advertisement) -> Bool
}

extension RawStreaming {
  public static func givesRawSignals(_ advertisement: Advertisement) -> Bool { true }
}

/// One reading of a sensor.
public struct RawReading: Sendable, Hashable {
  /// A sensor.
  public typealias Sensor = RawSensor

  /// What it read.
  public enum Value: Sendable, Hashable {
    /// Light in raw counts 0…65535, with the highest and lowest of the sensor's present window.
    case light(raw: Int, maximum: Int, minimum: Int)
    /// Acceleration along X, Y and Z in units of the earth's (g).
    case acceleration(x: Double, y: Double, z: Double)
    /// Light in raw counts alone, which may be negative.
    case count(Int)
    /// Voltage in microvolts.
    case voltage(microvolts: Int)
  }

  /// Which sensor.
  public let sensor: Sensor
  /// What it read.
  public let value: Value
  /// Counts a g of an accelerometer's reading as the device sent it; `nil` if the device sends g, or the sensor is another.
  public let countsPerG: Int?
  /// How long before it came it was taken, in milliseconds, by the device's own clock; 0 where the device does not say.
  public let delayMilliseconds: Double
  /// The number that a recorder gave the frame.
  public let frame: Int?

  /// A reading.
  public init(
    _ sensor: Sensor, _ value: Value, countsPerG: Int? = nil, delayMilliseconds: Double = 0, frame: Int? = nil
  ) {
    self.sensor = sensor
    self.value = value
    self.countsPerG = countsPerG
    self.delayMilliseconds = delayMilliseconds
    self.frame = frame
  }
}
