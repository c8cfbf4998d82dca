#if Dashboard
  import HaloWearables
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// A day at a glance.
  struct DayPage {
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let day = try PageDay(date, of: wearer, journal)
      let known = try journal.knownDays(of: wearer.name)
      let newest = try journal.newest(of: wearer.name)
      let insights = try journal.insights(of: wearer.name, from: date, to: date).first
      let empty = DayInsights(date: date, values: [:], trends: [:])
      let summary = DaySummary(
        of: date, in: try journal.day(date, wearer: wearer.name, metrics: [.steps, .distance, .activeEnergy]))
      let sleeps = try Sleeps(endingOn: day, of: wearer, journal)
      func series(_ metric: Metric) throws -> PageSeries {
        try .read(metric, of: wearer, in: day.start..<day.end, journal, on: date)
      }
      let (heart, stress) = (try series(.heartRate), try series(.stress))
      let coverage = try journal.coverage(of: wearer.name, from: date, to: date, now: wearer.now)[date]
      let account = insights?.nightAccount ?? .notSyncedYet
      var figures = Figures.movement(summary.movement, on: date, goal: wearer.settings.stepGoal)
      let sleepGoal = wearer.settings.sleepGoalMinutes
      figures += [
        Figures.derived(.timeAsleep, insights ?? empty, goal: sleepGoal),
        Figures.derived(.restingHeartRate, insights ?? empty),
        Figures.derived(.nightHeartRateVariability, insights ?? empty),
        Figures.derived(.sleepRegularity, insights ?? empty),
        Figures.figure(
          "stress", "Stress score, on average", stress.average, .score, source: "log",
          note: stress.average.flatMap { _ in Metric.stress.caution }, reason: "None was told of this day."),
      ]
      let noHeartRate =
        try heart.points.isEmpty
        ? journal.gapReason(of: .heartRate, wearer: wearer.name, on: date, now: wearer.now) : nil
      let missing = Self.missing(coverage, noHeartRate: noHeartRate, day, account, wearer)
      // Only a day with a ride has these.
      let ride = try [("speed", Metric.speed), ("cadence", .cadence)].compactMap { name, metric in
        let values = try series(metric)
        return values.points.isEmpty
          ? nil : JSON.Member(name: name, value: values.json(reason: Self.reason(name, day, newest)))
      }
      let members: [JSON.Member] = [
        .init(name: "complete", value: .bool(coverage?.isReported ?? false)),
        .init(name: "zone", value: .string(wearer.time.zone)),
        .init(name: "figures", value: .array(figures)),
        .init(name: "night", value: sleeps.main.map(sleeps.brief) ?? .null),
        .init(name: "nightReason", value: sleeps.main == nil ? .string(Figures.sentence(account)) : .null),
        .init(name: "heartRate", value: heart.json(reason: Self.reason("heart rate", day, newest))),
        .init(
          name: "steps",
          value: try series(.steps).json(reason: Self.reason("step", day, newest))),
        .init(
          name: "spo2", value: try series(.oxygenSaturation).json(reason: Self.reason("blood oxygen", day, newest))),
        .init(name: "stress", value: stress.json(reason: Self.reason("stress score", day, newest))),
        .init(
          name: "hrv",
          value: try series(.heartRateVariability).json(
            "Heart-rate variability", reason: Self.reason("heart-rate variability", day, newest))),
        .init(name: "missing", value: .array(missing)),
        .init(name: "trends", value: .array(insights.map(Figures.trends) ?? [])),
      ]
      return .object(day.members(known, today: wearer.today) + members + ride)
    }

    /// Why a series is empty.
    static func reason(_ what: String, _ day: PageDay, _ newest: Moment?) -> String {
      guard let newest, newest > day.start else { return "This day has not been synced yet." }
      return "No \(what) of this day is known: the device was not worn, or does not measure it by itself."
    }

    /// What is missing of the day: times in which nothing was measured, what was not synced, and the night.
    private static func missing(
      _ coverage: DayCoverage?, noHeartRate: GapReason?, _ day: PageDay, _ account: NightAccount, _ wearer: Wearer
    ) -> [JSON] {
      func gap(_ what: String, _ from: Moment?, _ to: Moment?, _ reason: String, _ advice: String?) -> JSON {
        [
          "what": .string(what), "from": JSON(words: from.map { day.moment($0.milliseconds) }),
          "to": JSON(words: to.map { day.moment($0.milliseconds) }), "reason": .string(reason),
          "advice": JSON(advice),
        ]
      }
      let told = coverage.map { $0.reported ?? day.end } ?? day.start
      var gaps = (coverage?.gaps ?? []).map { range in
        gap(
          "Steps and heart rate", range.time.lowerBound, range.time.upperBound, PageWords.sentence(range.reason), nil)
      }
      if let noHeartRate, told > day.start {
        gaps.append(
          gap(
            "Heart rate", day.start, min(told, day.end), PageWords.sentence(noHeartRate),
            noHeartRate == .measuringOff || noHeartRate == .unknown
              ? "Switch on its measurements in the device's settings, and wear it." : nil))
      }
      let end = min(day.end, wearer.now)
      if end.milliseconds - told.milliseconds > DayCoverage.shortestGap * 3_600_000 {
        let reason = coverage?.reason ?? (noHeartRate == .notSyncedInTime ? .notSyncedInTime : .notSyncedYet)
        gaps.append(
          gap(
            "Everything", max(told, day.start), end, PageWords.sentence(reason),
            reason == .notSyncedInTime
              ? "Devices keep a week: sync more often." : "Keep the device near, and sync it on the Devices page."))
      }
      if ![.recorded, .notSyncedYet].contains(account) {
        gaps.append(gap("The night", nil, nil, Figures.sentence(account), nil))
      }
      return gaps
    }
  }
#endif
