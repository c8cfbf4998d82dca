/// How much of a day a wearer's devices reported.
public struct DayCoverage: Sendable, Hashable {
  /// A time of two hours or more, within what was reported, without a measurement.
  public struct Gap: Sendable, Hashable {
    /// When.
    public let time: Range<Moment>
    /// Why.
    public let reason: GapReason

    /// A time without a measurement.
    public init(_ time: Range<Moment>, _ reason: GapReason) { (self.time, self.reason) = (time, reason) }
  }

  /// A day of which a part alone was measured, because wear or an imported file begins or ends on it.
  public enum Edge: Sendable, Hashable {
    /// The first measurement came two hours or more after the day had begun.
    case first
    /// The last measurement came two hours or more before the day ended.
    case last
  }

  /// The day on the wearer's wall.
  public let date: CalendarDate
  /// When it ended.
  public let end: Moment
  /// When the devices last reported it. For an imported day, the end of its last hour with a value if the day is the newest, otherwise
  /// `nil`.
  public let reported: Moment?
  /// Whether it is the first or last day of wear or of an import, and was measured in part.
  public let edge: Edge?
  /// Why nothing is known after ``until``: ``GapReason/notSyncedYet``, ``GapReason/notSyncedInTime`` or, of an imported day,
  /// ``GapReason/unknown``; `nil` if the day is known until its end.
  public let reason: GapReason?
  /// Times of two hours or more, within what was reported, without a measurement.
  public let gaps: [Gap]

  /// The shortest time without any measurement that is shown, in hours.
  public static let shortestGap = 2
  /// Days that devices keep, today included. No device of a family here keeps more, and no driver asks for more.
  public static let daysKept = 7

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

  /// Whether the devices reported it after it had ended.
  public var isReported: Bool { reported.map { $0 >= end } ?? true }
  /// Until when it is known; `nil` if until its end.
  public var until: Moment? { isReported ? nil : reported }
  /// Whether the day counts in averages and goals: it is known until its end, and wear did not begin or end on it.
  public var counts: Bool { isReported && edge == nil }
  /// Whether the day is compared with others. Unlike ``counts``, no later day changes that: a trend that was computed once stays the same.
  public var isComparable: Bool { isReported && edge != .first }
  /// Whether numbers of the day are of all of it.
  public var isWhole: Bool { counts && gaps.isEmpty }
}
