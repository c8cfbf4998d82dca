/// The time in bed, from lying down to getting up, detected without a sleep diary.
public struct SleepWindow: Sendable, Equatable {
  /// The start and end in seconds since the beginning of the recording.
  public var start, end: Double

  /// Detects the window by the angle of the wrist alone: van Hees et al. 2018 (HDCZA, doi 10.1038/s41598-018-31266-z).
  ///
  /// Takes the changes of the angle between five-second epochs and their median over five minutes; below 15 times the
  /// tenth percentile of the recording (between 0.13 and 0.50 degrees) the wrist rests; rests of at least 30 minutes
  /// are joined across gaps of less than 60; the longest is the window. Intended for about one day of recording, so
  /// call it for each day separately.
  ///
  /// - Parameter angles: From ``MovementEpochs`` with epochs of 5 s; nil or NaN if missing, which is not rest.
  /// - Returns: nil if no rest is long enough.
  public static func byAngle(_ angles: [Double?]) -> SleepWindow? {
    let epoch = 5.0
    var changes = [Double](repeating: .nan, count: angles.count)
    for index in angles.indices.dropFirst() {
      if let now = angles[index], let before = angles[index - 1] { changes[index] = abs(now - before) }
    }
    let steady = runningMedian(changes, half: 30)
    let known = steady.filter { !$0.isNaN }.sorted()
    guard !known.isEmpty else { return nil }
    let threshold = min(max(15 * known[Int(0.1 * Double(known.count - 1))], 0.13), 0.5)
    return longest(steady.map { $0 < threshold }, epoch: epoch)
  }

  /// Detects the window by little movement with a low heart rate: for rings, whose angle is not informative.
  ///
  /// Both are averaged over ten minutes. Rest is movement of at most a quarter of its mean over the recording, with a
  /// heart rate (if known) closer to its fifth percentile than to its 75th. Pass a whole day, not the night alone.
  /// Rests of at least 30 minutes are joined across gaps of less than 60; the longest is the window. This is Halo's own
  /// method; it is not validated against polysomnography.
  ///
  /// - Parameters:
  ///   - movement: One number per epoch that grows with movement; NaN if missing, which is not rest.
  ///   - heartRate: In beats per minute; NaN if missing.
  ///   - epoch: The epoch length in seconds.
  /// - Returns: nil if no rest is long enough, or if nothing moves at all (a ring on the table).
  public static func byRest(movement: [Double], heartRate: [Double], epoch: Double) -> SleepWindow? {
    guard epoch > 0, epoch <= 600, movement.count > 1 else { return nil }
    let half = Int((300 / epoch).rounded())
    let still = NightSeries.mean(movement, from: -half, through: half)
    let slow = NightSeries.mean(heartRate, from: -half, through: half)
    let moved = movement.filter { $0.isFinite && $0 >= 0 }
    let average = moved.reduce(0, +) / Double(max(moved.count, 1))
    let rates = slow.filter { !$0.isNaN }.sorted()
    guard average > 0, average.isFinite else { return nil }
    let place = { (share: Double) in rates[Int(share * Double(rates.count - 1))] }
    let low = rates.isEmpty ? Double.infinity : (place(0.05) + place(0.75)) / 2
    return longest(
      movement.indices.map { index in
        let rate = index < slow.count ? slow[index] : .nan
        return movement[index].isFinite && still[index] <= average / 4 && (rate.isNaN || rate <= low)
      }, epoch: epoch)
  }

  /// Returns the longest of the rests of at least 30 minutes, joined across gaps of less than 60.
  private static func longest(_ rests: [Bool], epoch: Double) -> SleepWindow? {
    var blocks: [SleepWindow] = []
    var start: Int?
    for index in 0...rests.count {
      if index < rests.count, rests[index] {
        start = start ?? index
      } else if let first = start {
        let block = SleepWindow(start: Double(first) * epoch, end: Double(index) * epoch)
        if block.end - block.start >= 1800 { blocks.append(block) }
        start = nil
      }
    }
    var joined: [SleepWindow] = []
    for block in blocks {
      if let last = joined.indices.last, block.start - joined[last].end < 3600 {
        joined[last].end = block.end
      } else {
        joined.append(block)
      }
    }
    return joined.max { $0.end - $0.start < $1.end - $1.start }
  }

  /// Returns the median of the known values from `half` epochs before each to `half` after; NaN if less than half are
  /// known.
  private static func runningMedian(_ values: [Double], half: Int) -> [Double] {
    var window: [Double] = []
    for value in values.prefix(half) where !value.isNaN { window.insert(value, at: window.sortedIndex(of: value)) }
    return values.indices.map { index in
      if index + half < values.count, !values[index + half].isNaN {
        window.insert(values[index + half], at: window.sortedIndex(of: values[index + half]))
      }
      if index - half - 1 >= 0, !values[index - half - 1].isNaN {
        window.remove(at: window.sortedIndex(of: values[index - half - 1]))
      }
      guard window.count > half else { return .nan }
      let middle = window.count / 2
      return window.count % 2 == 1 ? window[middle] : (window[middle - 1] + window[middle]) / 2
    }
  }
}
