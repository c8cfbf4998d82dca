/// A simulated heart in a gym: it warms up within some minutes, with respiratory and random variation.
///
/// Plausible, but not physiological: good for trials, not for developing algorithms.
struct VirtualHeart {
  /// A beat: its interval in 1/1024 s, and its end in seconds since the beginning.
  struct Beat {
    let interval: Int
    let end: Double
  }

  private var random: SeededGenerator
  private let resting: Double
  private(set) var time = 0.0
  /// The beats of the last few seconds.
  private(set) var beats: [Beat] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    resting = Double.random(in: 58...74, using: &random)
  }

  /// Returns the heart rate at a time, in beats per minute.
  func rate(at time: Double) -> Double {
    let recent = beats.last { $0.end <= time }.map { last in beats.filter { $0.end <= last.end }.suffix(5) } ?? []
    guard !recent.isEmpty else { return resting }
    return 60 * 1024 / (Double(recent.reduce(0) { $0 + $1.interval }) / Double(recent.count))
  }

  /// Generates beats up to `end`, in seconds since the beginning.
  mutating func generateBeats(until end: Double) {
    while true {
      // Up to 70 beats per minute more within some minutes, and fewer in a pause every six minutes.
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

  /// Returns the chest voltage at a time, in microvolts.
  func microvolts(at time: Double) -> Int {
    guard let beat = beats.last(where: { $0.end <= time + 0.3 }) else { return 0 }
    let distance = time - beat.end
    return Int(1100 * Self.bump(distance / 0.012) + 220 * Self.bump((distance - 0.26) / 0.05)) - 40
  }

  /// Returns the light reflected from the skin at a time, in counts. The skin darkens with each pulse, which rises
  /// quickly and has a second, lower wave.
  func light(at time: Double) -> Int {
    guard let beat = beats.last(where: { $0.end + 0.2 <= time }) else { return 180_000 }
    let phase = (time - beat.end - 0.2) / (Double(beat.interval) / 1024)
    return 180_000 - Int(9000 * (Self.bump((phase - 0.18) / 0.13) + 0.35 * Self.bump((phase - 0.48) / 0.13)))
  }

  /// Returns a bump of height 1 at 0 and half of it at ±1.
  private static func bump(_ distance: Double) -> Double { 1 / (1 + distance * distance * distance * distance) }

  /// Returns an approximate sine wave from −1 to 1 with a period of 1.
  static func wave(_ phase: Double) -> Double {
    let x = phase - phase.rounded(.down)
    // Bhaskara's approximation of the sine, for each half period.
    let half = x < 0.5 ? x * 2 : (x - 0.5) * 2
    let parabola = half * (1 - half)
    return (x < 0.5 ? 1 : -1) * 16 * parabola / (5 - 4 * parabola)
  }
}
