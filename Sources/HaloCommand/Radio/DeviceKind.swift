import HaloBluetooth
import HaloWearables

/// Which devices a command looks for, where nobody names one.
struct DeviceKind: Sendable {
  let words: String
  /// What else helps such a device to be seen.
  let advice: String
  let matches: @Sendable (Advertisement) -> Bool

  private static let ringWords = "a COLMI ring (named R02_… to R12_…)"
  private static let monitorAdvice = " A strap is silent until it is worn, its contacts wet."

  /// Rings.
  static let ring = DeviceKind(words: ringWords, advice: "") { ColmiRingDriver.match($0) != nil }

  /// Rings and heart-rate monitors.
  static let heart = DeviceKind(words: ringWords + " or a heart-rate monitor", advice: monitorAdvice) {
    ColmiRingDriver.match($0) != nil || HeartRateMonitorDriver.match($0) == .certain
  }

  /// What gives raw signals: rings, and straps and armbands of Polar's.
  static let raw = DeviceKind(words: ringWords + " or a Polar sensor", advice: monitorAdvice) {
    ColmiRingDriver.match($0) != nil || HeartRateMonitorDriver.givesRawSignals($0)
  }
}
