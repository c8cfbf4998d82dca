#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables

  /// Whose data a question is about, and when it is asked.
  struct Wearer: Sendable {
    let name: String
    let settings: PageSettings
    let time: WallTime

    /// The time now.
    var now: Moment { time.moment }
    /// The day now.
    var today: CalendarDate { time.wallClock.date }
  }

  /// A day on a wearer's wall, with what it takes to say when something was in it.
  struct PageDay: Sendable {
    let date: CalendarDate
    let start: Moment
    let end: Moment
    private let time: WallTime

    init(_ date: CalendarDate, of wearer: Wearer, _ journal: Journal) throws {
      let midnights = try journal.midnights(of: wearer.name, from: date, to: date)
      self.date = date
      time = wearer.time
      let wall = WallClock(date: date, secondOfDay: 0)
      start = midnights.first ?? Moment(wall, secondsFromGMT: wearer.now.secondsFromGMT)
      end =
        midnights.last ?? Moment(milliseconds: start.milliseconds + 86_400_000, secondsFromGMT: start.secondsFromGMT)
    }

    /// A moment of the day, or of the night before: by the clock that hung on the wall then.
    func moment(_ milliseconds: Int) -> Moment {
      let offset: Int
      if start.secondsFromGMT == end.secondsFromGMT {
        offset = start.secondsFromGMT
      } else {
        // The clock was moved in the day. Where this machine's zone did the same, it knows when.
        let here = time.secondsFromGMT(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        offset =
          [start.secondsFromGMT, end.secondsFromGMT].contains(here)
          ? here : milliseconds < start.milliseconds + 3 * 3_600_000 ? start.secondsFromGMT : end.secondsFromGMT
      }
      return Moment(milliseconds: milliseconds, secondsFromGMT: offset)
    }

    /// The day's name and limits, and its neighbours within `known`.
    func members(_ known: ClosedRange<CalendarDate>?, today: CalendarDate) -> [JSON.Member] {
      let (previous, next) = (date.adding(days: -1), date.adding(days: 1))
      let first = min(known?.lowerBound ?? today, today)
      return [
        .init(name: "date", value: JSON(words: date)),
        .init(name: "previous", value: previous >= first ? JSON(words: previous) : .null),
        .init(name: "next", value: next <= max(today, known?.upperBound ?? today) ? JSON(words: next) : .null),
        .init(name: "start", value: JSON(words: start)), .init(name: "end", value: JSON(words: end)),
      ]
    }
  }

  /// What a person chose for the page, in a file beside the journal.
  struct PageSettings: Codable, Sendable, Hashable {
    var units = "metric"
    var clock = "24"
    var stepGoal: Int? = 8000
    var sleepGoalMinutes: Int? = 480
    var birthYear: Int?
    var maxHeartRate: Int?

    /// Zones of effort, in a year: by the highest heart rate where it is known, by age otherwise.
    func zones(in year: Int) -> HeartRateZones? {
      if let maxHeartRate { return HeartRateZones(maximum: Double(maxHeartRate)) }
      return birthYear.flatMap { (1...120).contains(year - $0) ? HeartRateZones(age: year - $0) : nil }
    }

    /// Takes over what a request wishes to change.
    mutating func change(_ wish: SettingsRequest, today: CalendarDate) throws(APIError) {
      func number(_ value: RequestField, _ name: String, _ range: ClosedRange<Int>) throws(APIError) -> Int?? {
        if value.isAbsent { return nil }
        if value == .null { return .some(nil) }
        guard let number = value.integer, range.contains(number) else {
          throw .wrong("'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound), or null.")
        }
        return number
      }
      func choice(_ value: RequestField, _ name: String, _ choices: [String]) throws(APIError) -> String? {
        if value.isAbsent { return nil }
        guard let text = value.text, choices.contains(text) else {
          throw .wrong("'\(name)' is one of \(choices.joined(separator: ", ")).")
        }
        return text
      }
      var changed = self
      if let units = try choice(wish.units, "units", ["metric", "imperial"]) { changed.units = units }
      if let clock = try choice(wish.clock, "clock", ["24", "12"]) { changed.clock = clock }
      if let goal = try number(wish.stepGoal, "stepGoal", 500...50_000) { changed.stepGoal = goal }
      if let goal = try number(wish.sleepGoalMinutes, "sleepGoalMinutes", 240...720) { changed.sleepGoalMinutes = goal }
      if let year = try number(wish.birthYear, "birthYear", 1900...today.year) { changed.birthYear = year }
      if let rate = try number(wish.maxHeartRate, "maxHeartRate", 100...240) { changed.maxHeartRate = rate }
      self = changed
    }

    func json(wearer: String) -> JSON {
      [
        "units": .string(units), "clock": .string(clock), "stepGoal": JSON(stepGoal),
        "sleepGoalMinutes": JSON(sleepGoalMinutes), "birthYear": JSON(birthYear), "maxHeartRate": JSON(maxHeartRate),
        "wearer": .string(wearer),
      ]
    }
  }
#endif
