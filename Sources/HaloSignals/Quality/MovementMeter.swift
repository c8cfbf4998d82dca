/// Measures movement in a window as a fraction of gravity, independent of the accelerometer's unit.
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

  /// Adds an unfiltered sample, whose mean is gravity.
  @inline(__always)
  mutating func add(level: SIMD4<Double>) {
    current.level += level
    current.levels += 1
  }

  /// Adds a sample in the pulse band.
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

  /// Returns the movement: 0 (still, or no accelerometer) to 1; one half if the movement in the band is `scale` of
  /// gravity. An accelerometer whose signal does not contain gravity counts as moving.
  func movement(scale: Double) -> Double {
    var level = SIMD4<Double>.zero
    var levels = 0
    var power = 0.0
    var powers = 0
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
