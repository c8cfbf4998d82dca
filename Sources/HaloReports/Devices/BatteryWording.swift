/// Texts for battery durations and costs.
enum BatteryWording {
  /// A range without its unit: "4–6", or "about 5" if both ends are the same when rounded.
  static func range(_ low: Double, _ high: Double) -> Phrase {
    let first = number(low)
    let last = number(high)
    return first == last ? Phrase("about \(first)") : Phrase("\(first)–\(last)")
  }

  /// Formats a number with one decimal if it is below 9.95.
  private static func number(_ value: Double) -> Phrase {
    MeasureWording.number(abs(value) < 9.95 ? value : value.rounded())
  }

  /// The remaining battery life: "4–6 days".
  static func left(_ left: BatteryDaysLeft) -> Phrase {
    guard let high = left.high else { return Phrase("more than \(days(left.low))") }
    return high < 1 ? Phrase("\(range(left.low * 24, high * 24)) hours") : Phrase("\(range(left.low, high)) days")
  }

  /// "2 days", "20 hours".
  static func days(_ days: Double) -> Phrase {
    if abs(days) < 1 {
      let hours = (days * 24).rounded()
      return abs(hours) == 1 ? Phrase("1 hour") : Phrase("\(number(hours)) hours")
    }
    let number = number(days)
    return number == MeasureWording.number(1) ? Phrase("1 day") : Phrase("\(number) days")
  }

  /// The amount of a habit: "every 5 minutes", "on", "1.5 h per day".
  static func amount(_ amount: Double, of habit: BatteryHabit) -> Phrase {
    if habit.isTimed {
      return amount < 1 ? Phrase("\(amount * 60, digits: 0) min per day") : Phrase("\(number(amount)) h per day")
    }
    guard amount > 0 else { return Phrase("off") }
    guard habit == .heartRate else { return Phrase("on") }
    let minutes = Int((5 / amount).rounded())
    return minutes == 1 ? Phrase("every minute") : Phrase("every \(minutes) minutes")
  }

  /// The cost of a habit in words.
  static func words(_ estimate: BatteryEstimate, _ cost: BatteryCost) -> Phrase {
    // The unit of heart rate is a measurement every five minutes; convert it to the current interval.
    let amount = cost.habit == .heartRate ? cost.amount.flatMap { $0 > 0 ? $0 : nil } ?? 1 : 1
    let range = Phrase("\(range(estimate.low * amount, estimate.high * amount)) \(cost.habit.costUnit)")
    return cost.habit == .heartRate && cost.amount == 0 ? Phrase("every 5 minutes: \(range)") : range
  }

  /// The effect of changing a habit on a full charge, in words.
  static func words(_ change: BatteryChange) -> Phrase {
    let days = change.days
    let to =
      change.habit.isTimed ? Phrase("one more hour per day") : Phrase("\(amount(change.to, of: change.habit)) instead")
    let low = min(abs(days.low), abs(days.high))
    let high = max(abs(days.low), abs(days.high))
    guard high >= 1.0 / 12, days.low * days.high >= 0 else {
      return Phrase("\(to): hardly changes battery life")
    }
    let range = high < 1 ? Phrase("\(range(low * 24, high * 24)) hours") : Phrase("\(range(low, high)) days")
    let about = Self.days(abs(days.value))
    return days.value < 0
      ? Phrase("\(to): about \(about) less per full charge (\(range))")
      : Phrase("\(to): about \(about) more per full charge (\(range))")
  }
}
