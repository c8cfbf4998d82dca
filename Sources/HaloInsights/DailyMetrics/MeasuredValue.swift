/// A measured value as an input to daily metrics.
public struct MeasuredValue: Sendable, Hashable, DeviceValue {
  /// The time of the measurement, or the beginning of its interval.
  public let time: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public let length: Int
  /// The value in its metric's unit.
  public let value: Double
  /// The device that measured it.
  public let device: SourceDevice
  /// The journal's number of the statement that reported it; `nil` for imported data.
  public let statement: Int?
  /// True if it was measured live or manually, not logged.
  public let isMomentary: Bool
  /// The rank that the wearer gave the device for the metric, 1 for the first; `nil` for none.
  public let rank: Int?

  /// A value.
  public init(
    time: Moment, length: Int = 0, value: Double, device: SourceDevice, statement: Int? = nil,
    isMomentary: Bool = false,
    rank: Int? = nil
  ) {
    self.time = time
    self.length = length
    self.value = value
    self.device = device
    self.statement = statement
    self.isMomentary = isMomentary
    self.rank = rank
  }

  /// The device, by its number in the journal.
  public var deviceNumber: Int { device.id }
  /// The time, in milliseconds since 1970.
  public var milliseconds: Int { time.milliseconds }
}

extension Array<MeasuredValue> {
  /// The values from `start` until before `end`, in milliseconds. The values must be in order of time.
  func within(_ start: Int, _ end: Int) -> ArraySlice<MeasuredValue> {
    let first = partitioningIndex { $0.time.milliseconds >= start }
    let last = partitioningIndex { $0.time.milliseconds >= end }
    return self[first..<Swift.max(first, last)]
  }
}

extension Collection<MeasuredValue> {
  /// The values of the chosen device as an input, with a description of the choice if `all` has other devices.
  func input(_ metric: Metric, of all: some Collection<MeasuredValue>, in time: Range<Int>) -> InsightInput? {
    guard let first else { return nil }
    let last = self.reduce(first) { $1.time > $0.time ? $1 : $0 }
    let choice = all.contains { $0.device != first.device } ? DeviceChoice(of: all, in: time) : nil
    return InsightInput(
      .values(
        metric: metric, count: count, device: first.device.id, first: first.time, last: last.time, choice: choice),
      statements: Set(compactMap(\.statement)))
  }
}
