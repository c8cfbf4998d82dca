#if Dashboard
  import HaloWearables
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// The sleeps that ended on a day.
  struct Sleeps {
    /// The main sleep; `nil` if there is none.
    let main: SleepEpisode?
    /// The others.
    let naps: [SleepEpisode]
    let day: PageDay

    init(endingOn day: PageDay, of wearer: Wearer, _ journal: Journal) throws {
      let begin = Moment(milliseconds: day.start.milliseconds - 86_400_000, secondsFromGMT: day.start.secondsFromGMT)
      // A day later too: what goes on after midnight may be one sleep with what was before it.
      let end = Moment(milliseconds: day.end.milliseconds + 86_400_000, secondsFromGMT: day.end.secondsFromGMT)
      let all = SleepEpisode.all(in: try journal.sleeps(of: wearer.name, in: begin..<end)).filter {
        !$0.isDoubtful && (day.start.milliseconds..<day.end.milliseconds).contains($0.end.milliseconds)
      }
      let main = SleepEpisode.main(of: all)
      self.main = main
      naps = all.filter { $0 != main }
      self.day = day
    }

    /// The main sleep's times.
    var span: ClosedRange<Moment>? { main.map { day.moment($0.start.milliseconds)...end($0) } }

    func end(_ sleep: SleepEpisode) -> Moment { day.moment(sleep.end.milliseconds) }

    /// A sleep in brief.
    func brief(_ sleep: SleepEpisode) -> JSON {
      let limits: [JSON.Member] = [
        .init(name: "date", value: JSON(words: day.date)),
        .init(name: "start", value: JSON(words: day.moment(sleep.start.milliseconds))),
        .init(name: "end", value: JSON(words: end(sleep))),
      ]
      return .object(
        limits + [
          .init(name: "asleep", value: JSON(sleep.minutesAsleep)),
          .init(name: "minutes", value: Self.minutes(sleep.stages)),
          .init(name: "stretches", value: stretches(sleep)), .init(name: "source", value: .string(sleep.device.name)),
        ])
    }

    func stretches(_ sleep: SleepEpisode) -> JSON {
      var time = sleep.start.milliseconds
      return .array(
        sleep.stages.map { stretch in
          defer { time += stretch.minutes * 60_000 }
          return [
            "stage": .string(stretch.stage?.rawValue ?? "asleep"), "start": JSON(words: day.moment(time)),
            "end": JSON(words: day.moment(time + stretch.minutes * 60_000)),
          ]
        })
    }

    static func minutes(_ stages: [Night.Stretch]) -> JSON {
      func sum(_ stage: SleepStage?) -> Int { stages.reduce(0) { $0 + ($1.stage == stage ? $1.minutes : 0) } }
      return [
        "deep": JSON(sum(.deep)), "light": JSON(sum(.light)), "rem": JSON(sum(.rem)), "awake": JSON(sum(.awake)),
        "asleep": JSON(sum(nil)),
      ]
    }
  }

  /// What is usual in the nights before a day.
  struct UsualNights {
    let stages: JSON
    let bed: JSON
    let wake: JSON

    /// Nights that it takes, and days that are looked back.
    private static let (fewest, days) = (7, 28)

    init(before date: CalendarDate, of wearer: Wearer, _ journal: Journal) throws {
      let nights = try journal.nights(
        from: date.adding(days: -Self.days), to: date.adding(days: -1), wearer: wearer.name)
      self.init(Self.main(nights))
    }

    /// Of each day the main sleep.
    static func main(_ nights: [Night]) -> [Night] {
      Dictionary(grouping: nights.filter { !$0.isDoubtful }, by: \.end.date).values
        .compactMap(Night.main).sorted { $0.start < $1.start }
    }

    init(_ nights: [Night]) {
      guard nights.count >= Self.fewest else {
        (stages, bed, wake) = (.null, .null, .null)
        return
      }
      func usual(_ value: (Night) -> Int) -> JSON {
        let values = nights.map(value).sorted()
        return [
          "median": JSON(Self.rank(0.5, values)), "low": JSON(Self.rank(0.1, values)),
          "high": JSON(Self.rank(0.9, values)), "nights": JSON(values.count),
        ]
      }
      stages = [
        "deep": usual { $0.minutes(in: .deep) }, "light": usual { $0.minutes(in: .light) },
        "rem": usual { $0.minutes(in: .rem) }, "awake": usual { $0.minutes(in: .awake) },
        "asleep": usual(\.minutesAsleep),
      ]
      // Minutes after noon, so that a bedtime before midnight lies beside one after it.
      func clock(_ value: (Night) -> WallClock) -> JSON {
        let values = nights.map { (value($0).secondOfDay / 60 + 720) % 1440 }.sorted()
        func text(_ share: Double) -> JSON {
          JSON(words: TimeOfDay(minutes: (Self.rank(share, values) + 720) % 1440))
        }
        return ["median": text(0.5), "low": text(0.1), "high": text(0.9), "nights": JSON(values.count)]
      }
      bed = clock(\.start)
      wake = clock(\.end)
    }

    private static func rank(_ share: Double, _ values: [Int]) -> Int {
      values[Int((Double(values.count - 1) * share).rounded())]
    }
  }
#endif
