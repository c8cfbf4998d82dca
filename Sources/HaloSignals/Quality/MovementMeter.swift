/// How much an accelerometer moves in a window, as a part of gravity, so without knowing its unit.
struct MovementMeter: Sendable {
  private var hops: [Hop]
  private var current = Hop()
  private var next = 0

  private struct Hop: Sendable {
    var level = SIMD4<Double>.zero
    var levels = 0
    var power = 0.0
    var powers = 0
  }

  init(hops: Int) {
    self.hops = Array(repeating: Hop(), count: hops)
  }

  /// A sample as it came: its mean is gravity.
  @inline(__always)
  mutating func add(level: SIMD4<Double>) {
    current.level += level
    current.levels += 1
  }

  /// A sample in the band of the pulse.
  @inline(__always)
  mutating func add(filtered: SIMD4<Double>) {
    let square = filtered * filtered
    current.power += square.y + square.z + square.w
    current.powers += 1
  }

  mutating func close() {
    hops[next] = current
    next = (next + 1) % hops.count
    current = Hop()
  }

  /// 0 (still, or no accelerometer) to 1, a half if the movement in the band is `scale` of gravity. An accelerometer without
  /// gravity in it counts as moving.
  func movement(scale: Double) -> Double {
    var level = SIMD4<Double>.zero
    var (levels, power, powers) = (0, 0.0, 0)
    for hop in hops {
      level += hop.level
      levels += hop.levels
      power += hop.power
      powers += hop.powers
    }
    guard levels > 0, powers > 0, power > 0, power.isFinite else { return 0 }
    let mean = level / Double(levels)
    let gravity = (mean * mean).sum() - mean.x * mean.x
    let square = power / Double(powers)
    let limit = gravity * scale * scale
    return limit.isFinite ? square / (square + limit) : 0
  }
}
