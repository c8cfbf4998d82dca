import HaloInsights

/// Computes the daily metrics and stores them in the journal: after every sync for the days that it changed, for all days
/// with `halo rebuild`, and for outdated days whenever a program opens the journal to show them.
///
/// Everything is computed as of the newest record in the journal instead of the current time, so that a rebuild of the
/// same journal always gives the same results.
public struct DerivedMetricsUpdater: Sendable {
  /// The minimum number of days that are recomputed, because a later sync determines their outcome.
  private static let days = 8
  /// The number of days that are read at once, to limit memory use.
  private static let daysAtOnce = 120
  /// The number of days before the first whose sleeps and values are needed.
  private static let daysBefore = 62
  /// The number of days after the last that are needed: they show whether a device that was not worn in a night
  /// measures at all.
  private static let daysAfter = 8

  /// The number of computed days after a day with data: the device may have been synced too late, not worn, or lost.
  private static let daysWithoutData = 62

  private static let always = CalendarDate(daysSince1970: .min)...CalendarDate(daysSince1970: .max - 1)

  private let journal: Journal

  /// An updater of a journal's daily metrics.
  public init(_ journal: Journal) { self.journal = journal }

  /// Computes the outdated values of all wearers: those that a program marked and did not compute, because it was killed,
  /// and those of other versions of the algorithms. Without such values this is a lookup, and `begin` is not called.
  public func updateOutdated(begin: () throws -> Void = {}) throws {
    for state in try journal.derivedStates(generation: InsightAlgorithm.generation) where state.outdatedSince != nil {
      try begin()
      try update(state.wearer, since: nil)
    }
  }

  /// Recomputes a wearer's days from eight days before `first` or before the first outdated one, and the last eight days.
  ///
  /// - Returns: The numbers of values before, after, and unchanged.
  @discardableResult
  public func update(_ wearer: String, since first: CalendarDate?) throws -> RebuiltPart {
    var part = RebuiltPart.nothing(.insights)
    // If the data changes meanwhile, the values are computed again. If it changes all the time, they stay marked.
    for _ in 0..<3 {
      let states = try journal.derivedStates(generation: InsightAlgorithm.generation)
      guard let state = states.first(where: { $0.wearer == wearer }) else { break }
      part = try compute(since: [first, state.outdatedSince].compactMap(\.self).min(), state)
      if try journal.markUpToDate(state) { break }
    }
    return part
  }

  /// Recomputes all days of a wearer.
  @discardableResult
  public func updateAll(_ wearer: String) throws -> RebuiltPart { try update(wearer, since: Self.always.lowerBound) }

  /// Recomputes all days of all wearers and replaces the stored values.
  ///
  /// - Returns: The numbers of values before, after, and unchanged.
  public func rebuild() throws -> RebuiltPart {
    try journal.wearers().reduce(RebuiltPart.nothing(.insights)) { $0 + (try updateAll($1)) }
  }

  /// The reason why a day has no value of a metric, as a text for people; `nil` if it can be computed.
  public func gap(_ metric: DerivedMetric, of wearer: String, on date: CalendarDate) throws -> Phrase? {
    try gaps(of: wearer, on: date)[metric]
  }

  /// The reasons why a day has no values of metrics, as texts for people. Metrics that can be computed are absent.
  public func gaps(of wearer: String, on date: CalendarDate) throws -> [DerivedMetric: Phrase] {
    func all(_ words: Phrase) -> [DerivedMetric: Phrase] {
      Dictionary(uniqueKeysWithValues: DerivedMetric.allCases.map { ($0, words) })
    }
    guard let (known, newest) = try span(of: wearer) else {
      return all(Phrase("the journal has no data of \(wearer) yet"))
    }
    guard known.contains(date) else {
      return all(
        date > known.upperBound
          ? Phrase("the journal has no data of that day yet; its newest day is \(known.upperBound.description)")
          : Phrase("the day is before the first day in the journal, \(known.lowerBound.description)"))
    }
    var maker = DailyMetricsCalculator(try source(wearer, from: date, to: date, newest, isFirst: known.lowerBound))
    return (maker.results().first?.results ?? [:]).compactMapValues { result in
      guard case .failure(let gap) = result else { return nil }
      return gap.phrase
    }
  }

  // MARK: Days

  /// The days to compute, and the time of the newest record in the journal; `nil` without data.
  private func span(of wearer: String) throws -> (days: ClosedRange<CalendarDate>, newest: Moment)? {
    guard let known = try journal.knownDays(of: wearer), let newest = try journal.newest(of: wearer) else { return nil }
    let sync = try journal.syncs(of: wearer, since: Moment(milliseconds: 0, secondsFromGMT: 0)).last
    // A clock that was wrong for a while may have dated data in the future.
    let last = min(max(known.upperBound, sync?.wallClock.date ?? known.upperBound), newest.wallClock.date)
    return (min(known.lowerBound, last)...last, newest)
  }

