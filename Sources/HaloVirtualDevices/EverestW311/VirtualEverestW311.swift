public import HaloEverestW311
import Synchronization

/// A simulated Everest W311, worn by a simulated person. It answers according to `docs/everest-w311.md`; no watch was
/// captured.
///
/// It keeps its alarms, display and user data across connections. In each connection it ignores requests until 2.5 s after
/// the client has subscribed to the heart rate.
public final class VirtualEverestW311: VirtualPeripheral {
  private typealias GATT = EverestW311.GATT

  /// The watch's advertisement and attributes.
  public let profile: PeripheralProfile
  private let memory: WatchMemory
  private let now: @Sendable () -> WallClock
  private let isVariant: Bool
  private let hasDisputedDisplay: Bool
  private let state: Mutex<State>

  private struct State {
    var alarms = EverestW311.Alarms([])
    var display: EverestW311.Display
    var userData: EverestW311.UserData?
    var heart: VirtualHeart
    var percent = 87
    var clockSettings: [EverestW311.ClockSetting] = []
    var vibrations = 0
    var isRealTime = false
    var isSettled = false
    var walked: (date: CalendarDate, steps: Int)?
  }

  /// A watch. `layout` is the format of its histories. With `isVariant`, its characteristics have the alternative
  /// UUIDs. With `hasDisputedDisplay`, it has its display at key 03. `now` returns the local time.
  public init(
    wearer: SimulatedPerson, layout: EverestW311.DayHistory.Layout = .minutes, isVariant: Bool = false,
    hasDisputedDisplay: Bool = false, now: @escaping @Sendable () -> WallClock
  ) {
    memory = WatchMemory(wearer: SimulatedDays(wearer), layout: layout)
    self.now = now
    let seed = wearer.seed
    self.hasDisputedDisplay = hasDisputedDisplay
    let pages: [EverestW311.Display.Page] = [
      .logo, .time, .steps, .energy, .distance, .activeTime, .goal, .alarm, .heartRate,
    ]
    state = Mutex(State(display: .init(pages, isDisputed: hasDisputedDisplay), heart: VirtualHeart(seed: seed)))
    let tail = Hexadecimal.string([UInt8(truncatingIfNeeded: seed >> 8), UInt8(truncatingIfNeeded: seed)]).uppercased()
    self.isVariant = isVariant
    profile = PeripheralProfile(
      device: DeviceID("E3:31:1A:5C:\(tail.prefix(2)):\(tail.suffix(2))"), name: "W311N_\(tail)",
      advertisedServices: [HeartRateService.GATT.service, GATT.advertisedService],
      services: Self.services(isVariant: isVariant))
  }

  /// The stored alarms.
  public var alarms: [Alarm] { state.withLock { $0.alarms.alarms } }
  /// The displayed pages.
  public var pages: [EverestW311.Display.Page] { state.withLock { $0.display.pages } }
  /// The number of requests to vibrate.
  public var vibrations: Int { state.withLock { $0.vibrations } }
  /// The times that were set, in order.
  public var clockSettings: [EverestW311.ClockSetting] { state.withLock { $0.clockSettings } }
  /// True if the watch reports steps in real time.
  public var isRealTime: Bool { state.withLock { $0.isRealTime } }

