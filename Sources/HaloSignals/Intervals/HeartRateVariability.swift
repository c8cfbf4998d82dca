import HaloFoundation

/// Heart rate variability (HRV). `docs/signals.md` has the definitions.
public struct HeartRateVariability: Sendable, Equatable {
  /// RMSSD: the root mean square of successive differences, ms.
  public var rmssd: Double
  /// SDNN: the standard deviation of the intervals (divided by n − 1), ms.
  public var sdnn: Double
  /// pNN50: the share of successive differences above 50 ms, in percent.
  public var pnn50: Double
  /// SD1 of the Poincaré plot: the standard deviation across the line of identity, ms.
  public var sd1: Double
  /// SD2 of the Poincaré plot: the standard deviation along the line of identity, ms.
  public var sd2: Double
  /// LF: the power from 0.04 to 0.15 Hz, ms². `nil` if the recording is shorter than a minute.
  public var lf: Double?
  /// HF: the power from 0.15 to 0.4 Hz, ms². `nil` if the recording is shorter than a minute.
  public var hf: Double?
  /// The mean interval, ms.
  public var mean: Double
  /// The uncertainty of each value.
  public var uncertainty: VariabilityUncertainty

  /// LF/HF, the ratio of the two powers.
  public var lfhf: Double? {
    guard let lf, let hf, hf > 0 else { return nil }
    return lf / hf
  }
}

extension HeartRateVariability {
  /// Computes HRV from intervals in order, using those whose element of `counts` is true; differences are taken between
  /// adjacent used intervals. `time` is in seconds; a gap between intervals breaks the sequence.
  ///
  /// - Returns: nil for fewer than three used intervals, or if no two of them are successive.
  init?(_ intervals: [BeatInterval], counts: [Bool]) {
    let good = intervals.indices.filter { counts[$0] }
    let values = good.map { intervals[$0].milliseconds }
    guard values.count > 2 else { return nil }
    var differences: [Double] = []
    var sums: [Double] = []
    var places = values.map { VariabilityUncertainty.Place(value: $0) }
    for (place, (left, right)) in zip(good, good.dropFirst()).enumerated() where right == left + 1 {
      let one = intervals[left]
      let two = intervals[right]
      // The next interval must begin where this one ended.
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
    lf = bands.low.power
    hf = bands.high.power
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

  /// The length of the segments for spectra, in seconds.
  static let stretch = 300.0
  /// The frequency resolution, in Hz.
  static let step = 0.001

  /// The power in a band, accumulated over segments.
  struct Band {
    private var sum = 0.0
    private var squares = 0.0
    private var stretches = 0.0

    /// Adds a segment of `seconds` with its density in steps of ``step``.
    mutating func add(_ density: ArraySlice<Double>, seconds: Double) {
      for value in density {
        sum += value
        // Frequencies closer than the segment's resolution are not independent.
        squares += value * value / min(HeartRateVariability.step * seconds, 1)
      }
      stretches += 1
    }

    /// The mean power of the segments, ms².
    var power: Double { sum * HeartRateVariability.step / max(stretches, 1) }
    /// The degrees of freedom: two per independent frequency, fewer if a few of them have most of the power.
    var freedom: Double { squares > 0 ? 2 * sum * sum / squares : 0 }
  }

  /// Returns LF and HF: the mean spectrum of five-minute segments, or the spectrum of the whole recording if it is
  /// shorter.
  private static func bands(_ intervals: [BeatInterval]) -> (low: Band, high: Band)? {
    guard let first = intervals.first, let last = intervals.last else { return nil }
    let start = first.time - first.milliseconds / 1000
    let duration = last.time - start
    guard duration >= 60 else { return nil }
    let parts = max(1, Int((duration / stretch).rounded()))
    let length = duration / Double(parts)
    var low = Band()
    var high = Band()
    var isKnown = false
    var from = 0
    for part in 0..<parts {
      let end = part == parts - 1 ? Double.infinity : start + Double(part + 1) * length
      var to = from
      while to < intervals.count, intervals[to].time <= end { to += 1 }
      let some = intervals[from..<to]
      from = to
      // Scattered pieces do not make a minute, no matter how long they span.
      guard some.count >= 20, some.reduce(0, { $0 + $1.milliseconds }) >= 60_000,
        let spectrum = LombScargle(times: some.map(\.time), values: some.map(\.milliseconds))
      else { continue }
      // Each frequency represents a band of one step around it.
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
