import Foundation

/// Computes the likelihood of each heart rate from a window of band-passed light and movement.
///
/// ``MovementRegression`` removes the light that follows movement. The spectrum of the light is then attenuated by that
/// of the movement with a Wiener filter (after Temko, "Accurate heart rate monitoring during physical exercises using
/// PPG", 2017): each is normalized to its highest peak, and a frequency keeps (light / (light + weight · movement))² of
/// its power. The light's power is the larger of its mean over the last windows and its current value: one bad window
/// does not decide, and a pulse that has changed is not held back.
struct PulseSpectrum: Sendable {
  /// The number of states: `slowest` bpm, then one per bpm.
  let states: Int
  /// The number of samples in a window.
  let length: Int

  private var transform: FourLaneSpectrum
  /// The number of samples that ``likelihood(movement:of:from:level:into:)`` needs: history and window.
  var samples: Int { regression.history + length }
  /// The fraction of the last window's light that movement does not explain.
  private(set) var unexplained: Float = 1

  private var regression: MovementRegression
  private var window: [SIMD4<Float>]
  private let taper: [Float]
  private var power: [SIMD4<Float>]
  /// The reciprocal of each lane's highest bin.
  private var scale = SIMD4<Float>.zero
  private var scores: [Float]
  private var light: [Float]
  private var average: [Float]
  private var averaged = 0
  private let binsPerBeat: Double
  /// The bins over which spectra are normalized.
  private let band: Range<Int>
  /// The position of each state between the bins, with those of its second and third harmonic.
  private let places: [Place]
  private let seconds: [Place]
  private let thirds: [Place]
  /// True if the sampling rate is high enough for second harmonics.
  let seesHarmonics: Bool
  /// The power of a random walk in each bin after the band-pass: the drift of light without a pulse.
  private let wander: [Float]
  /// The factor that restores each bin's power before the high-pass.
  private let beforeBand: [Float]

  private struct Place: Sendable {
    var bin: Int
    var part: Float
  }

