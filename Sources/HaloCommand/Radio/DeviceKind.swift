import HaloBluetooth
import HaloWearables

/// Which devices a command looks for, where nobody names one.
struct DeviceKind: Sendable {
  let words: String
  /// What else helps such a device to be seen.
  let advice: String
  let matches: @Sendable (Advertisement) -> Bool
  /// Of which devices the strongest is taken, where there are several: of those of the highest rank.
  var rank: @Sendable (Advertisement) -> Int = { _ in 0 }

  private static let ringWords = "a COLMI ring (named R02_… to R12_…)"
  private static let monitorAdvice = " A strap is silent until it is worn, its contacts wet."

  /// Rings.
  static let ring = DeviceKind(words: ringWords, advice: "") { ColmiRingDriver.match($0) != nil }

  /// Rings, watches and heart-rate monitors.
  static let heart = DeviceKind(words: ringWords + ", a watch or a heart-rate monitor", advice: monitorAdvice) {
    days.matches($0) || HeartRateMonitorDriver.match($0) == .certain
  }

  /// What can say what it is: rings and heart-rate monitors, and machines where there is neither.
  static let any = DeviceKind(
    words: ringWords + ", a watch, a heart-rate monitor or a fitness machine", advice: monitorAdvice,
    matches: { heart.matches($0) || FitnessMachineDriver.match($0) != nil }, rank: { heart.matches($0) ? 1 : 0 })

  /// What keeps days: rings and watches.
  static let days = DeviceKind(words: ringWords + " or a watch (W311…)", advice: "") {
    ColmiRingDriver.match($0) != nil || EverestW311Driver.match($0) != nil
  }

  /// Watches.
  static let watch = DeviceKind(words: "a watch (W311…)", advice: "") { EverestW311Driver.match($0) != nil }

  /// What gives raw signals: rings, and straps and armbands of Polar's.
  static let raw = DeviceKind(words: ringWords + " or a Polar sensor", advice: monitorAdvice) {
    ColmiRingDriver.match($0) != nil || HeartRateMonitorDriver.givesRawSignals($0)
  }
}
