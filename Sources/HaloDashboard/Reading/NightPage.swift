#if Dashboard
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloReports

  /// Nights.
  struct NightPage: Encodable {
    private let report: NightReport
    private let neighbors: NeighboringDays

    /// The night that ended on a day: its report, with the days before and after it.
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      try JSON(
        report: NightPage(
          report: wearer.reports(journal).night(date), neighbors: NeighboringDays(of: date, wearer, journal)))
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      try neighbors.encode(to: encoder)
    }

    /// Nights from one day to another, in order, each day there.
    static func json(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal
    ) throws -> JSON {
      let start = PeriodComparison.start(from: first, to: last)
      let all = try journal.nights(from: start, to: last, wearer: wearer.name)
      let nights = Dictionary(grouping: all, by: \.end.date)
      let accounts = try journal.derivedPoints(.nightAccount, of: wearer.name, from: first, to: last)
      let account = Dictionary(accounts.map { ($0.date, NightAccount(code: Int($0.value)) ?? .unknown) }) { $1 }
      let offsets = try Offsets(from: first, to: last, wearer, journal)
      let rows = stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number -> JSON in
        let date = CalendarDate(daysSince1970: number)
        let main = UsualNights.main(nights[date] ?? []).first
        func minutes(_ stage: SleepStage) -> JSON { JSON(main?.minutes(in: stage)) }
        let naps = (nights[date] ?? []).filter { $0 != main && !$0.isDoubtful }.reduce(0) { $0 + $1.minutesAsleep }
        let kind = account[date] ?? (main == nil ? .notSyncedYet : .recorded)
        return [
          "date": JSON(words: date), "start": JSON(words: main.map { offsets.moment($0.start) }),
          "end": JSON(words: main.map { offsets.moment($0.end) }),
          "asleep": JSON(main.map(\.minutesAsleep)), "deep": minutes(.deep), "light": minutes(.light),
          "rem": minutes(.rem), "awake": minutes(.awake),
          "unstaged": JSON(main?.stages.reduce(0) { $0 + ($1.stage == nil ? $1.minutes : 0) }),
          "napMinutes": JSON(naps), "account": .string(kind.rawValue),
          "accountWords": kind == .recorded ? .null : .string(kind.sentence.english),
        ]
      }
      let inPart = try journal.nightsInPart(of: wearer.name, from: start, to: last)
      let counted = UsualNights.main(all).filter { !inPart.contains($0.end.date) }
      let before = counted.filter { $0.end.date < first }
      let usual = try wearer.reports(journal).usualNights(before: first)
      return [
        "from": JSON(words: first), "to": JSON(words: last), "nights": .columns(rows),
        "usual": try usual.map { try JSON(report: $0) } ?? .null,
        "averages": averages(counted.filter { $0.end.date >= first }),
        "before": before.count * 2 >= rows.count ? averages(before) : .null,
      ]
    }

    private static func averages(_ nights: [Night]) -> JSON {
      guard !nights.isEmpty else { return .null }
      func mean(_ value: (Night) -> Int) -> JSON {
        .number((Double(nights.reduce(0) { $0 + value($1) }) / Double(nights.count) * 10).rounded() / 10)
      }
      return [
        "asleep": mean(\.minutesAsleep), "deep": mean { $0.minutes(in: .deep) },
        "light": mean { $0.minutes(in: .light) }, "rem": mean { $0.minutes(in: .rem) },
        "awake": mean { $0.minutes(in: .awake) }, "nights": JSON(nights.count),
      ]
    }
  }

  /// How far the clock was ahead of UTC on many days.
  struct Offsets {
    private let days: [CalendarDate: Int]
    private let other: Int

    init(from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws {
      let midnights = try journal.midnights(of: wearer.name, from: first, to: last)
      // The clock is moved in the early morning: what it shows at the end of a day it shows when one wakes up.
      days = Dictionary(
        midnights.dropFirst().map { ($0.wallClock.date.adding(days: -1), $0.secondsFromGMT) }
      ) { $1 }
      other = midnights.first?.secondsFromGMT ?? wearer.now.secondsFromGMT
    }

    func moment(_ clock: WallClock) -> Moment { Moment(clock, secondsFromGMT: days[clock.date] ?? other) }
  }
#endif
