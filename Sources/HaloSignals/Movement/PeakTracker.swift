/// Detects peaks of a filtered movement with hysteresis: the signal must rise to a peak, and fall from it, by a minimum
/// amount.
struct PeakTracker: Sendable {
  /// The sample indices of the latest peaks, including counted ones.
  private(set) var peaks: [Int] = []
  /// Peaks before this sample have been counted or are skipped.
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
    // Compare squares, which saves a square root per sample.
    let least = max(
      StepCounter.smallestPeak * StepCounter.smallestPeak, StepCounter.prominence * StepCounter.prominence * power)
    if isRising {
      if value > extreme {
        extreme = value
        extremeAt = sample
      } else if (extreme - value) * (extreme - value) > least {
        // Peaks that did not become a bout within a minute: drop the oldest.
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

  /// Removes the peaks before a sample.
  mutating func forget(before sample: Int) { peaks.removeAll { $0 < sample } }

  /// Excludes the peaks before a sample from later counts.
  mutating func skip(to sample: Int) { next = max(next, sample) }

  /// Returns the peaks up to a sample that have not been taken before.
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
