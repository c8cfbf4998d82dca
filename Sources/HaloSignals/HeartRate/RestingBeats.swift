/// The beats in a window of light at rest: the time between them is more exact than a spectrum, which follows a lively
/// heart late.
struct RestingBeats {
  /// Below this sampling rate (Hz), the spectrum is as exact.
  static let lowestRate = 10.0
  /// From this movement on (0 to 1) a wearer is not at rest, nor for this number of windows after it: two minutes, in
  /// which the heart slows down faster than a device that smooths shows it.
  static let mostMovement: Float = 0.02
  static let restingWindows = 60
  /// Below this heart rate (bpm) a window has few beats, and the band-pass bends them.
  private static let slowest = 50.0

  private var first = 0.0
  private var before = 0.0
  private var last = (position: 0.0, slope: 0.0)
  private var count = 0
  private var shortest = Double.infinity
  private var longest = 0.0

  /// Returns the heart rate between the steepest rises that are about a period apart; nil if they are few or uneven, or if
  /// the spectrum disagrees.
  ///
  /// - Parameters:
  ///   - samples: A ring buffer of band-passed light (lane 0) that begins at `start`.
  ///   - count: The number of samples in the window, the last ones.
  ///   - spectral: The rate in the spectrum, in bpm.
  static func bpm(
    _ samples: [SIMD4<Double>], from start: Int, count: Int, rate: Double, spectral: Double
  ) -> Double? {
    guard spectral >= slowest else { return nil }
    let first = samples.count - count
    /// Passes the slope at each sample of the window, in order.
    func slopes(_ body: (Double) -> Void) {
      var index = (start + first) % samples.count
      func next() -> Double {
        defer { index = index + 1 == samples.count ? 0 : index + 1 }
        return samples[index].x
      }
      var before = next()
      var here = next()
      for _ in 2..<count {
        let after = next()
        body(after - before)
        before = here
        here = after
      }
    }
    var rises = 0.0
    var falls = 0.0
    slopes {
      rises = max(rises, $0)
      falls = max(falls, -$0)
    }
    // Blood arrives faster than it leaves, so the steeper side is the beat, whatever the polarity.
    let sign = rises >= falls ? 1.0 : -1
    let least = 0.35 * max(rises, falls)
    let period = 60 * rate / spectral
    var beats = RestingBeats()
    // The first slope is no peak: what came before it is unknown.
    var previous = Double.nan
    var here = Double.infinity
    var position = 0.0
    slopes { slope in
      let next = sign * slope
      if here > least, here >= previous, here > next {
        beats.add(position + Parabola.top(previous, here, next), slope: here, within: 0.6 * period)
      }
      previous = here
      here = next
      position += 1
    }
    beats.close()
    guard beats.count > 5 else { return nil }
    let mean = (beats.last.position - beats.first) / Double(beats.count - 1)
    let bpm = 60 * rate / mean
    return beats.shortest > 0.7 * mean && beats.longest < 1.3 * mean && abs(bpm - spectral) <= 12 ? bpm : nil
  }

  /// Adds a rise; of two that are closer than `reach` samples, the steeper counts.
  private mutating func add(_ position: Double, slope: Double, within reach: Double) {
    guard count > 0, position - last.position < reach else {
      close()
      before = last.position
      last = (position, slope)
      count += 1
      if count == 1 { first = position }
      return
    }
    guard slope > last.slope else { return }
    last = (position, slope)
    if count == 1 { first = position }
  }

  /// Notes the interval before the last beat.
  private mutating func close() {
    guard count > 1 else { return }
    shortest = min(shortest, last.position - before)
    longest = max(longest, last.position - before)
  }
}
