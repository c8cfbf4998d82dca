import HaloBluetooth

extension ColmiRingDriver: Configurable {
  public func settings() async throws -> [AutomaticMeasurement] {
    var settings: [AutomaticMeasurement] = []
    for quantity in AutomaticMeasurement.Quantity.allCases where mayKnow(quantity) {
      if let setting = try await setting(quantity) { settings.append(setting) }
    }
    return settings
  }

  public func configure(_ setting: AutomaticMeasurement) async throws -> AutomaticMeasurement {
    // Every packet is of full length: firmware that wants all fields of the heart-rate record finds zeros in them.
    let request: ColmiRing.Request =
      if let quantity = ColmiRing.AutoMeasurement.Quantity(setting.quantity) {
        .configureAutoMeasurement(of: quantity, isEnabled: setting.isEnabled)
      } else {
        .configureHeartRateLog(
          isEnabled: setting.isEnabled, intervalMinutes: UInt8(clamping: setting.intervalMinutes ?? 5))
      }
    // Rings confirm what they then do not keep, so only reading it back counts.
    guard try await ask(request) != nil, let actual = try await self.setting(setting.quantity) else {
      throw ConfigurableError.unsupported(device: connection.label, what: setting.quantity.words)
    }
    let isKept =
      actual.isEnabled == setting.isEnabled
      && (!setting.isEnabled || setting.intervalMinutes == nil || actual.intervalMinutes == setting.intervalMinutes)
    guard isKept else {
      throw ConfigurableError.notKept(
        device: connection.label, what: setting.quantity.words, wished: setting.words, actual: actual.words)
    }
    return actual
  }

  /// Whether the firmware says that it can do what the setting is about; asking others would be waiting for nothing.
  private func mayKnow(_ quantity: AutomaticMeasurement.Quantity) -> Bool {
    switch quantity {
    case .heartRate: true
    case .oxygenSaturation: capabilities.contains(.spo2)
    case .stress: capabilities.contains(.stress)
    case .heartRateVariability: capabilities.contains(.hrv)
    case .skinTemperature: capabilities.contains(.temperature)
    }
  }

  /// A setting as the ring has it; `nil` where its firmware does not know it.
  private func setting(_ quantity: AutomaticMeasurement.Quantity) async throws -> AutomaticMeasurement? {
    guard let automatic = ColmiRing.AutoMeasurement.Quantity(quantity) else {
      guard case .heartRateLogSettings(let settings) = try await ask(.heartRateLogSettings)?.message else { return nil }
      return AutomaticMeasurement(
        quantity, isEnabled: settings.isEnabled, intervalMinutes: settings.intervalMinutes)
    }
    guard case .autoMeasurement(let settings) = try await ask(.autoMeasurement(of: automatic))?.message else {
      return nil
    }
    return AutomaticMeasurement(quantity, isEnabled: settings.isEnabled)
  }
}

extension ColmiRing.AutoMeasurement.Quantity {
  /// `nil` for the heart rate, which has settings of its own.
  fileprivate init?(_ quantity: AutomaticMeasurement.Quantity) {
    switch quantity {
    case .heartRate: return nil
    case .oxygenSaturation: self = .spo2
    case .stress: self = .stress
    case .heartRateVariability: self = .hrv
    case .skinTemperature: self = .temperature
    }
  }
}
