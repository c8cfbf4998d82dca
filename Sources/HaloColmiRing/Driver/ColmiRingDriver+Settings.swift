extension ColmiRingDriver: Configurable {
  /// Reads the settings of the automatic measurements that the firmware supports.
  public func settings() async throws -> [AutomaticMeasurement] {
    var settings: [AutomaticMeasurement] = []
    try await recognizeFirmware()
    for quantity in Self.family.automaticQuantities where firmware.supports(quantity) {
      if let setting = try await setting(quantity, by: { try await ask($0) }) { settings.append(setting) }
    }
    return settings
  }

  /// Changes a setting, reads it back, and returns the stored value.
  public func configure(_ setting: AutomaticMeasurement) async throws -> AutomaticMeasurement {
    // Every packet has full length, so firmware with more fields in the heart-rate record reads zeros.
    let what = setting.quantity.phrase
    try await recognizeFirmware()
    guard firmware.supports(setting.quantity) else {
      throw ConfigurableError.unsupported(device: connection.label, what: what)
    }
    var setting = setting
    if setting.quantity == .heartRate, setting.intervalMinutes == nil {
      // Without a new interval, keep the current one.
      let interval = try await self.setting(.heartRate) { try await requireAnswer($0, what) }?.intervalMinutes
      setting = AutomaticMeasurement(.heartRate, isEnabled: setting.isEnabled, intervalMinutes: interval)
    }
    let request: ColmiRing.Request =
      if let quantity = firmware.setting(of: setting.quantity) {
        .configureAutoMeasurement(of: quantity, isEnabled: setting.isEnabled)
      } else {
        .configureHeartRateLog(
          isEnabled: setting.isEnabled, intervalMinutes: UInt8(clamping: setting.intervalMinutes ?? 5))
      }
    // Rings confirm some values without storing them, so read the setting back.
    var answer = try await requireAnswer(request, what)
    if answer == nil, setting.quantity == .skinTemperature {
      answer = try await requireAnswer(.configureTemperatureWithoutSchedule(isEnabled: setting.isEnabled), what)
    }
    guard answer != nil,
      let actual = try await self.setting(setting.quantity, by: { try await requireAnswer($0, what) })
    else {
      throw ConfigurableError.unsupported(device: connection.label, what: what)
    }
    let isStored =
      actual.isEnabled == setting.isEnabled
      && (!setting.isEnabled || setting.intervalMinutes == nil || actual.intervalMinutes == setting.intervalMinutes)
    guard isStored else {
      throw ConfigurableError.notStored(
        device: connection.label, what: setting.quantity.phrase, requested: setting.phrase, actual: actual.phrase)
    }
    return actual
  }

  /// Reads a setting; `nil` if the firmware does not support it.
  private func setting(
    _ quantity: Metric, by ask: (ColmiRing.Request) async throws -> ColmiRing.Received?
  ) async throws -> AutomaticMeasurement? {
    guard let automatic = firmware.setting(of: quantity) else {
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
