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

  /// Takes in or tells a setting; `nil` where the firmware does not know it.
  mutating func answer(to request: ColmiRing.Request, of model: VirtualRingModel) -> ColmiRing.Packet? {
    switch request {
    case .heartRateLogSettings: return heartRateLog.packet
    case .configureHeartRateLog(let isEnabled, let minutes):
      // 0 minutes would be all the time: rings confirm it and stay as they are.
      if minutes > 0 { heartRateLog = .init(isEnabled: isEnabled, intervalMinutes: Int(minutes)) }
      return ColmiRing.HeartRateLogSettings(isEnabled: isEnabled, intervalMinutes: nil).packet
    case .autoMeasurement(let quantity), .configureAutoMeasurement(let quantity, _):
      guard model.capabilities.contains(quantity.capability) else { return nil }
      if case .configureAutoMeasurement(_, let isEnabled) = request { automatic[quantity] = isEnabled }
      return ColmiRing.AutoMeasurement(of: quantity, isEnabled: automatic[quantity] ?? true).packet
    case .goals: return goals.packet
    case .configureGoals(let goals):
      self.goals = goals
      return ColmiRing.Acknowledged(command: goals.packet.command)?.packet
    default: return nil
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
  mutating func answer(toPreferences packet: ColmiRing.Packet) -> ColmiRing.Packet? {
    guard packet.command == 0x0A else { return nil }
    if packet[1] == 2 {
      preferences = [UInt8](packet.bytes[2...10])
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
