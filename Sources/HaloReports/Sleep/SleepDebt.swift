/// The wearer's sleep debt over two weeks.
struct SleepDebt {
  /// Number of days considered.
  static let days = 14
  /// Minimum number of nights with data.
  static let minimumNights = 10

  /// The debt in minutes, at least 0.
  let minutes: Int
  /// The wearer's sleep need per night, in minutes: the goal, otherwise the usual sleep.
  let need: Int
  /// Number of nights with data.
  let nights: Int

  /// Computes the debt from all sleeps that ended in the 14 days up to `date`. Returns `nil` if fewer than ten nights
  /// have data, or the need is unknown. Sleep beyond the need reduces the debt; nights without data are ignored.
  init?(on date: CalendarDate, _ sleeps: [Night], need: Int?) {
    let first = date.adding(days: 1 - Self.days)
    let byDay = Dictionary(
      grouping: sleeps.filter { !$0.isDoubtful && (first...date).contains($0.end.date) }, by: \.end.date)
    let known = byDay.values.filter { Night.main($0) != nil }
    guard let need, known.count >= Self.minimumNights else { return nil }
    self.need = need
    nights = known.count
    minutes = max(0, known.reduce(0) { sum, sleeps in sum + need - sleeps.reduce(0) { $0 + $1.minutesAsleep } })
  }
}
