#if Dashboard
  import HaloHealth
  import HaloReports

  /// Numbers and times in sentences.
  enum PageWords {
    /// "7 h 5 min", "45 min".
    static func duration(minutes: Int) -> String { MeasureWords.duration(minutes: minutes).english }

    /// A number with one decimal if it needs one, without separators: files have it too.
    static func number(_ value: Double) -> String {
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    /// "52 bpm", "7 h 5 min", "4210 steps".
    static func value(_ value: Double, _ unit: Unit) -> String {
      switch unit {
      case .minutes: duration(minutes: Int(value.rounded()))
      case .score: number(value)
      case .count: "\(Int(value.rounded()))"
      case .flag: value == 1 ? "yes" : "no"
      default: "\(number(value)) \(unit.rawValue)"
      }
    }
  }
#endif
