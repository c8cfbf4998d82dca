import HaloWearables

extension ColmiRing {
  /// What the driver does differently with one ring because of its firmware. The differences and their sources are in ``FirmwareQuirk``.
  struct FirmwareProfile: Sendable, Hashable {
    /// What the ring answered to the time.
    let capabilities: Capabilities
    /// Whether the ring has the big-data service.
    var hasBigData = true
    /// What the ring answered to `3C`; empty if it does not answer.
    var features: Set<DeviceSupport.Feature> = []

    // MARK: Logs

    /// Whether ``features`` decide which logs there are.
    var needsFeatures: Bool { hasBigData && capabilities.contains(.temperature) }

    /// The logs that the firmware reports to have, in the order in which a sync asks for them.
    private var reportedLogs: [LogForm] {
      let hasIntervals = features.contains(.intervalTemperature)
      let other: Log = hasIntervals ? .temperatureLog : .intervalTemperature
      return Log.allCases.filter { $0 != other }.map(\.form).filter {
        $0.request != nil && capabilities.contains($0.capability)
      }
    }

    /// The logs that a ring answers in packets, on the channel of commands.
    var packetLogs: [LogForm] { reportedLogs.filter { $0.bigDataID == nil } }
    /// The logs that a ring answers in big data.
    var bigDataLogs: [LogForm] { hasBigData ? reportedLogs.filter { $0.bigDataID != nil } : [] }
    /// The logs that the ring's firmware has no channel for.
    var missingLogs: [LogForm] {
      hasBigData ? [] : reportedLogs.filter { $0.bigDataID != nil && $0.comesBefore == nil }
    }

    /// Whether sleep is asked for in the form of older firmware.
    var usesOlderSleepRequest: Bool { !capabilities.contains(.newSleepProtocol) }

    // MARK: Live measurements

    /// Whether the live heart rate is asked for with the older command first.
    var prefersOlderHeartRate: Bool { !capabilities.contains(.manualHeartRate) }

    /// What the ring can measure live.
    var liveQuantities: [LiveQuantity] {
      let optional: [(LiveQuantity, Capabilities)] = [
        (.oxygenSaturation, .spo2), (.heartRateVariability, .hrv), (.stress, .stress),
      ]
      return [.heartRate] + optional.filter { capabilities.contains($0.1) }.map(\.0)
    }

    /// Whether a hardware revision is that of RT firmware.
    static func isRT(hardware: String?) -> Bool { hardware?.hasPrefix("RT") == true }

    // MARK: Settings

    /// Whether the firmware reports to have what a setting is about. Other settings are not asked for: the ring would be silent.
    func mayKnow(_ quantity: AutomaticMeasurement.Quantity) -> Bool {
      switch quantity {
      case .heartRate: true
      case .oxygenSaturation: capabilities.contains(.spo2)
      case .stress: capabilities.contains(.stress)
      case .heartRateVariability: capabilities.contains(.hrv)
      case .skinTemperature: capabilities.contains(.temperature)
      }
    }
  }
}
