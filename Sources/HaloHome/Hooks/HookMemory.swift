import HaloHealth
import HaloJournal

/// What was told already, and what is still to be told. Pure: it sees states and says events.
struct HookMemory: Codable, Sendable, Hashable {
  /// What is remembered of a device.
  struct OfDevice: Codable, Sendable, Hashable {
    /// When it was first seen here: nights that ended before are old. Milliseconds since 1970.
    var since: Int
    /// When the night that was told last ended, in milliseconds since 1970.
    var toldNightEnd: Int?
    var batteryIsLow = false
    var isLost = false
    /// Since when it cannot be synced, in milliseconds since 1970.
    var failingSince: Int?
    var failureIsTold = false
  }

  private(set) var devices: [String: OfDevice] = [:]
  /// Events to be told, the oldest first.
  private(set) var pending: [HookEvent] = []

  /// A night counts as over when the device tells it unchanged this long after its end: before, the wearer may only
  /// have been awake for a while, and what came then would be the same sleep.
  static let settling = Duration.minutes(SleepEpisode.longestBreak)
  /// A device that cannot be synced for this long is worth a word: single links break all the time.
  static let failing = Duration.hours(1)
  /// A cell that was low is so until it has this many percent more than the limit: percents go up and down.
  static let batteryStep = 10

  /// Looks at all devices, and adds what is new to the events to be told. Of a device that is seen for the first time only a low cell
  /// is told: what has been is old.
  mutating func observe(_ states: [DeviceState], at now: Moment, _ settings: HomeSettings) {
    let known = Set(states.map(\.identifier))
    devices = devices.filter { known.contains($0.key) }
    pending.removeAll { settings.hooks[$0.name] == nil }
    for state in states {
      let isFirst = devices[state.identifier] == nil
      var memory = devices[state.identifier] ?? OfDevice(since: now.milliseconds)
      let events = memory.observe(state, at: now, settings)
      devices[state.identifier] = memory
      pending += events.filter { settings.hooks[$0.name] != nil && (!isFirst || $0.name == .batteryLow) }
    }
  }

  /// An event was told.
  mutating func told(_ event: HookEvent) { pending.removeAll { $0.id == event.id } }
}

extension HookMemory.OfDevice {
  fileprivate mutating func observe(_ state: DeviceState, at now: Moment, _ settings: HomeSettings) -> [HookEvent] {
    nights(state, at: now) + battery(state, at: now, settings) + presence(state, at: now, settings)
      + failures(state, at: now)
  }

  private mutating func nights(_ state: DeviceState, at now: Moment) -> [HookEvent] {
    var events: [HookEvent] = []
    // A clock that was once in the future leaves times there. They would silence the hook until then.
    since = min(since, now.milliseconds)
    if let end = toldNightEnd, end > now.milliseconds { toldNightEnd = nil }
    for night in state.nights where night.end.milliseconds > since {
      guard let told = night.told, told >= night.end + HookMemory.settling,
        // One that was told and has grown since begins before the end that it had.
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
    guard !failureIsTold, now.milliseconds - since >= HookMemory.failing.milliseconds else { return [] }
    failureIsTold = true
    let begin = Moment(milliseconds: since, secondsFromGMT: now.secondsFromGMT)
    return [HookEvent(.syncFailed, mark: begin.description, of: state, at: now)]
  }
}
