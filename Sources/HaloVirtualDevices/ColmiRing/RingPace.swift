/// The timing of a ring's answers, measured on a captured R12: 85 to 95 ms to the first packet, then a packet about
/// every 14 ms (24 packets of a heart rate log in 0.42 s).
struct RingPace: Sendable {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func latency() -> Duration { .microseconds(Int64.random(in: 85_000...95_000, using: &random)) }
  mutating func spacing() -> Duration { .microseconds(Int64.random(in: 12_500...16_500, using: &random)) }
  mutating func happens(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
