import HaloHealth
import HaloJournal

extension Reports {
  /// The sleeps that ended on a day, in order; one of them may be the main one.
  func sleeps(endingOn day: WearerDay, _ detail: ReportDetail) throws -> [SleepReport] {
    let episodes = try episodes(endingOn: [day])[0]
    let main = SleepEpisode.main(of: episodes.filter { !$0.isDoubtful })
    let frames =
      try detail == .samples ? journal.frames(ofStatements: Set(episodes.flatMap(\.statements))) : nil
    return episodes.map { episode in
      let from = frames.map { frames in Set(episode.statements.flatMap { frames[$0] ?? [] }).sorted() }
      return SleepReport(episode, main: episode == main, in: day, from: from)
    }
  }

  /// The sleeps that ended on each of some days in a row, in order.
  func episodes(endingOn days: [WearerDay]) throws -> [[SleepEpisode]] {
    guard let first = days.first?.start, let last = days.last?.end else { return [] }
    // What goes on after midnight may be one sleep with what was before it.
    // Sleeps do not overlap: in the order of their beginnings they also end.
    var rest = SleepEpisode.all(in: try journal.sleeps(of: wearer, in: first - .days(1)..<last + .days(1)))[...]
    return days.map { day in
      rest = rest.drop { $0.end < day.start }
      let ended = rest.prefix { $0.end < day.end }
      rest = rest.dropFirst(ended.count)
      return Array(ended)
    }
  }
}
