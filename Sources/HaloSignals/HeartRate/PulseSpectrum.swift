import Foundation

/// From a window of band-passed light and movement to how likely each pulse is.
///
/// The spectrum of the light is attenuated by that of the movement, as a Wiener filter (after Temko, "Accurate heart rate monitoring
/// during physical exercises using PPG", 2017): each is normalised to its highest peak, and a frequency keeps
/// (light / (light + weight · movement))² of its power, with the light averaged over the last windows so that one bad window does not
/// decide what is light.
struct PulseSpectrum: Sendable {
  /// The pulses looked at, in bpm: `slowest`, one more, and so on.
  let states: Int
  /// Samples in a window.
  let length: Int

  private var transform: FourLaneSpectrum
  private let taper: [Float]
  private var power: [SIMD4<Float>]
  private var light: [Float]
  private var average: [Float]
  private var averaged = 0
  /// How much of the last window's power the likeliest pulse explains, beyond what any would: 0 for noise, near 1 for a clean pulse.
  private(set) var clarity = 0.0
  private let binsPerBeat: Double
  /// The bins that spectra are normalised over.
  private let band: Range<Int>
  /// Where each state lies between the bins, itself and its second harmonic.
  private let places: [Place]
  private let harmonics: [Place]
  private let seesHarmonics: Bool
  /// The power that a random walk leaves in each bin behind the band-pass: what light wanders by, without any pulse.
  private let wander: [Float]

  private struct Place: Sendable {
    var bin: Int
    var part: Float
  }

