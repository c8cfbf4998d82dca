#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloHealth
  import HaloJournal
  import HaloReports
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

    /// Reports of the wearer's days.
    func reports(_ journal: Journal) -> Reports {
      Reports(
        journal: journal, wearer: name,
        goals: Goals(steps: settings.stepGoal, sleepMinutes: settings.sleepGoalMinutes),
        units: settings.units == "imperial" ? .imperial : .metric, time: time)
    }
  }

  /// The days before and after a day that a page can go to.
  struct NeighboringDays: Encodable {
    let previous: CalendarDate?
    let next: CalendarDate?

    init(of date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws {
      let (known, today) = (try journal.knownDays(of: wearer.name), wearer.today)
      let (before, after) = (date.adding(days: -1), date.adding(days: 1))
      previous = before >= min(known?.lowerBound ?? today, today) ? before : nil
      next = after <= max(today, known?.upperBound ?? today) ? after : nil
    }

    var members: [JSON.Member] {
      [.init(name: "previous", value: JSON(words: previous)), .init(name: "next", value: JSON(words: next))]
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
