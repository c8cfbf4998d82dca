/// Detects peaks of a pulse wave by comparing each sample with its neighbors at many distances: MSPTDfast, version 2.
///
/// Implemented from the description of Charlton et al., "The MSPTDfast photoplethysmography beat detection algorithm"
/// (Physiological Measurement, 2025; MSPTD is by Bishop and Ercole, 2018): about 20 Hz, windows of 6 s that overlap by
/// a fifth, linear detrending, and distances up to 1 s (30 bpm). Sample i is a maximum at distance k if it exceeds both
/// i − k and i + k. λ is the distance with the most maxima; a peak is a sample that is a maximum at every distance up
/// to λ.
public struct MSPTDfast: Sendable {
  /// The sampling rate of the algorithm, in Hz.
  public static let rate = 20.0
  /// The window length, in samples.
  static let window = 120
  /// The number of samples between the starts of two windows.
  static let step = 96

  private var flat: [Double] = []

  /// Creates a detector.
  public init() {}

  /// Returns the indices of the peaks of a signal at ``rate``, in order. The peaks of the negated signal are its
  /// troughs.
  public mutating func peaks(_ samples: [Double]) -> [Int] {
    var peaks: [Int] = []
    var start = 0
    while start < samples.count {
      // Move the last window back, so that it is complete.
      let first = max(0, min(start, samples.count - Self.window))
      let end = min(first + Self.window, samples.count)
      look(samples[first..<end], first, &peaks)
      if end == samples.count { break }
      start += Self.step
    }
    return Self.merged(peaks)
  }

  private mutating func look(_ samples: ArraySlice<Double>, _ first: Int, _ peaks: inout [Int]) {
    guard samples.count > 4 else { return }
    detrend(samples)
    let furthest = max(1, min(flat.count / 2 - 1, Int(Self.rate)))
    flat.withUnsafeBufferPointer { flat in
      var most = 0
      var reach = 1
      for k in 1...furthest {
        var highs = 0
        for i in k..<flat.count - k { highs &+= flat[i] > flat[i - k] && flat[i] > flat[i + k] ? 1 : 0 }
        if highs > most { (most, reach) = (highs, k) }
      }
      // There are no peaks this close to an edge; overlapping windows find them.
      for i in flat.indices where i >= reach && i + reach < flat.count {
        if (1...reach).allSatisfy({ flat[i] > flat[i - $0] && flat[i] > flat[i + $0] }) { peaks.append(first + i) }
      }
    }
  }

  /// Subtracts the regression line from the samples.
  private mutating func detrend(_ samples: ArraySlice<Double>) {
    let count = Double(samples.count)
    let middle = (count - 1) / 2
    var sum = 0.0
    var tilt = 0.0
    for (index, value) in samples.enumerated() {
      sum += value
      tilt += (Double(index) - middle) * value
    }
    let slope = tilt / (count * (count * count - 1) / 12)
    let mean = sum / count
    flat.removeAll(keepingCapacity: true)
    for (index, value) in samples.enumerated() { flat.append(value - mean - slope * (Double(index) - middle)) }
  }

  /// Sorts positions and removes duplicates from overlapping windows.
  private static func merged(_ indices: [Int]) -> [Int] {
    var merged: [Int] = []
    for index in indices.sorted() where merged.last.map({ index - $0 > 1 }) ?? true { merged.append(index) }
    return merged
  }
}