  /// - Parameter rate: The decimated sampling rate, at least ``HeartRateModel/lowestRate`` Hz.
  init(rate: Double, length: Int) {
    self.length = length
    var count = 16
    while count < 2 * length { count *= 2 }
    let binsPerBeat = Double(count) / (60 * rate)
    self.binsPerBeat = binsPerBeat
    let nyquist = 30 * rate
    let fastest = min(HeartRateModel.fastest, Int(HeartRateModel.statesBelowNyquist * nyquist))
    states = fastest - HeartRateModel.slowest + 1
    // Harmonics of the fastest pulses are filtered out, and near the filter's edge a device's packets can stand out.
    let highest = min(HeartRateModel.harmonicsUpTo, nyquist)
    let bins = min(count / 2, Int(highest * binsPerBeat) + 2)
    transform = FourLaneSpectrum(count: count, bins: bins)
    band = Int((27 * binsPerBeat).rounded(.up))..<min(bins, Int(min(250, nyquist) * binsPerBeat) + 1)
    taper = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0 + 1) / Double(length + 1))) }
    wander = (0..<bins).map { bin in
      let octave = Float(Double(bin) / binsPerBeat / 60 / HeartRateModel.bandLow)
      return octave * octave / (1 + octave * octave * octave * octave)
    }
    beforeBand = (0..<bins).map { bin in
      let octave = Float(Double(bin) / binsPerBeat / 60 / HeartRateModel.bandLow)
      let square = octave * octave
      return bin == 0 ? 0 : (1 + square * square) / (square * square)
    }
    regression = MovementRegression(rate: rate)
    window = Array(repeating: .zero, count: regression.history + length)
    scores = Array(repeating: 0, count: states)
    power = Array(repeating: .zero, count: bins)
    light = Array(repeating: 0, count: bins)
    average = light
    func places(_ harmonic: Int) -> [Place] {
      (0..<fastest - HeartRateModel.slowest + 1).map { state in
        let position = Double(harmonic * (HeartRateModel.slowest + state)) * binsPerBeat
        let bin = min(Int(position), bins - 2)  // positions beyond the last bin, which is empty, use it
        return Place(bin: bin, part: Float(min(position - Double(bin), 1)))
      }
    }
    self.places = places(1)
    seconds = places(2)
    thirds = places(3)
    // If second harmonics of the faster pulses are out of range, the slower pulses would be preferred.
    seesHarmonics = nyquist >= 60 * HeartRateModel.bandHigh
  }

  /// Discards earlier windows.
  mutating func reset() {
    averaged = 0
    regression.reset()
  }

  /// - Parameters:
  ///   - samples: A ring buffer of ``samples`` band-passed samples (light, then three axes) that begins at `start`.
  ///   - level: The largest magnitude of the light before the band-pass.
  ///   - movement: 0 (still or unknown) to 1.
  ///   - likelihood: Receives a positive number for each state.
  /// - Returns: false if the window is silent.
  mutating func likelihood(
    movement: Float, of samples: [SIMD4<Double>], from start: Int, level: Double, into likelihood: inout [Float]
  ) -> Bool {
    guard load(samples, from: start, level: level) else { return false }
    unexplained =
      movement < HeartRateModel.leastMovement
      ? 1 : regression.clean(&window, taper: taper, part: min(1, 2 * movement))
    let half = transform.count / 2
    for index in 0..<length {
      transform.set(index, to: window[regression.history + index] * taper[index])
    }
    for index in length..<half { transform.set(index, to: .zero) }
    transform.power(into: &power)
    clean(movement: movement)
    score(movement: movement, into: &likelihood)
    return true
  }

  /// Stores the amplitudes of the light in `light`, normalized and without movement.
  private mutating func clean(movement: Float) {
    averaged = min(averaged + 1, HeartRateModel.averagedWindows)
    let share = 1 / Float(averaged)
    let weight = HeartRateModel.movementWeight * movement / 3
    let bins = light.count
    let band = band
    let seesHarmonics = seesHarmonics
    power.withUnsafeBufferPointer { power in
      light.withUnsafeMutableBufferPointer { light in
        average.withUnsafeMutableBufferPointer { average in
          var peaks = SIMD4<Float>(repeating: 1e-30)
          for bin in band { peaks.replace(with: power[bin], where: power[bin] .> peaks) }
          scale = 1 / peaks
          let noise = SIMD4(0, scale.y, scale.z, scale.w) * weight
          var highest: Float = 1e-30
          for bin in 0..<bins {
            let own = power[bin].x * scale.x
            average[bin] += (own - average[bin]) * share
            let seen = max(average[bin], own)
            let kept = seen / (seen + (power[bin] * noise).sum() + 1e-9)
            light[bin] = own * kept * kept
          }
          for bin in band { highest = max(highest, light[bin]) }
          let again = 1 / highest
          for bin in 0..<bins { light[bin] = (light[bin] * again).squareRoot() }
          if seesHarmonics { light[bins - 1] = 0 }
        }
      }
    }
  }

  /// Loads the window and its history, without means, light and movement at unit size. Sizes do not matter, so sensor
  /// units do not either.
  private mutating func load(_ samples: [SIMD4<Double>], from start: Int, level: Double) -> Bool {
    var sum = SIMD4<Double>.zero
    var square = SIMD4<Double>(repeating: 1e-250)
    var index = start + regression.history
    if index >= samples.count { index -= samples.count }
    // The samples are high-passed, so their means are small and one pass is exact enough.
    for _ in 0..<length {
      let sample = samples[index]
      sum += sample
      square += sample * sample
      index += 1
      if index == samples.count { index = 0 }
    }
    let mean = sum / Double(length)
    let power = square / Double(length) - mean * mean
    let size = power.x > 0 ? power.x.squareRoot() : 0
    guard size > 1e-120, size < 1e120, size > HeartRateModel.leastChange * level else { return false }
    let movement = ((power.y + power.z + power.w) / 3).squareRoot()
    let around = movement > 1e-120 && movement < 1e120 ? 1 / movement : 0
    let scale = SIMD4(1 / size, around, around, around)
    index = start
    for offset in window.indices {
      var value = (samples[index] - mean) * scale
      index += 1
      if index == samples.count { index = 0 }
      value.clamp(lowerBound: SIMD4(repeating: -1e6), upperBound: SIMD4(repeating: 1e6))
      window[offset] = SIMD4<Float>(value)
    }
    return true
  }

  @inline(__always)
  private func amplitude(_ place: Place) -> Float {
    light[place.bin] + (light[place.bin + 1] - light[place.bin]) * place.part
  }

  private mutating func score(movement: Float, into likelihood: inout [Float]) {
    var best: Float = 1e-30
    let moving = movement >= 0.5
    let harmonic = seesHarmonics && !moving ? HeartRateModel.harmonicAtRest : 0
    for state in 0..<states {
      let own = amplitude(places[state])
      let score =
        own + harmonic * (min(own, amplitude(seconds[state])) + min(own, amplitude(thirds[state])))
      scores[state] = score
      best = max(best, score)
    }
    let scale = 1 / best
    let floor = HeartRateModel.leastLikelihood
    // The exponent decides how sharp a peak is. Powers of two and square roots: a general power would cost more than
    // the transform.
    for state in 0..<states {
      let score = scores[state] * scale
      scores[state] = score
      likelihood[state] = score * (moving ? score : score.squareRoot()) + floor
    }
  }

  /// Returns an estimate within 8 bpm of the posterior's mode, mostly from this window alone: in movement the heart
  /// rate changes faster than the tracker follows.
  func refined(_ posterior: [Float]) -> Double {
    var mode = 0
    for state in posterior.indices where posterior[state] > posterior[mode] { mode = state }
    var mass: Float = 1e-30
    var moment: Float = 0
    let reach = HeartRateModel.refinedReach
    for state in max(0, mode - reach)...min(states - 1, mode + reach) {
      let square = scores[state] * scores[state]
      let weight = posterior[state].squareRoot() * square * square
      mass += weight
      moment += weight * Float(state - mode)
    }
    return Double(HeartRateModel.slowest + mode) + Double(moment / mass)
  }

  /// Returns the states within 4 bpm of a pulse.
  private func near(_ bpm: Double) -> ClosedRange<Int> {
    let state = min(max(Int(bpm.rounded()) - HeartRateModel.slowest, 0), states - 1)
    return max(0, state - 4)...min(states - 1, state + 4)
  }

  /// Returns the window's best score near a pulse, as a fraction of its best score.
  func agreement(with bpm: Double) -> Double { Double(near(bpm).reduce(0) { max($0, scores[$1]) }) }

  /// Returns the movement's power near a pulse: the mean over the axes, each relative to its highest bin.
  func movement(at bpm: Double) -> Double {
    let around = SIMD4(0, scale.y, scale.z, scale.w) / 3
    func value(_ bin: Int) -> Float { (power[bin] * around).sum() }
    return Double(
      near(bpm).reduce(Float(0)) { highest, state in
        let place = places[state]
        let low = value(place.bin)
        let high = value(place.bin + 1)
        return max(highest, low + (high - low) * place.part)
      })
  }

  /// Returns the power of the strongest slower bin relative to the pulse's, before the band-pass, in decades.
  func slower(than bpm: Double) -> Double {
    var below: Float = 1e-9
    var own: Float = 1e-9
    let first = 9 * binsPerBeat
    let last = (bpm - 14) * binsPerBeat
    let reach = 5 * binsPerBeat
    for bin in light.indices.prefix(Int(bpm * binsPerBeat + reach) + 1) {
      let position = Double(bin)
      let whole = power[bin].x * beforeBand[bin]
      if position >= first, position < last { below = max(below, whole) }
      if abs(position - bpm * binsPerBeat) <= reach { own = max(own, whole) }
    }
    return Double(log10(below / own))
  }

  /// Returns the share of the power around a pulse and its harmonics, minus the share that noise would have there: the
  /// larger of white noise and a random walk. Near 0 for noise, near 1 for a clean pulse.
  ///
  /// - Parameter moving: True if power at the third harmonic may come from movement.
  func clarity(of bpm: Double, moving: Bool) -> Double {
    let pulse = bpm * binsPerBeat
    let first = Int((HeartRateModel.clarityFrom * binsPerBeat).rounded())
    let harmonics = seesHarmonics && !moving ? 3.0 : 2.0
    var near: Float = 0
    var all: Float = 0
    var wandering: Float = 0
    var wandered: Float = 0
    var covered = 0
    for bin in first..<light.count {
      let power = light[bin] * light[bin]
      all += power
      wandered += wander[bin]
      let harmonic = min(max((Double(bin) / pulse).rounded(), 1), harmonics)
      // A pulse that changes within the window smears its harmonics more.
      let reach = HeartRateModel.clarityReach * binsPerBeat * (0.75 + 0.25 * harmonic)
      if abs(Double(bin) - harmonic * pulse) <= reach {
        near += power
        wandering += wander[bin]
        covered += 1
      }
    }
    let chance = max(Double(covered) / Double(light.count - first), Double(wandering / wandered))
    guard all > 0, chance < 1 else { return 0 }
    return max(0, (Double(near / all) - chance) / (1 - chance))
  }
}
