@_exported public import HaloHealth

/// A raw recording in epochs of half a minute, with the amount of movement and the deviation of the heart rate. Halo
/// computes its own sleep stages from it; a ring's log has no movement.
public struct RecordedNight: Sendable, Hashable {
  /// The length of an epoch, in seconds.
  public static let epoch = 30
  /// The minimum length of a recording, in minutes.
  static let shortest = SleepEpisode.shortestMain
  /// The longest break within a recording, in minutes. After a longer break a new recording begins.
  static let longestBreak = 20
  /// The minimum number of pairs of consecutive readings in an epoch.
  static let fewestPairs = 10
  /// The longest time between two consecutive readings, in milliseconds.
  static let longestStep = 2000
  /// The time before and after the middle of an epoch in which heart rates are read, in milliseconds, and the minimum
  /// number of them.
  static let reach = 150_000
  static let fewestRates = 5

  /// The device that recorded it; `nil` if unknown.
  public let device: SourceDevice?
  /// The beginning of the first epoch.
  public let start: Moment
  /// The mean change of acceleration between consecutive readings, in g; NaN if too little was received.
  public let movement: [Double]
  /// The standard deviation of the heart rate around each epoch, in beats per minute; NaN if unknown.
  public let heartRateDeviation: [Double]

  /// The end of the last epoch.
  public var end: Moment { start + .seconds(movement.count * Self.epoch) }

  /// The recordings in raw readings of one accelerometer, in order of time, without short ones.
  ///
  /// - Parameter heartRates: Heart rates in order of time; only those of `device` are used or, if that is unknown,
  ///   those of the device that ``DeviceChoice`` chooses.
  public static func all(
    in chunks: [RawChunk], heartRates: [MeasuredValue], device: SourceDevice? = nil
  ) -> [RecordedNight] {
    let heartRates = device.map { device in heartRates.filter { $0.device == device } } ?? heartRates.fromChosenDevice()
    let parts = chunks.filter { $0.sensor == .accelerometer && !$0.offsets.isEmpty }
      .parts { $1.start - $0.start <= .minutes(longestBreak + 1) }
    return parts.compactMap { RecordedNight($0, heartRates, device) }.filter {
      $0.movement.count * epoch >= shortest * 60
    }
  }

  private init?(_ chunks: [RawChunk], _ heartRates: [MeasuredValue], _ device: SourceDevice?) {
    guard let first = chunks.first, let last = chunks.last else { return nil }
    self.device = device
    start = first.start
    let begin = first.start.milliseconds
    let epochs = (last.start.milliseconds + Int(last.offsets.last ?? 0) - begin) / (Self.epoch * 1000) + 1
    var sums = [Double](repeating: 0, count: epochs)
    var pairs = [Int](repeating: 0, count: epochs)
    var before: (time: Int, x: Float, y: Float, z: Float)?
    for chunk in chunks {
      for (index, offset) in chunk.offsets.enumerated() where index * 3 + 2 < chunk.values.count {
        let time = chunk.start.milliseconds + Int(offset) - begin
        let x = chunk.values[index * 3]
        let y = chunk.values[index * 3 + 1]
        let z = chunk.values[index * 3 + 2]
        defer { before = (time, x, y, z) }
        let epoch = time / (Self.epoch * 1000)
        guard let last = before, time > last.time, time - last.time <= Self.longestStep, sums.indices.contains(epoch)
        else { continue }
        let dx = Double(x - last.x)
        let dy = Double(y - last.y)
        let dz = Double(z - last.z)
        sums[epoch] += (dx * dx + dy * dy + dz * dz).squareRoot()
        pairs[epoch] += 1
      }
    }
    movement = zip(sums, pairs).map { $1 >= Self.fewestPairs ? $0 / Double($1) : .nan }
    heartRateDeviation = (0..<epochs).map { epoch in
      let middle = begin + (epoch * 2 + 1) * Self.epoch * 500
      let rates = heartRates.within(middle - Self.reach, middle + Self.reach).map(\.value)
      guard rates.count >= Self.fewestRates else { return .nan }
      let mean = rates.reduce(0, +) / Double(rates.count)
      return (rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rates.count - 1)).squareRoot()
    }
  }

  /// The share of epochs with a heart rate.
  func heartShare(_ epochs: Range<Int>) -> Double {
    epochs.isEmpty ? 0 : Double(epochs.count { !heartRateDeviation[$0].isNaN }) / Double(epochs.count)
  }

  /// The indices of the epochs within a time range, in milliseconds.
  func epochs(within times: Range<Int>) -> Range<Int> {
    let length = Self.epoch * 1000
    let first = max(0, (times.lowerBound - start.milliseconds) / length)
    return first..<max(first, min(movement.count, (times.upperBound - start.milliseconds) / length))
  }
}
