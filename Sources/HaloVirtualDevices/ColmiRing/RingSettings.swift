import HaloColmiRing

/// The settings of a virtual ring.
struct RingSettings: Sendable {
  private var heartRateLog: ColmiRing.HeartRateLogSettings
  private var automatic: [ColmiRing.AutoMeasurement.Quantity: Bool] = [:]
  private var goals = ColmiRing.Goals(steps: 5000, calories: 300_000, meters: 3000, sportMinutes: 30, sleepMinutes: 480)
  /// Bytes 2–10 of the preferences packet.
  private var preferences: [UInt8] = [0, 0, 2, 30, 175, 70, 0, 0, 0]

  /// The settings of a new ring.
  init(_ model: VirtualRingModel) {
    heartRateLog = .init(isEnabled: true, intervalMinutes: model.heartRateInterval)
  }

  /// True if the heart rate is logged.
  var logsHeartRate: Bool { heartRateLog.isEnabled }

  /// Reads or writes a setting and returns the answer; nil if the firmware does not support the setting.
  mutating func answer(to packet: ColmiRing.Packet, of model: VirtualRingModel) -> ColmiRing.Packet? {
    let isStored = !model.unstoredCommands.contains(packet.command)
    switch ColmiRing.Request(packet) {
    case .heartRateLogSettings: return heartRateLog.packet
    case .configureHeartRateLog(let isEnabled, let minutes):
      // 0 minutes would mean continuous measurement. Rings confirm it, but keep their setting.
      if minutes > 0, isStored { heartRateLog = .init(isEnabled: isEnabled, intervalMinutes: Int(minutes)) }
      return ColmiRing.HeartRateLogSettings(isEnabled: isEnabled, intervalMinutes: nil).packet
    case .autoMeasurement(let quantity):
      guard model.capabilities.contains(quantity.capability) else { return nil }
      return ColmiRing.AutoMeasurement(of: quantity, isEnabled: automatic[quantity] ?? true).packet
    case .configureAutoMeasurement(let quantity, let isEnabled):
      guard model.capabilities.contains(quantity.capability) else { return nil }
      if isStored { automatic[quantity] = isEnabled }
      return ColmiRing.AutoMeasurement(of: quantity, isEnabled: isEnabled).packet
    case .configureTemperatureWithoutSchedule(let isEnabled):
      guard model.capabilities.contains(.temperature) else { return nil }
      // RT firmware confirms the short form 3A 03 02 en, but stays off (PulseLoop for Android).
      if isStored { automatic[.temperature] = isEnabled && !model.hardware.hasPrefix("RT") }
      return ColmiRing.AutoMeasurement(of: .temperature, isEnabled: isEnabled).packet
    case .goals: return goals.packet
    case .configureGoals(let goals):
      // Goals below 100 steps are confirmed, but not stored (vendor's SDK).
      if goals.steps >= 100, isStored { self.goals = goals }
      return ColmiRing.Acknowledged(command: packet.command)?.packet
    default: return answer(toPreferences: packet, isStored: isStored)
    }
  }

  /// Returns the ring's automatic measurements.
  func use(of model: VirtualRingModel) -> RingUse {
    func measures(_ quantity: ColmiRing.AutoMeasurement.Quantity) -> Bool {
      model.capabilities.contains(quantity.capability) && automatic[quantity] ?? true
    }
    return RingUse(
      heartRateMinutes: heartRateLog.isEnabled ? heartRateLog.intervalMinutes : nil, measuresOxygen: measures(.spo2),
      measuresStress: measures(.stress), measuresVariability: measures(.hrv),
      measuresTemperature: measures(.temperature))
  }

  /// Reads or writes the preferences and returns the answer; nil for other packets.
  private mutating func answer(toPreferences packet: ColmiRing.Packet, isStored: Bool) -> ColmiRing.Packet? {
    guard packet.command == 0x0A else { return nil }
    if packet[1] == 2 {
      if isStored { preferences = [UInt8](packet.bytes[2...10]) }
      // The answer of an R02: a confirmation followed by leftover bytes.
      return ColmiRing.Packet(0x0A, [2, 0xCC, 0x96])
    }
    return ColmiRing.Packet(0x0A, [1] + preferences)
  }
}
