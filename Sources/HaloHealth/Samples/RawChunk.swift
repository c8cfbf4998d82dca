/// A sensor whose raw readings are stored.
public enum RawSensor: String, Sendable, CaseIterable, Hashable, Codable {
  /// Voltage of the heart on the skin: electrocardiogram. Microvolts.
  case ecg
  /// Green light, for the pulse: photoplethysmography. Raw counts.
  case ppg
  /// A second light of an armband with several lights. Raw counts.
  case ppg2
  /// A third light. Raw counts.
  case ppg3
  /// Ambient light, which an armband subtracts from the others. Raw counts.
  case ambientLight
  /// Red light, for SpO₂. Raw counts.
  case redLight
  /// Acceleration along X, Y and Z, in g.
  case accelerometer

  /// The number of values in a reading.
  public var channels: Int { self == .accelerometer ? 3 : 1 }
}

/// The raw readings of a sensor within at most one minute.
public struct RawChunk: Sendable, Hashable {
  public let sensor: RawSensor
  /// The beginning of the minute, by the clock of the machine that received the readings.
  public let start: Moment
  /// Milliseconds from `start` to each reading, 0…59999, in order.
  public let offsets: [UInt16]
  /// The readings in order, each with one value for each channel of the sensor.
  public let values: [Float]
  /// The counts per g with which accelerometer readings were converted to g, determined once for a stream. `nil` if the
  /// device sends g, or for other sensors. Chunks of rings without it, from before version 0.11, were converted with
  /// 512.
  public let countsPerG: Int?

  /// The readings of a minute.
  public init(_ sensor: RawSensor, start: Moment, offsets: [UInt16], values: [Float], countsPerG: Int? = nil) {
    self.countsPerG = countsPerG
    self.sensor = sensor
    self.start = start
    self.offsets = offsets
    self.values = values
  }
}
