extension DeviceChoice {
  /// The selection in words: "ring, selected from 2 devices (268 of 288 five-minute spans; strap 12)"; `nil` if there
  /// was only one device.
  func phrase(_ name: (Int) -> String) -> Phrase? {
    if case .counts(let metric) = measure {
      func part(_ part: Candidate) -> Phrase {
        func words(_ amount: Int) -> Phrase {
          metric == .steps ? Phrase("\(amount) steps") : MeasureWording.value(Double(amount), of: metric)
        }
        return part.amount == part.all
          ? Phrase("\(name(part.device)) \(words(part.amount))")
          : metric == .steps
            ? Phrase("\(name(part.device)) \(part.amount) of \(words(part.all))")
            : Phrase("\(name(part.device)) \(words(part.amount)) of \(words(part.all))")
      }
      return others.isEmpty
        ? nil
        : Phrase.list(([chosen] + others).map(part)).map {
          isByPriority ? Phrase("merged by time, by your priority: \($0)") : Phrase("merged by time: \($0)")
        }
    }
    let amount: Phrase =
      switch measure {
      case .spans(let all?): Phrase("\(chosen.amount) of \(all) five-minute spans")
      case .spans(nil): Phrase("\(chosen.amount) five-minute spans")
      case .counts: Phrase("\(chosen.amount)")
      case .minutesAsleep: Phrase("\(chosen.amount) minutes asleep")
      }
    return Phrase.list(others.map { Phrase("\(name($0.device)) \($0.amount)") }).map {
      isByPriority
        ? Phrase("\(name(device)), selected by priority from \(others.count + 1) devices (\(amount); \($0))")
        : Phrase("\(name(device)), selected from \(others.count + 1) devices (\(amount); \($0))")
    }
  }
}