  /// Computes the days from eight days before `first`, and the last eight days, and removes the values of days without
  /// data. If these are all days, values before and after them are removed too: older versions also computed days before
  /// 2000.
  private func compute(since first: CalendarDate?, _ state: DerivedState) throws -> RebuiltPart {
    let wearer = state.wearer
    var part = RebuiltPart.nothing(.insights)
    var next = Self.always.lowerBound
    func store(_ values: [DerivedValue] = [], to last: CalendarDate) throws {
      part =
        part + (try journal.replaceDerived(with: values, of: wearer, from: next, to: last, computedFrom: state))
      next = last.adding(days: 1)
    }
    guard let (known, newest) = try span(of: wearer) else {
      try store(to: Self.always.upperBound)
      return part
    }
    let recent = newest.wallClock.date.adding(days: 1 - Self.days)
    let kept = try journal.newestDerivedDay(of: wearer)
    let affected = first.map { max($0, known.lowerBound).adding(days: -Self.daysAfter) } ?? recent
    let begin = max(min(affected, recent, kept ?? known.lowerBound), known.lowerBound)
    if begin > known.lowerBound { next = begin }
    let firstKnown = try journal.knownDays(of: wearer)?.lowerBound
    for days in try computedDays(of: wearer, from: begin, to: known.upperBound) {
      // First, because the values of a day depend on those of earlier days.
      if next < days.lowerBound { try store(to: days.lowerBound.adding(days: -1)) }
      while next <= days.upperBound {
        let end = min(next.adding(days: Self.daysAtOnce - 1), days.upperBound)
        let source = try source(wearer, from: next, to: end, newest, isFirst: firstKnown)
        var maker = DailyMetricsCalculator(source)
        var values = try derived(maker.results())
        values += try valuesOfPrunedReadings(wearer, source, besides: values, from: next, to: end)
        try store(values, to: end)
      }
    }
    // A clock that was wrong had been ahead.
    let isAhead = kept.map { $0 > known.upperBound } ?? false
    let last = begin == known.lowerBound || isAhead ? Self.always.upperBound : known.upperBound
    if next <= last { try store(to: last) }
    return part
  }

