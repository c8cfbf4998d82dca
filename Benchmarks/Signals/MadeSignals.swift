import Foundation

/// An hour of signals that are the same in every run, as a device would stream them.
enum MadeSignals {
  static let beatRate = 125.0
  static let heartRate = 25.0

  /// 125 Hz: pulses with a second hump and a heart that breathes, a slow drift, and something like noise.
  static func pulses() -> [Double] {
    (0..<Int(3600 * beatRate)).map { index in
      let time = Double(index) / beatRate
      let phase = (time * 1.2 + 0.1 * sin(time / 20) + 0.02 * sin(1.6 * time)).truncatingRemainder(dividingBy: 1)
      let pulse = exp(-pow((phase - 0.2) / 0.08, 2)) + 0.3 * exp(-pow((phase - 0.5) / 0.1, 2))
      return 1000 + 10 * pulse + 3 * sin(time / 5) + 0.1 * noise(index)
    }
  }

  /// 25 Hz: a pulse of 70 to 150 bpm, and a wrist's movement in the light and in the accelerometer.
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

  private static func noise(_ index: Int) -> Double { sin(Double(index * index % 10_007)) }

  /// Writes both as numbers of 64 bits, little end first, for peers: `pulses`, and `movement` with four numbers a sample.
  static func write(to folder: String) throws {
    func write(_ values: [Double], _ name: String) throws {
      var bytes = Data(capacity: values.count * 8)
      for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
      try bytes.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }
    try write(pulses(), "pulses")
    let (light, acceleration) = movement()
    try write(zip(light, acceleration).flatMap { [$0, $1.x, $1.y, $1.z] }, "movement")
  }
}
