public import HaloText

/// Checks whether intervals between beats, as a device sent them, can be successive beats of a heart. It is the only such
/// rule: live values, sessions and analyses of files use it.
///
/// 1. Intervals that are (nearly) all equal, or are 60 divided by the rate, were computed from a rate.
/// 2. Beats cannot last longer than the time in which they arrive, or be more than the heart rate permits. Above
///    ``maximumCoverage`` of either, exact repeats are left out, if that explains the excess. Otherwise all intervals are
///    refused.
/// 3. If the arrival is unknown, as in a file, the number of repeats by chance is estimated from the resolution of the
///    intervals and the sizes of their changes, and the other repeats are the excess.
public struct BeatCheck: Sendable {
  /// Intervals that arrived together.
  public struct Packet: Sendable {
    /// The intervals in milliseconds, oldest first. A value that is not finite marks a gap.
    public let intervals: [Double]
    /// The time of arrival in milliseconds since any moment; `nil` if it is unknown.
    public let arrival: Double?
    /// The heart rate that came with the intervals, in beats per minute; `nil` if it is unknown.
    public let rate: Double?

    /// Creates a packet.
    public init(_ intervals: [Double], arrival: Double? = nil, rate: Double? = nil) {
      self.intervals = intervals
      self.arrival = arrival
      self.rate = rate
    }
  }

  /// The longest duration of the intervals, and the tolerance for late packets, in milliseconds.
  private typealias Limit = (expected: Double, slack: Double)

  /// The longest permitted duration of intervals, as a share of the time in which they arrived.
  public static let maximumCoverage = 1.1
  /// The smallest number of intervals that are judged.
  private static let fewest = 20
  /// The longest time between two packets that counts, in milliseconds: afterwards, packets were lost.
  private static let longestPause = 6000.0

  /// True for each interval of each packet that may be used.
  public let isUsable: [[Bool]]
  /// The number of repeats that were left out.
  public let repeats: Int
  /// The reason why no interval may be used.
  public let refusal: Phrase?

  /// The number of repeats as a note for the user; `nil` without repeats.
  public var notice: Phrase? {
    switch repeats {
    case 0: nil
    case 1: Phrase("1 repeated interval was left out")
    default: Phrase("\(repeats) repeated intervals were left out")
    }
  }

  /// The refusal of intervals that were not measured.
  public static let constant = Phrase("the intervals never change: they were not measured beat by beat")

  /// Checks packets in the order of their arrival.
  public init(_ packets: [Packet]) {
    let intervals = packets.flatMap(\.intervals)
    let (counts, limits) = Self.limits(packets, intervals)
    func coverage(_ indices: [Int], _ limit: Limit, tolerance: Double = 1) -> Double {
      let total = indices.reduce(0) { counts[$1] ? $0 + intervals[$1] : $0 }
      return max(0, total - tolerance * limit.slack) / limit.expected
    }
    var used = Array(intervals.indices)
    var refusal = Phrase?.none
    if Self.areComputed(packets, intervals) {
      refusal = Self.constant
    } else if let limit = limits.first(where: { coverage(used, $0) > Self.maximumCoverage }) {
      var fewer = used
      for _ in 0..<3 where coverage(fewer, limit) > Self.maximumCoverage {
        fewer = Self.withoutRepeats(fewer, intervals)
      }
      if coverage(fewer, limit) <= Self.maximumCoverage, coverage(fewer, limit, tolerance: -1) >= 0.9 {
        used = fewer
      } else if coverage(used, limit, tolerance: 3) > Self.maximumCoverage {
        let excess = coverage(used, limit, tolerance: 0)
        refusal = Phrase("there are \(excess, digits: 1) times as many intervals as beats: some came more than once")
      }
    }
    repeats = intervals.count - used.count
    let usable = Set(refusal == nil ? used : [])
    var all = intervals.indices[...]
    isUsable = packets.map { packet in
      defer { all = all.dropFirst(packet.intervals.count) }
      return all.prefix(packet.intervals.count).map(usable.contains)
    }
    self.refusal = refusal
  }

