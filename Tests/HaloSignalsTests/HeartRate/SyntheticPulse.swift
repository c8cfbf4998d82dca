import Foundation

/// Synthetic light with a pulse of known rate, and a moving wrist.
struct SyntheticPulse {
  var light: [Double] = []
  var acceleration: [SIMD3<Double>] = []
  /// The heart rate in bpm at each sample.
  var truth: [Double] = []

  /// - Parameters:
  ///   - bpm: The heart rate at a time.
  ///   - cadence: Movements per minute at a time; nil for a wrist at rest.
  ///   - movement: The amplitude of movement in the light relative to the pulse.
  init(
    seconds: Double, rate: Double = 25, seed: UInt64 = 1, noise: Double = 0.1, bpm: (Double) -> Double,
    cadence: ((Double) -> Double)? = nil, movement: Double = 1.2
  ) {
    var random = SeededRandom(seed: seed)
    var (beat, stride) = (0.0, 0.0)
    for index in 0..<Int(seconds * rate) {
      let time = Double(index) / rate
      beat += bpm(time) / 60 / rate
      let phase = 2 * Double.pi * beat
      var value = sin(phase) + 0.35 * sin(2 * phase + 0.8) + noise * random.normal()
      var axes = SIMD3<Double>(random.normal(), random.normal(), random.normal()) * 0.004
      axes += SIMD3<Double>(0.02, 0.01, 1)
      if let cadence {
        stride += cadence(time) / 60 / rate
        let angle = 2 * Double.pi * stride
        // Amplitudes vary independently, as a strap loosens and arms tire.
        let swing = 1 + 0.4 * sin(0.11 * time)
        let (step, double, half) = (sin(angle + 1), cos(2 * angle), sin(angle / 2))
        value += movement * swing * (step + 0.6 * double + 0.4 * half)
        let strength = 1 + 0.3 * cos(0.07 * time)
        let swinging = SIMD3<Double>(0.5 * sin(angle), 0.3 * sin(angle + 1), 0.4 * sin(angle + 2))
        axes += (swinging + SIMD3<Double>(0.2 * double, 0.3 * double, 0.3 * half)) * strength
      }
      light.append(100 + value)
      acceleration.append(axes)
      truth.append(bpm(time))
    }
  }

  /// Returns the mean heart rate in the eight seconds from `start`.
  func truth(from start: Double, rate: Double = 25) -> Double {
    let first = Int(start * rate)
    let window = truth[first..<min(first + Int(8 * rate), truth.count)]
    return window.reduce(0, +) / Double(window.count)
  }
}

extension SyntheticPulse {
  /// Returns 40 s of light with sharp waves and strong second ones, whose second and third harmonics are as strong as
  /// the pulse of 60 bpm.
  ///
  /// - Parameter swing: The variation of the intervals around one second, in both directions.
  static func sharp(rate: Double, swing: Double, seed: Double) -> [Double] {
    var beats: [Double] = []
    var end = 0.0
    while end < 41 {
      beats.append(end)
      end += 1 + swing * sin(2 * .pi * end / 7 + seed)
    }
    return (0..<Int(40 * rate)).map { index in
      beats.reduce(500) { level, beat in
        func wave(after delay: Double, width: Double, height: Double) -> Double {
          let distance = (Double(index) / rate - beat - delay) / width
          return height * exp(-distance * distance / 2)
        }
        return level + wave(after: 0.2, width: 0.07, height: 300) + wave(after: 0.4, width: 0.08, height: -110)
          + wave(after: 0.56, width: 0.08, height: 80)
      }
    }
  }
}
