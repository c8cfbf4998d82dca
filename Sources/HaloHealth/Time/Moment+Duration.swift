extension Moment {
  /// The moment that much later, with the same offset of the clock on the wall.
  public static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(milliseconds: moment.milliseconds + duration.milliseconds, secondsFromGMT: moment.secondsFromGMT)
  }

  /// The moment that much earlier, with the same offset of the clock on the wall.
  public static func - (moment: Moment, duration: Duration) -> Moment {
    Moment(milliseconds: moment.milliseconds - duration.milliseconds, secondsFromGMT: moment.secondsFromGMT)
  }

  /// How much later `left` is than `right`; negative if it is earlier.
  public static func - (left: Moment, right: Moment) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}