  /// The days from `first` to `last` that are computed: days with data or syncs, and the days after them whose data may
  /// have been lost.
  func computedDays(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [ClosedRange<CalendarDate>] {
    // Data before `first` affects the days after it.
    let stretches = try journal.stretches(
      of: wearer, from: first.adding(days: -Self.daysWithoutData), to: last, gap: Self.daysWithoutData + 1)
    return stretches.compactMap { stretch in
      let begin = max(first, stretch.lowerBound)
      let end = min(last, stretch.upperBound.adding(days: Self.daysWithoutData))
      return begin <= end ? begin...end : nil
    }
  }

  /// Halo's own stages that are stored for days and cannot be recomputed, because the raw readings of the sleep were
  /// pruned.
  private func valuesOfPrunedReadings(
    _ wearer: String, _ source: DailyMetricsSource, besides computed: [DerivedValue], from first: CalendarDate,
    to last: CalendarDate
  ) throws -> [DerivedValue] {
    guard let begin = source.days.first?.start, let end = source.days.last?.end, begin < end else { return [] }
    let known = Set(computed.filter { $0.metric == .ownTimeAsleep }.map(\.start.wallClock.date))
    let sleeps = Dictionary(grouping: SleepEpisode.all(in: source.sleeps)) { $0.end.wallClock.date }
    return try journal.derived(.ownTimeAsleep, of: wearer, in: begin..<end).filter { value in
      let date = value.start.wallClock.date
      guard (first...last).contains(date), !known.contains(date) else { return false }
      let times =
        SleepEpisode.main(of: sleeps[date] ?? [])?.times
        ?? value.start.milliseconds..<value.start.milliseconds + max(0, value.length)
      return try journal.hasPrunedReadings(of: wearer, in: times)
    }
  }

  private func derived(_ days: [(day: DaySpan, results: DailyMetricsCalculator.Results)]) throws -> [DerivedValue] {
    let inputs = days.flatMap { $0.results.values.compactMap { try? $0.get() } }.flatMap(\.inputs)
    let frames = try journal.frames(ofStatements: Set(inputs.flatMap(\.statements)))
    return days.flatMap { day, results in
      DerivedMetric.allCases.compactMap { metric -> DerivedValue? in
        guard case .success(let finding) = results[metric] else { return nil }
        return DerivedValue(
          metric, finding.value, start: day.start, length: day.length, algorithm: finding.algorithm.name,
          version: finding.algorithm.version, confidence: finding.confidence,
          inputs: finding.inputs.map { input in
            let all = Set(input.frames).union(input.statements.flatMap { frames[$0] ?? [] })
            return DerivedInput(input.source, frames: all.isEmpty ? nil : Journal.text(frames: all))
          })
      }
    }
  }

  // MARK: Inputs

  /// The raw recordings of the main sleeps of some days, separate for each device, because two devices move
  /// differently. They are large: only one sleep's recordings are in memory at a time.
  private func recordings(
    of wearer: String, _ devices: [Device], _ sleeps: [SleepRecord], on days: [DaySpan]
  ) throws -> [RecordedNight] {
    let dates = Set(days.map(\.date))
    let byDay = Dictionary(grouping: SleepEpisode.all(in: sleeps)) { $0.end.wallClock.date }
    return try byDay.filter { dates.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { _, episodes in
      guard let main = SleepEpisode.main(of: episodes) else { return [RecordedNight]() }
      // A little more than the stager reads.
      let margin = Duration.minutes(OwnStages.around + 5)
      func moment(_ time: Int) -> Moment { Moment(milliseconds: time, secondsFromGMT: main.start.secondsFromGMT) }
      let time = moment(main.times.lowerBound) - margin..<moment(main.times.upperBound) + margin
      let recorded = try devices.compactMap { device -> (device: SourceDevice, chunks: [RawChunk])? in
        let chunks = try journal.raw(.accelerometer, of: device, in: time)
        return chunks.isEmpty ? nil : (device.source, chunks)
      }
      guard !recorded.isEmpty else { return [] }
      let rates = try journal.samples(of: .heartRate, wearer: wearer, in: time).filter {
        // Manual measurements are from moments awake.
        !$0.isDoubtful && $0.source != .manual
      }.map {
        MeasuredValue(
          time: $0.start, value: $0.value, device: SourceDevice(id: $0.device, name: ""), statement: $0.statement)
      }
      return recorded.flatMap { RecordedNight.all(in: $0.chunks, heartRates: rates, device: $0.device) }
    }
  }

  private func source(
    _ wearer: String, from first: CalendarDate, to last: CalendarDate, _ newest: Moment, isFirst: CalendarDate?
  ) throws -> DailyMetricsSource {
    let midnights = try journal.midnights(of: wearer, from: first, to: last)
    let days = zip(midnights, midnights.dropFirst()).map { start, end in
      DaySpan(date: start.wallClock.date, start: start, end: end)
    }
    var source = DailyMetricsSource(days: days, now: newest)
    guard let begin = midnights.first, let end = midnights.last else { return source }
    func time(daysBefore days: Int, daysAfter: Int = 0) -> Range<Moment> {
      begin - .days(days)..<max(begin, end) + .days(daysAfter)
    }
    let devices = try journal.allDevices().filter { $0.wearer == wearer }
    let known = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.source) })
    func values(_ metric: Metric, _ sources: Set<SampleSource> = [.log]) throws -> [MeasuredValue] {
      try journal.samples(of: metric, wearer: wearer, in: time(daysBefore: 1)).compactMap { sample in
        guard sources.contains(sample.source), !sample.isDoubtful, let device = known[sample.device] else { return nil }
        return MeasuredValue(
          time: sample.start, length: sample.length, value: sample.value, device: device, statement: sample.statement,
          rank: sample.rank)
      }
    }
    source.heartRates = try values(.heartRate)
    source.variability = try values(.heartRateVariability)
    source.rmssd = try values(.heartRateVariabilityRMSSD, [.log, .live, .algorithm])
    source.restingHeartRates = try values(.restingHeartRate)
    source.steps = try values(.steps)
    // One more day, because a sleep that continues after midnight may be part of one before it.
    source.sleeps = try journal.sleeps(of: wearer, in: time(daysBefore: Self.daysBefore, daysAfter: 1))
    source.movement = try journal.movement(of: wearer, from: first, to: last, withSources: true)
    source.coverage = try journal.coverage(of: wearer, from: first, to: last, withGaps: false)
    source.wornHours = try journal.wornHours(of: wearer, in: time(daysBefore: 16, daysAfter: Self.daysAfter))
    source.syncs = try journal.syncs(of: wearer, since: Moment(milliseconds: 0, secondsFromGMT: 0))
    source.nightReportTimes = try journal.nightReportTimes(of: wearer, from: first, to: last)
    source.hasImports = try journal.hasImports(wearer)
    source.battery = try journal.batteryConditionReadings(of: wearer, in: time(daysBefore: 8, daysAfter: 8))
    source.earlier = Dictionary(
      grouping: try journal.derived(of: wearer, in: time(daysBefore: Self.daysBefore), inputsSince: end), by: \.metric
    ).mapValues { values in
      // A value that is replaced may begin earlier, if the day began at another offset from UTC when it was computed.
      values.filter { $0.start < begin && $0.start.wallClock.date < first }
        .map { .init(date: $0.start.wallClock.date, value: $0.value, algorithm: $0.algorithm) }
    }
    // Incomplete days and nights are not used in comparisons.
    let before = try journal.coverage(
      of: wearer, from: first.adding(days: -Self.daysBefore), to: first, withGaps: false)
    source.earlier[.dailySteps]?.removeAll { before[$0.date]?.isComparable == false }
    let inPart = Set(
      (source.earlier[.nightAccount] ?? []).filter { NightOutcome(code: Int($0.value)) == .wornInPart }.map(\.date))
    source.earlier[.timeAsleep]?.removeAll { inPart.contains($0.date) }
    source.recordings = try recordings(of: wearer, devices, source.sleeps, on: days)
    source.firstDay = isFirst
    return source
  }
}
