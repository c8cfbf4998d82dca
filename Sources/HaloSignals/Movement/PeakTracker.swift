/// Finds the peaks of a filtered movement by hysteresis: one is a peak once the signal has fallen far enough from it, after having risen as
/// far.
struct PeakTracker: Sendable {
  /// The samples at which the last peaks were, counted ones among them.
  private(set) var peaks: [Int] = []
  /// Peaks before this sample are counted, or count no more.
  private var next = Int.min
  private var power = 0.0
  private let powerShare: Double
  private var isRising = true
  private var extreme = -Double.infinity
  private var extremeAt = 0

  init(rate: Double) {
    powerShare = 1 / (4 * rate)
    peaks.reserveCapacity(256)
  }

  @inline(__always)
  mutating func add(_ value: Double, at sample: Int) {
    power += powerShare * (value * value - power)
    // Squares are compared: a square root a sample is what this would take longest for.
    let least = max(
      StepCounter.smallestPeak * StepCounter.smallestPeak, StepCounter.prominence * StepCounter.prominence * power)
    if isRising {
      if value > extreme {
        extreme = value
        extremeAt = sample
      } else if (extreme - value) * (extreme - value) > least {
        // Peaks of nothing that became a bout for a minute: the oldest go.
        if peaks.count == 256 { peaks.removeFirst(128) }
        peaks.append(extremeAt)
        isRising = false
        extreme = value
      }
    } else if value < extreme {
      extreme = value
    } else if (value - extreme) * (value - extreme) > least {
      isRising = true
      extreme = value
      extremeAt = sample
    }
  }

  /// Forgets the peaks before a sample.
  mutating func forget(before sample: Int) { peaks.removeAll { $0 < sample } }

  /// Leaves out the peaks before a sample when peaks are taken.
  mutating func skip(to sample: Int) { next = max(next, sample) }

  /// The peaks up to a sample that were not taken yet.
  mutating func take(through sample: Int) -> ArraySlice<Int> {
    let taken = peaks.drop { $0 < next }.prefix { $0 <= sample }
    skip(to: sample + 1)
    return taken
  }

  mutating func reset() {
    peaks.removeAll(keepingCapacity: true)
    next = .min
    power = 0
    isRising = true
    extreme = -.infinity
  }
}
