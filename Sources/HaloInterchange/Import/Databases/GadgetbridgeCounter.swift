/// An amount that a device counts from local midnight, as its rows report it.
struct GadgetbridgeCounter {
  /// Times are in seconds since 1970.
  private var last: (day: Int, amount: Double, time: Int)?

  /// The amount since the row before, and the start of its interval; `nil` if no person can do so much in that time, or in
  /// an hour, because some devices write late. The counter then stays as it was: a wrong row changes none after it.
  ///
  /// After a fall to less than half, the device counts from 0 again; a smaller fall is a correction. Within an hour of the
  /// row before, the counter may still show the day before. An addition is at most an hour long: a gap is no activity.
  mutating func advance(
    to amount: Double, at time: Int, day: Int, midnight: Int, mostPerMinute: Double
  ) -> (added: Double, from: Int)? {
    func most(since start: Int) -> Double { mostPerMinute * Double((time - start + 59) / 60) }
    var before = 0.0
    var from = midnight
    if let last, last.day == day {
      from = last.time
      before = amount >= last.amount ? last.amount : amount * 2 < last.amount ? 0 : amount
    } else if let last, time - last.time <= 3600,
      amount == last.amount || amount > max(last.amount, most(since: midnight))
    {
      before = last.amount
    }
    guard amount - before <= most(since: min(from, time - 3600)) else { return nil }
    last = (day, amount, time)
    return (amount - before, max(from, time - 3600))
  }
}
