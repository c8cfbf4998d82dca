import GRDB

/// The history of a device clock's offset from UTC. It converts wall-clock times to moments.
///
/// A device keeps a bare wall clock and does not change it by itself, neither for daylight saving time nor for travel.
/// Its records are by the clock as it was last set before.
struct ClockHistory {
  /// An offset from UTC in seconds, in force from a time in milliseconds.
  struct Setting: Equatable {
    let time: Int
    let offset: Int
    /// The offset that the clock was found to have, if it differs from the known one: times that it showed until then
    /// are doubtful.
    var found: Int?
  }

  /// In order of time. Neighbors have different offsets, or the later one has `found`.
  private let settings: [Setting]

  init(_ settings: [Setting]) {
    self.settings = settings.sorted { $0.time < $1.time }.reduce(into: []) { merged, setting in
      if merged.last?.offset != setting.offset || setting.found != nil { merged.append(setting) }
    }
  }

  /// The history of a device's clock from the journal.
  static func of(device: Int, _ db: Database) throws -> ClockHistory {
    var wasAnswered = false
    return ClockHistory(
      try db.all("SELECT * FROM clock WHERE device = ? AND wrong IS NULL ORDER BY time, id", [device]) { row in
        // The wearer's statement about the clock before it was first set takes precedence.
        let shown: Int? = try row.value("found")
        // These are not used here, but reading reports damage.
        _ = try row.value("zone") as String
        _ = try row.value("certainty") as Int?
        let found = wasAnswered ? nil : shown
        wasAnswered = try row.value("session") as Int? == nil
        return try Setting(time: row.time("time"), offset: row.value("offset", in: StoredNumber.offsets), found: found)
      })
  }

  /// True if a clock that was found to differ from `settings` may have shown `wallClock`, which is at `moment` by the
  /// settings.
  private func isContradicted(_ wallClock: WallClock, _ moment: Moment) -> Bool {
    settings.indices.contains { index in
      guard let found = settings[index].found else { return false }
      let time = (index > 0 ? settings[index - 1].time : .min)..<settings[index].time
      return time.contains(moment.milliseconds)
        || time.contains(Moment(wallClock, secondsFromGMT: found).milliseconds)
    }
  }

  /// The offset from UTC in seconds at a time in milliseconds.
  func offset(at time: Int) -> Int {
    (settings.last { $0.time <= time } ?? settings.first)?.offset ?? 0
  }

  /// The moment at which the device's clock showed `wallClock`, as received at `received` (milliseconds). The moment is
  /// doubtful if the clock showed the time twice, never, or later than it was received.
  func moment(of wallClock: WallClock, received: Int) -> (moment: Moment, isDoubtful: Bool) {
    guard let first = settings.first, let last = settings.last else {
      return (Moment(wallClock, secondsFromGMT: 0), true)
    }
    if settings.count == 1 {
      let moment = Moment(wallClock, secondsFromGMT: first.offset)
      return (moment, isTooLate(moment, received) || isContradicted(wallClock, moment))
    }
    // Before the first setting the clock is assumed to have had the same offset.
    let fitting = settings.indices.filter { index in
      let time = Moment(wallClock, secondsFromGMT: settings[index].offset).milliseconds
      return (index == 0 || time >= settings[index].time)
        && (index == settings.endIndex - 1 || time < settings[index + 1].time)
    }
    guard let index = fitting.last else {
      // A clock that was put forward never showed the skipped times. One millisecond is added to distinguish such a
      // time from the time that the clock showed at the same moment before it was set: no interval may replace another.
      let next = settings.first { Moment(wallClock, secondsFromGMT: $0.offset).milliseconds < $0.time } ?? last
      let moment = Moment(wallClock, secondsFromGMT: (next == first ? first : next).offset)
      return (Moment(milliseconds: moment.milliseconds + 1, secondsFromGMT: moment.secondsFromGMT), true)
    }
    let moment = Moment(wallClock, secondsFromGMT: settings[index].offset)
    return (moment, fitting.count > 1 || isTooLate(moment, received) || isContradicted(wallClock, moment))
  }

  /// The milliseconds that a time may be later than its reception: a current interval is reported with its beginning,
  /// and clocks differ.
  static let tolerance = Duration.minutes(15).milliseconds

  private func isTooLate(_ moment: Moment, _ received: Int) -> Bool { moment.milliseconds - Self.tolerance > received }
}
