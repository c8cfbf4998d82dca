extension Reports {
  /// Search window for the nearest value, before and after the requested time.
  private static let window = Duration.hours(2)
  private static let doubt = Phrase("The device's clock was wrong or was set back at this time.")

  /// Explains a number down to its source bytes.
  ///
  /// For a metric, the nearest value within two hours is explained. A value at the same second is preferred, then one
  /// of the device selected for that day.
  ///
  /// - Parameters:
  ///   - subject: The number to explain.
  ///   - registry: The drivers that decode the frames.
  ///   - gap: Returns why a computed value is missing; `nil` if it can be computed.
  /// - Throws: ``ExplanationError`` if the number does not exist.
  public func explanation(
    of subject: ExplainSubject, _ registry: DriverRegistry, gap: (DerivedMetric, CalendarDate) throws -> Phrase?
  ) throws -> ExplanationReport {
    switch subject {
    case .sample(let metric, let time, let value, let source):
      try explanation(of: sample(metric, time, value, source), subject, asked: time.wallClock, registry)
    case .computed(let metric, let date): try explanation(of: metric, on: date, subject, registry, gap)
    case .movement(let date): try explanation(ofMovementOn: date, subject, registry)
    case .sleep(let time): try explanation(of: sleep(time), subject, registry)
    case .night(let date):
      if let main = SleepEpisode.main(of: try episodes(endingOn: [wearerDay(date)])[0].filter { !$0.isDoubtful }) {
        try explanation(of: main, subject, registry)
      } else {
        throw ExplanationError(
          try journal.insights(of: wearer, from: date, to: date).first?.nightAccount.sentence
            ?? NightOutcome.unknown.sentence)
      }
    case .workout(let number): try explanation(ofWorkout: number, subject, registry)
    }
  }

  // MARK: Values of devices

  private func sample(
    _ metric: Metric, _ time: LocalTime, _ value: Double?, _ source: SampleSource?
  ) throws -> StoredSample {
    // A time without an offset is the wearer's local time in any zone.
    let asked = time.moment ?? Moment(time.wallClock, secondsFromGMT: 0)
    let guess = asked.milliseconds
    let window = Self.window.milliseconds
    let margin = Self.window + (time.secondsFromGMT == nil ? CalendarDate.largestOffset : .zero)
    let near = asked - margin..<asked + margin + .milliseconds(1)
    let choice = try journal.deviceChoice(of: metric, wearer: wearer, on: time.date)
    func distance(_ sample: StoredSample) -> Int {
      let start =
        time.secondsFromGMT == nil
        ? sample.start.milliseconds + sample.start.secondsFromGMT * 1000 : sample.start.milliseconds
      return max(start - guess, guess - (start + max(sample.length - 1, 0)), 0)
    }
    func rank(_ sample: StoredSample) -> (Int, Int, Int) {
      let distance = distance(sample)
      return (distance < 1000 ? 0 : 1, sample.device == choice?.device ? 0 : 1, distance)
    }
    var samples = try journal.samples(of: metric, wearer: wearer, in: near).filter { distance($0) <= window }
    if let value {
      // A point of a series may cover five minutes; its time is that of its first sample.
      let comparable = samples.filter { $0.value == value && (.zero ..< .minutes(5)).contains($0.start - asked) }
      let same = comparable.filter { $0.source == source }
      samples = same.isEmpty ? comparable : same
    }
    if let sample = samples.min(by: { rank($0) < rank($1) }) { return sample }
    // Rings report hourly minimum and maximum as one series; straps report HRV as RMSSD.
    for other in metric.charted.dropFirst() {
      do { return try sample(other, time, value, source) } catch is ExplanationError { continue }
    }
    throw ExplanationError(
      Phrase("There is no value for “\(metric.title)” within two hours of \(time.date, .long), \(time.time)."))
  }

  private func explanation(
    of sample: StoredSample, _ subject: ExplainSubject, asked: WallClock, _ registry: DriverRegistry
  ) throws -> ExplanationReport {
    let message = try journal.explain(sample)
    let name = try journal.deviceName()
    let start = sample.start.wallClock
    let metric = sample.metric
    var when = Phrase("\(start.date, .full), \(start.time)")
    let minutes = Duration.milliseconds(sample.length).wholeMinutes
    if minutes > 0 { when = Phrase("\(when), for \(MeasureWording.duration(minutes: minutes))") }
    let end = start.secondsSince1970 + max(sample.length / 1000 - 1, 59)
    if asked.secondsSince1970 < start.secondsSince1970 - 59 || asked.secondsSince1970 > end {
      when = Phrase("\(when); the value nearest to \(asked.time)")
    }
    let value = MeasureWording.value(sample.value, of: metric)
    var draft = ExplanationReport(
      id: subject.id, name: metric.title, value: sample.value, unit: metric.unit, text: value,
      sentence: Phrase("\(metric.title): \(value), \(sample.source.title), \(when)."), when: sample.start)
    draft.add("when", Phrase("When"), text: when)
    draft.add("source", Phrase("Method"), text: sample.source.title)
    draft.device(name(sample.device))
    if let choice = try journal.deviceChoice(of: metric, wearer: wearer, on: start.date),
      choice.device == sample.device, let words = choice.phrase(name)
    {
      draft.add("choice", Phrase("Selection"), text: words)
    }
    if sample.isDoubtful { draft.add("doubt", Phrase("Uncertain time"), text: Self.doubt) }
    if let caution = metric.caution { draft.add("caution", Phrase("Note"), text: caution) }
    draft.accuracy(
      sample.source == .algorithm && sample.statement != nil
        ? MeasuredAccuracy.of(metric).map { Phrase("\(Phrase(verbatim: $0.says)) (\($0.data)).") }
        : [Phrase("The accuracy of the device's values is unknown.")])
    draft.source = .init(name: sample.source.rawValue, device: name(sample.device), words: sample.source.title)
    try draft.addMessage(message, registry, journal.importOrigin(of: sample))
    try add(
      message?.frames ?? [], to: &draft, registry,
      marks: message.map { message in
        [(MessageValue.sample(metric, sample.value, at: sample.start), message.frames)]
      } ?? [])
    return draft
  }

  private func sleep(_ time: LocalTime) throws -> SleepEpisode {
    let begin = time.moment ?? Moment(time.wallClock, secondsFromGMT: 0)
    // Later parts of the same sleep may begin hours after it.
    let sleeps = SleepEpisode.all(in: try journal.sleeps(of: wearer, in: begin - .days(1)..<begin + .days(1)))
    func distance(_ sleep: SleepEpisode) -> Duration { max(sleep.start - begin, begin - sleep.start) }
    guard let sleep = sleeps.min(by: { distance($0) < distance($1) }), distance(sleep) <= Self.window else {
      throw ExplanationError(
        Phrase("No sleep began within two hours of \(time.date, .long), \(time.time)."))
    }
    return sleep
  }

  private func explanation(
    of sleep: SleepEpisode, _ subject: ExplainSubject, _ registry: DriverRegistry
  ) throws -> ExplanationReport {
    let name = sleep.kind == .night ? Phrase("Sleep") : Phrase("Nap")
    let text = MeasureWording.duration(minutes: sleep.minutesAsleep)
    let start = sleep.start.wallClock
    let end = sleep.end.wallClock
    var draft = ExplanationReport(
      id: subject.id, name: name, value: Double(sleep.minutesAsleep), unit: .minutes, text: text,
      sentence: Phrase(
        "\(name): \(text) asleep of \(MeasureWording.duration(minutes: sleep.minutes)), according to the stages of \(sleep.device.name)."
      ), when: sleep.start)
    let until = start.date == end.date ? Phrase("\(end.time)") : Phrase("\(end.date, .full), \(end.time)")
    draft.add("when", Phrase("When"), text: Phrase("\(start.date, .full), \(start.time) – \(until)"))
    draft.device(sleep.device.name)
    if sleep.isDoubtful { draft.add("doubt", Phrase("Uncertain time"), text: Self.doubt) }
    draft.add("caution", Phrase("Note"), text: Phrase("The device estimates sleep stages."))
    draft.accuracy([Phrase("The accuracy of the device's sleep stages is unknown.")])
    draft.source = .init(name: "log", device: sleep.device.name, words: SampleSource.log.title)
    let messages = try sleep.statements.compactMap { statement in
      try journal.explain(statement: statement, secondsFromGMT: sleep.start.secondsFromGMT).map { (statement, $0) }
    }
    try draft.addMessage(
      messages.last?.1, registry, journal.importOrigin(ofSleepOf: sleep.device.id, at: sleep.start.milliseconds))
    let frames = Dictionary(messages.flatMap(\.1.frames).map { ($0.id, $0) }) { $1 }.values.sorted { $0.id < $1.id }
    try add(
      frames, to: &draft, registry,
      marks: sleep.records.compactMap { record in
        messages.first { $0.0 == record.statement }.map {
          (.sleep(record.kind, start: record.start.wallClock), $0.1.frames)
        }
      })
    return draft
  }

  private func explanation(
    ofMovementOn date: CalendarDate, _ subject: ExplainSubject, _ registry: DriverRegistry
  ) throws -> ExplanationReport {
    let found = try movement(date)
    let counts: [(metric: Metric, value: Double, text: Phrase)] = [
      found?.steps.map { (.steps, Double($0), Phrase("\($0) steps")) },
      found?.knownMeters.map { (.distance, Double($0), MeasureWording.distance(Double($0))) },
      found?.kilocalories.map { (.activeEnergy, $0, MeasureWording.value($0, of: Metric.activeEnergy)) },
    ].compactMap(\.self)
    guard let movement = found, let (metric, value, text) = counts.first else {
      throw ExplanationError(Phrase("There is no activity data for \(date, .full)."))
    }
    let frames =
      try movement.provenance.frames.isEmpty ? [] : journal.frames(Set(movement.provenance.frames))
    let isTotal = movement.basis == .deviceTotal
    let basis =
      isTotal ? Phrase("The device's daily total.") : Phrase("Sum of the day's log.")
    var draft = ExplanationReport(
      id: subject.id, name: metric.title, value: value, unit: metric.unit,
      text: metric == .steps ? Phrase("\(Int(value))") : text,
      sentence: Phrase.sentences(
        [Phrase.list(counts.map(\.text)).map { Phrase("\($0).") }, basis].compactMap(\.self)) ?? basis,
      when: try wearerDay(date).start)
    draft.add("when", Phrase("Day"), text: Phrase("\(date, .full)"))
    draft.add("basis", Phrase("Method"), text: basis)
    let choice = try journal.deviceChoice(of: metric, wearer: wearer, on: date)
    let name = try journal.deviceName()
    let device = choice.map { name($0.device) }
    draft.device(device)
    if let words = choice?.phrase(name) { draft.add("choice", Phrase("Selection"), text: words) }
    for (metric, _, text) in counts.dropFirst() {
      draft.add(
        metric == .distance ? "distance" : "energy", metric.title, text: Phrase("\(text), estimated by the device"))
    }
    if let minutes = movement.activeMinutes {
      draft.add("active", DerivedMetric.activeMinutes.title, text: MeasureWording.duration(minutes: minutes))
    }
    draft.accuracy([Phrase("The accuracy of the device's counts is unknown.")])
    draft.source = .init(name: isTotal ? "device-total" : "sum-of-log", device: device, words: basis)
    let hasFrames = !movement.provenance.frames.isEmpty
    let imported =
      try hasFrames ? [] : journal.samples(on: date, wearer: wearer, metrics: [metric])[metric] ?? []
    draft.addDecoder(
      hasFrames ? movement.provenance.decoder : nil, hasFrames: !frames.isEmpty,
      try imported.compactMap { try journal.importOrigin(of: $0) })
    try add(frames, to: &draft, registry, marks: isTotal ? [(.totals(date), frames)] : [])
    return draft
  }

  private func explanation(
    ofWorkout number: Int, _ subject: ExplainSubject, _ registry: DriverRegistry
  ) throws -> ExplanationReport {
    guard let stored = try journal.workout(number, of: wearer) else {
      throw ExplanationError(Phrase("Workout \(number) does not exist."))
    }
    let samples = try journal.samples(
      of: stored, metrics: Array(WorkoutRecording.metrics))
    let numbers = Set(try journal.frames(ofStatements: Set(samples.compactMap(\.statement))).values.joined())
    let shown = Set(numbers.sorted().suffix(ExplanationReport.most))
    let devices = try journal.allDevices()
    func device(_ id: Int?) -> Device? { devices.first { $0.id == id } }
    let machine = device(stored.machine)
    let heart = device(stored.heart)
    let start = stored.workout.start.wallClock
    let minutes = Duration.milliseconds(stored.workout.activeLength).measured(in: .minutes(1))
    let text = MeasureWording.duration(minutes: Int(minutes.rounded()))
    var draft = ExplanationReport(
      id: subject.id, name: Phrase("Workout"), value: minutes, unit: .minutes, text: text,
      sentence: Phrase("\(Phrase("Workout")): \(text)."), when: stored.workout.start)
    draft.add("when", Phrase("When"), text: Phrase("\(start.date, .full), \(start.time)"))
    draft.add("source", Phrase("Method"), text: stored.workout.source.title)
    let measured = device(samples.first { $0.metric == .heartRate }?.device)
    let all = [machine, device(stored.importedFrom), heart ?? measured].compactMap(\.?.name)
    let names = all.first.map { first in all.dropFirst().reduce(first) { $0 == $1 ? $0 : "\($0), \($1)" } }
    draft.device(names)
    if let machine {
      draft.note(
        "machine", Phrase("Distance, speed and energy are from \(machine.name). The machine estimates energy."))
      if let kind = stored.workout.distanceCount.flatMap({ MachineKind(rawValue: $0.source) }) {
        draft.note("counted", Phrase("The distance was counted from its data as a \(kind.phrase)."))
      }
    }
    let rates = samples.count { $0.metric == .heartRate }
    if rates > 0 {
      let name = measured?.name ?? ""
      draft.note(
        "heart",
        rates == 1
          ? Phrase("Average and highest heart rate are from 1 reading of \(name).")
          : Phrase("Average and highest heart rate are from \(rates) readings of \(name)."))
    }
    if samples.isEmpty { draft.note("none", Phrase("No device has values from this time.")) }
    draft.accuracy([Phrase("The accuracy of the device's values is unknown.")])
    draft.source = .init(
      name: stored.workout.source.rawValue, device: names, words: stored.workout.source.title)
    let decoder = (machine ?? heart ?? measured).flatMap { registry.driver($0.family)?.decoderName }
    draft.addDecoder(
      numbers.isEmpty ? nil : decoder, hasFrames: !numbers.isEmpty,
      [try journal.importOrigin(of: stored)].compactMap(\.self))
    draft.framesMore = numbers.count - shown.count
    try add(shown.isEmpty ? [] : journal.frames(shown), to: &draft, registry, marks: [])
    return draft
  }

  // MARK: Computed values

  private func explanation(
    of metric: DerivedMetric, on date: CalendarDate, _ subject: ExplainSubject, _ registry: DriverRegistry,
    _ gap: (DerivedMetric, CalendarDate) throws -> Phrase?
  ) throws -> ExplanationReport {
    let day = try journal.insights(of: wearer, from: date, to: date).first
    guard let day, let computed = day.values[metric] else {
      let why =
        try gap(metric, date) ?? Phrase("it has not been computed yet; run 'halo rebuild'")
      throw ExplanationError(Phrase("There is no value for “\(metric.title)” on \(date, .long): \(why)."))
    }
    let algorithm = InsightAlgorithm.named(computed.algorithm)
    let numbers = Set(computed.inputs.compactMap(\.frames).flatMap { Journal.frames(in: $0) })
    let shown = Set(numbers.sorted().suffix(ExplanationReport.most))
    let frames = try shown.isEmpty ? [] : journal.frames(shown)
    let isAccount = metric == .nightAccount
    let text = isAccount ? day.nightAccount.sentence : MeasureWording.value(computed.value, of: metric)
    let trend = day.trends[metric].map { TrendReport($0, of: metric, on: date).words }
    let statement = isAccount ? text : Phrase("\(metric.title): \(text)")
    let sentences = [
      trend.map { Phrase("\(statement), \($0).") } ?? (isAccount ? statement : Phrase("\(statement).")),
      Phrase("Halo computed this from what devices reported. It is an estimate."),
    ]
    var draft = ExplanationReport(
      id: subject.id, name: metric.title, value: computed.value, unit: metric.unit, text: text,
      sentence: Phrase.sentences(sentences) ?? text, when: computed.start)
    let hours = Duration.milliseconds(computed.length).measured(in: .hours(1))
    draft.add(
      "when", Phrase("Day"),
      text: hours == 24 ? Phrase("\(date, .full)") : Phrase("\(date, .full), \(hours, digits: 0) hours long"))
    if let trend { draft.add("trend", Phrase("Trend"), text: trend) }
    draft.add("algorithm", Phrase("Algorithm"), text: Phrase("\(computed.algorithm), version \(computed.version)"))
    let percent = computed.confidence.map { Phrase("\($0 * 100, digits: 0) %") }
    if let algorithm {
      draft.add("definition", Phrase("Method"), text: algorithm.definition)
      if algorithm.version != computed.version {
        draft.add(
          "newer", Phrase("Newer version"),
          text: Phrase("Halo now has version \(algorithm.version). Run 'halo rebuild' to compute it again."))
      }
      draft.add("idea", Phrase("Based on"), text: algorithm.source)
      let meaning = algorithm.confidence
      draft.add("confidence", Phrase("Confidence"), text: percent.map { Phrase("\($0): \(meaning)") } ?? meaning)
    } else if let percent {
      draft.add("confidence", Phrase("Confidence"), text: percent)
    }
    draft.accuracy(
      MeasuredAccuracy.figures.filter { figure in
        computed.algorithm == "halo-stages" && figure.name.hasPrefix("sleep.")
          || computed.algorithm == "night-hrv-rmssd" && figure.name.hasPrefix("hrv.")
      }.map { Phrase("\(Phrase(verbatim: $0.says)) (\($0.data)).") })
    draft.algorithm = .init(
      id: computed.algorithm, version: computed.version,
      definition: algorithm?.definition
        ?? Phrase("This version of Halo no longer has this algorithm."),
      source: algorithm?.source ?? Phrase(""))
    draft.confidence = .init(
      value: computed.confidence,
      words: algorithm?.confidence ?? Phrase("The algorithm provides no confidence."))
    draft.source = .init(
      name: "algorithm", device: try frames.first.flatMap { try journal.device($0.frame.device) }?.name,
      words: SampleSource.algorithm.title)
    let device = try journal.deviceName()
    let inputs = try computed.inputs.map { try $0.report(computed, self, device) }
    draft.inputs = Array(inputs.prefix(ExplanationReport.most))
    draft.inputsMore = inputs.count - draft.inputs.count
    draft.framesMore = numbers.count - shown.count
    try add(frames, to: &draft, registry, marks: nil)
    return draft
  }
}
