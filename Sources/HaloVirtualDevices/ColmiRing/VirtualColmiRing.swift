public import HaloBluetooth
import HaloColmiRing
public import HaloHealth
public import HaloSimulatedRadio
import HaloWearables
import Synchronization

/// A COLMI ring in the simulated air, on the finger of a made-up wearer. It answers as captured rings do and in their time.
public final class VirtualColmiRing: VirtualPeripheral {
  /// The id of the family that it is of.
  public static let family = ColmiRingDriver.family.id

  public let profile: PeripheralProfile
  private let model: VirtualRingModel
  private let days: WearerDays
  private let seed: UInt64
  private let home: @Sendable () -> WallClock
  private let state: Mutex<State>

  private struct State {
    var clock: RingClock
    var measurement: Measurement?
    var isStreaming = false
    var isWorn = true
    var isSilent = false
    var isOff = false
    var isErased = false
    /// When its cell was empty, by its wearer's clock.
    var empties: [Range<WallClock>] = []
    var blinkCount = 0
    var linkCount = 0
    var settings: RingSettings
    var battery: RingBattery

    /// What the ring does now.
    func use(_ model: VirtualRingModel) -> RingUse {
      var use = settings.use(of: model)
      use.isLinked = linkCount > 0
      use.isLive = measurement != nil || isStreaming
      use.isOff = isOff
      return use
    }
  }

  /// A live measurement that runs.
  private struct Measurement {
    let quantity: ColmiRing.RealTime.Quantity
    let start: SimulatedClock.Instant
    /// Whether it was asked for as first firmware knows it. That kind ends a minute after it was last asked for.
    var isOlder = false
    var lastAsked: SimulatedClock.Instant
  }

  /// Whether the ring measures live or streams, with its LEDs on.
  public var isMeasuring: Bool { state.withLock { $0.measurement != nil || $0.isStreaming } }
  /// How often it was told to show itself.
  public var blinkCount: Int { state.withLock { $0.blinkCount } }
  /// Whether its wearer's days were erased.
  public var isErased: Bool { state.withLock { $0.isErased } }
  public var isAwake: Bool {
    let now = home()
    return state.withLock { state in !state.isOff && !state.empties.contains { $0.contains(now) } }
  }

  /// Lets its cell be empty for a while, by the wall clock at home: it measures nothing, and nobody finds it. Then it is charged.
  public func setEmpty(_ time: Range<WallClock>) { state.withLock { $0.empties.append(time) } }

  /// What it has in its logs now.
  private var memory: RingMemory {
    let now = home()
    return state.withLock { state in
      RingMemory(wearer: days, model: model, clock: state.clock, gaps: state.empties, now: now)
    }
  }

  /// When its clock had lost the time, until now, by the wall clock at home. What it measured then is in no log of a day that its wearer lived.
  public var unsetTimes: [Range<WallClock>] {
    let now = home()
    return state.withLock { $0.clock.lost(until: now) }
  }

  /// Sets its clock, as another program does: from now on it is that many seconds ahead of the wall clock at home (negative: behind). What is in
  /// its logs stays there.
  public func setClock(secondsAhead: Int) {
    let now = home()
    state.withLock { $0.clock.set(secondsAhead: secondsAhead, at: now) }
  }

