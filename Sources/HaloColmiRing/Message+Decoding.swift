import HaloWearables

extension ColmiRing.Message {
  /// The meaning of one packet that stands for itself (not a part of a longer answer).
  init(_ packet: ColmiRing.Packet) {
    self = Self.known(packet) ?? .unknown(ColmiRing.Unknown(packet))
  }

  private static func known(_ packet: ColmiRing.Packet) -> Self? {
    typealias Command = ColmiRing.Command
    switch packet.command {
    case Command.setTime: return .capabilities(ColmiRing.Capabilities(packet))
    case Command.battery: return .battery(ColmiRing.Battery(packet))
    case Command.heartRateLogSettings: return ColmiRing.HeartRateLogSettings(packet).map(Self.heartRateLogSettings)
    case Command.olderRealTime: return ColmiRing.RealTime(older: packet).map(Self.realTime)
    case Command.goals where packet[1] == 1: return .goals(ColmiRing.Goals(packet))
    case Command.spo2Settings: return ColmiRing.AutoMeasurement(packet, of: .spo2).map(Self.autoMeasurement)
    case Command.stressSettings: return ColmiRing.AutoMeasurement(packet, of: .stress).map(Self.autoMeasurement)
    case Command.hrvSettings: return ColmiRing.AutoMeasurement(packet, of: .hrv).map(Self.autoMeasurement)
    case Command.temperatureSettings:
      return ColmiRing.AutoMeasurement(packet, of: .temperature).map(Self.autoMeasurement)
    case Command.packetSize: return .packetSize(ColmiRing.PacketSize(packet))
    case Command.deviceSupport: return .deviceSupport(ColmiRing.DeviceSupport(packet))
    case Command.todayTotals: return .todayTotals(ColmiRing.TodayTotals(packet))
    case Command.realTime: return ColmiRing.RealTime(packet).map(Self.realTime)
    case Command.stopRealTime: return ColmiRing.RealTimeStopped(packet).map(Self.realTimeStopped)
    case Command.push: return pushed(packet)
    case Command.rawSensors where packet[1] == ColmiRing.RawAccelerometer.subtype:
      return .rawAccelerometer(ColmiRing.RawAccelerometer(packet))
    case Command.rawSensors where packet[1] != ColmiRing.DeviceError.unsupportedCode:
      return ColmiRing.RawLight.Kind(rawValue: packet[1]).map { .rawLight(ColmiRing.RawLight(packet, kind: $0)) }
    case 0x80...: return ColmiRing.DeviceError(packet).map(Self.error)
    default: return ColmiRing.Acknowledged(packet).map(Self.acknowledged)
    }
  }

  private static func pushed(_ packet: ColmiRing.Packet) -> Self? {
    switch packet[1] {
    case ColmiRing.Push.batteryCode: .battery(ColmiRing.Battery(push: packet))
    case ColmiRing.Push.liveActivityCode: .liveActivity(ColmiRing.LiveActivity(packet))
    default: ColmiRing.Push(packet).map(Self.push)
    }
  }

  /// The meaning of what came on the channel of big data, or was no frame at all.
  init(_ output: ColmiRing.Deframer.Output) {
    switch output {
    case .bigData(let data): self.init(data)
    case .corrupt(let corrupt): self = .corrupt(corrupt)
    case .incomplete(let incomplete): self = .incomplete(incomplete)
    }
  }

  /// The meaning of a frame of big data.
  init(_ data: ColmiRing.BigData) {
    guard let log = ColmiRing.Log(bigDataID: data.id) else {
      self = .unknown(ColmiRing.Unknown(data))
      return
    }
    guard !data.payload.isEmpty, data.payload != [0] else {
      self = .noData(ColmiRing.NoData(of: log))
      return
    }
    do {
      let known: Self? =
        switch log {
        case .sleep: try ColmiRing.SleepLog(.sleep, payload: data.payload).map(Self.sleepLog)
        case .naps: try ColmiRing.SleepLog(.naps, payload: data.payload).map(Self.sleepLog)
        case .spo2Log: try .spo2Log(ColmiRing.SpO2Log(payload: data.payload))
        case .temperatureLog: try ColmiRing.TemperatureLog(payload: data.payload).map(Self.temperatureLog)
        case .manualHeartRate: ColmiRing.ManualHeartRate(payload: data.payload).map(Self.manualHeartRate)
        default: nil
        }
      self = known ?? .unknown(ColmiRing.Unknown(data))
    } catch {
      self = .corrupt(ColmiRing.Corrupt(reason: .length, bytes: data.bytes))
    }
  }
}
