extension Moment {
  /// The moment `duration` later, with the same offset from UTC.
  public static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(milliseconds: moment.milliseconds + duration.milliseconds, secondsFromGMT: moment.secondsFromGMT)
  }

  /// The moment `duration` earlier, with the same offset from UTC.
  public static func - (moment: Moment, duration: Duration) -> Moment {
    Moment(milliseconds: moment.milliseconds - duration.milliseconds, secondsFromGMT: moment.secondsFromGMT)
  }

  /// The time from `right` to `left`; negative if `left` is earlier.
  public static func - (left: Moment, right: Moment) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}
