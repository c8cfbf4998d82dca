import HaloHealth
extension ColmiRing.Request {
  /// The request in a packet; `nil` where nobody understands it or Halo has no word for it.
  public init?(_ packet: ColmiRing.Packet) {
    typealias Command = ColmiRing.Command
    let first = packet[1]
    switch (packet.command, first) {
    case (Command.setTime, _):
      guard let wallClock = Self.wallClock(in: packet) else { return nil }
      self = .setTime(wallClock, language: packet[7])
    case (Command.battery, _): self = .battery
    case (Command.phoneName, Self.phoneNamePrefix[0]) where packet[2] == Self.phoneNamePrefix[1]:
      let text = packet.bytes[3..<15].prefix { $0 != 0 }
      self = .phoneName(String(decoding: text, as: UTF8.self))
    case (Command.dayTotals, _): self = .dayTotals(daysAgo: first)
    case (Command.power, 1): self = .powerOff
    case (Command.heartRateLog, _): self = .heartRateLog(timestamp: packet.u32LE(at: 1))
    case (Command.heartRateLogSettings, 1): self = .heartRateLogSettings
    case (Command.heartRateLogSettings, 2):
      self = .configureHeartRateLog(isEnabled: packet[2] == 1, intervalMinutes: packet[3])
    case (Command.olderRealTime, _):
      guard let action = LiveAction(rawValue: first) else { return nil }
      self = .olderRealTime(action)
    case (Command.goals, 1): self = .goals
    case (Command.goals, 2): self = .configureGoals(ColmiRing.Goals(packet))
    case (Command.stressLog, _): self = .halfHourLog(.stress, daysAgo: first)
    case (Command.hrvLog, _): self = .halfHourLog(.hrv, daysAgo: first)
    case (Command.deviceSupport, _): self = .deviceSupport
    case (Command.activity, _): self = .activity(daysAgo: first)
    case (Command.todayTotals, _): self = .todayTotals
    case (Command.findDevice, Self.findMark[0]) where packet[2] == Self.findMark[1]: self = .findDevice
    case (Command.realTime, _), (Command.stopRealTime, _):
      guard let live = Self.live(packet) else { return nil }
      self = live
    case (Command.rawSensors, 4): self = .rawStream(on: true)
    case (Command.rawSensors, 2): self = .rawStream(on: false)
    case (Command.factoryReset, Self.resetMark[0]) where packet[2] == Self.resetMark[1]: self = .factoryReset
    default:
      guard let settings = Self.autoMeasurement(packet) else { return nil }
      self = settings
    }
  }

  /// The request in a frame of big data; `nil` where nobody understands it or Halo has no word for it.
  public init?(_ data: ColmiRing.BigData) {
    typealias BigDataID = ColmiRing.BigDataID
    guard let first = data.payload.first else { return nil }
    let daysAgo = first == Self.allDays ? nil : first
    switch (data.id, data.payload.count) {
    case (BigDataID.sleep, 1): self = .sleep(daysAgo: daysAgo, isOlder: true)
    case (BigDataID.sleep, 2) where data.payload[1] == 1: self = .sleep(daysAgo: daysAgo, isOlder: false)
    case (BigDataID.spo2, 1): self = .spo2Log(daysAgo: daysAgo)
    case (BigDataID.temperature, 1): self = .temperatureLog(days: first)
    case (BigDataID.manualHeartRate, 1): self = .manualHeartRate(daysAgo: first)
    default: return nil
    }
  }

  private static func wallClock(in packet: ColmiRing.Packet) -> WallClock? {
    guard let date = BinaryCodedDecimal.date(in: packet, at: 1),
      let hour = BinaryCodedDecimal.decode(packet[4]), let minute = BinaryCodedDecimal.decode(packet[5]),
      let second = BinaryCodedDecimal.decode(packet[6]), hour < 24, minute < 60, second < 60
    else { return nil }
    return WallClock(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  private static func live(_ packet: ColmiRing.Packet) -> Self? {
    guard let quantity = ColmiRing.RealTime.Quantity(code: packet[1]) else { return nil }
    if packet.command == ColmiRing.Command.stopRealTime {
      return .stopRealTime(quantity, lastValue: packet[2])
    }
    switch packet[2] {
    case pauseAction: return nil
    case continueAction: return .continueRealTime(quantity)
    case stopAction: return .stopRealTime(quantity, lastValue: 0)
    default: return .startRealTime(quantity)
    }
  }

  private static func autoMeasurement(_ packet: ColmiRing.Packet) -> Self? {
    for quantity in ColmiRing.AutoMeasurement.Quantity.allCases where quantity.command == packet.command {
      let action = 1 + quantity.prefix.count
      guard quantity.prefix.isEmpty || packet[1] == quantity.prefix[0] else { return nil }
      switch packet[action] {
      case 1: return .autoMeasurement(of: quantity)
      case 2: return .configureAutoMeasurement(of: quantity, isEnabled: packet[action + 1] == 1)
      default: return nil
      }
    }
    return nil
  }
}
