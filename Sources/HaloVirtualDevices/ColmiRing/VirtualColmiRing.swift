public import HaloColmiRing
import Synchronization

/// A simulated COLMI ring, worn by a simulated person. It answers like captured rings, with their timing.
public final class VirtualColmiRing: VirtualPeripheral {
  /// The ID of the ring's device family.
  public static let family = ColmiRingDriver.family.id

  /// The ring's advertisement and attributes.
  public let profile: PeripheralProfile
  private let model: VirtualRingModel
  private let days: SimulatedDays
  private let seed: UInt64
  private let home: @Sendable () -> WallClock
  private let state: Mutex<State>

  private struct State {
    var clock: RingClock
    var live: RingLive
    var touch = RingTouch()
    var isWorn = true
    var isSilent = false
    /// The local time when the ring was switched off; nil if it is on.
    var offSince: WallClock?
    /// The earlier periods in which the ring was switched off.
    var offTimes: [Range<WallClock>] = []
    var isErased = false
    /// The periods with an empty battery, in local time.
    var empties: [Range<WallClock>] = []
    /// The time until which the logger stalled.
    var stalledUntil: WallClock?
    /// The outlet for packets that the ring sends unprompted while it has a link.
    var outbox: AsyncStream<ColmiRing.Packet>.Continuation?
    var blinkCount = 0
    var linkCount = 0
    var settings: RingSettings
    var battery: RingBattery

    /// Returns the ring's current activity.
    func use(_ model: VirtualRingModel) -> RingUse {
      var use = settings.use(of: model)
      use.isLinked = linkCount > 0
      use.isLive = live.isOn
      use.isOff = offSince != nil
      return use
    }
  }

  /// True if the ring measures live, streams or records a sport session, with its LEDs on.
  public var isMeasuring: Bool { state.withLock { $0.live.isOn } }
  /// The number of requests to blink.
  public var blinkCount: Int { state.withLock { $0.blinkCount } }
  /// True if the ring was reset to factory settings.
  public var isErased: Bool { state.withLock { $0.isErased } }
  /// True unless the ring is switched off or its battery is empty.
  public var isAwake: Bool {
    let now = home()
    return state.withLock { state in state.offSince == nil && !state.empties.contains { $0.contains(now) } }
  }

  /// Empties the battery for a period in local time: the ring measures nothing and does not advertise. Afterwards it is
  /// charged.
  public func setEmpty(_ time: Range<WallClock>) { state.withLock { $0.empties.append(time) } }

  /// The ring's current logs.
  private var memory: RingMemory {
    let now = home()
    return state.withLock { state in
      RingMemory(
        wearer: days, model: model, clock: state.clock,
        gaps: state.empties + state.offTimes + (state.offSince.map { [$0..<max($0, now.adding(minutes: 1))] } ?? []),
        stalledUntil: state.stalledUntil, now: now)
    }
  }

  /// The periods up to now, in local time, in which the clock was off by a day or more. Measurements of these periods
  /// are in no log of a real day.
  public var unsetTimes: [Range<WallClock>] {
    let now = home()
    return state.withLock { $0.clock.lost(until: now) }
  }

  /// Sets the clock's offset from local time in seconds (negative: behind), as another program would. Logged values
  /// are not moved.
  public func setClock(secondsAhead: Int) {
    let now = home()
    state.withLock { $0.clock.set(secondsAhead: secondsAhead, at: now) }
  }

