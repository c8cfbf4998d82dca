/// A sensor whose readings are kept as they are.
public enum RawSensor: String, Sendable, CaseIterable, Hashable, Codable {
  /// Voltage of the heart on the skin: electrocardiogram. Microvolts.
  case ecg
  /// Green light, for the pulse: photoplethysmography. Raw counts.
  case ppg
  /// The second light of an armband that has several. Raw counts.
  case ppg2
  /// The third.
  case ppg3
  /// The light around, which an armband takes away from the others. Raw counts.
  case ambientLight
  /// Red light, for oxygen. Raw counts.
  case redLight
  /// Acceleration along X, Y and Z, in units of the earth's (g).
  case accelerometer

  /// How many numbers a reading has.
  public var channels: Int { self == .accelerometer ? 3 : 1 }
}

/// A minute of a sensor's readings at most, as they came.
public struct RawChunk: Sendable, Hashable {
  /// Which sensor.
  public let sensor: RawSensor
  /// When the minute begins, by the clock of the machine that received them.
  public let start: Moment
  /// Milliseconds from `start` to each reading, 0…59999, in order.
  public let offsets: [UInt16]
  /// The readings one after the other, each with the sensor's number of channels.
  public let values: [Float]
  /// Counts a g with which an accelerometer's readings were converted to g. Decided once for a stream. `nil` if the device sends g, or
  /// the sensor is another; a ring's chunk without it, from before version 0.11, was converted with 512.
  public let countsPerG: Int?

  /// Readings of a minute.
  public init(_ sensor: RawSensor, start: Moment, offsets: [UInt16], values: [Float], countsPerG: Int? = nil) {
    self.countsPerG = countsPerG
    self.sensor = sensor
    self.start = start
    self.offsets = offsets
    self.values = values
  }
}
