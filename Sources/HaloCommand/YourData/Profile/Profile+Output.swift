extension Profile {
  /// The profile of a wearer as a JSON object, without empty fields.
  func fields(of wearer: String) -> JSONFields { JSONFields(known, adding: ["type": "profile", "wearer": wearer]) }

  /// The profile of a wearer as rows for a terminal.
  func rows(of wearer: String) -> [(label: Phrase, value: Phrase)] {
    let none = Phrase("none")
    let unknown = Phrase("not known")
    return [
      (Phrase("wearer"), Phrase(verbatim: wearer)),
      (Phrase("step goal"), stepGoal.map { Phrase("\($0) per day") } ?? none),
      (
        Phrase("sleep goal"),
        sleepGoalMinutes.map { Phrase("\(MeasureWording.duration(minutes: $0)) per night") } ?? none
      ),
      (Phrase("units"), units == .metric ? Phrase("metric") : Phrase("imperial")),
      (Phrase("clock"), Phrase("\("\(clock.rawValue)") hours")),
      (Phrase("language"), language.map { Phrase(verbatim: $0) } ?? Phrase("that of the system or the browser")),
      (Phrase("week begins on"), firstWeekday.phrase),
      (Phrase("year of birth"), birthYear.map { Phrase(verbatim: "\($0)") } ?? unknown),
      (Phrase("highest heart rate"), maxHeartRate.map { Phrase("\($0) bpm") } ?? unknown),
    ]
  }
}
