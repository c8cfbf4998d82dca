/// How much of a day a wearer's devices reported.
public struct DayCoverage: Sendable, Hashable {
  /// The day on the wearer's wall.
  public let date: CalendarDate
  /// When it ended.
  public let end: Moment
  /// When the devices last told of it. Of a day that was imported it is the end of its last hour with a value if the day is the newest, and
  /// otherwise `nil`.
  public let told: Moment?
  /// Times of two hours or more, within what was told, in which nothing was measured: the device was not worn, was charging or empty.
  public let gaps: [Range<Moment>]

  /// The shortest time without any measurement that is worth a word, in hours.
  public static let shortestGap = 2

  /// The coverage of a day.
  public init(date: CalendarDate, end: Moment, told: Moment?, gaps: [Range<Moment>]) {
    self.date = date
    self.end = end
    self.told = told
    self.gaps = gaps
  }

  /// Whether the devices told of it after it had ended.
  public var isTold: Bool { told.map { $0 >= end } ?? true }
  /// Until when it is known; `nil` if until its end.
  public var knownUntil: Moment? { isTold ? nil : told }
  /// Whether numbers of the day are of all of it.
  public var isWhole: Bool { isTold && gaps.isEmpty }
}
