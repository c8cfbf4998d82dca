import HaloHealth
import HaloWearables

extension EverestW311 {
  /// Nights in the histories of days. A watch tells minutes of sleep from midnight to midnight, so a night has parts of two days, and
  /// where it begins and ends is Halo's estimate: stretches less than an hour apart are one sleep, awake in between; less than 20
  /// minutes are none, and from three hours on it is a night and no nap.
  enum Nights {
    private static let longestGap = 60
    private static let shortest = 20
    private static let shortestNight = 180
    /// A sleep that ends so few minutes before the last cell that was told is not over.
    private static let shortestWake = 5

    /// The nights and naps, and the days of which all is known: those whose evening before is there as well. A sleep that goes on is none yet,
    /// and its day is not known.
    static func found(
      in days: [(history: DayHistory, frames: [Int])]
    ) -> (nights: [Night], dates: [CalendarDate]) {
      // The latest answer about a day holds.
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
        let told = newest.key.daysSince1970 * 1440 + newest.value.history.toldMinutes
        if told - last.end < shortestWake {
          sleeps.removeLast()
          // After a nap the night of the day is known all the same.
          if last.end - last.start >= shortestNight { dates.removeAll { $0 == newest.key } }
        }
      }
      let nights = sleeps.compactMap { sleep -> Night? in
        let minutes = sleep.end - sleep.start
        let end = WallClock(date: CalendarDate(daysSince1970: 0), minuteOfDay: sleep.end)
        guard minutes >= shortest, dates.contains(end.date) else { return nil }
        return Night(
          kind: minutes >= shortestNight ? .night : .nap, start: end.adding(minutes: -minutes), end: end,
          stages: joined(sleep.stretches),
          provenance: Provenance(frames: Set(sleep.frames).sorted(), decoder: decoderName))
      }
      return (nights, dates)
    }

    /// Stretches of one stage that follow each other, as at midnight, are one.
    private static func joined(_ stretches: [Night.Stretch]) -> [Night.Stretch] {
      stretches.reduce(into: []) { joined, stretch in
        if let last = joined.last, last.stage == stretch.stage {
          joined[joined.count - 1] = Night.Stretch(stage: last.stage, minutes: last.minutes + stretch.minutes)
        } else {
          joined.append(stretch)
        }
      }
    }
  }
}
