/// The events that were delivered and those that are pending. It has no side effects: it takes states and returns
/// events.
struct HookMemory: Codable, Sendable, Hashable {
  /// The delivery state of one device.
  struct DeviceRecord: Codable, Sendable, Hashable {
    /// When the device was first seen, in milliseconds since 1970. Nights that ended earlier cause no event.
    var since: Int
    /// The end of the last reported night, in milliseconds since 1970.
    var toldNightEnd: Int?
    var batteryIsLow = false
    var isLost = false
    /// The start of the current sync failures, in milliseconds since 1970.
    var failingSince: Int?
    var failureIsTold = false
  }

  private(set) var devices: [String: DeviceRecord] = [:]
  /// The pending events, oldest first.
  private(set) var pending: [HookEvent] = []

  /// The time after a night's end until the night counts as over, if the device then still reports it unchanged. Before
  /// that, the wearer may only have been awake for a while and the same sleep may continue.
  static let settlingTime = Duration.minutes(SleepEpisode.longestBreak)
  /// The duration of sync failures after which an event is sent: single failures are frequent.
  static let failureThreshold = Duration.hours(1)
  /// The margin in percent above the limit at which a battery no longer counts as low, since battery levels fluctuate.
  static let batteryStep = 10

  /// Compares all devices with the last states, and adds new events to the pending ones. A device that is seen for the
  /// first time causes only a low-battery event.
  mutating func observe(_ states: [DeviceState], at now: Moment, _ settings: HomeSettings) {
    let known = Set(states.map(\.identifier))
    devices = devices.filter { known.contains($0.key) }
    pending.removeAll { settings.hooks[$0.name] == nil }
    for state in states {
      let isFirst = devices[state.identifier] == nil
      var memory = devices[state.identifier] ?? DeviceRecord(since: now.milliseconds)
      let events = memory.observe(state, at: now, settings)
      devices[state.identifier] = memory
      pending += events.filter { settings.hooks[$0.name] != nil && (!isFirst || $0.name == .batteryLow) }
    }
  }

  /// Removes an event that was delivered.
  mutating func reported(_ event: HookEvent) { pending.removeAll { $0.id == event.id } }
}

extension HookMemory.DeviceRecord {
  fileprivate mutating func observe(_ state: DeviceState, at now: Moment, _ settings: HomeSettings) -> [HookEvent] {
    nights(state, at: now) + battery(state, at: now, settings) + presence(state, at: now, settings)
      + failures(state, at: now)
  }

  private mutating func nights(_ state: DeviceState, at now: Moment) -> [HookEvent] {
    var events: [HookEvent] = []
    // A clock that was temporarily in the future leaves future times, which would block the hook until then.
    since = min(since, now.milliseconds)
    if let end = toldNightEnd, end > now.milliseconds { toldNightEnd = nil }
    for night in state.nights where night.end.milliseconds > since {
      guard let reported = night.reported, reported >= night.end + HookMemory.settlingTime,
        // A reported night that has grown since then starts before its reported end.
        toldNightEnd.map({ night.start.milliseconds >= $0 }) ?? true
      else { continue }
      toldNightEnd = night.end.milliseconds
      events.append(HookEvent(.newNight, mark: night.start.description, of: state, at: now, night: night))
    }
    return events
  }

  private mutating func battery(_ state: DeviceState, at now: Moment, _ settings: HomeSettings) -> [HookEvent] {
    guard let battery = state.battery else { return [] }
    if batteryIsLow {
      if battery.value >= min(settings.batteryLow + HookMemory.batteryStep, 100) { batteryIsLow = false }
    } else if battery.value <= settings.batteryLow, state.isCharging != true {
      batteryIsLow = true
      return [HookEvent(.batteryLow, mark: battery.time.description, of: state, at: now)]
    }
    return []
  }

  private mutating func presence(_ state: DeviceState, at now: Moment, _ settings: HomeSettings) -> [HookEvent] {
    guard let seen = state.lastSeen else { return [] }
    let isLost = state.isPresent != true && now - seen >= .hours(settings.lostAfterHours)
    guard isLost != self.isLost else { return [] }
    self.isLost = isLost
    return [HookEvent(isLost ? .deviceLost : .deviceBack, mark: seen.description, of: state, at: now)]
  }

  private mutating func failures(_ state: DeviceState, at now: Moment) -> [HookEvent] {
    guard state.problem != nil else {
      failingSince = nil
      failureIsTold = false
      return []
    }
    let since = min(failingSince ?? now.milliseconds, now.milliseconds)
    failingSince = since
    guard !failureIsTold, now.milliseconds - since >= HookMemory.failureThreshold.milliseconds else { return [] }
    failureIsTold = true
    let begin = Moment(milliseconds: since, secondsFromGMT: now.secondsFromGMT)
    return [HookEvent(.syncFailed, mark: begin.description, of: state, at: now)]
  }
}
