public import HaloHealth

/// What a device was told to do, and what was done with it, over time.
public struct BatteryHabits: Sendable, Hashable {
  /// A setting from a time on.
  public struct Setting: Sendable, Hashable {
    /// From when on.
    public let time: Moment
    /// What is set.
    public let habit: BatteryHabit
    /// How much of it: see ``BatteryHabit``.
    public let amount: Double

    /// A setting from `time` on.
    public init(time: Moment, _ habit: BatteryHabit, _ amount: Double) {
      self.time = time
      self.habit = habit
      self.amount = amount
    }
  }

  /// What was set, in order of time.
  public var settings: [Setting]
  /// When there was a link, measuring or not. They may overlap.
  public var links: [Range<Moment>]
  /// When something was measured live. They may overlap.
  public var live: [Range<Moment>]

  /// Habits.
  public init(settings: [Setting] = [], links: [Range<Moment>] = [], live: [Range<Moment>] = []) {
    self.settings = settings.sorted { $0.time < $1.time }
    self.links = links
    self.live = live
  }

  /// What is set now; `nil` where it is not known.
  public func current(_ habit: BatteryHabit) -> Double? { settings.last { $0.habit == habit }?.amount }

  /// When a setting last became another.
  var lastChange: Moment? {
    var amounts: [BatteryHabit: Double] = [:]
    var last: Moment?
    for setting in settings {
      if let before = amounts.updateValue(setting.amount, forKey: setting.habit), before != setting.amount {
        last = setting.time
      }
    }
    return last
  }
}

/// How much of each habit there was until a time: what turns two readings into a row of the regression.
struct HabitMeter: Sendable {
  /// Something that has a constant amount from each of these days on, and what it came to until then.
  private struct Steps {
    var days: [Double] = []
    var amounts: [Double] = []
    var sums: [Double] = []

    mutating func set(_ amount: Double, from day: Double) {
      sums.append((sums.last ?? 0) + (day - (days.last ?? day)) * (amounts.last ?? 0))
      days.append(day)
      amounts.append(amount)
    }

    /// The sum until a day; 0 before the first.
    func sum(until day: Double) -> Double {
      var (low, high) = (0, days.count)
      while low < high {
        let middle = (low + high) / 2
        if days[middle] <= day { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? 0 : sums[low - 1] + (day - days[low - 1]) * amounts[low - 1]
    }
  }

  /// The habits that anything is known of.
  let habits: [BatteryHabit]
  /// The day from which on all settings are known.
  let knownSince: Double
  private let settings: [BatteryHabit: Steps]
  private let live: Steps
  private let linkOrLive: Steps

  init(_ habits: BatteryHabits) {
    var settings: [BatteryHabit: Steps] = [:]
    for setting in habits.settings {
      settings[setting.habit, default: Steps()].set(setting.amount, from: setting.time.day)
    }
    self.settings = settings
    live = Self.steps(habits.live)
    linkOrLive = Self.steps(habits.live + habits.links)
    self.habits = BatteryHabit.allCases.filter { $0.isTimed || settings[$0] != nil }
    knownSince = settings.values.compactMap(\.days.first).max() ?? -.infinity
  }

  /// How much of a habit there was until a day: amount × days of a setting, hours of what is done for a time.
  func sum(of habit: BatteryHabit, until day: Double) -> Double {
    switch habit {
    case .live: live.sum(until: day)
    case .link: linkOrLive.sum(until: day) - live.sum(until: day)
    default: settings[habit]?.sum(until: day) ?? 0
    }
  }

  /// The hours of times that may overlap.
  private static func steps(_ times: [Range<Moment>]) -> Steps {
    var steps = Steps()
    var end = -Double.infinity
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let (first, last) = (time.lowerBound.day, time.upperBound.day)
      guard last > end else { continue }
      if first > end {
        if end > -.infinity { steps.set(0, from: end) }
        steps.set(24, from: first)
      }
      end = last
    }
    if end > -.infinity { steps.set(0, from: end) }
    return steps
  }
}

extension Moment {
  /// Days since 1970.
  var day: Double { Duration.milliseconds(milliseconds).measured(in: .days(1)) }
}
