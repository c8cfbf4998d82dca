import HaloHealth
import HaloVirtualDevices
import HaloWearables

/// Keeps what really happened: what the devices measured of the made-up person's days, and which syncs brought it.
struct TruthKeeper {
  let wearer: Wearer
  let model: VirtualRingModel
  /// When the ring's cell was empty, or its clock lost.
  var empties: [Range<WallClock>] = []
  /// Minutes that the wall clock is ahead of the clock that the made-up person lives by, which is never set: the home's first one.
  var minutesAhead: @Sendable (CalendarDate) -> Int = { _ in 0 }
  /// Whole syncs, on the wall.
  private var syncs: [WallClock] = []
  /// All syncs, in words.
  private(set) var words: [String] = []
  private static let daysKept = 7
  /// The days around which clocks were moved.
  var moved: Set<CalendarDate> = []
  /// Whether somebody wears a watch as well, which measures every five minutes.
  var hasWatch = false

  init(wearer: Wearer, model: VirtualRingModel) {
    self.wearer = wearer
    self.model = model
  }

  /// A sync has ended; `report` is `nil` if the device was not reached.
  mutating func note(_ report: SyncReport?, at wall: WallClock, isOfRing: Bool) {
    let end = report.map { $0.interruption.map { "broke off: \($0)" } ?? "whole" } ?? "did not begin"
    words.append("\(isOfRing ? "ring" : "watch") \(wall) \(end)")
    if let report, report.interruption == nil { syncs.append(wall) }
  }

  /// The days of which something may be known.
  func days(until last: CalendarDate) -> [Account.Day] {
    guard let first = syncs.first?.date.adding(days: 1 - Self.daysKept) else { return [] }
    return stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map {
      day(CalendarDate(daysSince1970: $0))
    }
  }

  private func day(_ date: CalendarDate) -> Account.Day {
    let day = wearer.day(date)
    let ahead = minutesAhead(date)
    func at(_ minute: Int) -> WallClock { WallClock(date: date, minuteOfDay: minute + ahead) }
    func isMeasured(_ start: Int, _ end: Int) -> Bool {
      !empties.contains {
        $0.overlaps(WallClock(date: date, minuteOfDay: start)..<WallClock(date: date, minuteOfDay: end))
      }
    }
    let hours = day.hours.filter { isMeasured($0.hour * 60, $0.hour * 60 + 60) }
    let reaching = syncs.filter { date >= $0.date.adding(days: 1 - Self.daysKept) }
    let latest = reaching.max()
    // The slots of the date on the wall, of which some are of the day before or after.
    let rates = (0..<288).compactMap { slot -> Double? in
      let minute = slot * 5 - ahead
      guard hasWatch || slot * 5 % model.heartRateInterval == 0, isMeasured(minute, minute + 1) else { return nil }
      let lived = WallClock(date: date, minuteOfDay: minute)
      return Double(wearer.day(lived.date).heartRate[lived.time.minutes / 5])
    }
    let hasNight = isMeasured(day.night.start, day.night.end)
    let nap = day.nap.flatMap { isMeasured($0.start, $0.end) ? $0.stages.minutesAsleep : nil }
    return Account.Day(
      date: "\(date)", steps: hours.reduce(0) { $0 + $1.steps }, meters: hours.reduce(0) { $0 + $1.meters },
      kilocalories: Double(hours.reduce(0) { $0 + $1.calories }) / 1000,
      heart: rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count),
      asleep: hasNight ? day.night.stages.minutesAsleep : nil, nightStart: hasNight ? "\(at(day.night.start))" : nil,
      nightEnd: hasNight ? "\(at(day.night.end))" : nil, nap: nap,
      isTold: latest.map { $0 >= WallClock(date: date, minuteOfDay: 1440) } ?? false,
      unmeasured: (0..<1440).count { !isMeasured($0, $0 + 1) },
      isMoved: moved.contains(date),
      stepsAtLeast: latest.map { latest in
        hours.reduce(0) { $0 + (at($1.hour * 60 + 60) <= latest ? $1.steps : 0) }
      } ?? 0, isNightTold: latest.map { $0 >= at(day.night.end) } ?? false)
  }
}
