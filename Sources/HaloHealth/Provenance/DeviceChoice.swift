/// The choice of one device among those on a wearer, for a metric in a time range, with the amount of data that each of
/// them has.
///
/// This is the only place with the rule: the device that the wearer gave priority is chosen, in the order of the ranks.
/// Among devices without a rank, measurements come from the device that covers most of the time, sleep from the one with most time
/// asleep, preferably in stages. On a tie the device with the lower number is chosen.
public struct DeviceChoice: Codable, Sendable, Hashable {
  /// The measure by which devices are compared.
  public enum Measure: Codable, Sendable, Hashable {
    /// Five-minute spans with a value, out of a total number; `nil` if the time has no bounds.
    case spans(of: Int?)
    /// Counts of a metric that were merged by time: all devices count in part, the chosen one first.
    case counts(Metric)
    case minutesAsleep
  }

  /// The data for which one device is chosen, to which a priority belongs.
  public enum Subject: Sendable, Hashable {
    case metric(Metric)
    /// Steps, distance and energy, which are of one device together.
    case movement
    /// Nights and naps.
    case sleep

    /// The data with a metric.
    public init(_ metric: Metric) {
      switch metric {
      case .steps, .distance, .activeEnergy: self = .movement
      default: self = .metric(metric)
      }
    }
  }

  /// A device with its amount of data. The greater candidate is chosen.
  public struct Candidate: Codable, Sendable, Hashable, Comparable {
    /// The device, by its number in the journal.
    public let device: Int
    /// Its spans of five minutes, minutes asleep, or what counts of its steps, meters or kilocalories.
    public let amount: Int
    /// The amount, with what does not count.
    public let all: Int
    /// The rank that the wearer gave the device, 1 for the first; `nil` for none.
    public let rank: Int?
    private let weight: Int

    /// The order by rank, then by amount of data; on a tie the device with the lower number is the greater one.
    public static func < (left: Self, right: Self) -> Bool {
      (right.rank ?? .max, left.weight, right.device) < (left.rank ?? .max, right.weight, left.device)
    }
  }

  /// The measure by which the devices are compared.
  public let measure: Measure
  /// The chosen device.
  public let chosen: Candidate
  /// The other devices, the best first.
  public let others: [Candidate]

  /// Chooses among candidates; `nil` if there are no candidates.
  public init?(_ candidates: some Sequence<Candidate>, by measure: Measure) {
    self.init(inOrder: candidates.sorted(by: >), by: measure)
  }

  /// Candidates in the order of their choice; `nil` without any.
  public init?(inOrder candidates: [Candidate], by measure: Measure) {
    guard let first = candidates.first else { return nil }
    self.measure = measure
    chosen = first
    others = Array(candidates.dropFirst())
  }

  /// The length of the spans that are compared, in milliseconds.
  private static let span = Duration.minutes(5).milliseconds

  /// Chooses by values, in a time range in milliseconds if it is known; `nil` if there are no values.
  public init?<Value: DeviceValue>(of values: some Collection<Value>, in time: Range<Int>? = nil) {
    var spans: [Int: (logged: Set<Int>, others: Set<Int>)] = [:]
    var ranks: [Int: Int] = [:]
    for value in values {
      ranks[value.deviceNumber] = value.rank
      let span = value.milliseconds.floorDivided(by: Self.span)
      if value.isMomentary {
        spans[value.deviceNumber, default: ([], [])].others.insert(span)
      } else {
        spans[value.deviceNumber, default: ([], [])].logged.insert(span)
      }
    }
    let candidates = spans.map { device, spans in
      Candidate(
        device: device, logged: spans.logged.count, others: spans.others.subtracting(spans.logged).count,
        rank: ranks[device])
    }
    self.init(candidates, by: .spans(of: time.map { ($0.count + Self.span - 1) / Self.span }))
  }

  /// The number of the chosen device in the journal.
  public var device: Int { chosen.device }

  /// True if the wearer's priority decided, not the amount of data.
  public var isByPriority: Bool { chosen.rank != nil }
}

extension DeviceChoice.Candidate {
  /// A device of which `amount` counts, of all that it counted; `nil` if all of it counts.
  public init(device: Int, amount: Int, of all: Int? = nil, rank: Int? = nil) {
    self.init(device: device, amount: amount, all: all ?? amount, rank: rank, weight: all ?? amount)
  }

  /// A device that recorded sleep. One with stages is better than one without that slept up to twice as long.
  public init(device: Int, minutesAsleep: Int, isStaged: Bool, rank: Int? = nil) {
    self.init(
      device: device, amount: minutesAsleep, all: minutesAsleep, rank: rank, weight: minutesAsleep * (isStaged ? 2 : 1))
  }

  /// A device with `logged` five-minute spans that have a logged value, and `others` that have only live or manual
  /// ones.
  ///
  /// Devices log every five minutes to every hour, so a logged value represents half an hour of the wearer's day.
  /// Otherwise three hours of training with a value each second would outweigh an hourly log of the whole day.
  public init(device: Int, logged: Int, others: Int, rank: Int? = nil) {
    let all = logged + others
    self.init(device: device, amount: all, all: all, rank: rank, weight: logged * 6 + others)
  }
}

/// A value that a device measured.
public protocol DeviceValue {
  /// The device, by its number in the journal.
  var deviceNumber: Int { get }
  /// The time, in milliseconds since 1970.
  var milliseconds: Int { get }
  /// True if the value was measured live or manually, not logged.
  var isMomentary: Bool { get }
  /// The rank that the wearer gave the device for the value's metric, 1 for the first; `nil` for none.
  var rank: Int? { get }
}

extension Collection where Element: DeviceValue {
  /// The values of the device that ``DeviceChoice`` chooses.
  public func fromChosenDevice() -> [Element] {
    guard let first, contains(where: { $0.deviceNumber != first.deviceNumber }), let choice = DeviceChoice(of: self)
    else { return Array(self) }
    return filter { $0.deviceNumber == choice.device }
  }
}
