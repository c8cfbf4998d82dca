#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the time between beats varies. `docs/signals.md` has the definitions.
public struct HeartRateVariability: Sendable, Equatable {
  /// Root of the mean square of the differences between successive intervals, ms.
  public var rmssd: Double
  /// Standard deviation of the intervals (divided by n − 1), ms.
  public var sdnn: Double
  /// Share of successive differences above 50 ms, in percent.
  public var pnn50: Double
  /// The Poincaré plot's ellipse: standard deviation across the line of identity, ms.
  public var sd1: Double
  /// And along it, ms.
  public var sd2: Double
  /// Power from 0.04 up to 0.15 Hz, ms². `nil` where the recording is shorter than a minute.
  public var lf: Double?
  /// Power from 0.15 up to 0.4 Hz, ms². `nil` where the recording is shorter than a minute.
  public var hf: Double?
  /// The mean interval, ms.
  public var mean: Double

  /// LF divided by HF.
  public var lfhf: Double? {
    guard let lf, let hf, hf > 0 else { return nil }
    return lf / hf
  }
}

extension HeartRateVariability {
  /// From intervals in order, each with whether it counts; differences are taken between neighbours that both count. `time` is in
  /// seconds, and a gap between intervals breaks the row.
  ///
  /// - Returns: nil for fewer than three intervals that count, or no two successive ones.
  init?(_ intervals: [BeatInterval], counts: [Bool]) {
    let good = intervals.indices.filter { counts[$0] }
    let values = good.map { intervals[$0].milliseconds }
    guard values.count > 2 else { return nil }
    var differences: [Double] = []
    var sums: [Double] = []
    for (left, right) in zip(good, good.dropFirst()) where right == left + 1 {
      let (one, two) = (intervals[left], intervals[right])
      // The next interval begins where this one ended.
      guard abs(two.time - two.milliseconds / 1000 - one.time) < 0.02 else { continue }
      differences.append(two.milliseconds - one.milliseconds)
      sums.append(two.milliseconds + one.milliseconds)
    }
    guard !differences.isEmpty else { return nil }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    rmssd = (squares / Double(differences.count)).squareRoot()
    mean = values.reduce(0, +) / Double(values.count)
    sdnn = Self.deviation(values)
    pnn50 = 100 * Double(differences.count { abs($0) > 50 }) / Double(differences.count)
    sd1 = Self.deviation(differences) / 2.0.squareRoot()
    sd2 = Self.deviation(sums) / 2.0.squareRoot()
    (lf, hf) = Self.bands(good.map { intervals[$0] })
  }

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }

  /// Seconds of the stretches that spectra are taken of.
  static let stretch = 300.0
  /// Hz between the frequencies that are looked at.
  static let step = 0.001

  /// LF and HF: the mean of the spectra of stretches of five minutes, or of the whole where it is shorter.
  private static func bands(_ intervals: [BeatInterval]) -> (Double?, Double?) {
    guard let first = intervals.first, let last = intervals.last else { return (nil, nil) }
    let start = first.time - first.milliseconds / 1000
    let duration = last.time - start
    guard duration >= 60 else { return (nil, nil) }
    let parts = max(1, Int((duration / stretch).rounded()))
    let length = duration / Double(parts)
    var (low, high, weight) = (0.0, 0.0, 0.0)
    var from = 0
    for part in 0..<parts {
      let end = part == parts - 1 ? Double.infinity : start + Double(part + 1) * length
      var to = from
      while to < intervals.count, intervals[to].time <= end { to += 1 }
      let some = intervals[from..<to]
      from = to
      // Pieces far apart are no minute, however long that took.
      guard some.count >= 20, some.reduce(0, { $0 + $1.milliseconds }) >= 60_000,
        let spectrum = LombScargle(times: some.map(\.time), values: some.map(\.milliseconds))
      else { continue }
      // Each frequency stands for the band of a step around it.
      let count = Int(((0.4 - 0.04) / step).rounded())
      let density = spectrum.density(from: 0.04 + step / 2, step: step, count: count)
      let border = Int(((0.15 - 0.04) / step).rounded())
      low += density[..<border].reduce(0, +) * step
      high += density[border...].reduce(0, +) * step
      weight += 1
    }
    return weight > 0 ? (low / weight, high / weight) : (nil, nil)
  }
}
