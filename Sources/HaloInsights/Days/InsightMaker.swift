public import HaloHealth

/// Computes what measurements mean, day by day: a pure function of what is in its source.
public struct InsightMaker: Sendable {
  /// What came of each thing that can be said of a day: a value, or why there is none.
  public typealias Results = [DerivedMetric: Result<Finding, InsightGap>]

  private let source: InsightSource
  private let episodes: [SleepEpisode]
  /// Sleeps whose time is doubtful: nothing is computed of them.
  private let doubtful: [SleepEpisode]
  private let states: SleepStates?
  private var earlier: [DerivedMetric: [InsightSource.Earlier]]
  /// The main sleeps of days, with their minutes on the wall after the day's midnight, for what is usual.
  private let mains: [(date: CalendarDate, from: Int, to: Int)]

  /// A maker of insights into the days of `source`.
  public init(_ source: InsightSource) {
    self.source = source
    let sleeps = SleepEpisode.all(in: source.sleeps)
    episodes = sleeps.filter { !$0.isDoubtful }
    doubtful = sleeps.filter(\.isDoubtful)
    earlier = source.earlier
    if let first = source.days.first, let last = source.days.last {
      let begin = Moment(
        milliseconds: first.start.milliseconds - SleepStates.days * 86_400_000,
        secondsFromGMT: first.start.secondsFromGMT)
      states = SleepStates(episodes, wornHours: source.wornHours, from: begin, to: last.end)
    } else {
      states = nil
    }
    mains = Dictionary(grouping: episodes) { $0.end.wallClock.date }.compactMap { date, episodes in
      SleepEpisode.main(of: episodes).map { episode in
        let midnight = date.daysSince1970 * 86_400
        return (
          date, (episode.start.wallClock.secondsSince1970 - midnight) / 60,
          (episode.end.wallClock.secondsSince1970 - midnight) / 60
        )
      }
    }.sorted { $0.date < $1.date }
  }

  /// The results of all days, in order.
  public mutating func results() -> [(day: DaySpan, results: Results)] {
    source.days.map { day in (day, results(of: day)) }
  }

  private mutating func results(of day: DaySpan) -> Results {
    var results: Results = [:]
    let sleeps = episodes.filter { $0.end.wallClock.date == day.date }
    let main = SleepEpisode.main(of: sleeps)
    results[.restingHeartRate] = result { () throws(InsightGap) in try restingHeartRate(day, main) }
    results[.nightHeartRateVariability] = result { () throws(InsightGap) in try variability(main) }
    results[.timeAsleep] = result { () throws(InsightGap) in try Self.timeAsleep(main) }
    results[.ownTimeAsleep] = result { () throws(InsightGap) in try ownStages(main) }
    let naps = sleeps.filter { $0 != main }
    results[.timeNapping] = result { () throws(InsightGap) in try Self.napping(naps, besideMain: main != nil) }
    results[.sleepRegularity] = result { () throws(InsightGap) in try regularity(day) }
    for (metric, finding) in movement(day) { results[metric] = finding }
    results[.nightAccount] = result { () throws(InsightGap) in try account(day, main: main, naps: naps) }
    for (metric, result) in results {
      guard let trend = metric.trend else { continue }
      guard case .success(let finding) = result else {
        results[trend] = result
        continue
      }
      // A day that is known in part has fewer steps than usual, and is nothing to compare others with.
      if metric == .dailySteps, source.now < day.end || source.coverage[day.date]?.isReported == false {
        results[trend] = .failure(
          InsightGap(source.now < day.end ? "the day is not over yet" : "the day was not synced to its end"))
        continue
      }
      results[trend] = self.result { () throws(InsightGap) in try self.trend(finding, metric, day) }
      earlier[metric, default: []].append(
        .init(date: day.date, value: finding.value, algorithm: finding.algorithm.name))
    }
    return results
  }

  private func result(_ body: () throws(InsightGap) -> Finding) -> Result<Finding, InsightGap> {
    Result { () throws(InsightGap) in try body() }
  }

  // MARK: The heart

  private static let window = 30 * 60_000
  private static let fewestInWindow = 4

  private func restingHeartRate(_ day: DaySpan, _ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { return try restingHeartRateAwake(day) }
    let rates = source.heartRates.within(main.start.milliseconds, main.end.milliseconds)
      .ofOneDevice(preferred: main.device)
    guard let input = rates.input("heart rate"), rates.count >= Self.fewestInWindow else {
      throw InsightGap(
        "\(rates.isEmpty ? "no heart rate was" : "hardly a heart rate was") logged in the sleep: is its measuring on? ('halo settings')"
      )
    }
    if let lowest = Self.lowest(rates) {
      return Finding(
        lowest, .restingHeartRate, confidence: Self.share(of: rates, in: main, minutes: 10),
        inputs: [main.input, input])
    }
    return Finding(
      rates.map(\.value).median ?? 0, .restingHeartRateSparse,
      confidence: Self.share(of: rates, in: main, minutes: 60), inputs: [main.input, input])
  }

