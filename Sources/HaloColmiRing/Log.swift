import HaloHealth
import HaloWearables

extension ColmiRing {
  /// What a ring keeps a history of.
  public enum Log: String, Sendable, CaseIterable {
    /// Steps, energy and distance by quarter hours.
    case activity
    /// Automatic heart rates.
    case heartRateLog
    /// Stress scores.
    case stressLog
    /// Heart-rate variabilities.
    case hrvLog
    /// Oxygen saturations.
    case spo2Log
    /// Nights.
    case sleep
    /// Naps.
    case naps
    /// Skin temperatures.
    case temperatureLog
    /// Totals of a day.
    case dayTotals
    /// Heart rates measured by hand.
    case manualHeartRate

    /// What the log's message says of it, in its own file.
    var form: LogForm {
      switch self {
      case .activity: Activity.logForm
      case .heartRateLog: HeartRateLog.logForm
      case .stressLog: HalfHourLog.stressLogForm
      case .hrvLog: HalfHourLog.hrvLogForm
      case .spo2Log: SpO2Log.logForm
      case .sleep: SleepLog.sleepLogForm
      case .naps: SleepLog.napsLogForm
      case .temperatureLog: TemperatureLog.logForm
      case .dayTotals: TodayTotals.logForm
      case .manualHeartRate: ManualHeartRate.logForm
      }
    }
  }

  /// What a sync and the reader of recorded sessions need to know of a log.
  struct LogForm: Sendable {
    /// The log in words.
    let words: String
    /// What it holds samples of.
    var metrics: [Metric] = []
    /// What kind of sleep it holds.
    var sleep: Night.Kind?
    /// The id of the big data that it comes in; `nil` if a ring gives it day by day, in packets.
    var bigDataID: UInt8?
    /// What the firmware must be capable of to have it.
    var capability: Capabilities = []
    /// How a sync asks for it; `nil` if it comes without being asked for.
    var request: (@Sendable (LogQuestion) -> Request)?
  }

  /// What a sync asks a log for.
  struct LogQuestion {
    /// The day that is wanted of a log that comes day by day.
    let date: CalendarDate
    /// The day on which it is asked for.
    let today: CalendarDate
    /// What the firmware can do.
    let capabilities: Capabilities

    /// How many days ago the wanted day was.
    var daysAgo: UInt8 { UInt8(clamping: today.daysSince1970 - date.daysSince1970) }
  }
}