  /// - Parameter rate: of the thinned samples, at least ``HeartRateModel/lowestRate``.
  init(rate: Double, length: Int) {
    self.length = length
    var count = 16
    while count < 2 * length { count *= 2 }
    let binsPerBeat = Double(count) / (60 * rate)
    self.binsPerBeat = binsPerBeat
    let nyquist = 30 * rate
    let fastest = min(HeartRateModel.fastest, Int(HeartRateModel.statesBelowNyquist * nyquist))
    states = fastest - HeartRateModel.slowest + 1
    // The second harmonic of the fastest pulses is filtered out.
    let highest = min(Double(2 * HeartRateModel.fastest), 60 * HeartRateModel.bandHigh, nyquist)
    let bins = min(count / 2, Int(highest * binsPerBeat) + 2)
    transform = FourLaneSpectrum(count: count, bins: bins)
    band = Int((27 * binsPerBeat).rounded(.up))..<min(bins, Int(min(250, nyquist) * binsPerBeat) + 1)
    taper = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0 + 1) / Double(length + 1))) }
    wander = (0..<bins).map { bin in
      let octave = Float(Double(bin) / binsPerBeat / 60 / HeartRateModel.bandLow)
      return octave * octave / (1 + octave * octave * octave * octave)
    }
    power = Array(repeating: .zero, count: bins)
    light = Array(repeating: 0, count: bins)
    average = light
    func place(_ bpm: Double) -> Place {
      let position = bpm * binsPerBeat
      let bin = min(Int(position), bins - 2)  // beyond the last, where there is nothing, the last
      return Place(bin: bin, part: Float(min(position - Double(bin), 1)))
    }
    places = (0..<states).map { place(Double(HeartRateModel.slowest + $0)) }
    harmonics = (0..<states).map { place(2 * Double(HeartRateModel.slowest + $0)) }
    // Where second harmonics of the faster pulses are out of sight, the slower ones would be preferred.
    seesHarmonics = nyquist >= 60 * HeartRateModel.bandHigh
  }

  /// Forgets the windows before.
  mutating func reset() {
    averaged = 0
  }

  /// - Parameters:
  ///   - samples: the window's band-passed samples (light, then three axes), round from `start`.
  ///   - level: the largest magnitude of the light before the band-pass.
  ///   - movement: 0 (still, or not known) to 1.
  ///   - likelihood: gets a number above zero for each state.
  /// - Returns: false where there is nothing but silence.
  mutating func likelihood(
    movement: Float, of samples: [SIMD4<Double>], from start: Int, level: Double, into likelihood: inout [Float]
  ) -> Bool {
    guard load(samples, from: start, level: level) else { return false }
    transform.power(into: &power)
    clean(movement: movement)
    score(movement: movement, into: &likelihood)
    return true
  }

  /// Leaves in `light` the amplitudes of the light, normalised and without the movement.
  private mutating func clean(movement: Float) {
    averaged = min(averaged + 1, HeartRateModel.averagedWindows)
    let share = 1 / Float(averaged)
    let weight = HeartRateModel.movementWeight * movement / 3
    let (bins, band) = (light.count, band)
    power.withUnsafeBufferPointer { power in
      light.withUnsafeMutableBufferPointer { light in
        average.withUnsafeMutableBufferPointer { average in
          var peaks = SIMD4<Float>(repeating: 1e-30)
          for bin in band { peaks.replace(with: power[bin], where: power[bin] .> peaks) }
          let scale = 1 / peaks
          let noise = SIMD4(0, scale.y, scale.z, scale.w) * weight
          var highest: Float = 1e-30
          for bin in 0..<bins {
            let own = power[bin].x * scale.x
            let mean = average[bin] + (own - average[bin]) * share
            average[bin] = mean
            let kept = mean / (mean + (power[bin] * noise).sum() + 1e-9)
            light[bin] = own * kept * kept
          }
          for bin in band { highest = max(highest, light[bin]) }
          let again = 1 / highest
          for bin in 0..<bins { light[bin] = (light[bin] * again).squareRoot() }
        }
      }
    }
  }

  /// The window, without its mean, at unit size, tapered. Its size plays no part, so neither does the sensor's unit.
  private mutating func load(_ samples: [SIMD4<Double>], from start: Int, level: Double) -> Bool {
    var sum = SIMD4<Double>.zero
    var index = start
    for _ in 0..<length {
      sum += samples[index]
      index += 1
      if index == samples.count { index = 0 }
    }
    let mean = sum / Double(length)
    var square = SIMD4<Double>(repeating: 1e-250)
    for sample in samples {
      let distance = sample - mean
      square += distance * distance
    }
    let size = (square / Double(length)).squareRoot()
    guard size.x > 1e-120, size.x < 1e120, size.x > HeartRateModel.leastChange * level else { return false }
    let scale = 1 / size
    let places = transform.count / 2
    index = start
    for place in 0..<length {
      transform.set(place, to: SIMD4<Float>((samples[index] - mean) * scale) * taper[place])
      index += 1
      if index == samples.count { index = 0 }
    }
    for place in length..<places { transform.set(place, to: .zero) }
    return true
  }

  private mutating func score(movement: Float, into likelihood: inout [Float]) {
    var best: Float = 1e-30
    var likeliest = 0
    let moving = movement >= 0.5
    let share = moving ? HeartRateModel.harmonicInMovement : HeartRateModel.harmonicAtRest
    let harmonic = seesHarmonics ? share : 0
    for state in 0..<states {
      let (place, double) = (places[state], harmonics[state])
      let own = light[place.bin] + (light[place.bin + 1] - light[place.bin]) * place.part
      let second = light[double.bin] + (light[double.bin + 1] - light[double.bin]) * double.part
      let score = own + harmonic * min(own, second)
      likelihood[state] = score
      if score > best {
        best = score
        likeliest = state
      }
    }
    clarity = clarity(of: Double(HeartRateModel.slowest + likeliest), moving: moving)
    let scale = 1 / best
    let floor = HeartRateModel.leastLikelihood
    // How sharply a peak decides. Powers of two and their roots: a general power would cost more than the transform.
    if moving {
      for state in 0..<states {
        let squared = likelihood[state] * scale * likelihood[state] * scale
        likelihood[state] = squared * squared + floor
      }
    } else {
      for state in 0..<states {
        let score = likelihood[state] * scale
        likelihood[state] = score * score.squareRoot() + floor
      }
    }
  }

  /// The share of the power that lies around a pulse and its second harmonic, less the share that noise would have there: flat noise,
  /// and at rest also a random walk, whichever has more.
  private func clarity(of bpm: Double, moving: Bool) -> Double {
    let reach = HeartRateModel.clarityReach * binsPerBeat
    let first = Int(Double(HeartRateModel.slowest) * binsPerBeat)
    let (one, two) = (bpm * binsPerBeat, 2 * bpm * binsPerBeat)
    var (near, all): (Float, Float) = (0, 0)
    var (wandering, wandered): (Float, Float) = (0, 0)
    var covered = 0
    for bin in first..<light.count {
      let power = light[bin] * light[bin]
      all += power
      wandered += wander[bin]
      if abs(Double(bin) - one) <= reach || abs(Double(bin) - two) <= reach {
        near += power
        wandering += wander[bin]
        covered += 1
      }
    }
    let flat = Double(covered) / Double(light.count - first)
    let chance = moving ? flat : max(flat, Double(wandering / wandered))
    guard all > 0, chance < 1 else { return 0 }
    return max(0, (Double(near / all) - chance) / (1 - chance))
  }
}
