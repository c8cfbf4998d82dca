public import HaloBluetooth
public import HaloHealth
public import HaloSimulatedRadio
import HaloWearables
import Synchronization

/// A COLMI ring in the simulated air, on the finger of a made-up wearer. It answers as captured rings do and in their time.
public final class VirtualColmiRing: VirtualPeripheral {
  public let profile: PeripheralProfile
  private let model: VirtualRingModel
  private let memory: RingMemory
  private let seed: UInt64
  private let home: @Sendable () -> WallClock
  private let state: Mutex<State>

  private struct State {
    /// What the ring's clock is ahead of the wall clock at home, in seconds.
    var clockError = 0
    var measurement: (quantity: ColmiRing.RealTime.Quantity, start: SimulatedClock.Instant)?
    var isWorn = true
    var heartRateLog: ColmiRing.HeartRateLogSettings
    var automatic: [ColmiRing.AutoMeasurement.Quantity: Bool] = [:]
  }

  /// Whether the ring measures live, with its LEDs on.
  public var isMeasuring: Bool { state.withLock { $0.measurement != nil } }

  /// Puts the ring on or takes it off.
  public func setWorn(_ isWorn: Bool) { state.withLock { $0.isWorn = isWorn } }

  /// A ring of `model`, worn by `wearer`. `home` is the wall clock where the wearer lives.
  public init(_ model: VirtualRingModel, wearer: Wearer, home: @escaping @Sendable () -> WallClock) {
    self.model = model
    self.home = home
    state = Mutex(
      State(heartRateLog: .init(isEnabled: true, intervalMinutes: model.heartRateInterval)))
    seed = wearer.seed
    memory = RingMemory(wearer: wearer, model: model)
    let tail = Hexadecimal.string([UInt8(truncatingIfNeeded: seed >> 8), UInt8(truncatingIfNeeded: seed)]).uppercased()
    profile = PeripheralProfile(
      device: DeviceID("C3:48:9A:10:\(tail.prefix(2)):\(tail.suffix(2))"), name: model.namePrefix + tail,
      manufacturerData: [0x1234: [0x01]], advertisingInterval: .milliseconds(640),
      services: Self.services)
  }

  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case .hardwareRevision: [UInt8](model.hardware.utf8)
    case .firmwareRevision: [UInt8](model.firmware.utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  public func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.serveCommands(link) }
      group.addTask { await self.serveBigData(link) }
      group.addTask { await self.push(link) }
      group.addTask { await self.measure(link) }
      await group.waitForAll()
    }
  }

  /// The ring's own clock.
  private var now: WallClock {
    WallClock(secondsSince1970: home().secondsSince1970 + state.withLock { $0.clockError })
  }

  // MARK: Commands

  private func serveCommands(_ link: VirtualLink) async {
    var pace = RingPace(seed: seed)
    for await write in await link.writes(to: ColmiRing.GATT.commandWrite) {
      guard let packet = ColmiRing.Packet(write), !model.mute.contains(packet.command) else { continue }
      let answer =
        model.refused.contains(packet.command)
        ? [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
        : self.answer(to: packet, at: link.clock.now)
      do {
        try await link.clock.sleep(for: pace.latency())
        for (index, packet) in answer.enumerated() {
          if index > 0 { try await link.clock.sleep(for: pace.spacing()) }
          // Rings say what is new whenever they like, also in the middle of an answer.
          if index > 2, pace.happens(oneIn: 40) {
            await link.notify(ColmiRing.Battery(percent: 71, isCharging: false).pushPacket.bytes, on: Self.commandOut)
          }
          await link.notify(packet.bytes, on: Self.commandOut)
        }
      } catch {
        return
      }
    }
  }

  private func answer(
    to packet: ColmiRing.Packet, at instant: SimulatedClock.Instant
  ) -> [ColmiRing.Packet] {
    guard let request = ColmiRing.Request(packet) else {
      return [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
    }
    let now = now
    switch request {
    case .setTime(let time, _):
      let error = time.secondsSince1970 - home().secondsSince1970
      state.withLock { $0.clockError = error }
      return [ColmiRing.PacketSize(bytes: model.packetSize).packet, model.capabilities.packet]
    case .battery: return [ColmiRing.Battery(percent: 71, isCharging: false).packet]
    case .deviceSupport: return model.wantsBond.map { [ColmiRing.DeviceSupport(wantsBond: $0).packet] } ?? []
    case .todayTotals: return [memory.totals(at: now).packet]
    case .activity(let daysAgo):
      let activity = remembers(daysAgo) ? memory.activity(of: now.date.adding(days: -Int(daysAgo)), at: now) : nil
      return activity?.packets ?? Self.nothing(packet)
    case .heartRateLog(let timestamp):
      let date = CalendarDate(daysSince1970: Int(timestamp) / 86_400)
      let daysAgo = now.date.daysSince1970 - date.daysSince1970
      guard (0..<RingMemory.days).contains(daysAgo),
        let log = memory.heartRateLog(of: date, timestamp: timestamp, at: now)
      else { return Self.nothing(packet) }
      return log.packets
    case .halfHourLog(let quantity, let daysAgo):
      guard model.capabilities.contains(quantity == .stress ? .stress : .hrv), remembers(daysAgo),
        let log = memory.halfHourLog(quantity, daysAgo: Int(daysAgo), at: now)
      else { return Self.nothing(packet) }
      return log.packets
    case .heartRateLogSettings: return [state.withLock { $0.heartRateLog.packet }]
    case .configureHeartRateLog(let isEnabled, let minutes):
      state.withLock { $0.heartRateLog = .init(isEnabled: isEnabled, intervalMinutes: Int(minutes)) }
      return [ColmiRing.HeartRateLogSettings(isEnabled: isEnabled, intervalMinutes: nil).packet]
    case .autoMeasurement(let quantity), .configureAutoMeasurement(let quantity, _):
      guard model.capabilities.contains(quantity.capability) else {
        return [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
      }
      if case .configureAutoMeasurement(_, let isEnabled) = request {
        state.withLock { $0.automatic[quantity] = isEnabled }
      }
      return [
        ColmiRing.AutoMeasurement(of: quantity, isEnabled: state.withLock { $0.automatic[quantity] ?? true }).packet
      ]
    case .startRealTime(let quantity):
      state.withLock { $0.measurement = (quantity, instant) }
      return [ColmiRing.RealTime(of: quantity, status: .measuring).packet]
    case .stopRealTime(let quantity, let lastValue):
      state.withLock { $0.measurement = nil }
      return [ColmiRing.RealTimeStopped(of: quantity, value: lastValue == 0 ? nil : Int(lastValue)).packet]
    case .phoneName, .findDevice: return ColmiRing.Acknowledged(command: packet.command).map { [$0.packet] } ?? []
    default: return [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
    }
  }

  private func remembers(_ daysAgo: UInt8) -> Bool { Int(daysAgo) < RingMemory.days }

  /// The mark for "nothing of that day".
  private static func nothing(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    [ColmiRing.Packet(packet.command, [0xFF])]
  }

  // MARK: Big data

  private func serveBigData(_ link: VirtualLink) async {
    var pace = RingPace(seed: ~seed)
    for await write in await link.writes(to: ColmiRing.GATT.bigDataWrite) {
      guard let data = ColmiRing.BigData(frame: write), !model.mute.contains(data.id),
        let request = ColmiRing.Request(data)
      else { continue }
      let bytes = answer(to: request).flatMap(\.bytes)
      let size = min(link.settings.mtu - 3, model.packetSize)
      do {
        try await link.clock.sleep(for: pace.latency())
        for start in stride(from: 0, to: bytes.count, by: size) {
          if start > 0 { try await link.clock.sleep(for: pace.spacing()) }
          await link.notify([UInt8](bytes[start..<min(start + size, bytes.count)]), on: Self.bigDataOut)
        }
      } catch {
        return
      }
    }
  }

  private func answer(to request: ColmiRing.Request) -> [ColmiRing.BigData] {
    switch request {
    // The naps come unasked before the nights; the older form of the question is ignored.
    case .sleep(_, isOlder: false): [memory.sleep(.naps, at: now).bigData, memory.sleep(.sleep, at: now).bigData]
    case .spo2Log: [memory.oxygen(at: now).bigData]
    case .temperatureLog(let days):
      model.capabilities.contains(.temperature) ? [memory.temperature(days: Int(days), at: now).bigData] : []
    case .manualHeartRate: [memory.byHand(at: now).bigData]
    default: []
    }
  }

  // MARK: Pushes

  private func push(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .seconds(20))) != nil {
      let totals = memory.totals(at: now)
      let activity = ColmiRing.LiveActivity(steps: totals.steps, calories: totals.calories, meters: totals.meters)
      await link.notify(activity.packet.bytes, on: Self.commandOut)
    }
  }

  // MARK: Live measurements

  /// Two readings a second while measuring: 26 s of warming up (60 s for the variability), as captured, then values.
  private func measure(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .milliseconds(500))) != nil {
      guard let (quantity, start) = state.withLock({ $0.measurement }) else { continue }
      let elapsed = start.duration(to: link.clock.now)
      await link.notify(reading(of: quantity, after: elapsed).packet.bytes, on: Self.commandOut)
    }
  }

  private func reading(of quantity: ColmiRing.RealTime.Quantity, after elapsed: Duration) -> ColmiRing.RealTime {
    guard state.withLock({ $0.isWorn }) else { return ColmiRing.RealTime(of: quantity, status: .notWorn) }
    let day = memory.wearer.day(now.date)
    let bpm = Int(day.heartRate[now.secondOfDay / 300])
    // The beats show before the value does; oxygen is measured without them.
    let interval = quantity == .spo2 || elapsed < .seconds(8) ? nil : 60_000 / bpm
    guard elapsed >= .seconds(quantity == .hrv ? 60 : 26) else {
      return ColmiRing.RealTime(of: quantity, status: .measuring, beatIntervalMilliseconds: interval)
    }
    let value =
      switch quantity {
      case .heartRate, .continuousHeartRate: bpm
      case .spo2: Int(day.oxygen[now.time.hour].high)
      case .hrv: 45
      case .stress: 33
      }
    return ColmiRing.RealTime(of: quantity, status: .ok, value: value, beatIntervalMilliseconds: interval)
  }

  // MARK: Services

  private static let commandOut = ColmiRing.GATT.commandNotify
  private static let bigDataOut = ColmiRing.GATT.bigDataNotify

  static let services = [
    service(
      ColmiRing.GATT.commandService, 0x10,
      [(ColmiRing.GATT.commandWrite, [.write, .writeWithoutResponse]), (commandOut, .notify)]),
    service(
      ColmiRing.GATT.bigDataService, 0x20,
      [(ColmiRing.GATT.bigDataWrite, .writeWithoutResponse), (bigDataOut, .notify)]),
    service(.deviceInformation, 0x30, [(.hardwareRevision, .read), (.firmwareRevision, .read)]),
  ]

  private static func service(
    _ uuid: BluetoothUUID, _ handle: Int, _ characteristics: [(BluetoothUUID, Characteristic.Properties)]
  ) -> Service {
    Service(
      uuid: uuid,
      characteristics: characteristics.enumerated().map { index, entry in
        Characteristic(
          uuid: entry.0, service: uuid, instance: handle + 1 + index * 3, properties: entry.1,
          descriptors: entry.1.contains(.notify) ? [.clientConfiguration] : [])
      })
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
