/// A device's settings and uses over time.
public struct BatteryHabits: Sendable, Hashable {
  /// A setting from a time on.
  public struct Setting: Sendable, Hashable {
    /// The time of the change.
    public let time: Moment
    public let habit: BatteryHabit
    /// The amount, as described in ``BatteryHabit``.
    public let amount: Double

    /// A setting from `time` on.
    public init(time: Moment, _ habit: BatteryHabit, _ amount: Double) {
      self.time = time
      self.habit = habit
      self.amount = amount
    }
  }

  /// The settings, in order of time.
  public var settings: [Setting]
  /// The times of connections, measuring or not. They may overlap.
  public var links: [Range<Moment>]
  /// The times of live measurements. They may overlap.
  public var live: [Range<Moment>]

  /// The habits of a device.
  public init(settings: [Setting] = [], links: [Range<Moment>] = [], live: [Range<Moment>] = []) {
    self.settings = settings.sorted { $0.time < $1.time }
    self.links = links
    self.live = live
  }

  /// The current amount of a setting; `nil` if unknown.
  public func current(_ habit: BatteryHabit) -> Double? { settings.last { $0.habit == habit }?.amount }

  /// The time of the last change of a setting.
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

/// The accumulated amount of each habit until a time, from which the rows of the regression are built.
struct HabitMeter: Sendable {
  /// A piecewise constant amount, with its accumulated sum at each step.
  private struct Steps {
    var days: [Double] = []
    var amounts: [Double] = []
    var sums: [Double] = []

    mutating func set(_ amount: Double, from day: Double) {
      sums.append((sums.last ?? 0) + (day - (days.last ?? day)) * (amounts.last ?? 0))
      days.append(day)
      amounts.append(amount)
    }

    /// The sum until a day; 0 before the first step.
    func sum(until day: Double) -> Double {
      let next = days.partitioningIndex { $0 > day }
      return next == 0 ? 0 : sums[next - 1] + (day - days[next - 1]) * amounts[next - 1]
    }
  }

  /// The habits with data.
  let habits: [BatteryHabit]
  /// The day from which all settings are known.
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

  /// The accumulated amount of a habit until a day: amount × days for a setting, hours for other habits.
  func sum(of habit: BatteryHabit, until day: Double) -> Double {
    switch habit {
    case .live: live.sum(until: day)
    case .link: linkOrLive.sum(until: day) - live.sum(until: day)
    default: settings[habit]?.sum(until: day) ?? 0
    }
  }

  /// The total hours of times that may overlap.
  private static func steps(_ times: [Range<Moment>]) -> Steps {
    var steps = Steps()
    var end = -Double.infinity
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let first = time.lowerBound.day
      let last = time.upperBound.day
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
