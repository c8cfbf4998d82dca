/// The output of a profile. JSON omits empty fields.
struct ProfileOutput {
  let profile: Profile
  let wearer: String

  var fields: JSONFields { JSONFields(profile.known, adding: ["type": "profile", "wearer": wearer]) }

  func text(_ terminal: Terminal) -> String {
    FactRows.draw(rows, on: terminal)
  }

  private var rows: [(label: Phrase, value: Phrase)] {
    let none = Phrase("none")
    let unknown = Phrase("not known")
    return [
      (Phrase("wearer"), Phrase(verbatim: wearer)),
      (Phrase("step goal"), profile.stepGoal.map { Phrase("\($0) per day") } ?? none),
      (
        Phrase("sleep goal"),
        profile.sleepGoalMinutes.map { Phrase("\(MeasureWording.duration(minutes: $0)) per night") } ?? none
      ),
      (Phrase("units"), profile.units == .metric ? Phrase("metric") : Phrase("imperial")),
      (Phrase("clock"), Phrase("\("\(profile.clock.rawValue)") hours")),
      (
        Phrase("language"),
        profile.language.map { Phrase(verbatim: $0) } ?? Phrase("that of the system or the browser")
      ),
      (Phrase("week begins on"), Weekday(rawValue: profile.firstWeekday.rawValue)?.phrase ?? unknown),
      (Phrase("year of birth"), profile.birthYear.map { Phrase(verbatim: "\($0)") } ?? unknown),
      (Phrase("highest heart rate"), profile.maxHeartRate.map { Phrase("\($0) bpm") } ?? unknown),
    ]
  }
}
