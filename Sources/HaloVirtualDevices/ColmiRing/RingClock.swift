/// The clock of a virtual ring, with the history of its settings. Logged measurements keep the time that the clock
/// showed when they were made.
struct RingClock: Sendable {
  /// A period without a change of the clock.
  struct Period: Sendable {
    /// The clock's offset from local time in seconds, a multiple of 60.
    let secondsAhead: Int
    /// The period, in local seconds since 1970.
    let wall: Range<Int>
  }

  /// The clock's offset from local time, in seconds; negative if the clock is behind.
  private(set) var secondsAhead: Int
  /// The start and offset of each period. Offsets are in whole minutes, like the logs: the seconds that a request takes
  /// do not move slots.
  private var settings: [(since: Int, minutesAhead: Int)]

  /// A clock that was set 30 days before `now`. The ring was not worn before that.
  init(secondsAhead: Int, at now: WallClock) {
    self.secondsAhead = secondsAhead
    settings = [(now.secondsSince1970 - 30 * WallClock.secondsPerDay, Self.minutes(secondsAhead))]
  }

  /// Returns the clock's time at a local time.
  func time(at wall: WallClock) -> WallClock { WallClock(secondsSince1970: wall.secondsSince1970 + secondsAhead) }

  /// Sets the clock at a local time.
  mutating func set(secondsAhead: Int, at wall: WallClock) {
    self.secondsAhead = secondsAhead
    let minutes = Self.minutes(secondsAhead)
    if settings.last?.minutesAhead != minutes { settings.append((wall.secondsSince1970, minutes)) }
  }

  /// Returns the clock's times, up to the local time `now`, at which it was off by a day or more.
  func lost(until now: WallClock) -> [Range<WallClock>] {
    settings.indices.compactMap { index in
      let next = index + 1 < settings.count ? settings[index + 1].since : now.secondsSince1970
      guard abs(settings[index].minutesAhead) >= 1440, settings[index].since < next else { return nil }
      return WallClock(secondsSince1970: settings[index].since)..<WallClock(secondsSince1970: next)
    }
  }

  /// Deletes the history before a local time.
  mutating func forget(before wall: WallClock) {
    settings = [(wall.secondsSince1970, Self.minutes(secondsAhead))]
  }

  /// Returns the periods in which the clock showed a date, up to the local time `now`, in order.
  func periods(showing date: CalendarDate, until now: WallClock) -> [Period] {
    let midnight = date.midnight.secondsSince1970
    let end = now.secondsSince1970 + 1
    return settings.indices.compactMap { index in
      let ahead = settings[index].minutesAhead * 60
      let next = index + 1 < settings.count ? settings[index + 1].since : end
      let first = max(settings[index].since, midnight - ahead)
      let last = min(next, end, midnight - ahead + WallClock.secondsPerDay)
      return first < last ? Period(secondsAhead: ahead, wall: first..<last) : nil
    }
  }

  /// Returns whole minutes, rounded.
  private static func minutes(_ seconds: Int) -> Int { (seconds + 30).floorDivided(by: 60) }
}
