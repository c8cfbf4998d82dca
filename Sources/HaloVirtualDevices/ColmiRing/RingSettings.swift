import HaloColmiRing
import HaloWearables

/// What a virtual ring was told about itself and its wearer.
struct RingSettings: Sendable {
  private var heartRateLog: ColmiRing.HeartRateLogSettings
  private var automatic: [ColmiRing.AutoMeasurement.Quantity: Bool] = [:]
  private var goals = ColmiRing.Goals(steps: 5000, calories: 300_000, meters: 3000, sportMinutes: 30, sleepMinutes: 480)
  /// Bytes 2–10 of the preferences.
  private var preferences: [UInt8] = [0, 0, 2, 30, 175, 70, 0, 0, 0]

  /// The settings of a new ring.
  init(_ model: VirtualRingModel) {
    heartRateLog = .init(isEnabled: true, intervalMinutes: model.heartRateInterval)
  }

  /// Whether the heart rate is logged.
  var logsHeartRate: Bool { heartRateLog.isEnabled }

  /// The answer to reading or writing a setting; `nil` if the firmware does not know it.
  mutating func answer(to packet: ColmiRing.Packet, of model: VirtualRingModel) -> ColmiRing.Packet? {
    let isStored = !model.pretends.contains(packet.command)
    switch ColmiRing.Request(packet) {
    case .heartRateLogSettings: return heartRateLog.packet
    case .configureHeartRateLog(let isEnabled, let minutes):
      // 0 minutes would be all the time: rings confirm it and stay as they are.
      if minutes > 0, isStored { heartRateLog = .init(isEnabled: isEnabled, intervalMinutes: Int(minutes)) }
      return ColmiRing.HeartRateLogSettings(isEnabled: isEnabled, intervalMinutes: nil).packet
    case .autoMeasurement(let quantity):
      guard model.capabilities.contains(quantity.capability) else { return nil }
      return ColmiRing.AutoMeasurement(of: quantity, isEnabled: automatic[quantity] ?? true).packet
    case .configureAutoMeasurement(let quantity, let isEnabled):
      guard model.capabilities.contains(quantity.capability) else { return nil }
      if isStored {
        // RT firmware confirms the short form 3A 03 02 en, but stays off (PulseLoop for Android).
        let isArmed = quantity != .temperature || !model.hardware.hasPrefix("RT") || packet[4] != 0
        automatic[quantity] = isEnabled && isArmed
      }
      return ColmiRing.AutoMeasurement(of: quantity, isEnabled: isEnabled).packet
    case .goals: return goals.packet
    case .configureGoals(let goals):
      // Fewer than 100 steps are confirmed and not stored (vendor's SDK).
      if goals.steps >= 100, isStored { self.goals = goals }
      return ColmiRing.Acknowledged(command: packet.command)?.packet
    default: return answer(toPreferences: packet, isStored: isStored)
    }
  }

  /// What the ring measures by itself.
  func use(of model: VirtualRingModel) -> RingUse {
    func measures(_ quantity: ColmiRing.AutoMeasurement.Quantity) -> Bool {
      model.capabilities.contains(quantity.capability) && automatic[quantity] ?? true
    }
    return RingUse(
      heartRateMinutes: heartRateLog.isEnabled ? heartRateLog.intervalMinutes : nil, measuresOxygen: measures(.spo2),
      measuresStress: measures(.stress), measuresVariability: measures(.hrv),
      measuresTemperature: measures(.temperature))
  }

  /// The answer to reading or writing what the ring knows of its wearer; `nil` where a packet is neither.
  private mutating func answer(toPreferences packet: ColmiRing.Packet, isStored: Bool) -> ColmiRing.Packet? {
    guard packet.command == 0x0A else { return nil }
    if packet[1] == 2 {
      if isStored { preferences = [UInt8](packet.bytes[2...10]) }
      // What an R02 answers: a confirmation with something left over behind it.
      return ColmiRing.Packet(0x0A, [2, 0xCC, 0x96])
    }
    return ColmiRing.Packet(0x0A, [1] + preferences)
  }
}

extension ColmiRing.AutoMeasurement.Quantity {
  /// The capability without which a ring does not know the setting.
  fileprivate var capability: ColmiRing.Capabilities {
    switch self {
    case .spo2: .spo2
    case .stress: .stress
    case .hrv: .hrv
    case .temperature: .temperature
    }
  }
}
