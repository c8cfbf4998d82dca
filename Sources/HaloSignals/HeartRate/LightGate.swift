/// Detects windows of light that are unusable: missing samples, no change, clipping.
///
/// A window consists of a few hops; their counts are merged, so each sample is processed once.
struct LightGate: Sendable {
  private var hops: [Hop]
  private var current = Hop()
  private var next = 0

  struct Hop: Sendable {
    var samples = 0
    var missing = 0
    var lowest = Double.infinity
    var highest = -Double.infinity
    /// Samples that repeat the previous one while it is the extreme.
    var atLowest = 0
    var atHighest = 0
    private var before = Double.nan

    @inline(__always)
    mutating func add(_ sample: Double) {
      samples += 1
      if sample > highest {
        highest = sample
        atHighest = 0
      } else if sample == highest, before == sample {
        atHighest += 1
      }
      if sample < lowest {
        lowest = sample
        atLowest = 0
      } else if sample == lowest, before == sample {
        atLowest += 1
      }
      before = sample
    }

    mutating func addMissing() {
      samples += 1
      missing += 1
    }
  }

  /// - Parameter hops: The number of hops in a window.
  init(hops: Int) {
    self.hops = Array(repeating: Hop(), count: hops)
  }

  @inline(__always)
  mutating func add(_ sample: Double) { current.add(sample) }

  mutating func addMissing() { current.addMissing() }

  /// Ends a hop, which replaces the oldest one.
  mutating func close() {
    hops[next] = current
    next = (next + 1) % hops.count
    current = Hop()
  }

  /// The largest magnitude in the last window.
  var level: Double {
    hops.reduce(0) { max($0, $1.samples == $1.missing ? 0 : max(abs($1.lowest), abs($1.highest))) }
  }

  /// The reason for refusing the last window; nil if it is usable.
  var refusal: HeartRateRefusal? {
    var samples = 0
    var missing = 0
    var lowest = Double.infinity
    var highest = -Double.infinity
    for hop in hops {
      samples += hop.samples
      missing += hop.missing
      lowest = min(lowest, hop.lowest)
      highest = max(highest, hop.highest)
    }
    if Double(missing) > HeartRateModel.missingPart * Double(samples) || missing == samples { return .missing }
    // Also for differences that are only rounding errors of earlier arithmetic.
    if highest - lowest <= 1e-12 * max(abs(highest), abs(lowest)) { return .flat }
    var stuck = 0
    for hop in hops {
      if hop.lowest == lowest { stuck += hop.atLowest }
      if hop.highest == highest { stuck += hop.atHighest }
    }
    return Double(stuck) > HeartRateModel.clippedPart * Double(samples - missing) ? .clipped : nil
  }
}
