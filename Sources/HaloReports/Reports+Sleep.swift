extension Reports {
  /// Returns the sleeps that ended on a day, in order. At most one is the main sleep.
  func sleeps(endingOn day: WearerDay, _ detail: ReportDetail) throws -> [SleepReport] {
    let episodes = try episodes(endingOn: [day])[0]
    let main = SleepEpisode.main(of: episodes.filter { !$0.isDoubtful })
    let frames =
      try detail == .samples ? journal.frames(ofStatements: Set(episodes.flatMap(\.statements))) : nil
    return episodes.map { episode in
      let from = frames.map { frames in Set(episode.statements.flatMap { frames[$0] ?? [] }).sorted() }
      if isByDeviceClock {
        return SleepReport(episode.night(Provenance(frames: from ?? [], decoder: "")), main: episode == main)
      }
      return SleepReport(episode, main: episode == main, in: day, from: from)
    }
  }

  /// Returns the sleeps that ended on each of some consecutive days, in order.
  func episodes(endingOn days: [WearerDay]) throws -> [[SleepEpisode]] {
    guard let first = days.first?.start, let last = days.last?.end else { return [] }
    // Read a day more on both sides: parts after midnight may belong to the same sleep. Sleeps do not overlap, so their
    // ends have the same order as their starts.
    let all = SleepEpisode.all(in: try journal.sleeps(of: wearer, in: first - .days(1)..<last + .days(1)))
    // A file states the local times of its sleeps.
    let ofFiles = Dictionary(grouping: all.filter(\.statements.isEmpty)) { $0.end.wallClock.date }
    var rest = all.filter { !$0.statements.isEmpty }[...]
    return days.map { day in
      rest = rest.drop { $0.end < day.start }
      let ended = rest.prefix { $0.end < day.end }
      rest = rest.dropFirst(ended.count)
      return ofFiles[day.date].map { ($0 + ended).sorted { $0.start < $1.start } } ?? Array(ended)
    }
  }
}
