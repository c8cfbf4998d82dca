extension ColmiRing {
  /// Applies the firmware differences of one ring. `docs/colmi-ring.md` has a table of them with their sources.
  struct FirmwareProfile: Sendable, Hashable {
    /// The ring's answer to setting the clock.
    let capabilities: Capabilities
    /// True if the ring has the big-data service.
    var hasBigData = true
    /// True if the firmware is that of the H59MA.
    var isH59 = false
    /// The ring's answer to `3C`; empty if it did not answer.
    var features: Set<DeviceSupport.Feature> = []

    // MARK: Logs

    /// True if ``features`` determine the available logs.
    var needsFeatures: Bool { hasBigData && capabilities.contains(.temperature) }

    /// The logs that the firmware reports to have, in the order of a sync.
    private var reportedLogs: [LogForm] {
      let hasIntervals = features.contains(.intervalTemperature)
      let other: Log = hasIntervals ? .temperatureLog : .intervalTemperature
      return Log.allCases.filter { $0 != other }.map(\.form).filter {
        $0.request != nil && capabilities.contains($0.capability)
      }
    }

    /// The logs that are answered in packets, on the channel of commands.
    var packetLogs: [LogForm] { reportedLogs.filter { $0.bigDataID == nil } }
    /// The logs that are answered in big data.
    var bigDataLogs: [LogForm] { hasBigData ? reportedLogs.filter { $0.bigDataID != nil } : [] }
    /// The logs for which the firmware has no channel.
    var missingLogs: [LogForm] {
      hasBigData ? [] : reportedLogs.filter { $0.bigDataID != nil && $0.precedes == nil }
    }

    /// True if sleep is requested in quarter hours, or else in the form of older firmware.
    var usesOlderSleepRequest: Bool { !capabilities.contains(.newSleepProtocol) }

    // MARK: Live measurements

    /// True if the older command for live heart rate is tried first.
    var prefersOlderHeartRate: Bool { !capabilities.contains(.manualHeartRate) }

    /// The quantities that the ring can measure live.
    var liveQuantities: [Metric] {
      [.heartRate] + [.oxygenSaturation, .heartRateVariability, .stress].filter(hasCapability)
    }

    /// Returns whether a hardware revision is of RT firmware.
    static func isRT(hardware: String?) -> Bool { hardware?.hasPrefix("RT") == true }

    /// Returns whether a hardware or firmware revision is of H59MA firmware.
    static func isH59(revision: String?) -> Bool { revision?.hasPrefix("H59") == true }

    // MARK: Settings

    /// Returns whether the firmware reports the capability of a setting. Other settings are not requested, because the
    /// ring would not answer.
    func supports(_ quantity: Metric) -> Bool {
      quantity == .heartRate || hasCapability(of: quantity) && !(isH59 && quantity == .heartRateVariability)
    }

    private func hasCapability(of quantity: Metric) -> Bool {
      AutoMeasurement.Quantity(quantity).map { capabilities.contains($0.capability) } ?? false
    }

    /// Returns the ring's name for a setting; `nil` for heart rate, which has a message of its own. Command 38, which is
    /// HRV on other firmware, is stress on H59MA.
    func setting(of quantity: Metric) -> AutoMeasurement.Quantity? {
      AutoMeasurement.Quantity(quantity).map { $0 == .stress && isH59 ? .hrv : $0 }
    }
  }
}
