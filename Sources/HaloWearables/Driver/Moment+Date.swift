package import HaloFoundation

extension Moment {
  /// Creates a point in time to the millisecond, with the UTC offset in seconds.
  package init(_ date: Date, secondsFromGMT: Int) {
    self.init(
      milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded(.down)), secondsFromGMT: secondsFromGMT)
  }
}
