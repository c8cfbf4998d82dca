extension BatteryGap {
  /// The missing data, as a sentence.
  public var sentence: Phrase {
    switch self {
    case .noReadings: Phrase("There are no readings in this period.")
    case .fewReadings(let count, let needed):
      Phrase("Needs \(needed) consecutive readings on battery (so far \(count)). Each sync adds one.")
    case .shortTime(let hours, let needed):
      Phrase(
        "Needs readings over \(needed, digits: 0) hours on battery (so far \(MeasureWording.number(hours))).")
    case .smallDrop(let percent, let needed):
      Phrase(
        "Needs a drop of \(needed, digits: 0) %, because devices report whole percentages (so far \(MeasureWording.number(percent)) %)."
      )
    case .unclear: Phrase("The readings are too inconsistent.")
    case .charging: Phrase("The device is charging.")
    case .old(let hours): Phrase("The last reading is \(Int(hours / 24)) days old. Sync the device.")
    }
  }
}

extension BatteryCostGap {
  /// Returns why the cost of a habit is unknown.
  public func phrase(of habit: BatteryHabit) -> Phrase {
    switch self {
    case .neverVaried where habit.isTimed: Phrase("not enough data: it never occurred, or always to the same extent")
    case .neverVaried: Phrase("not enough data: it did not vary")
    case .little(let hours): Phrase("not enough data: only \(hours * 60, digits: 0) min of it")
    case .notKnown: Phrase("not enough data: the earlier setting is unknown")
    case .alongside(let other): Phrase("not enough data: it changed only together with \(other.title)")
    case .unclear(let estimate):
      Phrase(
        "not enough data: the readings allow \(BatteryWording.range(estimate.low, estimate.high)) \(habit.costUnit)")
    case .readings: Phrase("not enough data: too few readings")
    }
  }
}
