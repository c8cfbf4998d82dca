/// The part of a day that a wearer's devices reported.
public struct DayCoverage: Sendable, Hashable {
  /// A time of two hours or more without a measurement, within the reported part of the day.
  public struct Gap: Sendable, Hashable {
    /// The time range.
    public let time: Range<Moment>
    public let reason: GapReason

    /// A time without a measurement.
    public init(_ time: Range<Moment>, _ reason: GapReason) { (self.time, self.reason) = (time, reason) }
  }

  /// A day that was only partly measured because wear, or an imported file, begins or ends on it.
  public enum Edge: Sendable, Hashable {
    /// The first measurement came two hours or more after the beginning of the day.
    case first
    /// The last measurement came two hours or more before the end of the day.
    case last
  }

  /// The day, in the wearer's local time.
  public let date: CalendarDate
  /// The end of the day.
  public let end: Moment
  /// The time of the devices' last report of the day. For an imported day: the end of its last hour with a value if the
  /// day is the newest, otherwise `nil`.
  public let reported: Moment?
  /// The kind of edge, if the day is the first or last one of wear or of an import and was only partly measured;
  /// `nil` otherwise.
  public let edge: Edge?
  /// The reason for missing data after ``until``: ``GapReason/notSyncedYet``, ``GapReason/notSyncedInTime`` or, for an
  /// imported day, ``GapReason/unknown``; `nil` if the day is complete until its end.
  public let reason: GapReason?
  /// The gaps of two hours or more within the reported part of the day.
  public let gaps: [Gap]

  /// The shortest gap that is shown, in hours.
  public static let shortestGap = 2
  /// The number of days that devices keep, today included. No supported device keeps more, and no driver requests more.
  public static let retentionDays = 7

  /// The coverage of a day.
  public init(
    date: CalendarDate, end: Moment, reported: Moment?, edge: Edge? = nil, reason: GapReason? = nil, gaps: [Gap] = []
  ) {
    self.date = date
    self.end = end
    self.reported = reported
    self.edge = edge
    self.reason = reason
    self.gaps = gaps
  }

  /// True if the devices reported the day after its end.
  public var isReported: Bool { reported.map { $0 >= end } ?? true }
  /// The end of the reported part; `nil` if the day is reported until its end.
  public var until: Moment? { isReported ? nil : reported }
  /// True if the day counts in averages and goals: it is reported until its end, and wear did not begin or end on it.
  public var counts: Bool { isReported && edge == nil }
  /// True if the day is compared with others. Unlike ``counts``, it is not changed by later days, so that a computed
  /// trend stays the same.
  public var isComparable: Bool { isReported && edge != .first }
  /// True if the day's numbers cover all of it.
  public var isWhole: Bool { counts && gaps.isEmpty }
}