  /// Puts the ring on or takes it off.
  public func setWorn(_ isWorn: Bool) { state.withLock { $0.isWorn = isWorn } }
  /// Lets the ring say nothing at all, though its links live.
  public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }
  /// How full its cell is from now on, 0…100 %: it goes on draining, and is charged when its wearer finds it low.
  public func setBattery(percent: Int) { change { $0.battery.set(percent: percent) } }

  /// Changes something that costs charge: what was until now is drawn from the cell first.
  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let now = home()
    return state.withLock { state in
      state.battery.advance(to: now, state.use(model))
      return body(&state)
    }
  }

  /// Loses the clock, as a ring does that restarts: it counts from the beginning of 2000 until its clock is set. Until then its logs of "today"
  /// are those of 2000. What it measured live has ended.
  public func restart() {
    let now = home()
    change { state in
      state.clock.set(secondsAhead: 10_957 * 86_400 - now.secondsSince1970, at: now)
      state.measurement = nil
      state.isStreaming = false
    }
  }

  /// A ring of `model`, worn by `wearer`. `home` is the wall clock where the wearer lives, `battery` what its charge is used for. Its clock has
  /// been `secondsAhead` of the wall clock at home for as long as it remembers: −3600 for a ring that another program set to UTC in a home one
  /// hour east of Greenwich.
  public init(
    _ model: VirtualRingModel, wearer: Wearer, battery: RingBatteryModel = RingBatteryModel(), secondsAhead: Int = 0,
    home: @escaping @Sendable () -> WallClock
  ) {
    self.model = model
    self.home = home
    let settings = RingSettings(model)
    state = Mutex(
      State(
        clock: RingClock(secondsAhead: secondsAhead, at: home()), settings: settings,
        battery: RingBattery(battery, seed: wearer.seed, at: home(), settings.use(of: model))))
    seed = wearer.seed
    days = WearerDays(wearer)
    let tail = Hexadecimal.string([UInt8(truncatingIfNeeded: seed >> 8), UInt8(truncatingIfNeeded: seed)]).uppercased()
    profile = PeripheralProfile(
      device: DeviceID("C3:48:9A:10:\(tail.prefix(2)):\(tail.suffix(2))"), name: model.namePrefix + tail,
      advertisedServices: model.advertisesService ? [ColmiRing.GATT.commandService] : [],
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
    change { $0.linkCount += 1 }
    defer { change { $0.linkCount -= 1 } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.serveCommands(link) }
      group.addTask { await self.serveBigData(link) }
      group.addTask { await self.push(link) }
      group.addTask { await self.measure(link) }
      await group.waitForAll()
    }
  }

  // MARK: Commands

  private func serveCommands(_ link: VirtualLink) async {
    var pace = RingPace(seed: seed)
    for await write in await link.writes(to: ColmiRing.GATT.commandWrite) {
      guard let packet = ColmiRing.Packet(write), !model.mute.contains(packet.command),
        !state.withLock({ $0.isSilent || $0.isOff })
      else { continue }
      let answer =
        model.refused.contains(packet.command)
        ? [Self.refusal(packet)] : self.answer(to: packet, at: link.clock.now)
      do {
        try await link.clock.sleep(for: pace.latency())
        for (index, packet) in answer.enumerated() {
          if index > 0 { try await link.clock.sleep(for: pace.spacing()) }
          // Rings say what is new whenever they like, also in the middle of an answer.
          if index > 2, pace.happens(oneIn: 40) { await say(battery.pushPacket, over: link) }
          await say(packet, over: link)
        }
      } catch {
        return
      }
      if !isAwake { await link.drop() }
    }
  }

  private var battery: ColmiRing.Battery {
    let now = home()
    return change { state in
      // On the two days before its cell is empty it is nearly so, and then it is charged.
      for empty in state.empties {
        let left = empty.lowerBound.secondsSince1970 - now.secondsSince1970
        if (0..<172_800).contains(left) { return .init(percent: 1 + left * 20 / 172_800, isCharging: false) }
        let since = now.secondsSince1970 - empty.upperBound.secondsSince1970
        if (0..<86_400).contains(since) { return .init(percent: 98, isCharging: false) }
      }
      return .init(percent: state.battery.percent, isCharging: state.battery.isCharging)
    }
  }

  private func say(_ packet: ColmiRing.Packet, over link: VirtualLink) async {
    guard !state.withLock({ $0.isSilent }), await speaks(over: link) else { return }
    await link.notify(packet.bytes, on: Self.commandOut)
  }

  /// Whether whoever is at the other end is told anything.
  private func speaks(over link: VirtualLink) async -> Bool {
    guard model.isShy else { return true }
    return await link.isBonded
  }

  private static func refusal(_ packet: ColmiRing.Packet) -> ColmiRing.Packet {
    ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet
  }

  private func answer(to packet: ColmiRing.Packet, at instant: SimulatedClock.Instant) -> [ColmiRing.Packet] {
    // What the ring knows of its wearer is no part of the vocabulary of messages.
    if let answer = state.withLock({ $0.settings.answer(toPreferences: packet) }) { return [answer] }
    guard let request = ColmiRing.Request(packet) else { return [Self.refusal(packet)] }
    switch request {
    case .setTime(let time, _):
      setClock(secondsAhead: time.secondsSince1970 - home().secondsSince1970)
      return [ColmiRing.PacketSize(bytes: model.packetSize).packet, model.capabilities.packet]
    case .battery: return [battery.packet]
    case .deviceSupport: return model.wantsBond.map { [ColmiRing.DeviceSupport(wantsBond: $0).packet] } ?? []
    case .todayTotals, .dayTotals, .activity, .heartRateLog, .halfHourLog:
      return days(request) ?? Self.nothing(packet)
    case .startRealTime, .continueRealTime, .stopRealTime, .olderRealTime, .rawStream:
      return live(request, at: instant)
    case .findDevice:
      state.withLock { $0.blinkCount += 1 }
      return Self.confirmation(packet)
    case .phoneName: return Self.confirmation(packet)
    case .powerOff:
      change { $0.isOff = true }
      return []
    case .factoryReset:
      let now = home()
      change { state in
        state.isErased = true
        state.clock.forget(before: now)
        state.settings = RingSettings(model)
      }
      return []
    default:
      return [change { $0.settings.answer(to: request, of: model) } ?? Self.refusal(packet)]
    }
  }

  private static func confirmation(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    ColmiRing.Acknowledged(command: packet.command).map { [$0.packet] } ?? []
  }

  /// What the ring keeps of a day; `nil` where it keeps nothing.
  private func days(_ request: ColmiRing.Request) -> [ColmiRing.Packet]? {
    switch request {
    case .dayTotals(let daysAgo): return memory.dayTotals(daysAgo: Int(daysAgo)).packets
    case .todayTotals: return [memory.totals().packet]
    case .activity(let daysAgo): return memory.activity(daysAgo: Int(daysAgo))?.packets
    case .heartRateLog(let timestamp): return memory.heartRateLog(timestamp: timestamp)?.packets
    case .halfHourLog(let quantity, let daysAgo):
      guard model.capabilities.contains(quantity == .stress ? .stress : .hrv) else { return nil }
      return memory.halfHourLog(quantity, daysAgo: Int(daysAgo))?.packets
    default: return nil
    }
  }

  private func live(_ request: ColmiRing.Request, at instant: SimulatedClock.Instant) -> [ColmiRing.Packet] {
    change { state in
      switch request {
      case .startRealTime(let quantity):
        state.measurement = Measurement(quantity: quantity, start: instant, lastAsked: instant)
        return [ColmiRing.RealTime(of: quantity, status: .measuring).packet]
      case .stopRealTime(let quantity, let lastValue):
        state.measurement = nil
        return [ColmiRing.RealTimeStopped(of: quantity, value: lastValue == 0 ? nil : Int(lastValue)).packet]
      case .olderRealTime(.start):
        state.measurement = Measurement(quantity: .heartRate, start: instant, isOlder: true, lastAsked: instant)
        return [ColmiRing.Packet(0x1E, [0])]
      case .olderRealTime(.stop): state.measurement = nil
      case .olderRealTime(.goOn), .continueRealTime: state.measurement?.lastAsked = instant
      case .rawStream(let isOn): state.isStreaming = isOn
      default: break
      }
      return []
    }
  }

  /// The mark for "nothing of that day".
  private static func nothing(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    [ColmiRing.Packet(packet.command, [0xFF])]
  }

  // MARK: Big data

  private func serveBigData(_ link: VirtualLink) async {
    var pace = RingPace(seed: ~seed)
    for await write in await link.writes(to: ColmiRing.GATT.bigDataWrite) {
      guard let data = ColmiRing.BigData(frame: write), !model.mute.contains(data.id),
        let request = ColmiRing.Request(data), !state.withLock({ $0.isSilent || $0.isOff }), await speaks(over: link)
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
    case .sleep(_, isOlder: false): [memory.sleep(.naps).bigData, memory.sleep(.sleep).bigData]
    case .spo2Log: [memory.oxygen().bigData]
    case .temperatureLog(let days):
      model.capabilities.contains(.temperature) ? [memory.temperature(days: Int(days)).bigData] : []
    case .manualHeartRate: [memory.byHand().bigData]
    default: []
    }
  }

  // MARK: Pushes

  private func push(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .seconds(20))) != nil {
      let totals = memory.totals()
      let activity = ColmiRing.LiveActivity(steps: totals.steps, calories: totals.calories, meters: totals.meters)
      await say(activity.packet, over: link)
      if battery.percent <= 10 { await say(battery.pushPacket, over: link) }
    }
  }

  // MARK: Live measurements

  /// Two readings a second while measuring: 26 s of warming up (60 s for the variability), as captured, then values. The raw
  /// sensors give one reading a second each.
  private func measure(_ link: VirtualLink) async {
    var sensors = RingSensors(seed: seed)
    while (try? await link.clock.sleep(for: .milliseconds(500))) != nil {
      let now = link.clock.now
      let (running, isStreaming) = state.withLock { ($0.measurement, $0.isStreaming) }
      let hasEnded = running.map { $0.isOlder && $0.lastAsked.duration(to: now) > .seconds(60) } ?? false
      if hasEnded { change { $0.measurement = nil } }
      let measurement = hasEnded ? nil : running
      if let measurement {
        let elapsed = measurement.start.duration(to: now)
        let reading = reading(of: measurement.quantity, after: elapsed)
        await say(measurement.isOlder ? Self.olderPacket(reading) : reading.packet, over: link)
      }
      if isStreaming {
        for packet in sensors.next(isWorn: state.withLock { $0.isWorn }) { await say(packet, over: link) }
      }
    }
  }

  /// First firmware says the value and nothing else; 0 while it has none.
  private static func olderPacket(_ reading: ColmiRing.RealTime) -> ColmiRing.Packet {
    ColmiRing.Packet(0x1E, [UInt8(clamping: reading.value ?? 0)])
  }

  private func reading(of quantity: ColmiRing.RealTime.Quantity, after elapsed: Duration) -> ColmiRing.RealTime {
    guard state.withLock({ $0.isWorn }) else { return ColmiRing.RealTime(of: quantity, status: .notWorn) }
    let now = home()
    let day = days.day(now.date)
    // The heart never beats quite evenly.
    let bpm = Int(day.heartRate[now.secondOfDay / 300]) + (now.secondOfDay / 3 * 7 % 5) - 2
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
    Service(
      ColmiRing.GATT.commandService, from: 0x10,
      [(ColmiRing.GATT.commandWrite, [.write, .writeWithoutResponse]), (commandOut, .notify)]),
    Service(
      ColmiRing.GATT.bigDataService, from: 0x20,
      [(ColmiRing.GATT.bigDataWrite, .writeWithoutResponse), (bigDataOut, .notify)]),
    Service(.deviceInformation, from: 0x30, [(.hardwareRevision, .read), (.firmwareRevision, .read)]),
  ]
}
