/// The data that the daily metrics of a range of days are computed from.
public struct DailyMetricsSource: Sendable {
  /// A value of a day that was computed earlier.
  public struct Earlier: Sendable, Hashable {
    /// The day.
    public let date: CalendarDate
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

  /// The days to compute, in order and without gaps.
  public var days: [DaySpan]
  /// Sleeps of all devices, from 15 days before the first day on.
  public var sleeps: [SleepRecord] = []
  /// Heart rates logged by devices, in order of time, from a day before the first day on.
  public var heartRates: [MeasuredValue] = []
  /// The devices' own HRV values, likewise.
  public var variability: [MeasuredValue] = []
  /// RMSSD values, likewise.
  public var rmssd: [MeasuredValue] = []
  /// Resting heart rates that devices or apps report, likewise.
  public var restingHeartRates: [MeasuredValue] = []
  /// Steps, likewise.
  public var steps: [MeasuredValue] = []
  /// Raw recordings of the days' main sleeps, separate for each device.
  public var recordings: [RecordedNight] = []
  /// The coverage of each day by the devices' reports.
  public var coverage: [CalendarDate: DayCoverage] = [:]
  /// The movement of each day.
  public var movement: [CalendarDate: DayMovement] = [:]
  /// The hours since 1970 with measurements that require wearing a device, from 15 days before the first day until
  /// eight days after the last.
  public var wornHours: Set<Int> = []
  /// The start times of successful, complete syncs, in order.
  public var syncs: [Moment] = []
  /// The times at which devices last reported the nights of days, also in syncs that were interrupted later.
  public var nightReportTimes: [CalendarDate: Moment] = [:]
  /// True if the wearer has imported data, which may cover times that no sync covered.
  public var hasImports = false
  /// Battery reports, in order of time.
  public var battery: [BatteryCondition.Reading] = []
  /// Values of days before the first.
  public var earlier: [DerivedMetric: [Earlier]] = [:]
  /// The wearer's first day with data.
  public var firstDay: CalendarDate?
  /// The time now.
  public var now: Moment

  /// An empty source for those days.
  public init(days: [DaySpan], now: Moment) {
    self.days = days
    self.now = now
  }
}
