/// Heart-rate variability while one watches: the root mean square of successive differences (RMSSD) of the last minute's beat
/// intervals. A view of a stream, kept simple; it is no analysis of a recording.
///
/// The rules, all of them:
/// 1. An interval outside 300…2000 ms is an artefact.
/// 2. So is one that differs by more than 20 % from the median of the last five that were taken; but three refused in a row mean that
///    the heart has changed, and from the third on they are taken again.
/// 3. A difference counts where both of its intervals were taken and follow each other without a gap.
/// 4. A difference is of the time since its later beat: after 60 s of beats it is forgotten.
/// 5. There is a value where 20 differences or more are left.
public struct RollingVariability: Sendable {
  /// The time that it looks back, in milliseconds.
  public static let window = 60_000.0
  /// How many differences it wants.
  public static let leastDifferences = 20

  private var recent: [Double] = []
  /// The last interval, where it was taken and nothing is missing behind it.
  private var last: Double?
  private var refused = 0
  /// Squares of differences, with the time of their later beat.
  private var squares: [(time: Double, square: Double)] = []
  private var time = 0.0
  /// How many intervals were refused.
  public private(set) var artefactCount = 0

  /// Nothing yet.
  public init() {}

  /// Takes the next interval, in milliseconds.
  public mutating func add(_ interval: Double) {
    time += interval
    squares.removeAll { $0.time < time - Self.window }
    guard isPlausible(interval) else {
      artefactCount += 1
      last = nil
      return
    }
    if let last { squares.append((time, (interval - last) * (interval - last))) }
    last = interval
    recent = recent.suffix(4) + [interval]
  }

  /// Beats are missing here: the monitor was off, or the link broke.
  public mutating func addGap() { last = nil }

  /// The value in milliseconds; `nil` where there are too few differences.
  public var milliseconds: Double? {
    guard squares.count >= Self.leastDifferences else { return nil }
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
