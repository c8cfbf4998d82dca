#if Dashboard
  import HaloWearables
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// Nights.
  struct NightPage {
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let day = try PageDay(date, of: wearer, journal)
      let known = try journal.knownDays(of: wearer.name)
      let insights =
        try journal.insights(of: wearer.name, from: date, to: date).first
        ?? DayInsights(date: date, values: [:], trends: [:])
      let sleeps = try Sleeps(endingOn: day, of: wearer, journal)
      let usual = try UsualNights(before: date, of: wearer, journal)
      // Half an hour on both sides shows falling asleep and waking up; where there is no sleep, the usual hours of it.
      let begin =
        (sleeps.span?.lowerBound.milliseconds).map { $0 - 1_800_000 } ?? day.start.milliseconds - 2 * 3_600_000
      let stop = (sleeps.span?.upperBound.milliseconds).map { $0 + 1_800_000 } ?? day.start.milliseconds + 9 * 3_600_000
      let window = day.moment(begin)..<day.moment(stop)
      func series(_ metric: Metric, _ words: String, name: String? = nil) throws -> JSON {
        try PageSeries.read(metric, of: wearer, in: window, journal).json(
          name, reason: "No \(words) of this night is known.")
      }
      let account = insights.nightAccount
      let shown = account == .unknown && sleeps.main != nil ? .recorded : account
      var figures = [DerivedMetric.timeAsleep, .restingHeartRate, .nightHeartRateVariability, .sleepRegularity].map {
        Figures.derived($0, insights, goal: $0 == .timeAsleep ? wearer.settings.sleepGoalMinutes : nil)
      }
      if let main = sleeps.main, main.minutes > 0 {
        figures.append(
          Figures.figure(
            "efficiency", "Asleep of the time in bed",
            Double(main.minutesAsleep) / Double(main.minutes) * 100, .percent, source: "log",
            note: "From falling asleep to waking up; what lay before is not known.",
            explain: "sleep@\(main.start)"))
      }
      let members: [JSON.Member] = [
        .init(
          name: "account",
          value: [
            "kind": .string(shown.rawValue), "words": .string(Figures.sentence(shown)),
            "confidence": JSON(insights.values[.nightAccount]?.confidence),
          ]),
        .init(name: "figures", value: .array(figures)),
        .init(name: "sleeps", value: .array(Self.sleeps(sleeps, insights))),
        .init(name: "usual", value: usual.stages), .init(name: "usualBed", value: usual.bed),
        .init(name: "usualWake", value: usual.wake), .init(name: "naps", value: .array(sleeps.naps.map(sleeps.brief))),
        .init(
          name: "window", value: ["start": JSON(words: window.lowerBound), "end": JSON(words: window.upperBound)]),
        .init(name: "heartRate", value: try series(.heartRate, "heart rate")),
        .init(name: "spo2", value: try series(.oxygenSaturation, "blood oxygen")),
        .init(
          name: "hrv", value: try series(.heartRateVariability, "variability", name: "Heart-rate variability")),
      ]
      return .object(day.members(known, today: wearer.today) + members)
    }

    /// The device's stages, and beside them Halo's own where it has some.
    private static func sleeps(_ sleeps: Sleeps, _ insights: DayInsights) -> [JSON] {
      guard let main = sleeps.main else { return [] }
      func sleep(
        _ source: String, _ name: String, _ note: String, _ confidence: Double?, _ minutes: JSON, _ stretches: JSON,
        _ explain: String
      ) -> JSON {
        [
          "source": .string(source), "name": .string(name), "note": .string(note), "confidence": JSON(confidence),
          "start": JSON(words: sleeps.day.moment(main.start.milliseconds)), "end": JSON(words: sleeps.end(main)),
          "minutes": minutes, "stretches": stretches, "explain": Figures.explain(explain),
        ]
      }
      var all = [
        sleep(
          "ring", "\(main.device.name)'s stages", "The device's own estimate.", nil, Sleeps.minutes(main.stages),
          sleeps.stretches(main), "sleep@\(main.start)")
      ]
      if let value = insights.values[.ownTimeAsleep], let stages = OwnStages(value) {
        func minutes(_ stage: OwnStages.Stage) -> JSON { JSON(Int(stages.minutes(in: [stage]).rounded())) }
        all.append(
          sleep(
            "halo", "Halo's own stages",
            "From movement and heart rate of a raw recording. On a finger they are not validated.", value.confidence,
            [
              "deep": minutes(.deep), "light": minutes(.light), "rem": minutes(.rem), "awake": minutes(.awake),
              "asleep": minutes(.asleep),
            ], own(stages, sleeps.day), "own-time-asleep@\(insights.date)"))
      }
      return all
    }

    private static func own(_ stages: OwnStages, _ day: PageDay) -> JSON {
      var time = stages.start.milliseconds
      return .array(
        stages.stretches.compactMap { stretch -> JSON? in
          let begin = time
          time += stretch.epochs * 30_000
          guard stretch.stage != .unknown else { return nil }
          return [
            "stage": .string(stretch.stage.rawValue), "start": JSON(words: day.moment(begin)),
            "end": JSON(words: day.moment(time)),
          ]
        })
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
        let naps = (nights[date] ?? []).filter { $0 != main && !$0.isDoubtful }.reduce(0) { $0 + $1.minutesAsleep }
        let kind = account[date] ?? (main == nil ? .notSyncedYet : .recorded)
        return [
          "date": JSON(words: date), "start": JSON(words: main.map { offsets.moment($0.start) }),
          "end": JSON(words: main.map { offsets.moment($0.end) }),
          "asleep": JSON(main.map(\.minutesAsleep)),
          "minutes": main.map { Sleeps.minutes($0.stages) } ?? .null, "napMinutes": JSON(naps),
          "account": .string(kind.rawValue), "accountWords": .string(Figures.sentence(kind)),
        ]
      }
      let inPart = try journal.nightsInPart(of: wearer.name, from: start, to: last)
      let counted = UsualNights.main(all).filter { !inPart.contains($0.end.date) }
      let before = counted.filter { $0.end.date < first }
      let usual = try UsualNights(before: first, of: wearer, journal)
      return [
        "from": JSON(words: first), "to": JSON(words: last), "nights": .array(rows), "usual": usual.stages,
        "usualBed": usual.bed, "usualWake": usual.wake, "averages": averages(counted.filter { $0.end.date >= first }),
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
