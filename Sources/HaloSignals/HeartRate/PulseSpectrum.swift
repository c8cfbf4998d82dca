import Foundation

/// From a window of band-passed light and movement to how likely each pulse is.
///
/// The spectrum of the light is attenuated by that of the movement, as a Wiener filter (after Temko, "Accurate heart rate monitoring
/// during physical exercises using PPG", 2017): each is normalised to its highest peak, and a frequency keeps
/// light / (light + weight · movement) of its power, with the light averaged over the last windows so that one bad window does not
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
  /// The bins that spectra are normalised over.
  private let band: Range<Int>
  /// Where each state lies between the bins, itself and its second harmonic.
  private let places: [Place]
  private let harmonics: [Place]
  private let seesHarmonics: Bool

  private struct Place: Sendable {
    var bin: Int
    var part: Float
  }

  /// - Parameter rate: of the thinned samples, at least ``HeartRateModel/lowestRate``.
  init(rate: Double, length: Int) {
    self.length = length
    var count = 8
    while count < 4 * length { count *= 2 }
    let binsPerBeat = Double(count) / (60 * rate)  // per bpm
    let nyquist = 30 * rate
    let fastest = min(HeartRateModel.fastest, Int(HeartRateModel.statesBelowNyquist * nyquist))
    states = fastest - HeartRateModel.slowest + 1
    let highest = min(Double(2 * HeartRateModel.fastest), nyquist)
    let bins = min(count / 2, Int(highest * binsPerBeat) + 2)
    transform = FourLaneSpectrum(count: count, bins: bins)
    band = Int((27 * binsPerBeat).rounded(.up))..<min(bins, Int(min(250, nyquist) * binsPerBeat) + 1)
    taper = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0 + 1) / Double(length + 1))) }
    power = Array(repeating: .zero, count: bins)
    light = Array(repeating: 0, count: bins)
    average = light
    func place(_ bpm: Double) -> Place {
      let position = bpm * binsPerBeat
      let bin = min(Int(position), bins - 2)
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
  ///   - samples: gives the window's band-passed samples: light, then three axes.
  ///   - movement: 0 (still, or not known) to 1.
  ///   - likelihood: gets a number above zero for each state.
  /// - Returns: false where there is nothing but silence.
  mutating func likelihood(
    movement: Float, of samples: [SIMD4<Double>], from start: Int, into likelihood: inout [Float]
  ) -> Bool {
    guard load(samples, from: start) else { return false }
    transform.power(into: &power)
    var peaks = SIMD4<Float>(repeating: 1e-30)
    for bin in band { peaks = pointwiseMax(peaks, power[bin]) }
    let scale = 1 / peaks
    for bin in light.indices { light[bin] = power[bin].x * scale.x }
    averaged = min(averaged + 1, HeartRateModel.averagedWindows)
    let share = 1 / Float(averaged)
    for bin in light.indices { average[bin] += (light[bin] - average[bin]) * share }
    if movement > 0 {
      let weight = HeartRateModel.movementWeight * movement / 3
      var highest: Float = 1e-30
      for bin in light.indices {
        let scaled = power[bin] * scale
        let noise = (scaled.y + scaled.z + scaled.w) * weight
        light[bin] *= average[bin] / (average[bin] + noise + 1e-9)
      }
      for bin in band { highest = max(highest, light[bin]) }
      let again = 1 / highest
      for bin in light.indices { light[bin] *= again }
    }
    for bin in light.indices { light[bin] = light[bin].squareRoot() }
    score(movement: movement, into: &likelihood)
    return true
  }

  /// The window, without its mean, at unit size, tapered. Its size plays no part, so neither does the sensor's unit.
  private mutating func load(_ samples: [SIMD4<Double>], from start: Int) -> Bool {
    var sum = SIMD4<Double>.zero
    var index = start
    for _ in 0..<length {
      sum += samples[index]
      index += 1
      if index == samples.count { index = 0 }
    }
    let mean = sum / Double(length)
    var largest = SIMD4<Double>(repeating: 1e-200)
    for sample in samples {
      let distance = sample - mean
      largest = pointwiseMax(largest, pointwiseMax(distance, -distance))
    }
    guard largest.x > 1e-199, largest.x < 1e199 else { return false }
    let scale = 1 / largest
    transform.clear()
    index = start
    for place in 0..<length {
      transform.set(place, to: SIMD4<Float>((samples[index] - mean) * scale) * taper[place])
      index += 1
      if index == samples.count { index = 0 }
    }
    return true
  }

  private func score(movement: Float, into likelihood: inout [Float]) {
    var best: Float = 1e-30
    let moving = movement >= 0.5
    let share = moving ? HeartRateModel.harmonicInMovement : HeartRateModel.harmonicAtRest
    let harmonic = seesHarmonics ? share : 0
    for state in 0..<states {
      let (place, double) = (places[state], harmonics[state])
      let own = light[place.bin] + (light[place.bin + 1] - light[place.bin]) * place.part
      let second = light[double.bin] + (light[double.bin + 1] - light[double.bin]) * double.part
      let score = own + harmonic * min(own, second)
      likelihood[state] = score
      best = max(best, score)
    }
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
}
