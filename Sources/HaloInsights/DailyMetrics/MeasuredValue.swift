public import HaloHealth

/// A measured value as insights read it.
public struct MeasuredValue: Sendable, Hashable {
  /// When it was measured, or when its interval begins.
  public let time: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public let length: Int
  /// The value in its metric's unit.
  public let value: Double
  /// The device that measured it.
  public let device: SourceDevice
  /// The journal's number of the statement that told it; `nil` for what was imported.
  public let statement: Int?

  /// A value.
  public init(time: Moment, length: Int = 0, value: Double, device: SourceDevice, statement: Int? = nil) {
    self.time = time
    self.length = length
    self.value = value
    self.device = device
    self.statement = statement
  }
}

extension Array<MeasuredValue> {
  /// Of values in order of time those from `start` on and before `end`, in milliseconds.
  func within(_ start: Int, _ end: Int) -> ArraySlice<MeasuredValue> {
    let first = firstPlace { $0.time.milliseconds >= start }
    let last = firstPlace { $0.time.milliseconds >= end }
    return self[first..<Swift.max(first, last)]
  }

  /// The first place for which something holds that holds for all behind it.
  private func firstPlace(_ holds: (MeasuredValue) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Collection<MeasuredValue> {
  /// The values of `device`; where it has none here, those of the device that has most.
  func ofOneDevice(preferred: SourceDevice?) -> [MeasuredValue] {
    let byDevice = Dictionary(grouping: self, by: \.device)
    if let preferred, let values = byDevice[preferred] { return values }
    return byDevice.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
  }

  /// The values as an input.
  func input(_ name: String) -> InsightInput? {
    guard let first, let device = Optional(first.device) else { return nil }
    let last = self.reduce(first) { $1.time > $0.time ? $1 : $0 }
    return InsightInput(
      "\(count) values of \(name) of \(device.name), \(first.time) to \(last.time)",
      statements: Set(compactMap(\.statement))
    )
  }
}
