import HaloHealth
import HaloText

extension DeviceChoice {
  /// The selection in words: "ring, selected from 2 devices (268 of 288 five-minute spans; strap 12)"; `nil` if there
  /// was only one device.
  func phrase(_ name: (Int) -> String) -> Phrase? {
    let amount: Phrase =
      switch measure {
      case .spans(let all?): Phrase("\(chosen.amount) of \(all) five-minute spans")
      case .spans(nil): Phrase("\(chosen.amount) five-minute spans")
      case .steps: Phrase("\(chosen.amount) steps")
      case .minutesAsleep: Phrase("\(chosen.amount) minutes asleep")
      }
    return Phrase.list(others.map { Phrase("\(name($0.device)) \($0.amount)") }).map {
      isByPriority
        ? Phrase("\(name(device)), selected by priority from \(others.count + 1) devices (\(amount); \($0))")
        : Phrase("\(name(device)), selected from \(others.count + 1) devices (\(amount); \($0))")
    }
  }
}
