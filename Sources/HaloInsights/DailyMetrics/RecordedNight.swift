public import HaloHealth

/// A stretch of raw recording as epochs of half a minute: how much there was of movement, and how restless the heart rate was. It is what
/// Halo stages sleep from by itself; a ring's own log has no movement in it.
public struct RecordedNight: Sendable, Hashable {
  /// The length of an epoch, in seconds.
  public static let epoch = 30
  /// The shortest recording that is looked at, in minutes.
  static let shortest = SleepEpisode.shortestMain
  /// Recordings with a longer break between them are two, in minutes.
  static let longestBreak = 20
  /// Pairs of readings in a row that an epoch takes.
  static let fewestPairs = 10
  /// Readings further apart than this are not in a row, in milliseconds.
  static let longestStep = 2000
  /// How far around an epoch the heart rate is looked at, in milliseconds, and how many values that takes.
  static let reach = 150_000
  static let fewestRates = 5

  /// The device that recorded it; `nil` if that is not known.
  public let device: SourceDevice?
  /// When the first epoch begins.
  public let start: Moment
  /// The mean change of acceleration from one reading to the next, in g; not a number where too little was received.
  public let movement: [Double]
  /// The standard deviation of the heart rate around each epoch, in beats a minute; not a number where it is not known.
  public let heartRateDeviation: [Double]

  /// When the last epoch ends.
  public var end: Moment { start + .seconds(movement.count * Self.epoch) }

  /// The recordings in raw readings of one accelerometer, in order of time; short ones are left out.
  ///
  /// - Parameter heartRates: in order of time; those of `device` count or, if that is not known, of the device that ``DeviceChoice`` takes.
  public static func all(
    in chunks: [RawChunk], heartRates: [MeasuredValue], device: SourceDevice? = nil
  ) -> [RecordedNight] {
    let heartRates = device.map { device in heartRates.filter { $0.device == device } } ?? heartRates.ofOneDevice()
    let parts = chunks.filter { $0.sensor == .accelerometer && !$0.offsets.isEmpty }.reduce(into: [[RawChunk]]()) {
      parts, chunk in
      if let last = parts.last?.last, chunk.start - last.start <= .minutes(longestBreak + 1) {
        parts[parts.count - 1].append(chunk)
      } else {
        parts.append([chunk])
      }
    }
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
    var (sums, pairs) = ([Double](repeating: 0, count: epochs), [Int](repeating: 0, count: epochs))
    var before: (time: Int, x: Float, y: Float, z: Float)?
    for chunk in chunks {
      for (place, offset) in chunk.offsets.enumerated() where place * 3 + 2 < chunk.values.count {
        let time = chunk.start.milliseconds + Int(offset) - begin
        let (x, y, z) = (chunk.values[place * 3], chunk.values[place * 3 + 1], chunk.values[place * 3 + 2])
        defer { before = (time, x, y, z) }
        let epoch = time / (Self.epoch * 1000)
        guard let last = before, time > last.time, time - last.time <= Self.longestStep, sums.indices.contains(epoch)
        else { continue }
        let (dx, dy, dz) = (Double(x - last.x), Double(y - last.y), Double(z - last.z))
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

  /// The share of some epochs that have a heart rate.
  func heartShare(_ epochs: Range<Int>) -> Double {
    epochs.isEmpty ? 0 : Double(epochs.count { !heartRateDeviation[$0].isNaN }) / Double(epochs.count)
  }

  /// The places of the epochs that lie within two moments, in milliseconds.
  func epochs(within times: Range<Int>) -> Range<Int> {
    let length = Self.epoch * 1000
    let first = max(0, (times.lowerBound - start.milliseconds) / length)
    return first..<max(first, min(movement.count, (times.upperBound - start.milliseconds) / length))
  }
}
