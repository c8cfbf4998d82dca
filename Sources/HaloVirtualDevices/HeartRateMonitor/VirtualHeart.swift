import HaloSimulatedRadio

/// A made-up heart in a gym: it warms up within some minutes, breathes, and never beats quite evenly.
///
/// Plausible, not physiological: good for trying things out, worthless for developing algorithms.
struct VirtualHeart {
  /// What one beat took, in 1/1024 s, and when it ended, in seconds since the beginning.
  struct Beat {
    let interval: Int
    let end: Double
  }

  private var random: SeededGenerator
  private let resting: Double
  private(set) var time = 0.0
  /// The beats so far, the last few seconds of them.
  private(set) var beats: [Beat] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    resting = Double.random(in: 58...74, using: &random)
  }

  /// Beats a minute at a time.
  func rate(at time: Double) -> Double {
    let recent = beats.last { $0.end <= time }.map { last in beats.filter { $0.end <= last.end }.suffix(5) } ?? []
    guard !recent.isEmpty else { return resting }
    return 60 * 1024 / (Double(recent.reduce(0) { $0 + $1.interval }) / Double(recent.count))
  }

  /// Lives on until `end`, in seconds since the beginning.
  mutating func live(until end: Double) {
    while true {
      // 70 beats more within some minutes, and back to fewer in a pause every six.
      let effort = 70 * (1 - 1 / (1 + time / 120)) * ((time / 360).truncatingRemainder(dividingBy: 1) < 0.8 ? 1 : 0.6)
      let breath = Self.wave(time / 4.2)
      let mean = 60 / (resting + effort)
      let interval = mean * (1 + 0.03 * breath) + Double.random(in: -0.012...0.012, using: &random)
      let units = Int((interval * 1024).rounded())
      guard time + Double(units) / 1024 <= end else { break }
      time += Double(units) / 1024
      beats.append(Beat(interval: units, end: time))
    }
    beats.removeFirst(max(0, beats.count - 40))
  }

  /// Voltage on the chest at a time, in microvolts.
  func microvolts(at time: Double) -> Int {
    guard let beat = beats.last(where: { $0.end <= time + 0.3 }) else { return 0 }
    let distance = time - beat.end
    let (qrs, t) = (distance / 0.012, (distance - 0.26) / 0.05)
    return Int(1100 / (1 + qrs * qrs * qrs * qrs) + 220 / (1 + t * t * t * t)) - 40
  }

  /// Light that comes back from the skin at a time, in counts.
  func light(at time: Double) -> Int {
    guard let beat = beats.last(where: { $0.end + 0.2 <= time }) else { return 180_000 }
    return 180_000 - Int(9000 * Self.wave((time - beat.end - 0.2) / (Double(beat.interval) / 1024)))
  }

  /// A wave from −1 to 1 that is smooth enough, one a period of 1.
  static func wave(_ phase: Double) -> Double {
    let x = phase - phase.rounded(.down)
    // Bhaskara's approximation of the sine, half a period at a time.
    let half = x < 0.5 ? x * 2 : (x - 0.5) * 2
    let parabola = half * (1 - half)
    return (x < 0.5 ? 1 : -1) * 16 * parabola / (5 - 4 * parabola)
  }
}
