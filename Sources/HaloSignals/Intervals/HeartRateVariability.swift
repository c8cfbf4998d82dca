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
  /// How far each value can be trusted.
  public var uncertainty: VariabilityUncertainty

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
    var places = values.map { VariabilityUncertainty.Place(value: $0) }
    for (place, (left, right)) in zip(good, good.dropFirst()).enumerated() where right == left + 1 {
      let (one, two) = (intervals[left], intervals[right])
      // The next interval begins where this one ended.
      guard abs(two.time - two.milliseconds / 1000 - one.time) < 0.02 else { continue }
      let change = (difference: two.milliseconds - one.milliseconds, sum: two.milliseconds + one.milliseconds)
      differences.append(change.difference)
      sums.append(change.sum)
      places[place + 1].change = change
    }
    guard !differences.isEmpty else { return nil }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    rmssd = (squares / Double(differences.count)).squareRoot()
    mean = values.reduce(0, +) / Double(values.count)
    sdnn = Self.deviation(values)
    pnn50 = 100 * Double(differences.count { abs($0) > 50 }) / Double(differences.count)
    sd1 = Self.deviation(differences) / 2.0.squareRoot()
    sd2 = Self.deviation(sums) / 2.0.squareRoot()
    uncertainty = VariabilityUncertainty(places, mean: mean)
    guard let bands = Self.bands(good.map { intervals[$0] }) else { return }
    (lf, hf) = (bands.low.power, bands.high.power)
    uncertainty.lf = VariabilityUncertainty.range(of: bands.low.power, freedom: bands.low.freedom)
    uncertainty.hf = VariabilityUncertainty.range(of: bands.high.power, freedom: bands.high.freedom)
    if let lfhf {
      uncertainty.lfhf = VariabilityUncertainty.range(
        ofRatio: lfhf, freedoms: (bands.low.freedom, bands.high.freedom))
    }
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

  /// The power in a band, gathered from stretches.
  struct Band {
    private var sum = 0.0
    private var squares = 0.0
    private var stretches = 0.0

    /// Adds a stretch of `seconds`, whose density was looked at in steps of ``step``.
    mutating func add(_ density: ArraySlice<Double>, seconds: Double) {
      for value in density {
        sum += value
        // Frequencies closer than a stretch can tell apart are not independent.
        squares += value * value / min(HeartRateVariability.step * seconds, 1)
      }
      stretches += 1
    }

    /// The mean power of the stretches, ms².
    var power: Double { sum * HeartRateVariability.step / max(stretches, 1) }
    /// Its degrees of freedom: two for each independent frequency, fewer if few of them have most of the power.
    var freedom: Double { squares > 0 ? 2 * sum * sum / squares : 0 }
  }

  /// LF and HF: the mean of the spectra of stretches of five minutes, or of the whole if it is shorter.
  private static func bands(_ intervals: [BeatInterval]) -> (low: Band, high: Band)? {
    guard let first = intervals.first, let last = intervals.last else { return nil }
    let start = first.time - first.milliseconds / 1000
    let duration = last.time - start
    guard duration >= 60 else { return nil }
    let parts = max(1, Int((duration / stretch).rounded()))
    let length = duration / Double(parts)
    var (low, high, isKnown) = (Band(), Band(), false)
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
      low.add(density[..<border], seconds: length)
      high.add(density[border...], seconds: length)
      isKnown = true
    }
    return isKnown ? (low, high) : nil
  }
}