  private func restingHeartRateAwake(_ day: DaySpan) throws(InsightGap) -> Finding {
    // In a night that goes on the wearer is taken to be asleep, whatever the device has sent of it so far.
    try checkNightIsOver(usualNight(of: day).hours)
    // Whoever naps is not awake, also in a sleep that ends on the next day.
    let sleeps = episodes.map(\.times).filter { $0.overlaps(day.start.milliseconds..<day.end.milliseconds) }
    let all = source.heartRates.within(day.start.milliseconds, day.end.milliseconds).filter { rate in
      !sleeps.contains { $0.contains(rate.time.milliseconds) }
    }.ofOneDevice(preferred: nil)
    guard !all.isEmpty else {
      throw InsightGap("no main sleep is known of the day, and no heart rate was logged on it awake")
    }
    let steps = source.steps.within(day.start.milliseconds - 7_200_000, day.end.milliseconds).filter { $0.value > 0 }
    let quiet = all.filter { rate in
      let time = rate.time.milliseconds
      return !steps.contains { $0.time.milliseconds <= time && $0.time.milliseconds + $0.length + Self.window > time }
    }
    guard let lowest = Self.lowest(quiet), let input = quiet.input("heart rate") else {
      throw InsightGap("no main sleep is known of the day, and no half hour of it awake was quiet and measured")
    }
    return Finding(lowest, .restingHeartRateAwake, confidence: nil, inputs: [input])
  }

  /// The lowest median of half an hour; `nil` where none has enough values.
  private static func lowest(_ rates: [MeasuredValue]) -> Double? {
    var (lowest, first) = (Double?.none, 0)
    for last in rates.indices {
      while rates[last].time.milliseconds - rates[first].time.milliseconds >= window { first += 1 }
      guard last - first + 1 >= fewestInWindow, let median = rates[first...last].map(\.value).median else { continue }
      lowest = min(lowest ?? median, median)
    }
    return lowest
  }

  /// The share of a sleep's stretches of some minutes in which something was measured.
  private static func share(of values: [MeasuredValue], in sleep: SleepEpisode, minutes: Int) -> Double {
    let count = max(1, (sleep.minutes + minutes - 1) / minutes)
    let measured = Set(values.map { ($0.time.milliseconds - sleep.start.milliseconds) / (minutes * 60_000) })
    return min(1, Double(measured.count) / Double(count))
  }