  /// Returns the battery level or the firmware revision.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case HeartRateService.GATT.batteryLevel: BatteryLevel(percent: state.withLock { $0.percent }).value
    case .firmwareRevision: [UInt8]("1.23".utf8)
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles one connection: answers requests, and sends steps and heart rates.
  public func serve(_ link: VirtualLink) async {
    let answers = AsyncStream<EverestW311.Request>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await link.waitUntilSubscribed(to: HeartRateService.GATT.measurement)
        guard (try? await link.clock.sleep(for: .milliseconds(2500))) != nil else { return }
        self.state.withLock { $0.isSettled = true }
      }
      group.addTask {
        for await write in await link.writes(to: self.uuid(.commands)) {
          guard self.state.withLock({ $0.isSettled }), let request = EverestW311.Request(write) else { continue }
          answers.continuation.yield(request)
        }
        answers.continuation.finish()
      }
      group.addTask {
        for await request in answers.stream { await self.answer(request, link) }
      }
      group.addTask { await self.sendSteps(link) }
      group.addTask { await self.sendHeartRate(link) }
      await group.waitForAll()
    }
    state.withLock { state in
      state.isRealTime = false
      state.isSettled = false
    }
  }

  private func uuid(_ channel: EverestW311.Channel) -> BluetoothUUID {
    GATT.characteristics(channel)[isVariant ? 1 : 0]
  }

  // MARK: Answers

  private func answer(_ request: EverestW311.Request, _ link: VirtualLink) async {
    let clock = now()
    var channel = EverestW311.Channel.commands
    let command = request.bytes
    let confirmed = EverestW311.Message.acknowledged(group: command[1], key: command[2])
    let message: EverestW311.Message? = state.withLock { state in
      switch request {
      case .setTime(let setting): state.clockSettings.append(setting)
      case .setAlarms(let alarms): state.alarms = EverestW311.Alarms(mask: alarms.mask, slots: alarms.slots)
      case .setDisplay(let display) where display.isDisputed == hasDisputedDisplay: state.display = display
      case .setDisplay: return nil
      case .setUserData(let data): state.userData = data
      case .realTime(let isOn): state.isRealTime = isOn
      case .findWatch: state.vibrations += 1
      case .alarms: return .alarms(state.alarms)
      case .display: return hasDisputedDisplay ? nil : .display(state.display)
      case .userData where hasDisputedDisplay: return .display(state.display)
      case .userData: return state.userData.map { .userData($0) } ?? confirmed
      case .information:
        return .watchInformation(
          .init(model: "W311", hardware: 1, firmware: (1, 23), batteryPercent: state.percent))
      case .historyRange:
        return .historyRange(
          .init(first: clock.date.adding(days: 1 - WatchMemory.days), last: clock.date.adding(days: -1)))
      case .day(let date):
        guard memory.remembers(date, at: clock) else { return .noData(.day) }
        channel = .history
        return .dayHistory(memory.history(of: date, at: clock))
      case .heartRateHistory(let date):
        guard memory.remembers(date, at: clock) else { return .noData(.heartRate) }
        channel = .history
        return .heartRateHistory(memory.heartRates(of: date, at: clock))
      case .findPhoneAnswer: return nil
      case .factoryReset:
        state.alarms = EverestW311.Alarms([])
        state.userData = nil
      }
      return confirmed
    }
    for frame in message?.frames ?? [] {
      guard (try? await link.clock.sleep(for: .milliseconds(15))) != nil else { return }
      await link.notify(frame, on: uuid(channel))
    }
  }

  // MARK: Unprompted values

  /// Sends the day's totals every two seconds while enabled. The simulated person is walking.
  private func sendSteps(_ link: VirtualLink) async {
    while (try? await link.clock.sleep(for: .seconds(2))) != nil {
      let clock = now()
      let update: (EverestW311.StepTotals, EverestW311.DayDetails)? = state.withLock { state in
        guard state.isRealTime else { return nil }
        let before = state.walked.flatMap { $0.date == clock.date ? $0.steps : nil } ?? 0
        state.walked = (clock.date, before + 4)
        return (
          memory.totals(of: clock.date, at: clock, walked: before + 4),
          memory.details(of: clock.date, at: clock, batteryPercent: state.percent)
        )
      }
      guard let (totals, details) = update else { continue }
      await link.notify(totals.bytes, on: uuid(.realTime))
      await link.notify(details.bytes, on: uuid(.realTime))
    }
  }

  private func sendHeartRate(_ link: VirtualLink) async {
    let start = link.clock.now
    let begin = state.withLock { $0.heart.time }
    while (try? await link.clock.sleep(for: .seconds(1))) != nil {
      let age = begin + start.duration(to: link.clock.now) / .seconds(1)
      let bpm = state.withLock { state in
        state.heart.generateBeats(until: age)
        return Int(state.heart.rate(at: age).rounded())
      }
      await link.notify(HeartRateService.Measurement(bpm: bpm).value, on: HeartRateService.GATT.measurement)
    }
  }

  // MARK: Services

  private static func services(isVariant: Bool) -> [Service] {
    let own = [
      (EverestW311.Channel.commands, [.write, .indicate] as Characteristic.Properties), (.history, .notify),
      (.realTime, .notify),
    ].map { channel, properties in (GATT.characteristics(channel)[isVariant ? 1 : 0], properties) }
    return [
      Service(GATT.service, from: 0x10, own),
      Service(HeartRateService.GATT.service, from: 0x20, [(HeartRateService.GATT.measurement, .notify)]),
      Service(HeartRateService.GATT.batteryService, from: 0x30, [(HeartRateService.GATT.batteryLevel, .read)]),
      Service(.deviceInformation, from: 0x40, [(.firmwareRevision, .read)]),
    ]
  }
}
