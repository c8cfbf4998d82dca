import HaloHealth

/// How much less a wearer slept in two weeks than they need.
struct SleepDebt {
  /// Days that it is of.
  static let days = 14
  /// Nights that have to be known.
  static let fewest = 10

  /// Minutes, 0 or more.
  let minutes: Int
  /// Minutes of sleep that the wearer needs a night: the goal, otherwise what is usual.
  let need: Int
  /// Nights that are known.
  let nights: Int

  /// The debt after `date`, by all sleeps that ended within the 14 days up to it; `nil` if fewer than ten nights are known or nothing
  /// says what the wearer needs. Sleeping longer than needed pays it back; what is not known counts as neither.
  init?(on date: CalendarDate, _ sleeps: [Night], need: Int?) {
    let first = date.adding(days: 1 - Self.days)
    let byDay = Dictionary(
      grouping: sleeps.filter { !$0.isDoubtful && (first...date).contains($0.end.date) }, by: \.end.date)
    let known = byDay.values.filter { Night.main($0) != nil }
    guard let need, known.count >= Self.fewest else { return nil }
    self.need = need
    nights = known.count
    minutes = max(0, known.reduce(0) { sum, sleeps in sum + need - sleeps.reduce(0) { $0 + $1.minutesAsleep } })
  }
}
