extension MeasureWording {
  /// The texts of durations, by their minutes.
  public static func durations(_ minutes: [Int?]) -> [Int: Phrase] {
    Dictionary(minutes.compactMap { $0.map { ($0, duration(minutes: $0)) } }, uniquingKeysWith: { $1 })
  }
}

extension SleepReport {
  /// The durations that charts show: of the sleep, of each stage, and of each time in one stage.
  public var durations: [Int] {
    stages.indices.map { first in
      stages[first...].prefix { $0.stage == stages[first].stage }.reduce(0) { $0 + $1.minutes }
    } + minutesOfStage.values + [minutesAsleep, minutesWithoutStage, 0]
  }
}

extension NightReport {
  /// The durations that charts show: of its sleeps, of the usual ranges, and of Halo's own stages.
  public var durations: [Int] {
    ([main].compactMap(\.self) + naps).flatMap(\.durations) + (usual?.durations ?? [])
      + (ownStages?.stages ?? []).map { ($0.end - $0.start).wholeMinutes }
  }
}

extension UsualNights {
  fileprivate var durations: [Int] {
    [deep, light, rem, awake, asleep].compactMap(\.self).flatMap { [$0.low, $0.median, $0.high] }
  }
}

extension SleepPeriodReport {
  private var stages: [[Int?]] { [nights.deep, nights.light, nights.rem, nights.unstaged, nights.awake] }

  /// The durations that charts show: in the columns, the averages and the usual ranges.
  public var durations: [Int?] {
    let means: [PeriodComparison.Mean?] = [
      averages?.asleep, averages?.deep, averages?.light, averages?.rem, averages?.awake,
    ]
    return stages.joined() + nights.asleep + nights.napMinutes + (usual?.durations ?? [])
      + means.map { $0.map { Int($0.value.rounded()) } }
  }

  /// An axis for the minutes of each night, up to the longest or to the goal.
  public func axis(goal: Int?) -> ValueAxis {
    let longest = nights.date.indices.map { day in stages.reduce(0) { $0 + ($1[day] ?? 0) } }.max() ?? 0
    return ValueAxis(from: 0, to: Double(max(longest, goal ?? 0, 1)) * 1.06, in: .minutes)
  }
}
