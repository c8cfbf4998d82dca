import HaloInterchange
import HaloSignals

/// The signal in which beats are detected: PPG or ECG.
struct BeatSource: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The PPG column (with --device, the default is ppg). Repeatable for hrv: Halo uses the color with the most clear beats.",
      valueName: "column"))
  var ppg: [String] = []

  @Option(help: ArgumentHelp("The ECG column.", valueName: "column"))
  var ecg: String?

  func validate() throws {
    try refuse("Pass only one of --ppg and --ecg.", if: !ppg.isEmpty && ecg != nil)
  }

  var isGiven: Bool { !ppg.isEmpty || ecg != nil }

  /// Returns the columns in which beats are detected, in order.
  func columns(_ input: SignalOptions) throws -> [String] {
    let columns = ecg.map { [$0] } ?? (ppg.isEmpty && input.device != nil ? ["ppg"] : ppg)
    try refuse("Name the signal with --ppg COLUMN or --ecg COLUMN.", if: columns.isEmpty)
    return columns
  }

  /// Reads a column of the recording, and passes its beats in order to `body` as soon as they are certain. See
  /// ``PulseBeats`` for `leastQuality`. If `validatesFirst`, a recording that is rejected as a whole yields no beats.
  func read(
    _ input: SignalOptions, column: String, leastQuality: Double = 0.65, validatesFirst: Bool = false,
    _ body: (Beat) throws -> Void
  ) throws -> (facts: SignalStatistics, summary: SignalSummary) {
    let source = try input.open([column])
    return try input.reportingErrors {
      try source.beats(
        isElectric: ecg != nil, leastQuality: leastQuality, validatesFirst: validatesFirst, body)
    }
  }
}

extension SignalSource {
  /// Finds the beats in the first column; see ``BeatSource/read(_:column:leastQuality:validatesFirst:_:)``.
  func beats(
    isElectric: Bool, leastQuality: Double, validatesFirst: Bool = false, _ body: (Beat) throws -> Void
  ) throws -> (facts: SignalStatistics, summary: SignalSummary) {
    let minimumRate = BeatFinder.minimumRate(isElectric: isElectric)
    guard var finder = BeatFinder(isElectric: isElectric, rate: rate, leastQuality: leastQuality) else {
      throw SignalError(
        """
        beats cannot be detected at \(SampleRate.text(rate ?? 0)) samples per second; the rate must be \
        \(SampleRate.text(minimumRate)) to 20,000
        """, .request)
    }
    if validatesFirst, let refused = try precheck() { return (SignalStatistics(), refused) }
    var facts = SignalStatistics()
    var failure: (any Error)?
    func tell(_ beat: Beat) {
      guard failure == nil else { return }
      do { try body(beat) } catch { failure = error }
    }
    var isRateChecked = rate != nil
    let summary = try read { block in
      if !isRateChecked, block.times.count > 1 {
        try BeatFinder.checkRate(of: block.times, minimum: minimumRate)
        isRateChecked = true
      }
      for (time, value) in zip(block.times, block.values[0]) {
        facts.add(value)
        finder.add(time: time, value: value, tell)
      }
      if let failure { throw failure }
    }
    finder.finish(tell)
    if let failure { throw failure }
    return (facts, summary)
  }
}

/// A beat detector for either kind of signal.
private enum BeatFinder {
  case light(PulseBeats)
  case electric(RPeaks)

  /// The lowest rate at which beats can be detected, in samples per second.
  static func minimumRate(isElectric: Bool) -> Double { isElectric ? 50 : 8 }

  /// Throws if the rate of the recording is too low.
  static func checkRate(of times: [Double], minimum: Double) throws {
    guard let rate = StepAnalyzer.rate(of: times), rate < minimum else { return }
    throw SignalError(
      """
      has \(SampleRate.text(rate)) samples per second; to detect beats, at least \(SampleRate.text(minimum)) \
      are needed
      """)
  }

  init?(isElectric: Bool, rate: Double?, leastQuality: Double) {
    if isElectric {
      guard let finder = RPeaks(rate: rate, leastQuality: leastQuality) else { return nil }
      self = .electric(finder)
    } else {
      guard let finder = PulseBeats(rate: rate, leastQuality: leastQuality) else { return nil }
      self = .light(finder)
    }
  }

  mutating func add(time: Double, value: Double, _ emit: (Beat) -> Void) {
    switch self {
    case .light(var finder):
      // Release the stored copy first, so that the finder's buffers are not copied on write.
      self = .none
      finder.add(time: time, value: value, emit: emit)
      self = .light(finder)
    case .electric(var finder):
      self = .none
      finder.add(time: time, value: value, emit: emit)
      self = .electric(finder)
    case .none: break
    }
  }

  mutating func finish(_ emit: (Beat) -> Void) {
    switch self {
    case .light(var finder): finder.finish(emit: emit)
    case .electric(var finder): finder.finish(emit: emit)
    case .none: break
    }
    self = .none
  }

  case none
}
