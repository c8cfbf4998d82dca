/// The figures of a day, in display order.
struct DayFigures {
  let date: CalendarDate
  let insights: DayInsights?
  let movement: DayMovement?
  let sleep: SleepReport?
  let stress: SeriesReport?
  let profile: Profile
  var debt: SleepDebt?
  /// The time until which a past day has data, if not until its end. Counts are then partial, and are not compared with
  /// a goal.
  var knownUntil: Moment?

  /// The figures of the day's overview.
  var ofDay: [Figure] {
    let stressScore = Figure(
      .stress, Phrase("Average stress score"), stress?.average, .score,
      text: stress.map { MeasureWording.value(MeasureWording.rounded($0.average, of: .stress), of: Metric.stress) },
      source: "log", note: Metric.stress.caution, reason: Self.unreported)
    return movementFigures + [
      computed(.timeAsleep, goal: profile.sleepGoalMinutes), efficiency, computed(.restingHeartRate),
      computed(.nightHeartRateVariability), computed(.sleepRegularity), stressScore,
    ] + [computed(.timeNapping), computed(.ownTimeAsleep)].filter { $0.value != nil }
  }

  /// The figures of a night.
  var ofNight: [Figure] {
    [
      computed(.timeAsleep, goal: profile.sleepGoalMinutes), computed(.restingHeartRate),
      computed(.nightHeartRateVariability), computed(.sleepRegularity), efficiency,
      ofSleep(
        .latency, Phrase("Time to fall asleep"), sleep?.latency.map(Double.init),
        note: Phrase("From going to bed to falling asleep."),
        reason: Phrase("No device reported when you went to bed.")),
      ofSleep(
        .wakeAfterOnset, Phrase("Awake after falling asleep"), sleep?.wakeAfterOnset.map(Double.init),
        note: Phrase("From the device's sleep stages, which are estimates."), reason: Self.noStages),
      ofSleep(
        .midpoint, Phrase("Midpoint of sleep"), sleep.map { Double($0.midpoint.time.minutes) },
        text: sleep.map { Phrase("\($0.midpoint.time)") },
        note: Phrase("Halfway between falling asleep and waking up."),
        reason: account.sentence),
      sleepDebt,
    ]
  }

  // MARK: Movement

  /// Steps, distance, energy and active minutes.
  var movementFigures: [Figure] {
    let explain = "movement@\(date)"
    let source = movement?.basis == .deviceTotal ? "device-total" : "sum-of-log"
    let basis =
      knownUntil.map { Phrase("Until the last sync at \($0.wallClock.time).") }
      ?? (movement?.basis == .deviceTotal
        ? Phrase("The device's daily total.") : Phrase("Sum of the day's log."))
    func figure(
      _ id: FigureID, _ name: Phrase, _ value: Double?, _ metric: DerivedMetric, note: Phrase?, goal: Int? = nil
    ) -> Figure {
      Figure(
        id, name, value, metric.unit, text: value.map { MeasureWording.value($0, of: metric) }, source: source,
        note: note,
        explain: value == nil ? nil : explain, goal: goal, trend: trend(of: metric),
        reason: Self.unreported)
    }
    return [
      figure(
        .steps, Phrase("Steps"), movement?.steps.map(Double.init), .dailySteps, note: basis,
        goal: knownUntil == nil ? profile.stepGoal : nil),
      figure(
        .distance, Phrase("Distance"), movement?.knownMeters.map(Double.init), .dailyDistance,
        note: Metric.distance.caution),
      Figure(
        .energy, Phrase("Active energy"), movement?.kilocalories, .kilocalories,
        text: movement?.kilocalories.map { MeasureWording.value($0.rounded(), of: Metric.activeEnergy) },
        source: source,
        note: Metric.activeEnergy.caution, explain: movement?.kilocalories == nil ? nil : explain,
        reason: Self.unreported),
      figure(
        .activeMinutes, Phrase("Active minutes"), movement?.activeMinutes.map(Double.init), .activeMinutes, note: nil),
    ]
  }

  // MARK: Sleep

