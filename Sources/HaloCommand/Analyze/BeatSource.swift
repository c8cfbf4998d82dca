import ArgumentParser
import HaloReports
import HaloSignals

/// Where beats are looked for: light or an electrocardiogram.
struct BeatSource: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The column of light (PPG); with --device, ppg if nothing else is given. Repeatable for hrv: the color with the most clear beats is taken.",
      valueName: "column"))
  var ppg: [String] = []

  @Option(help: ArgumentHelp("The column of an electrocardiogram.", valueName: "column"))
  var ecg: String?

  func validate() throws {
    if !ppg.isEmpty, ecg != nil { throw ValidationError(Phrase("Choose one of --ppg and --ecg.")) }
  }

  var isGiven: Bool { !ppg.isEmpty || ecg != nil }

  /// The columns in which beats are looked for, one after the other.
  func columns(_ input: SignalOptions) throws -> [String] {
    let columns = ecg.map { [$0] } ?? (ppg.isEmpty && input.device != nil ? ["ppg"] : ppg)
    if columns.isEmpty {
      throw ValidationError(Phrase("Say where beats are looked for: --ppg COLUMN or --ecg COLUMN."))
    }
    return columns
  }

  /// Reads a column of the recording, and gives its beats in order to `body` as soon as they are certain.
  /// `leastQuality` is as in ``PulseBeats``. Where `looksFirst`, there are no beats of a recording that is refused as a whole.
  func read(
    _ input: SignalOptions, column: String, leastQuality: Double = 0.65, looksFirst: Bool = false,
    _ body: (Beat) throws -> Void
  ) throws -> (facts: SignalFacts, summary: SignalSummary) {
    let source = try input.open([column])
    guard var finder = BeatFinder(isElectric: ecg != nil, rate: source.rate, leastQuality: leastQuality) else {
      try input.telling {
        throw SignalError(
          """
          beats cannot be placed at \(SampleRate.text(source.rate ?? 0)) samples a second: \(SampleRate.text(leastRate)) to 20,000 are \
          needed
          """, status: EX.usage)
      }
      throw ExitCode(EX.usage)
    }
    if looksFirst, let refused = try input.lookThrough(source) { return (SignalFacts(), refused) }
    var facts = SignalFacts()
    var failure: (any Error)?
    func tell(_ beat: Beat) {
      guard failure == nil else { return }
      do { try body(beat) } catch { failure = error }
    }
    var isTimely = source.rate != nil
    let summary = try input.read(source) { block in
      if !isTimely, block.times.count > 1 {
        try checkRate(of: block.times)
        isTimely = true
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

extension BeatSource {
  /// Samples a second at which beats can be placed.
  private var leastRate: Double { ecg != nil ? 50 : 8 }

  /// Refuses a recording whose times are too far apart.
  private func checkRate(of times: [Double]) throws {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard let step = steps.isEmpty ? nil : steps[steps.count / 2], 1 / step < leastRate else { return }
    throw SignalError(
      """
      has \(SampleRate.text(1 / step)) samples a second: beats cannot be placed, for which \(SampleRate.text(leastRate)) are needed
      """)
  }
}

/// Finds beats in either.
private enum BeatFinder {
  case light(PulseBeats)
  case electric(RPeaks)

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
      // The only copy of the finder's memory must not be shared while it changes.
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
