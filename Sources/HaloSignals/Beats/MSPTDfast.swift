/// Peaks of a pulse wave by comparing each sample with those around it at many distances at once: MSPTDfast, version 2.
///
/// From the description of Charlton et al., "The MSPTDfast photoplethysmography beat detection algorithm" (Physiological Measurement,
/// 2025; MSPTD is by Bishop and Ercole, 2018): about 20 samples a second, windows of 6 s that overlap by a fifth, the trend taken away,
/// and distances up to a second (30 bpm). Sample i is a maximum at distance k if it is larger than both i − k and i + k. λ is the
/// distance at which most samples are; a peak is a sample that is a maximum at every distance up to λ.
public struct MSPTDfast: Sendable {
  /// Samples a second that it works at.
  public static let rate = 20.0
  /// Samples in a window.
  static let window = 120
  /// Samples from a window to the next.
  static let step = 96

  private var flat: [Double] = []

  public init() {}

  /// The peaks of a signal at ``rate``, as indices in order. Those of the signal upside down are its troughs.
  public mutating func peaks(_ samples: [Double]) -> [Int] {
    var peaks: [Int] = []
    var start = 0
    while start < samples.count {
      // The last window reaches back, so that it is whole too.
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
      var (most, reach) = (0, 1)
      for k in 1...furthest {
        var highs = 0
        for i in k..<flat.count - k { highs &+= flat[i] > flat[i - k] && flat[i] > flat[i + k] ? 1 : 0 }
        if highs > most { (most, reach) = (highs, k) }
      }
      // Within that distance of an edge nothing is a peak; windows overlap.
      for i in flat.indices where i >= reach && i + reach < flat.count {
        if (1...reach).allSatisfy({ flat[i] > flat[i - $0] && flat[i] > flat[i + $0] }) { peaks.append(first + i) }
      }
    }
  }

  /// The samples without the straight line through them.
  private mutating func detrend(_ samples: ArraySlice<Double>) {
    let count = Double(samples.count)
    let middle = (count - 1) / 2
    var (sum, tilt) = (0.0, 0.0)
    for (index, value) in samples.enumerated() {
      sum += value
      tilt += (Double(index) - middle) * value
    }
    let slope = tilt / (count * (count * count - 1) / 12)
    let mean = sum / count
    flat.removeAll(keepingCapacity: true)
    for (index, value) in samples.enumerated() { flat.append(value - mean - slope * (Double(index) - middle)) }
  }

  /// In order, each once: windows overlap.
  private static func merged(_ places: [Int]) -> [Int] {
    var merged: [Int] = []
    for place in places.sorted() where merged.last.map({ place - $0 > 1 }) ?? true { merged.append(place) }
    return merged
  }
}
