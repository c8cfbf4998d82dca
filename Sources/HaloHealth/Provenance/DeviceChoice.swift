/// Which of the devices on one wearer counts for a metric within a time, and how much of it each of them has.
///
/// Two devices on one wearer are not two hearts, and do not count the same steps twice. The rule is here alone: measurements are of the device
/// that covers most of the time, steps of the one that counted most, sleep of the one with most time asleep. Of two that have as much, the
/// device with the lower number counts.
public struct DeviceChoice: Sendable, Hashable {
  /// What devices are compared by.
  public enum Measure: Sendable, Hashable {
    /// Spans of five minutes with a value, of so many in the time; `nil` if the time has no bounds.
    case spans(of: Int?)
    /// Steps that were counted.
    case steps
    /// Minutes asleep.
    case minutesAsleep
  }

  /// A device, and what it has. The greater one counts.
  public struct Candidate: Sendable, Hashable, Comparable {
    /// The device, by its number in the journal.
    public let device: Int
    /// Its spans of five minutes, steps or minutes asleep.
    public let amount: Int
    private let weight: Int

    /// A device that counted steps or saw sleep.
    public init(device: Int, amount: Int) { (self.device, self.amount, weight) = (device, amount, amount) }

    /// A device with values in `logged` spans of five minutes by itself, and in `others` only live or by hand.
    ///
    /// Devices log every five minutes to every hour, so a logged value stands for half an hour of the wearer's day. Otherwise three hours of
    /// training with a value each second would be more of the day than an hourly log.
    public init(device: Int, logged: Int, others: Int) {
      (self.device, amount, weight) = (device, logged + others, logged * 6 + others)
    }

    public static func < (left: Self, right: Self) -> Bool { (left.weight, right.device) < (right.weight, left.device) }
  }

  /// What the devices are compared by.
  public let measure: Measure
  /// The device that counts.
  public let chosen: Candidate
  /// The others, the best first.
  public let others: [Candidate]

  /// The choice of some devices; `nil` if there are none.
  public init?(_ candidates: some Sequence<Candidate>, by measure: Measure) {
    let sorted = candidates.sorted(by: >)
    guard let first = sorted.first else { return nil }
    (self.measure, chosen, others) = (measure, first, Array(sorted.dropFirst()))
  }

  /// The length of the spans by which devices are compared, in milliseconds.
  private static let span = Duration.minutes(5).milliseconds

  /// The choice by some values, within a time in milliseconds if that is known; `nil` if there are no values.
  public init?<Value: DeviceValue>(of values: some Collection<Value>, in time: Range<Int>? = nil) {
    var spans: [Int: (logged: Set<Int>, others: Set<Int>)] = [:]
    for value in values {
      let span = value.milliseconds.floorDivided(by: Self.span)
      if value.isOfMoment {
        spans[value.deviceNumber, default: ([], [])].others.insert(span)
      } else {
        spans[value.deviceNumber, default: ([], [])].logged.insert(span)
      }
    }
    let candidates = spans.map { device, spans in
      Candidate(device: device, logged: spans.logged.count, others: spans.others.subtracting(spans.logged).count)
    }
    self.init(candidates, by: .spans(of: time.map { ($0.count + Self.span - 1) / Self.span }))
  }

  /// The device that counts, by its number in the journal.
  public var device: Int { chosen.device }

  /// The choice in words, as an explanation has it: "chosen of 2 devices: ring (268 of 288 five-minute spans; strap 12)". `nil` if there was
  /// nothing to choose.
  public func words(_ name: (Int) -> String) -> String? {
    guard !others.isEmpty else { return nil }
    let unit =
      switch measure {
      case .spans(let all): "\(all.map { " of \($0)" } ?? "") five-minute spans"
      case .steps: " steps"
      case .minutesAsleep: " minutes asleep"
      }
    let rest = others.map { "; \(name($0.device)) \($0.amount)" }.joined()
    return "chosen of \(others.count + 1) devices: \(name(device)) (\(chosen.amount)\(unit)\(rest))"
  }
}

/// A value that a device measured.
public protocol DeviceValue {
  /// The device, by its number in the journal.
  var deviceNumber: Int { get }
  /// When, in milliseconds since 1970.
  var milliseconds: Int { get }
  /// Whether it was measured live or by hand, and not logged.
  var isOfMoment: Bool { get }
}

extension Collection where Element: DeviceValue {
  /// The values of the device that counts, as ``DeviceChoice`` has it.
  public func ofOneDevice() -> [Element] {
    guard let first, contains(where: { $0.deviceNumber != first.deviceNumber }), let choice = DeviceChoice(of: self)
    else { return Array(self) }
    return filter { $0.deviceNumber == choice.device }
  }
}
