/// Live HRV: the root mean square of successive differences (RMSSD) of the last minute's beat intervals. A simple view
/// of a stream, not an analysis of a recording.
///
/// Rules:
/// 1. An interval outside 300…2000 ms is an artifact.
/// 2. So is one that differs by more than 20 % from the median of the last five accepted intervals. But if three in a
///    row are rejected, the heart rate has changed, and intervals are accepted again from the third on.
/// 3. A difference counts if both of its intervals were accepted and follow each other without a gap.
/// 4. A difference has the time of its later beat, and is dropped after 60 s of beats.
/// 5. There is a value if at least 20 differences remain.
public struct RollingVariability: Sendable {
  /// The length of the window in milliseconds.
  public static let window = 60_000.0
  /// The minimum number of differences.
  public static let minimumDifferences = 20

  private var recent: [Double] = []
  /// The last interval, if it was accepted and no gap follows.
  private var last: Double?
  private var refused = 0
  /// Squares of differences, with the time of the later beat.
  private var squares: [(time: Double, square: Double)] = []
  private var time = 0.0
  /// The number of rejected intervals.
  public private(set) var artifactCount = 0

  /// Creates an empty window.
  public init() {}

  /// Adds the next interval, in milliseconds.
  public mutating func add(_ interval: Double) {
    time += interval
    squares.removeAll { $0.time < time - Self.window }
    guard isPlausible(interval) else {
      artifactCount += 1
      last = nil
      return
    }
    if let last { squares.append((time, (interval - last) * (interval - last))) }
    last = interval
    recent = recent.suffix(4) + [interval]
  }

  /// Marks a gap: the monitor was off, or the link was lost.
  public mutating func addGap() { last = nil }

  /// The RMSSD in milliseconds; `nil` if there are too few differences.
  public var milliseconds: Double? {
    guard squares.count >= Self.minimumDifferences else { return nil }
    return (squares.reduce(0) { $0 + $1.square } / Double(squares.count)).squareRoot()
  }

  private mutating func isPlausible(_ interval: Double) -> Bool {
    guard (300...2000).contains(interval) else { return false }
    guard !recent.isEmpty else { return true }
    let median = recent.sorted()[recent.count / 2]
    guard abs(interval - median) > 0.2 * median else {
      refused = 0
      return true
    }
    refused += 1
    guard refused >= 3 else { return false }
    refused = 0
    recent = []
    return true
  }
}
