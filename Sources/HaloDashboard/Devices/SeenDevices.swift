import Synchronization

/// The devices that were seen recently, each with its latest advertisement. Pairing requires such a device.
final class SeenDevices: Sendable {
  private let seen = Mutex<[DeviceID: Advertisement]>([:])

  /// Adds an advertisement and returns the device's merged advertisement.
  func add(_ advertisement: Advertisement) -> Advertisement { replace(advertisement).now }

  /// Adds an advertisement. Returns the merged one if the device is new, its name changed, or its RSSI changed by at
  /// least 6 dB.
  func addIfChanged(_ advertisement: Advertisement) -> Advertisement? {
    let (before, now) = replace(advertisement)
    let isSignalChanged = abs((now.rssi ?? 0) - (before?.rssi ?? 0)) >= 6
    return before == nil || before?.name != now.name || isSignalChanged ? now : nil
  }

  private func replace(_ advertisement: Advertisement) -> (before: Advertisement?, now: Advertisement) {
    seen.withLock { seen in
      let before = seen[advertisement.device]
      let now = advertisement.named(asIn: before)
      if seen.count > 1000, before == nil { seen = [:] }
      seen[advertisement.device] = now
      return (before, now)
    }
  }

  func find(_ id: String) -> Advertisement? { seen.withLock { $0.values.first { $0.device.text == id } } }

  /// Number of devices that Halo supports.
  func count(supportedBy registry: DriverRegistry) -> Int {
    seen.withLock { $0.values.count { registry.driver(for: $0) != nil } }
  }
}
