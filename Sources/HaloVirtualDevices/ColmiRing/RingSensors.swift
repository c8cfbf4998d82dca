import HaloColmiRing

/// The optical sensors and the accelerometer of a virtual ring: plausible numbers without a physiological model.
struct RingSensors: Sendable {
  private var random: SeededGenerator
  private var tick = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed &+ 77) }

  /// Returns the readings of the next half second. Each sensor has one reading per second.
  mutating func next(
    isWorn: Bool, _ encoding: ColmiRing.RawAccelerometer.Encoding
  ) -> [ColmiRing.Packet] {
    tick += 1
    guard tick.isMultiple(of: 2) else {
      let noise = Int.random(in: -12...12, using: &random)
      let scale = encoding.countsPerG / 512
      return [
        ColmiRing.RawAccelerometer(
          x: (40 + noise) * scale, y: (-30 - noise) * scale, z: (505 - noise) * scale, encoding: encoding
        ).packet
      ]
    }
    return [light(.ppg, around: 12_900, isWorn: isWorn).packet, light(.spo2, around: 9_400, isWorn: isWorn).packet]
  }

  private mutating func light(
    _ kind: ColmiRing.RawLight.Kind, around level: Int, isWorn: Bool
  ) -> ColmiRing.RawLight {
    guard isWorn else { return ColmiRing.RawLight(kind, raw: 0, maximum: 0, minimum: 0, difference: 0) }
    let swing = Int.random(in: 120...340, using: &random)
    let raw = level + Int.random(in: 0...swing, using: &random)
    return ColmiRing.RawLight(kind, raw: raw, maximum: level + swing, minimum: level, difference: swing)
  }
}