  /// A figure of the main sleep.
  private func ofSleep(
    _ id: FigureID, _ name: Phrase, _ value: Double?, _ unit: Unit = .minutes, text: Phrase? = nil, note: Phrase,
    reason: Phrase
  ) -> Figure {
    Figure(
      id, name, value, unit, text: text ?? value.map { MeasureWording.duration(minutes: Int($0)) }, source: "log",
      note: note, explain: sleep?.explain, reason: sleep == nil ? account.sentence : reason)
  }

  private var efficiency: Figure {
    ofSleep(
      .efficiency, Phrase("Sleep efficiency"), sleep?.efficiency, .percent,
      text: sleep?.efficiency.map { Phrase("\($0, digits: 0) %") },
      note: sleep?.inBed == nil
        ? Phrase("From falling asleep to waking up. The time in bed before is unknown.")
        : Phrase("Of the time in bed."), reason: Self.noStages)
  }

  private var sleepDebt: Figure {
    Figure(
      .sleepDebt, Phrase("Sleep debt"), debt.map { Double($0.minutes) }, .minutes,
      text: debt.map { MeasureWording.duration(minutes: $0.minutes) }, source: "log",
      note: debt.map {
        Phrase(
          "\(MeasureWording.duration(minutes: $0.need)) per night minus the sleep of \($0.nights) of the last \(SleepDebt.days) nights, including naps"
        )
      },
      reason: Phrase(
        "Needs \(SleepDebt.minimumNights) nights with data in the last \(SleepDebt.days), and a sleep goal or your usual sleep."
      ))
  }

  private static let unreported = Phrase("No device reported it for this day.")
  private static let noStages = Phrase("The device reported no sleep stages.")

  // MARK: Computed values

  private var account: NightOutcome { insights?.nightAccount ?? .notSyncedYet }

  /// The figure of a computed metric.
  private func computed(_ metric: DerivedMetric, goal: Int? = nil) -> Figure {
    let value = insights?.values[metric]
    let trend = trend(of: metric)
    let notes = [
      value.flatMap(InsightReport.methodNote), value.flatMap(Self.stages),
      trend.map { $0.rare ? Phrase("\($0.words), rare for you") : $0.words },
      metric == .sleepRegularity ? Phrase("last 14 days; 100 is perfectly regular, 0 is random") : nil,
    ]
    return Figure(
      metric.figureID, metric.title, value?.value, metric.unit,
      text: value.map { MeasureWording.value($0.value, of: metric) },
      source: value?.algorithm ?? "none", confidence: value?.confidence, note: Phrase.list(notes.compactMap(\.self)),
      explain: "\(metric.exportName)@\(date)", goal: goal, trend: trend, reason: reason(metric))
  }

  /// Halo's own stages in words: "an estimate: deep 1 h, light 4 h".
  private static func stages(_ value: DerivedValue) -> Phrase? {
    guard value.metric == .ownTimeAsleep, let stages = OwnStages(value) else { return nil }
    let parts: [(OwnStages.Stage, Phrase)] = [
      (.deep, SleepStage.deep.title), (.light, SleepStage.light.title), (.rem, SleepStage.rem.title),
      (.asleep, Phrase("Without a stage")), (.awake, SleepStage.awake.title), (.unknown, Phrase("Unknown")),
    ]
    let texts = parts.compactMap { stage, name -> Phrase? in
      let minutes = Int(stages.minutes(in: [stage]).rounded())
      return minutes == 0 ? nil : Phrase("\(name) \(MeasureWording.duration(minutes: minutes))")
    }
    return Phrase.list(texts).map { Phrase("estimate: \($0)") }
  }

  private func trend(of metric: DerivedMetric) -> TrendReport? {
    insights?.trends[metric].map { TrendReport($0, of: metric, on: date) }
  }

  /// Returns why a day has no value of a metric.
  private func reason(_ metric: DerivedMetric) -> Phrase {
    switch metric {
    case .timeAsleep, .nightHeartRateVariability, .restingHeartRate:
      account == .recorded ? Phrase("Too little data in the night.") : account.sentence
    case .sleepRegularity: Phrase("Needs sleep on several of the last 14 days.")
    default: Phrase("No data.")
    }
  }
}
