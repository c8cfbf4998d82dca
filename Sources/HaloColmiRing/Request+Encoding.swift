import HaloHealth
extension ColmiRing {
  /// A request as it goes over the air.
  public enum Outgoing: Sendable, Hashable {
    /// On the channel of commands.
    case packet(Packet)
    /// On the channel of big data.
    case bigData(BigData)

    /// The channel it goes out on.
    public var channel: Channel {
      switch self {
      case .packet: .commands
      case .bigData: .bigData
      }
    }

    /// Its bytes.
    public var bytes: [UInt8] {
      switch self {
      case .packet(let packet): packet.bytes
      case .bigData(let data): data.bytes
      }
    }
  }
}

extension ColmiRing.Request {
  /// The request as it goes over the air.
  public var outgoing: ColmiRing.Outgoing {
    typealias Command = ColmiRing.Command
    typealias BigDataID = ColmiRing.BigDataID
    switch self {
    case .setTime(let wallClock, let language):
      let second = wallClock.secondOfDay
      let time = [second / 3600, second / 60 % 60, second % 60].map(BinaryCodedDecimal.encode)
      return command(Command.setTime, BinaryCodedDecimal.bytes(of: wallClock.date) + time + [language])
    case .battery: return command(Command.battery)
    case .phoneName(let name): return command(Command.phoneName, Self.phoneNamePrefix + Self.phoneNameBytes(name))
    case .dayTotals(let daysAgo): return command(Command.dayTotals, [daysAgo])
    case .powerOff: return command(Command.power, [1])
    case .heartRateLog(let timestamp):
      return command(Command.heartRateLog, (0..<4).map { UInt8(truncatingIfNeeded: timestamp >> ($0 * 8)) })
    case .heartRateLogSettings: return command(Command.heartRateLogSettings, [1])
    case .configureHeartRateLog(let isEnabled, let minutes):
      return command(Command.heartRateLogSettings, [2, isEnabled ? 1 : 2, minutes])
    case .olderRealTime(let action): return command(Command.olderRealTime, [action.rawValue])
    case .goals: return command(Command.goals, [1])
    case .configureGoals(let goals): return .packet(goals.writePacket)
    case .autoMeasurement(let quantity): return command(quantity.command, quantity.prefix + [1])
    case .configureAutoMeasurement(let quantity, let isEnabled):
      return command(quantity.command, quantity.prefix + [2, isEnabled ? 1 : 0])
    case .halfHourLog(let quantity, let daysAgo): return command(quantity.command, [daysAgo])
    case .deviceSupport: return command(Command.deviceSupport)
    case .activity(let daysAgo): return command(Command.activity, [daysAgo] + Self.quarterHours)
    case .todayTotals: return command(Command.todayTotals)
    case .preferences: return command(Command.preferences, [1])
    case .configurePreferences(let preferences):
      return command(Command.preferences, preferences.payload(action: 2))
    case .findDevice: return command(Command.findDevice, Self.findMark)
    case .startRealTime(let quantity): return command(Command.realTime, [quantity.code, Self.startAction(quantity)])
    case .continueRealTime(let quantity): return command(Command.realTime, [quantity.code, Self.continueAction])
    case .stopRealTime(let quantity, let lastValue): return command(Command.stopRealTime, [quantity.code, lastValue])
    case .rawStream(let on): return command(Command.rawSensors, [on ? 4 : 2])
    case .factoryReset: return command(Command.factoryReset, Self.resetMark)
    case .sleep(let daysAgo, let isOlder):
      return bigData(BigDataID.sleep, [daysAgo ?? Self.allDays] + (isOlder ? [] : [1]))
    case .spo2Log(let daysAgo): return bigData(BigDataID.spo2, [daysAgo ?? Self.allDays])
    case .temperatureLog(let days): return bigData(BigDataID.temperature, [days])
    case .manualHeartRate(let daysAgo): return bigData(BigDataID.manualHeartRate, [daysAgo])
    }
  }

  static let allDays: UInt8 = 0xFF
  static let phoneNamePrefix: [UInt8] = [0x02, 0x0A]
  static let quarterHours: [UInt8] = [0x0F, 0x00, 0x5F, 0x01]
  static let findMark: [UInt8] = [0x55, 0xAA]
  static let resetMark: [UInt8] = [0x66, 0x66]
  static let pauseAction: UInt8 = 2
  static let continueAction: UInt8 = 3
  static let stopAction: UInt8 = 4

  private static func startAction(_ quantity: ColmiRing.RealTime.Quantity) -> UInt8 {
    switch quantity {
    case .heartRate: 0x00
    case .continuousHeartRate: 0x01
    case .spo2, .hrv, .stress: 0x25
    }
  }

  /// As many whole characters as fit into 12 bytes.
  private static func phoneNameBytes(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in name where character != "\0" {
      guard bytes.count + character.utf8.count <= 12 else { break }
      bytes += character.utf8
    }
    return bytes
  }

  private func command(_ command: UInt8, _ payload: [UInt8] = []) -> ColmiRing.Outgoing {
    .packet(ColmiRing.Packet(command, payload))
  }

  private func bigData(_ id: UInt8, _ payload: [UInt8]) -> ColmiRing.Outgoing {
    .bigData(ColmiRing.BigData(id: id, payload: payload))
  }
}
