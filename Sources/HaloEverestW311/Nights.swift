extension EverestW311 {
  /// Assembles nights from the histories of days. A watch reports sleep from midnight to midnight, so a night has parts
  /// of two days. Halo estimates its start and end: periods of sleep less than an hour apart are one sleep, with waking
  /// time in between. A sleep of less than 20 minutes is ignored; a sleep of three hours or more is a night, a shorter
  /// one is a nap.
  enum Nights {
    private static let longestGap = 60
    private static let shortest = 20
    private static let shortestNight = 180
    /// A sleep that ends less than this many minutes before the last known cell may continue.
    private static let shortestWake = 5

    /// Returns the nights and naps, and the completely known days: those whose previous day is known too. A sleep that
    /// may continue is not returned, and its day is incomplete.
    static func found(
      in days: [(history: DayHistory, frames: [Int])]
    ) -> (nights: [Night], dates: [CalendarDate]) {
      // Use the latest answer for each day.
      let latest = Dictionary(days.map { ($0.history.totals.date, $0) }) { $1 }
      var dates = latest.keys.filter { latest[$0.adding(days: -1)] != nil }.sorted()
      var sleeps: [(start: Int, end: Int, stretches: [Night.Stretch], frames: [Int])] = []
      for date in latest.keys.sorted() {
        guard let day = latest[date] else { continue }
        for part in day.history.sleep {
          let start = date.daysSince1970 * 1440 + part.start.minutes
          let stretch = Night.Stretch(stage: part.stage, minutes: part.minutes)
          if let last = sleeps.last, start - last.end <= longestGap {
            let index = sleeps.count - 1
            if start > last.end {
              sleeps[index].stretches.append(Night.Stretch(stage: .awake, minutes: start - last.end))
            }
            sleeps[index].stretches.append(stretch)
            sleeps[index].end = start + part.minutes
            if sleeps[index].frames != day.frames { sleeps[index].frames += day.frames }
          } else {
            sleeps.append((start, start + part.minutes, [stretch], day.frames))
          }
        }
      }
      if let newest = latest.max(by: { $0.key < $1.key }), let last = sleeps.last {
        let reportedEnd = newest.key.daysSince1970 * 1440 + newest.value.history.reportedMinutes
        if reportedEnd - last.end < shortestWake {
          sleeps.removeLast()
          // A nap does not make the night of the day incomplete.
          if last.end - last.start >= shortestNight { dates.removeAll { $0 == newest.key } }
        }
      }
      let nights = sleeps.compactMap { sleep -> Night? in
        let minutes = sleep.end - sleep.start
        let end = WallClock(date: CalendarDate(daysSince1970: 0), minuteOfDay: sleep.end)
        guard minutes >= shortest, dates.contains(end.date) else { return nil }
        return Night(
          kind: minutes >= shortestNight ? .night : .nap, start: end.adding(minutes: -minutes), end: end,
          stages: sleep.stretches.reduce(into: []) { $0.append(joining: $1) },
          provenance: Provenance(frames: Set(sleep.frames).sorted(), decoder: decoderName))
      }
      return (nights, dates)
    }
  }
}
