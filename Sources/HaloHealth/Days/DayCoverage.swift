/// How much of a day a wearer's devices reported.
public struct DayCoverage: Sendable, Hashable {
  /// The day on the wearer's wall.
  public let date: CalendarDate
  /// When it ended.
  public let end: Moment
  /// When the devices last reported it. For an imported day, the end of its last hour with a value if the day is the newest, otherwise
  /// `nil`.
  public let reported: Moment?
  /// Times of two hours or more, within what was reported, without a measurement: the device was not worn, was charging or empty.
  public let gaps: [Range<Moment>]

  /// The shortest time without any measurement that is shown, in hours.
  public static let shortestGap = 2

  /// The coverage of a day.
  public init(date: CalendarDate, end: Moment, reported: Moment?, gaps: [Range<Moment>]) {
    self.date = date
    self.end = end
    self.reported = reported
    self.gaps = gaps
  }

  /// Whether the devices reported it after it had ended.
  public var isReported: Bool { reported.map { $0 >= end } ?? true }
  /// Until when it is known; `nil` if until its end.
  public var knownUntil: Moment? { isReported ? nil : reported }
  /// Whether numbers of the day are of all of it.
  public var isWhole: Bool { isReported && gaps.isEmpty }
}
