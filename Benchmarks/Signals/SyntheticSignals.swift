import Foundation

/// One hour of synthetic signals, the same in every run, as a device would stream them.
enum SyntheticSignals {
  static let beatRate = 125.0
  static let heartRate = 25.0

  /// Returns 125 Hz light: pulses with a second wave and breathing variability, a slow drift, and pseudo-noise.
  static func pulses() -> [Double] {
    (0..<Int(3600 * beatRate)).map { index in
      let time = Double(index) / beatRate
      let phase = (time * 1.2 + 0.1 * sin(time / 20) + 0.02 * sin(1.6 * time)).truncatingRemainder(dividingBy: 1)
      let pulse = exp(-pow((phase - 0.2) / 0.08, 2)) + 0.3 * exp(-pow((phase - 0.5) / 0.1, 2))
      return 1000 + 10 * pulse + 3 * sin(time / 5) + 0.1 * noise(index)
    }
  }

  /// Returns 25 Hz light with a pulse of 70 to 150 bpm, and a wrist's movement in the light and the accelerometer.
  static func movement() -> (light: [Double], acceleration: [SIMD3<Double>]) {
    var light: [Double] = []
    var acceleration: [SIMD3<Double>] = []
    for index in 0..<Int(3600 * heartRate) {
      let time = Double(index) / heartRate
      light.append(100 + sin(2 * .pi * (1.8 + 0.6 * sin(time / 300)) * time) + sin(16 * time) + noise(index))
      acceleration.append(
        SIMD3(0.5 * sin(16 * time) + 0.1 * noise(index), 0.4 * cos(16 * time), 1 + 0.1 * noise(index)))
    }
    return (light, acceleration)
  }

  static let electricRate = 250.0

  /// Returns a 250 Hz electrocardiogram in mV: R peaks between smaller waves, breathing variability, a slow drift, and
  /// pseudo-noise.
  static func electrocardiogram() -> [Double] {
    (0..<Int(3600 * electricRate)).map { index in
      let time = Double(index) / electricRate
      let phase = (time * 1.2 + 0.1 * sin(time / 20) + 0.02 * sin(1.6 * time)).truncatingRemainder(dividingBy: 1)
      let waves = [(0.2, 0.15, 0.03), (0.38, -0.15, 0.012), (0.4, 1.1, 0.012), (0.42, -0.25, 0.012), (0.65, 0.3, 0.05)]
      let beat = waves.reduce(0) { $0 + $1.1 * exp(-pow((phase - $1.0) / $1.2, 2)) }
      return beat + 0.2 * sin(time / 5) + 0.03 * noise(index)
    }
  }

  static let movementRate = 50.0

  /// Returns 50 Hz acceleration in g: five minutes of walking and five of rest in turn.
  static func walks() -> [SIMD3<Double>] {
    (0..<Int(3600 * movementRate)).map { index in
      let time = Double(index) / movementRate
      let turn = 2 * Double.pi * 1.9 * time
      let walks = time.truncatingRemainder(dividingBy: 600) < 300 ? 1.0 : 0
      return SIMD3(
        walks * 0.15 * sin(turn / 2) + 0.02 * noise(index), walks * 0.1 * cos(turn),
        1 + walks * 0.3 * sin(turn) + 0.02 * noise(index + 1))
    }
  }

  /// Returns eight hours: a movement count every 30 s, and heartbeat times in seconds.
  static func night() -> (counts: [Double], beats: [Double]) {
    let counts = (0..<960).map { epoch -> Double in
      let restless = epoch < 40 || epoch % 190 < 6
      return restless ? 60 + 40 * noise(epoch) : max(0, 8 * noise(epoch) - 5)
    }
    var (beats, time) = ([Double](), 0.0)
    while time < 8 * 3600 {
      let depth = 0.5 + 0.5 * sin(time / 860)
      time += 0.95 + 0.06 * depth * sin(1.6 * time) + 0.03 * (1 - depth) * noise(beats.count)
      beats.append(time)
    }
    return (counts, beats)
  }

  private static func noise(_ index: Int) -> Double { sin(Double(index * index % 10_007)) }

  /// Writes the signals as little-endian 64-bit numbers for peers: `pulses`, `movement` with four numbers per sample,
  /// `walks` with three, and a night's `counts` and `heartbeats`.
  static func write(to folder: String) throws {
    func write(_ values: [Double], _ name: String) throws {
      var bytes = Data(capacity: values.count * 8)
      for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
      try bytes.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }
    try write(pulses(), "pulses")
    let (light, acceleration) = movement()
    try write(zip(light, acceleration).flatMap { [$0, $1.x, $1.y, $1.z] }, "movement")
    try write(walks().flatMap { [$0.x, $0.y, $0.z] }, "walks")
    try write(night().counts, "counts")
    try write(night().beats, "heartbeats")
  }
}