  private func variability(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap("no main sleep is known of the day") }
    for (values, algorithm, name) in [
      (source.rmssd, InsightAlgorithm.rmssd, "RMSSD"),
      (source.variability, .deviceVariability, "the device's own variability"),
    ] {
      let here = values.within(main.start.milliseconds, main.end.milliseconds).ofOneDevice(preferred: main.device)
      guard here.count >= 3, let median = here.map(\.value).median, let input = here.input(name) else { continue }
      return Finding(
        median, algorithm, confidence: Self.share(of: here, in: main, minutes: 60), inputs: [main.input, input])
    }
    throw InsightGap(
      "variability was logged less than three times in the sleep: is its measuring on? ('halo settings')")
  }

  // MARK: Sleep

  private static func timeAsleep(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap("no main sleep is known of the day") }
    return Finding(
      Double(main.minutesAsleep), main.hasStages ? .timeAsleep : .timeAsleepWithoutStages, confidence: nil,
      inputs: [main.input])
  }

  private static func napping(_ naps: [SleepEpisode], besideMain: Bool) throws(InsightGap) -> Finding {
    guard !naps.isEmpty else {
      throw InsightGap(besideMain ? "no sleep but the main one was seen" : "no sleep is known of the day")
    }
    return Finding(
      Double(naps.reduce(0) { $0 + $1.minutesAsleep }), .napping, confidence: nil, inputs: naps.map(\.input))
  }

  /// The main sleep by Halo's own stages. Of nearly all nights there is no raw recording.
  private func ownStages(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap("no main sleep is known of the day") }
    let times = main.times
    func share(_ recording: RecordedNight) -> Double {
      Double(recording.epochs(within: times).count * RecordedNight.epoch) / Double(max(main.minutes * 60, 1))
    }
    // Of two that have as much of it, the one of the device that told of the sleep.
    let best = source.recordings.max {
      (share($0), $0.device == main.device ? 1 : 0, $1.device?.id ?? 0) < (
        share($1), $1.device == main.device ? 1 : 0, $0.device?.id ?? 0
      )
    }
    guard let recording = best, share(recording) > 0 else {
      throw InsightGap(
        "nobody recorded the movement of the night raw, which Halo's own stages are made from ('halo raw --accelerometer' does)"
      )
    }
    guard share(recording) >= OwnStages.smallestShare else {
      throw InsightGap(
        """
        the raw recording of the night has \(Int(share(recording) * 100)) % of the sleep, and \
        \(Int(OwnStages.smallestShare * 100)) % are needed
        """)
    }
    let (stages, confidence) = try OwnStages.within(times, of: recording)
    return Finding(
      stages.minutesAsleep, .ownStages, confidence: confidence,
      inputs: [
        InsightInput(stages.words),
        InsightInput(
          "the raw recording of \(recording.device.map { "the accelerometer of \($0.name)" } ?? "an accelerometer"), \(recording.start) to \(recording.end), and the heart rates in it"
        ),
        main.input,
      ])
  }

  private func regularity(_ day: DaySpan) throws(InsightGap) -> Finding {
    guard let states else { throw InsightGap("there are no days") }
    let end = min(day.end, source.now)
    let (index, known, pairs) = try states.regularity(until: end)
    let begin = end.milliseconds - SleepStates.days * 86_400_000
    let sleeps = episodes.filter { $0.end.milliseconds > begin && $0.start < end }
    return Finding(
      index, .sleepRegularity, confidence: known,
      inputs: [
        InsightInput("\(pairs) pairs of days, and the hours in which a device was worn"),
        InsightInput(
          "\(sleeps.count) sleeps of the last \(SleepStates.days) days",
          statements: Set(sleeps.flatMap(\.records).compactMap(\.statement))),
      ])
  }

  // MARK: Movement

  private func movement(_ day: DaySpan) -> Results {
    guard let movement = source.movement[day.date] else {
      func nothing(_ what: String) -> Result<Finding, InsightGap> {
        .failure(InsightGap("\(what) known of the day"))
      }
      return [
        .dailySteps: nothing("no steps are"), .dailyDistance: nothing("no distance is"),
        .activeMinutes: nothing("no minutes of activity are"),
      ]
    }
    let algorithm = movement.basis == .deviceTotal ? InsightAlgorithm.deviceTotal : .sumOfLog
    let input = InsightInput(
      movement.basis == .deviceTotal ? "the device's total of the day" : "the device's log of the day",
      frames: movement.provenance.frames)
    func finding(_ value: Double) -> Result<Finding, InsightGap> {
      .success(Finding(value, algorithm, confidence: nil, inputs: [input]))
    }
    var results: Results = [.dailySteps: finding(Double(movement.steps))]
    results[.dailyDistance] =
      movement.meters > 0
      ? finding(Double(movement.meters))
      : .failure(InsightGap(movement.steps > 0 ? "the device told no distance of this day" : "there were no steps"))
    results[.activeMinutes] =
      movement.activeMinutes.map { finding(Double($0)) }
      ?? .failure(InsightGap("the device told no minutes of activity of this day"))
    return results
  }

  // MARK: What became of the night

  /// What a cell loses in an hour, in percentage points, at the least: rings last four to seven days by what their makers say.
  private static let drainPerHour = 100.0 / (7 * 24)
  /// How many hours longer than usual somebody may sleep.
  private static let longestLie = 3
  /// Nights that it takes to know the usual hours of sleep.
  private static let fewestNights = 5

  /// The usual hours of sleep, in minutes after the midnight of the day of waking up: the medians of the 28 days before, otherwise from
  /// 23 to 7 o'clock.
  private func usualHours(on date: CalendarDate) -> (from: Int, to: Int, isGuess: Bool) {
    let nights = mains.filter { $0.date < date && $0.date >= date.adding(days: -Baseline.days) }
    guard nights.count >= Self.fewestNights, let from = nights.map({ Double($0.from) }).median,
      let to = nights.map({ Double($0.to) }).median
    else { return (-60, 420, true) }
    return (Int(from), Int(to), false)
  }

  /// The usual hours of sleep of a day, in milliseconds since 1970.
  private func usualNight(of day: DaySpan) -> (hours: Range<Int>, isGuess: Bool) {
    let usual = usualHours(on: day.date)
    let from = day.start.milliseconds + usual.from * 60_000
    return (from..<max(from + 1, day.start.milliseconds + usual.to * 60_000), usual.isGuess)
  }

  /// Fails if the newest thing in the source is from before the end of a night's usual hours.
  private func checkNightIsOver(_ hours: Range<Int>) throws(InsightGap) {
    if source.now.milliseconds < hours.upperBound { throw InsightGap("the night is not over yet") }
  }

  private func account(_ day: DaySpan, main: SleepEpisode?, naps: [SleepEpisode]) throws(InsightGap) -> Finding {
    if let first = source.firstDay, day.date < first {
      throw InsightGap("that was before the first day in the journal")
    }
    let usual = usualNight(of: day)
    let (from, to) = (usual.hours.lowerBound, usual.hours.upperBound)
    if main == nil { try checkNightIsOver(usual.hours) }
    let hours = from.floorDivided(by: 3_600_000)...(to - 1).floorDivided(by: 3_600_000)
    let slept = { (hour: Int) in
      (naps + [main].compactMap { $0 }).contains {
        $0.times.overlaps(hour * 3_600_000..<(hour + 1) * 3_600_000)
      }
    }
    let worn = hours.count { source.wornHours.contains($0) || slept($0) }
    let share = Double(worn) / Double(hours.count)
    let hoursInput = InsightInput(
      """
      worn in \(worn) of \(hours.count) hours, \(Moment(milliseconds: from, secondsFromGMT: day.start.secondsFromGMT)) to \
      \(Moment(milliseconds: to, secondsFromGMT: day.start.secondsFromGMT)): \
      \(usual.isGuess ? "taken for hours of sleep, because fewer than \(Self.fewestNights) nights are known" : "the usual hours of sleep")
      """)
    func finding(_ account: NightAccount, confidence: Double?, _ more: [InsightInput] = []) -> Finding {
      Finding(
        Double(account.code), .nightAccount, confidence: confidence,
        inputs: [hoursInput] + (main.map { [$0.input] } ?? []) + naps.map(\.input) + more)
    }
    if main != nil {
      // Whoever sleeps at another time than usual is not seen within the usual hours, and need not be.
      let isUsual = main.map { $0.times.overlaps(from..<to) } ?? false
      return finding(!isUsual || share >= 0.75 ? .recorded : .wornInPart, confidence: isUsual ? share : nil)
    }
    if let sleep = doubtful.first(where: { $0.end.wallClock.date == day.date }) {
      return finding(.doubtful, confidence: nil, [sleep.input])
    }
    let next = source.syncs.first { $0.milliseconds >= to }
    // Asked too late, a device has let go of the day.
    let reach = next.map { $0.wallClock.date.adding(days: 1 - source.daysKept) }
    // A sync that broke off may have brought this night all the same.
    let isTold =
      source.nightsTold[day.date].map { $0.milliseconds >= to } ?? false || reach.map { day.date >= $0 } ?? false
    if source.hasImports, !isTold, source.syncs.first.map({ $0.milliseconds >= to }) ?? true {
      return accountOfImport(day, share: share, worn: worn, naps: naps, cell: cell(from, to)) {
        finding($0, confidence: $1, $2)
      }
    }
    guard isTold else {
      let isLost = next != nil || source.now.milliseconds - to > source.daysKept * 86_400_000
      return finding(isLost ? .lost : .notSyncedYet, confidence: nil, [syncInput(to)])
    }
    if share >= 0.5 {
      // A device tells of a sleep when it is over, and somebody may sleep longer than usual.
      let told = max(
        source.nightsTold[day.date]?.milliseconds ?? 0,
        source.syncs.last { day.date >= $0.wallClock.date.adding(days: 1 - source.daysKept) }?.milliseconds ?? 0)
      guard told >= to + Self.longestLie * 3_600_000 else {
        // No sync came in time to say how it ended.
        if source.now.milliseconds - to > source.daysKept * 86_400_000 {
          return finding(.lost, confidence: nil, [syncInput(to)])
        }
        throw InsightGap("the night may not be over yet")
      }
      // A device that fell silent before somebody was surely up reported nothing of the sleep that it was in.
      let after = (hours.upperBound + 2)...(hours.upperBound + Self.longestLie)
      let isSilent = !after.contains { source.wornHours.contains($0) }
      if isSilent || hours.count - worn > 1 { return finding(.wornInPart, confidence: share) }
      return finding(naps.isEmpty ? .wornWithoutSleep : .napsAlone, confidence: share)
    }
    if worn > 0 { return finding(.wornInPart, confidence: share) }
    if let (account, input) = cell(from, to) { return finding(account, confidence: nil, [input]) }
    if !naps.isEmpty { return finding(.napsAlone, confidence: nil) }
    // Nothing was measured at any time: whether it was not worn or does not measure is not known.
    let isMeasuring = source.wornHours.contains { abs($0 - hours.lowerBound) <= 7 * 24 }
    return finding(isMeasuring ? .notWorn : .unknown, confidence: isMeasuring ? 1 : nil)
  }

  /// What became of a night before the first sync, of which imported files alone can tell. They do not say when the device was asked, and
  /// some have no sleep in them at all.
  private func accountOfImport(
    _ day: DaySpan, share: Double, worn: Int, naps: [SleepEpisode], cell: (NightAccount, InsightInput)?,
    _ finding: (NightAccount, Double?, [InsightInput]) -> Finding
  ) -> Finding {
    let tellsOfSleep = episodes.contains { episode in
      let date = episode.end.wallClock.date
      return date <= day.date && date >= day.date.adding(days: -Baseline.days)
        && episode.records.contains { $0.statement == nil }
    }
    let silence = finding(
      .notImported, nil,
      [
        InsightInput(
          tellsOfSleep
            ? "no sync before, and imported files"
            : "no sync before, and imported files that have no sleep of the days before")
      ])
    if share >= 0.5 {
      return tellsOfSleep ? finding(naps.isEmpty ? .wornWithoutSleep : .napsAlone, share, []) : silence
    }
    if worn > 0 { return tellsOfSleep ? finding(.wornInPart, share, []) : silence }
    if let (account, input) = cell { return finding(account, nil, [input]) }
    return naps.isEmpty ? silence : finding(.napsAlone, nil, [])
  }

  private func syncInput(_ time: Int) -> InsightInput {
    let before = source.syncs.last { $0.milliseconds < time }
    let after = source.syncs.first { $0.milliseconds >= time }
    return InsightInput(
      "synced \(before.map { "\($0)" } ?? "never before"), then \(after.map { "\($0)" } ?? "never since"); a device keeps \(source.daysKept) days"
    )
  }

  /// What the cell tells of a time in which nothing was measured.
  private func cell(_ from: Int, _ to: Int) -> (NightAccount, InsightInput)? {
    if let reading = source.battery.first(where: { (from..<to).contains($0.time.milliseconds) && $0.isCharging == true }
    ) {
      return (.charging, InsightInput("charging at \(reading.time)"))
    }
    let kept = source.daysKept * 86_400_000
    guard let before = source.battery.last(where: { $0.time.milliseconds < to && $0.time.milliseconds > to - kept })
    else { return nil }
    let hours = Double(to - before.time.milliseconds) / 3_600_000
    if before.percent <= 3, hours < 24 {
      return (.empty, InsightInput("the cell was at \(Int(before.percent)) % at \(before.time)"))
    }
    guard
      let after = source.battery.first(where: { $0.time.milliseconds >= to && $0.time.milliseconds < to + kept }),
      after.percent > before.percent + 5
    else { return nil }
    let input = InsightInput(
      "the cell was at \(Int(before.percent)) % at \(before.time) and at \(Int(after.percent)) % at \(after.time)")
    // Nothing was measured and the cell would not have lasted: it ran empty, and was charged later.
    if before.percent - hours * Self.drainPerHour <= 3 { return (.empty, input) }
    return hours < 24 && after.time.milliseconds < to + 43_200_000 ? (.charging, input) : nil
  }

  // MARK: Trends

  private func trend(_ finding: Finding, _ metric: DerivedMetric, _ day: DaySpan) throws(InsightGap) -> Finding {
    let alike = (earlier[metric] ?? []).filter { InsightAlgorithm.areAlike($0.algorithm, finding.algorithm.name) }
    let baseline = try Baseline(on: day.date, alike.map { ($0.date, $0.value) })
    return Finding(
      finding.value - baseline.usual, .baseline, confidence: Double(baseline.count) / Double(baseline.ofDays),
      inputs: [
        InsightInput(
          """
          \(baseline.count) values of '\(finding.algorithm.name)' of the \(baseline.ofDays) days before \(day.date): usual \
          \(Self.number(baseline.usual)), spread \(Self.number(baseline.spread))
          """)
      ])
  }

  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension SleepEpisode {
  /// The sleep as an input.
  var input: InsightInput {
    InsightInput(
      "the sleep of \(device.name), \(start) to \(end)\(records.count > 1 ? ", in \(records.count) parts" : "")",
      statements: Set(statements))
  }
}
