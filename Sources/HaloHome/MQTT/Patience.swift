/// How long to wait before the next try to reach a broker: longer each time, by chance a little more or less, and long from the start
/// where nothing but a person can help.
struct Patience: Sendable {
  /// Why a connection is not there.
  enum Failure: Sendable {
    /// It was refused, lost, or not to be reached.
    case passing
    /// The broker or its certificate, the password or a file are not as they must be.
    case needsPerson
  }

  /// The first wait after a failure that may pass.
  var first: Duration = .seconds(1)
  /// The longest wait after such.
  var most: Duration = .seconds(300)
  /// The first wait where a person must help.
  var firstForPerson: Duration = .seconds(300)
  /// The longest wait then.
  var mostForPerson: Duration = .seconds(3600)
  private var failures = 0

  init() {}

  /// All is well again.
  mutating func reset() { failures = 0 }

  /// The wait after one more failure. `random` draws from a range.
  mutating func next(after failure: Failure, random: (ClosedRange<Double>) -> Double) -> Duration {
    let (first, most) = failure == .passing ? (first, most) : (firstForPerson, mostForPerson)
    var pause = first
    for _ in 0..<failures where pause < most { pause *= 2 }
    failures += 1
    return min(pause, most) * random(0.8...1.2)
  }
}
