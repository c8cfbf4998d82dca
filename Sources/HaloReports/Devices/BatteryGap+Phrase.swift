public import HaloInsights

extension BatteryGap {
  /// What is missing, as a sentence.
  public var sentence: Phrase {
    switch self {
    case .noReadings: Phrase("There are no readings in these days.")
    case .fewReadings(let count, let needed):
      Phrase("It takes \(needed) readings in a row on battery (so far \(count)). Every sync reads one.")
    case .shortTime(let hours, let needed):
      Phrase(
        "It takes readings over \(needed, digits: 0) hours on battery (so far \(MeasureWords.number(hours))).")
    case .smallDrop(let percent, let needed):
      Phrase(
        "It takes a drop of \(needed, digits: 0) %, as devices report whole per cents (so far \(MeasureWords.number(percent)) %)."
      )
    case .unclear: Phrase("The readings contradict each other too much.")
    case .charging: Phrase("It is charging.")
    case .old(let hours): Phrase("The last reading is \(Int(hours / 24)) days old. Sync it.")
    }
  }
}

extension BatteryCostGap {
  /// Why the cost of a habit is not known.
  public func phrase(of habit: BatteryHabit) -> Phrase {
    switch self {
    case .neverVaried where habit.isTimed: Phrase("not enough data: there was none, or every day as much")
    case .neverVaried: Phrase("not enough data: it was the same all the time")
    case .little(let hours): Phrase("not enough data: only \(hours * 60, digits: 0) min of it")
    case .notKnown: Phrase("not enough data: what was set before is not known")
    case .alongside(let other): Phrase("not enough data: it changed only together with \(other.title)")
    case .unclear(let estimate):
      Phrase(
        "not enough data: the readings allow \(BatteryWording.range(estimate.low, estimate.high)) \(habit.costUnit)")
    case .readings: Phrase("not enough data: too few readings")
    }
  }
}
