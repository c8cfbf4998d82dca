public import HaloHealth

/// What insights into a row of days are made from.
public struct InsightSource: Sendable {
  /// A value of a day that was computed earlier.
  public struct Earlier: Sendable, Hashable {
    /// The day.
    public let date: CalendarDate
    /// The value.
    public let value: Double
    /// The algorithm's name.
    public let algorithm: String

    /// A value.
    public init(date: CalendarDate, value: Double, algorithm: String) {
      self.date = date
      self.value = value
      self.algorithm = algorithm
    }
  }

  /// The days to look at, in order, none left out.
  public var days: [DaySpan]
  /// Sleeps of all devices: from 15 days before the first day on.
  public var sleeps: [SleepRecord] = []
  /// Heart rates that devices logged, in order of time, from a day before the first day on.
  public var heartRates: [MeasuredValue] = []
  /// Devices' own values of variability, likewise.
  public var variability: [MeasuredValue] = []
  /// RMSSD values, likewise.
  public var rmssd: [MeasuredValue] = []
  /// Steps, likewise.
  public var steps: [MeasuredValue] = []
  /// Raw recordings of the days' main sleeps, those of each device apart.
  public var recordings: [RecordedNight] = []
  /// Of how much of each day devices told.
  public var coverage: [CalendarDate: DayCoverage] = [:]
  /// Movement of days.
  public var movement: [CalendarDate: DaySummary.Movement] = [:]
  /// The hours since 1970 in which a device measured something of a body, from 15 days before the first day on,
  /// and until eight days after the last.
  public var wornHours: Set<Int> = []
  /// When syncs began that ended well and whole, in order.
  public var syncs: [Moment] = []
  /// When devices last told of the nights of days, also in syncs that broke off afterwards.
  public var nightsTold: [CalendarDate: Moment] = [:]
  /// Whether anything of the wearer was imported: then what no sync tells of may be told by a file.
  public var hasImports = false
  /// Readings of cells, in order of time.
  public var battery: [CellState.Reading] = []
  /// Values of days before the first.
  public var earlier: [DerivedMetric: [Earlier]] = [:]
  /// The first day of which anything is known of the wearer.
  public var firstDay: CalendarDate?
  /// The time now.
  public var now: Moment

  /// A source of those days, with nothing in it.
  public init(days: [DaySpan], now: Moment) {
    self.days = days
    self.now = now
  }
}
