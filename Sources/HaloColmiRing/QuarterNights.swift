extension ColmiRing {
  /// Assembles nights from ``SleepQuarters``: a night has parts of two days.
  enum QuarterNights {
    private struct Sleep {
      let kind: Night.Kind
      let start: Int
      /// The end so far, in minutes after midnight of day 0.
      var end: Int
      var stages: [Night.Stretch] = []
      var frames: Set<Int> = []

      /// Adds a period of sleep. The time between the previous one and this has no known stage.
      mutating func add(_ quarter: SleepQuarters.Quarter, from begin: Int, _ frames: [Int]) {
        if begin > end { stages.append(joining: Night.Stretch(stage: nil, minutes: begin - end)) }
        if quarter.minutes > 0 {
          stages.append(joining: Night.Stretch(stage: quarter.stage, minutes: quarter.minutes))
        }
        end = begin + quarter.minutes
        self.frames.formUnion(frames)
      }
    }

    /// Returns the sleeps with a begin and an end, and the days whose nights are complete: not those that begin within a
    /// sleep of an unknown day before. Of several answers for a day, the latest counts.
    static func found(in days: [(day: SleepQuarters, frames: [Int])]) -> (nights: [Night], dates: [CalendarDate]) {
      let latest = Dictionary(days.map { ($0.day.date, $0) }) { $1 }
      var nights: [Night] = []
      var dates: [CalendarDate] = []
      var sleep: Sleep?
      for date in latest.keys.sorted() {
        guard let (day, frames) = latest[date] else { continue }
        let isPreviousKnown = latest[date.adding(days: -1)] != nil
        if !isPreviousKnown { sleep = nil }
        let first = day.quarters.lazy.compactMap(\.kind).first
        if isPreviousKnown || first == nil || first == .nightBegins || first == .napBegins { dates.append(date) }
        for quarter in day.quarters {
          let begin = date.daysSince1970 * 1440 + quarter.index * 15
          switch quarter.kind {
          case .nightBegins, .napBegins:
            let start = begin + 15 - quarter.minutes
            sleep = Sleep(kind: quarter.kind == .nightBegins ? .night : .nap, start: start, end: start)
            sleep?.add(quarter, from: start, frames)
          case .sleep: sleep?.add(quarter, from: begin, frames)
          case .nightEnds, .napEnds:
            sleep?.add(quarter, from: begin, frames)
            if let ended = sleep { nights.append(night(ended)) }
            sleep = nil
          case nil: continue
          }
        }
      }
      return (nights, dates)
    }

    private static func night(_ sleep: Sleep) -> Night {
      func time(_ minute: Int) -> WallClock { WallClock(date: CalendarDate(daysSince1970: 0), minuteOfDay: minute) }
      return Night(
        kind: sleep.kind, start: time(sleep.start), end: time(sleep.end), stages: sleep.stages,
        provenance: Provenance(frames: sleep.frames.sorted(), decoder: decoderName))
    }
  }
}
