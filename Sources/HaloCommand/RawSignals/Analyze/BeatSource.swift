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
    // In samples per second.
    let minimumRate: Double = isElectric ? 50 : 8
    let kind: any BeatFinder.Type = isElectric ? RPeaks.self : PulseBeats.self
    guard var finder = kind.init(rate: rate, leastQuality: leastQuality) else {
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
        if let rate = StepAnalyzer.rate(of: block.times), rate < minimumRate {
          throw SignalError(
            """
            has \(SampleRate.text(rate)) samples per second; to detect beats, at least \
            \(SampleRate.text(minimumRate)) are needed
            """)
        }
        isRateChecked = true
      }
      for (time, value) in zip(block.times, block.values[0]) {
        facts.add(value)
        finder.add(time: time, value: value, emit: tell)
      }
      if let failure { throw failure }
    }
    finder.finish(emit: tell)
    if let failure { throw failure }
    return (facts, summary)
  }
}

/// A beat detector for one kind of signal.
private protocol BeatFinder {
  init?(rate: Double?, leastQuality: Double)
  mutating func add(time: Double, value: Double, emit: (Beat) -> Void)
  mutating func finish(emit: (Beat) -> Void)
}

extension PulseBeats: BeatFinder {}
extension RPeaks: BeatFinder {}