  /// Puts the ring on or takes it off.
  public func setWorn(_ isWorn: Bool) { state.withLock { $0.isWorn = isWorn } }
  /// Stops all answers and pushes, while links stay open.
  public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }
  /// Sets the battery charge, 0…100 %. It continues to drain, and the simulated person charges it when it is low.
  public func setBattery(percent: Int) { change { $0.battery.set(percent: percent) } }

  /// Puts the ring on its charger until ``unplug()``. This also wakes a ring that was switched off.
  public func charge() {
    let now = home()
    change { state in
      if let since = state.offSince { state.offTimes.append(since..<max(since, now)) }
      state.offSince = nil
      state.battery.setPlugged(true)
    }
  }

  /// Takes the ring off its charger.
  public func unplug() { change { $0.battery.setPlugged(false) } }

  /// Simulates a touch or a shake of the hand. The ring reports it if enabled, except in its charging dock.
  public func touch(_ gesture: ColmiRing.Touch.Gesture) {
    state.withLock { state in
      if state.touch.reportsGestures, !state.battery.isPlugged { state.outbox?.yield(ColmiRing.Touch(gesture).packet) }
    }
  }

  /// Changes a state that affects consumption, after draining the battery for the time until now.
  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let now = home()
    return state.withLock { state in
      state.battery.advance(to: now, state.use(model))
      return body(&state)
    }
  }

  /// Resets the clock, as after a restart of the ring: it counts from the beginning of 2000 until it is set. Until then
  /// the logs of "today" are those of 2000. Live measurements end.
  public func restart() {
    let now = home()
    change { state in
      state.clock.set(secondsAhead: 10_957 * WallClock.secondsPerDay - now.secondsSince1970, at: now)
      state.live = RingLive(model)
      state.touch = RingTouch()
    }
  }

  /// A ring of `model`, worn by `wearer`. `home` returns the local time, and `battery` has the consumption. The clock
  /// has always been `secondsAhead` of local time: −3600 for a ring that another program set to UTC in a time zone of
  /// UTC+1.
  public init(
    _ model: VirtualRingModel, wearer: SimulatedPerson, battery: RingBatteryModel = RingBatteryModel(),
    secondsAhead: Int = 0,
    home: @escaping @Sendable () -> WallClock
  ) {
    self.model = model
    self.home = home
    let settings = RingSettings(model)
    state = Mutex(
      State(
        clock: RingClock(secondsAhead: secondsAhead, at: home()), live: RingLive(model),
        stalledUntil: model.hasStalledLogger ? WallClock(secondsSince1970: 1 << 40) : nil, settings: settings,
        battery: RingBattery(battery, seed: wearer.seed, at: home(), settings.use(of: model))))
    seed = wearer.seed
    days = SimulatedDays(wearer)
    let tail = Hexadecimal.string([UInt8(truncatingIfNeeded: seed >> 8), UInt8(truncatingIfNeeded: seed)]).uppercased()
    profile = PeripheralProfile(
      device: DeviceID("C3:48:9A:10:\(tail.prefix(2)):\(tail.suffix(2))"), name: model.namePrefix + tail,
      advertisedServices: model.advertisesService ? [ColmiRing.GATT.commandService] : [],
      manufacturerData: [0x1234: [0x01]], advertisingInterval: .milliseconds(640),
      services: Self.services.filter { model.hasBigData || $0.uuid != ColmiRing.GATT.bigDataService })
  }

  /// Returns the hardware or firmware revision.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case .hardwareRevision: [UInt8](model.hardware.utf8)
    case .firmwareRevision: [UInt8](model.firmware.utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles one connection: answers requests, and sends pushes and live measurements.
  public func serve(_ link: VirtualLink) async {
    change { $0.linkCount += 1 }
    defer { change { $0.linkCount -= 1 } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.serveCommands(link) }
      group.addTask { await self.serveBigData(link) }
      group.addTask { await self.push(link) }
      group.addTask { await self.measure(link) }
      group.addTask { await self.reportCharging(link) }
      group.addTask { await self.sendOutbox(link) }
      await group.waitForAll()
    }
  }

  // MARK: Commands

  private func serveCommands(_ link: VirtualLink) async {
    var pace = RingPace(seed: seed)
    for await write in await link.writes(to: ColmiRing.GATT.commandWrite) {
      guard let packet = ColmiRing.Packet(write), !model.unansweredCommands.contains(packet.command),
        !state.withLock({ $0.isSilent || $0.offSince != nil })
      else { continue }
      let answer =
        model.refused.contains(packet.command)
        ? [Self.refusal(packet)] : self.answer(to: packet, at: link.clock.now)
      do {
        try await link.clock.sleep(for: pace.latency())
        for (index, packet) in answer.enumerated() {
          if index > 0 { try await link.clock.sleep(for: pace.spacing()) }
          // Rings send pushes at any time, even in the middle of an answer.
          if index > 2, pace.happens(oneIn: 40) { await send(battery.pushPacket, over: link) }
          await send(packet, over: link)
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
      // In the two days before a scheduled empty battery the charge is low; on the day after, the battery is full.
      for empty in state.empties {
        let left = empty.lowerBound.secondsSince1970 - now.secondsSince1970
        let twoDays = 2 * WallClock.secondsPerDay
        if (0..<twoDays).contains(left) { return .init(percent: 1 + left * 20 / twoDays, isCharging: false) }
        let since = now.secondsSince1970 - empty.upperBound.secondsSince1970
        if (0..<WallClock.secondsPerDay).contains(since) { return .init(percent: 98, isCharging: false) }
      }
      return .init(
        percent: jittered(state.battery.percent, at: now), isCharging: state.battery.isCharging)
    }
  }

  /// Returns the charge that a ring with jumping readings reports: in every other minute on average, 10 points or more
  /// off.
  private func jittered(_ percent: Int, at now: WallClock) -> Int {
    guard model.batteryJitter > 0 else { return percent }
    var random = SeededGenerator(seed: seed &+ UInt64(bitPattern: Int64(now.secondsSince1970 / 60)))
    guard Bool.random(using: &random) else { return percent }
    let jump = Int.random(in: min(10, model.batteryJitter)...model.batteryJitter, using: &random)
    return min(max(Bool.random(using: &random) ? percent + jump : percent - jump, 1), 100)
  }

  private func send(_ packet: ColmiRing.Packet, over link: VirtualLink) async {
    guard !state.withLock({ $0.isSilent }), await answersClient(over: link) else { return }
    await link.notify(packet.bytes, on: Self.commandOut)
  }

  /// Returns true if the ring sends anything over the link.
  private func answersClient(over link: VirtualLink) async -> Bool {
    guard model.answersOnlyBonded else { return true }
    return await link.isBonded
  }

  private static func refusal(_ packet: ColmiRing.Packet) -> ColmiRing.Packet {
    ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet
  }

  private func answer(to packet: ColmiRing.Packet, at instant: SimulatedClock.Instant) -> [ColmiRing.Packet] {
    let time = state.withLock { $0.clock }.time(at: home())
    if let answer = change({ $0.live.answer(to: packet, at: instant, time: time) }) { return answer }
    switch ColmiRing.Request(packet) {
    case .setTime(let time, _):
      setClock(secondsAhead: time.secondsSince1970 - home().secondsSince1970)
      return [ColmiRing.PacketSize(bytes: model.packetSize).packet, model.capabilities.packet]
    case .battery: return [battery.packet]
    case .deviceSupport where model.hasFixedFeatures: return [ColmiRing.DeviceSupport.fixed.packet]
    case .sleepQuarters(let daysAgo) where model.storesSleepQuarters:
      return memory.sleepQuarters(daysAgo: Int(daysAgo))?.packets ?? Self.nothing(packet)
    case .storedDays where model.storesSleepQuarters:
      let days = (0..<RingMemory.days).filter { memory.sleepQuarters(daysAgo: $0) != nil }
      return [ColmiRing.StoredDays(daysAgo: days).packet]
    case .deviceSupport:
      return model.wantsBond.map { [ColmiRing.DeviceSupport(wantsBond: $0, features: model.features).packet] } ?? []
    case .todayTotals, .dayTotals, .activity, .heartRateLog, .halfHourLog:
      return days(packet) ?? Self.nothing(packet)
    case .configureTouch(let setting) where model.features.contains(.touch):
      return change { $0.touch.set(setting, at: instant, isPlugged: $0.battery.isPlugged) }
    case .findDevice:
      state.withLock { $0.blinkCount += 1 }
      return Self.confirmation(packet)
    case .phoneName: return Self.confirmation(packet)
    case .powerOff:
      let now = home()
      change { $0.offSince = now }
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
      return [change { configure(&$0, by: packet) } ?? Self.refusal(packet)]
    }
  }

  /// Reads or writes a setting. Turning the heart rate log off and on restarts a stalled logger.
  private func configure(_ state: inout State, by packet: ColmiRing.Packet) -> ColmiRing.Packet? {
    let wasOn = state.settings.logsHeartRate
    let answer = state.settings.answer(to: packet, of: model)
    if !wasOn, state.settings.logsHeartRate, model.hasStalledLogger { state.stalledUntil = home() }
    return answer
  }

  private static func confirmation(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    ColmiRing.Acknowledged(command: packet.command).map { [$0.packet] } ?? []
  }

  /// Returns the stored data of a day; nil if the ring has no data.
  private func days(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet]? {
    guard model.keepsLogs else { return nil }
    let memory = memory
    switch ColmiRing.Request(packet) {
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

  /// Returns the answer for a day without data.
  private static func nothing(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    [ColmiRing.Packet(packet.command, [0xFF])]
  }

  // MARK: Big data

  private func serveBigData(_ link: VirtualLink) async {
    var pace = RingPace(seed: ~seed)
    for await write in await link.writes(to: ColmiRing.GATT.bigDataWrite) {
      guard let data = ColmiRing.BigData(frame: write), !model.unansweredCommands.contains(data.id),
        model.answersBigData, let request = ColmiRing.Request(data),
        !state.withLock({ $0.isSilent || $0.offSince != nil }), await answersClient(over: link)
      else { continue }
      let size = min(link.settings.mtu - 3, model.packetSize)
      // Each frame begins a new notification, as in the one captured night with a nap.
      let pieces = answer(to: request).map(\.bytes).flatMap { bytes in
        stride(from: 0, to: bytes.count, by: size).map { [UInt8](bytes[$0..<min($0 + size, bytes.count)]) }
      }
      do {
        try await link.clock.sleep(for: pace.latency())
        for (index, piece) in pieces.enumerated() {
          if index > 0 { try await link.clock.sleep(for: pace.spacing()) }
          await link.notify(piece, on: Self.bigDataOut)
        }
      } catch {
        return
      }
    }
  }

  private func answer(to request: ColmiRing.Request) -> [ColmiRing.BigData] {
    switch request {
    // The naps are sent before the nights without being requested.
    case .sleep(_, isOlder: true): model.answersOlderSleep ? [memory.sleep(.sleep).bigData] : []
    case .sleep(_, isOlder: false): [memory.sleep(.naps).bigData, memory.sleep(.sleep).bigData]
    case .spo2Log: [memory.oxygen().bigData]
    case .temperatureLog(let days):
      model.capabilities.contains(.temperature) ? [memory.temperature(days: Int(days)).bigData] : []
    case .manualHeartRate: [memory.manualReading().bigData]
    case .sleepSummary(let daysAgo) where model.hasFixedFeatures:
      [
        ColmiRing.SleepSummary(
          daysAgo: Int(daysAgo), memory.sleep(.sleep).nights.first { $0.daysAgo == Int(daysAgo) }
        ).bigData
      ]
    default: []
    }
  }

  // MARK: Pushes

  private func push(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .seconds(20))) != nil {
      guard model.keepsLogs else { continue }
      let totals = memory.totals()
      let activity = ColmiRing.LiveActivity(steps: totals.steps, calories: totals.calories, meters: totals.meters)
      await send(activity.packet, over: link)
      if battery.percent <= 10 { await send(battery.pushPacket, over: link) }
    }
  }

  /// Reports the charge when the ring is put on its charger, about every minute while it rises, and twice when it is
  /// taken off.
  private func reportCharging(_ link: VirtualLink) async {
    func isPlugged() -> Bool { change { $0.battery.isPlugged } }
    var wasPlugged = isPlugged()
    var ticks = 0
    while (try? await link.clock.sleep(for: .seconds(5))) != nil {
      let isPlugged = isPlugged()
      defer { wasPlugged = isPlugged }
      if isPlugged != wasPlugged {
        ticks = 0
        if state.withLock({ $0.touch.isOn }) { await send(RingTouch.availability(isPlugged: isPlugged), over: link) }
        for _ in 0..<(isPlugged ? 1 : 2) { await send(battery.pushPacket, over: link) }
      } else if isPlugged {
        ticks += 1
        if ticks.isMultiple(of: 12), battery.isCharging { await send(battery.pushPacket, over: link) }
      }
    }
  }

  /// Sends the packets caused by touch gestures.
  private func sendOutbox(_ link: VirtualLink) async {
    let (packets, outbox) = AsyncStream<ColmiRing.Packet>.makeStream()
    state.withLock { $0.outbox = outbox }
    for await packet in packets { await send(packet, over: link) }
  }

  // MARK: Live measurements

  private func measure(_ link: VirtualLink) async {
    var sensors = RingSensors(seed: seed)
    while (try? await link.clock.sleep(for: .milliseconds(500))) != nil {
      let wall = home()
      // Usually nothing is measured, and the battery need not be drained.
      guard state.withLock({ $0.live.isOn }) else { continue }
      let day = days.day(wall.date)
      let packets = change { state in
        state.live.next(
          &sensors, at: .init(instant: link.clock.now, day: day, wall: wall, isWorn: state.isWorn))
      }
      for packet in packets { await send(packet, over: link) }
    }
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
