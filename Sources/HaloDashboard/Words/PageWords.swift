#if Dashboard
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables

  /// Numbers and times in sentences.
  enum PageWords {
    /// "3 minutes ago", by two moments.
    static func ago(_ time: Moment, now: Moment) -> String {
      let minutes = max(0, (now.milliseconds - time.milliseconds) / 60_000)
      func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s") ago" }
      return minutes < 1
        ? "just now"
        : minutes < 120
          ? count(minutes, "minute") : minutes < 48 * 60 ? count(minutes / 60, "hour") : count(minutes / 1440, "day")
    }

    /// A number with one decimal where it needs one.
    static func number(_ value: Double) -> String {
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    /// Why it is not known how long a charge lasts, as a sentence.
    static func sentence(_ gap: BatteryGap) -> String {
      switch gap {
      case .noReadings: "The device has not said yet how full it is."
      case .fewReadings(let count, let needed):
        "How long it lasts is not known yet: \(count) of \(needed) readings that it takes. Every sync brings one."
      case .shortTime(let hours, let needed):
        "How long it lasts is not known yet: its readings are of \(number(hours)) hours, \(number(needed)) are needed."
      case .smallDrop(let percent, let needed):
        "How long it lasts is not known yet: the charge went down by \(number(percent)) %, \(number(needed)) % are needed."
      case .unclear: "How long it lasts is not known: its readings contradict each other too much."
      case .charging: "It is being charged."
      case .old(let hours): "How long it lasts is not known: the last reading is \(number(hours)) hours old. Sync it."
      }
    }
  }
#endif
