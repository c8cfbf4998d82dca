import GRDB
import HaloHealth

/// How far a device's clock was ahead of UTC, and since when: what turns its words into points in time.
///
/// A device keeps a bare wall clock and does not change it by itself, neither for daylight saving time nor for travel. What it
/// wrote down was by the clock as it was set last before.
struct ClockHistory {
  /// A time from which on the clock was ahead of UTC that far, in milliseconds and seconds.
  struct Setting: Equatable {
    let time: Int
    let offset: Int
    /// What the clock had been ahead of UTC before, if it was not what is known of it: what it showed until then is doubtful.
    var found: Int?
  }

  /// In order of time; neighbours differ, or the later one was found to be another.
  private let settings: [Setting]

  init(_ settings: [Setting]) {
    self.settings = settings.sorted { $0.time < $1.time }.reduce(into: []) { merged, setting in
      if merged.last?.offset != setting.offset || setting.found != nil { merged.append(setting) }
    }
  }

  /// What is known of a device's clock.
  static func of(device: Int, _ db: Database) throws -> ClockHistory {
    let records = try ClockRecord.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM clock WHERE device = ? AND wrong IS NULL ORDER BY time, id"),
      arguments: [device])
    var wasAnswered = false
    return ClockHistory(
      records.map { record in
        // A person who said what the clock was before it was first set here knows better.
        let setting = Setting(time: record.time, offset: record.offset, found: wasAnswered ? nil : record.found)
        wasAnswered = record.session == nil
        return setting
      })
  }

  /// Whether a clock that was found to be another than `settings` say may have shown `wallClock`, which by them was at `moment`.
  private func isContradicted(_ wallClock: WallClock, _ moment: Moment) -> Bool {
    settings.indices.contains { index in
      guard let found = settings[index].found else { return false }
      let time = (index > 0 ? settings[index - 1].time : .min)..<settings[index].time
      return time.contains(moment.milliseconds)
        || time.contains(Moment(wallClock, secondsFromGMT: found).milliseconds)
    }
  }

  /// How far the clock was ahead of UTC at a time in milliseconds.
  func offset(at time: Int) -> Int {
    (settings.last { $0.time <= time } ?? settings.first)?.offset ?? 0
  }

  /// When the device's clock showed `wallClock`, as told at `received` (milliseconds); and whether that is doubtful: the clock
  /// showed it twice, or never, or later than it was told.
  func moment(of wallClock: WallClock, received: Int) -> (moment: Moment, isDoubtful: Bool) {
    guard let first = settings.first, let last = settings.last else {
      return (Moment(wallClock, secondsFromGMT: 0), true)
    }
    if settings.count == 1 {
      let moment = Moment(wallClock, secondsFromGMT: first.offset)
      return (moment, isTooLate(moment, received) || isContradicted(wallClock, moment))
    }
    // Before it was first set here it is taken to have hung in the same zone.
    let fitting = settings.indices.filter { index in
      let time = Moment(wallClock, secondsFromGMT: settings[index].offset).milliseconds
      return (index == 0 || time >= settings[index].time)
        && (index == settings.endIndex - 1 || time < settings[index + 1].time)
    }
    guard let index = fitting.last else {
      // A clock that was put forward never showed what lies between. A millisecond keeps it apart from what the clock showed at the same
      // moment before it was set: no interval takes the place of another.
      let next = settings.first { Moment(wallClock, secondsFromGMT: $0.offset).milliseconds < $0.time } ?? last
      let moment = Moment(wallClock, secondsFromGMT: (next == first ? first : next).offset)
      return (Moment(milliseconds: moment.milliseconds + 1, secondsFromGMT: moment.secondsFromGMT), true)
    }
    let moment = Moment(wallClock, secondsFromGMT: settings[index].offset)
    return (moment, fitting.count > 1 || isTooLate(moment, received) || isContradicted(wallClock, moment))
  }

  /// Milliseconds by which a time may be later than it was told: an interval that is under way is told with its beginning, and clocks differ.
  static let tolerance = Duration.minutes(15).milliseconds

  private func isTooLate(_ moment: Moment, _ received: Int) -> Bool { moment.milliseconds - Self.tolerance > received }
}