  /// Returns the intervals to add, and the limits of their sum: from arrivals and heart rates, otherwise from repeats.
  private static func limits(_ packets: [Packet], _ intervals: [Double]) -> (counts: [Bool], limits: [Limit]) {
    var counts = intervals.map(\.isFinite)
    let mean = zip(intervals, counts).reduce(0) { $1.1 ? $0 + $1.0 : $0 } / Double(max(1, counts.count { $0 }))
    guard packets.contains(where: { $0.arrival != nil }) else {
      return (counts, [(mean * (Double(counts.count { $0 }) - excessiveRepeats(intervals)), 0)])
    }
    var elapsed = 0.0
    var beats = 0.0
    var start = 0
    var last: Double?
    for packet in packets {
      // The beats of the first packet precede it.
      if last == nil { for index in packet.intervals.indices { counts[start + index] = false } }
      if let last, let arrival = packet.arrival {
        let pause = min(max(0, arrival - last), longestPause)
        elapsed += pause
        beats += pause / 60_000 * (packet.rate ?? .infinity)
      }
      start += packet.intervals.count
      last = packet.intervals.isEmpty || packet.intervals.contains(where: \.isFinite) ? packet.arrival : nil
    }
    // The rate lags behind the beats, so it has a larger tolerance.
    return (counts, counts.count { $0 } < fewest / 2 ? [] : [(elapsed, 1000), (beats * mean, 5 * mean)])
  }

  /// Leaves out each run of one to four intervals that equals the run before it.
  private static func withoutRepeats(_ indices: [Int], _ intervals: [Double]) -> [Int] {
    // `fresh` is the number of last intervals that were not repeated yet.
    var kept = [Int]()
    var fresh = 0
    var index = 0
    while index < indices.count {
      let longest = min(4, fresh, indices.count - index)
      let length = (0..<longest).first { length in
        (0...length).allSatisfy { intervals[indices[index + $0]] == intervals[kept[kept.count - length - 1 + $0]] }
      }
      if length == nil { kept.append(indices[index]) }
      index = index + (length ?? 0) + 1
      fresh = length == nil ? fresh + 1 : 0
    }
    return kept
  }

  /// Returns the changes between neighbors.
  private static func changes(_ intervals: [Double]) -> [Double] {
    zip(intervals, intervals.dropFirst()).map { $1 - $0 }.filter(\.isFinite)
  }

  /// Returns how many more neighbors are equal than by chance; 0 if the difference may be chance.
  private static func excessiveRepeats(_ intervals: [Double]) -> Double {
    let changes = changes(intervals)
    let sizes = changes.map(abs).filter { $0 > 0 }.sorted()
    guard let step = sizes.first else { return 0 }
    let median = sizes[sizes.count / 2]
    // With fine steps, changes near 0 are as dense as those up to their median. With coarse ones, the number of zeros
    // continues the series of two steps and one step.
    var chance = 0.5 * Double(sizes.count) * step / median
    if median < 3 * step {
      let one = sizes.count { $0 < 1.5 * step }
      let two = sizes.count { (1.5 * step..<2.5 * step).contains($0) }
      chance = Double(one) / 2 * max(1, Double(one + 1) / Double(two + 1))
    }
    let excess = Double(changes.count - sizes.count) - chance
    return excess > 4 * (chance + 1).squareRoot() ? excess : 0
  }

  /// Returns whether intervals were computed from a heart rate: four of five neighbors are equal, or nearly all are
  /// within 1 ms of the interval of their rate.
  private static func areComputed(_ packets: [Packet], _ intervals: [Double]) -> Bool {
    let count = intervals.count(where: \.isFinite)
    let changes = changes(intervals)
    let computed = packets.reduce(0) { sum, packet in
      sum + packet.intervals.count { abs($0 - 60_000 / (packet.rate ?? .infinity)) <= 1 }
    }
    return count >= fewest
      && (Double(changes.count { $0 == 0 }) >= 0.8 * Double(max(1, changes.count))
        || Double(computed) >= 0.95 * Double(count))
  }
}
