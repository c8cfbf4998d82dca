import HaloHealth
import HaloJournal

extension Reports {
  /// The sleeps that ended on a day, in order; one of them may be the main one.
  func sleeps(endingOn day: WearerDay, _ detail: ReportDetail) throws -> [SleepReport] {
    let episodes = try episodes(endingOn: day)
    let main = SleepEpisode.main(of: episodes.filter { !$0.isDoubtful })
    let frames =
      try detail == .samples ? journal.frames(ofStatements: Set(episodes.flatMap(\.statements))) : nil
    return episodes.map { episode in
      let from = frames.map { frames in Set(episode.statements.flatMap { frames[$0] ?? [] }).sorted() }
      return SleepReport(episode, main: episode == main, in: day, from: from)
    }
  }

  func episodes(endingOn day: WearerDay) throws -> [SleepEpisode] {
    // What goes on after midnight may be one sleep with what was before it.
    let begin = Moment(milliseconds: day.start.milliseconds - 86_400_000, secondsFromGMT: day.start.secondsFromGMT)
    let end = Moment(milliseconds: day.end.milliseconds + 86_400_000, secondsFromGMT: day.end.secondsFromGMT)
    return SleepEpisode.all(in: try journal.sleeps(of: wearer, in: begin..<end)).filter {
      (day.start.milliseconds..<day.end.milliseconds).contains($0.end.milliseconds)
    }
  }
}
