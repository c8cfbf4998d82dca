import HaloHealth

/// The clock of a virtual ring, with each time that it was set: what a ring measures stays in its logs at the time that its clock showed
/// then.
struct RingClock: Sendable {
  /// A time during which the clock ran undisturbed.
  struct Stretch: Sendable {
    /// Seconds that the clock was ahead of the wall clock, a multiple of 60.
    let secondsAhead: Int
    /// From when to when, in seconds since 1970 on the wall clock.
    let wall: Range<Int>
  }

  /// Seconds that the clock is ahead of the wall clock at home; negative if it is behind.
  private(set) var secondsAhead: Int
  /// Since when it was ahead by how much. A log counts in minutes: the seconds that a request takes do not move its slots.
  private var settings: [(since: Int, minutesAhead: Int)]

  /// A clock that was set a month ago, at `now` on the wall clock: before that, the ring was not worn.
  init(secondsAhead: Int, at now: WallClock) {
    self.secondsAhead = secondsAhead
    settings = [(now.secondsSince1970 - 30 * WallClock.secondsPerDay, Self.minutes(secondsAhead))]
  }

  /// The time that it shows at a time on the wall clock.
  func time(at wall: WallClock) -> WallClock { WallClock(secondsSince1970: wall.secondsSince1970 + secondsAhead) }

  /// Sets it, at a time on the wall clock.
  mutating func set(secondsAhead: Int, at wall: WallClock) {
    self.secondsAhead = secondsAhead
    let minutes = Self.minutes(secondsAhead)
    if settings.last?.minutesAhead != minutes { settings.append((wall.secondsSince1970, minutes)) }
  }

  /// When it showed a date that is days away from the wall clock's, until `now` on the wall clock.
  func lost(until now: WallClock) -> [Range<WallClock>] {
    settings.indices.compactMap { index in
      let next = index + 1 < settings.count ? settings[index + 1].since : now.secondsSince1970
      guard abs(settings[index].minutesAhead) >= 1440, settings[index].since < next else { return nil }
      return WallClock(secondsSince1970: settings[index].since)..<WallClock(secondsSince1970: next)
    }
  }

  /// Forgets what was before a time on the wall clock.
  mutating func forget(before wall: WallClock) {
    settings = [(wall.secondsSince1970, Self.minutes(secondsAhead))]
  }

  /// When it showed a date, until `now` on the wall clock, in order.
  func stretches(showing date: CalendarDate, until now: WallClock) -> [Stretch] {
    let (midnight, end) = (date.midnight.secondsSince1970, now.secondsSince1970 + 1)
    return settings.indices.compactMap { index in
      let ahead = settings[index].minutesAhead * 60
      let next = index + 1 < settings.count ? settings[index + 1].since : end
      let first = max(settings[index].since, midnight - ahead)
      let last = min(next, end, midnight - ahead + WallClock.secondsPerDay)
      return first < last ? Stretch(secondsAhead: ahead, wall: first..<last) : nil
    }
  }

  /// Whole minutes, rounded.
  private static func minutes(_ seconds: Int) -> Int { (seconds + 30).floorDivided(by: 60) }
}
