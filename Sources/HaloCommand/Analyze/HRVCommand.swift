import ArgumentParser
import HaloHealth
import HaloReports
import HaloSignals

/// `halo analyze hrv`: computes HRV.
struct HRVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hrv", abstract: "Compute HRV: RMSSD, SDNN, pNN50, LF and HF.",
    discussion: """
      The input is a PPG, an ECG, or intervals that a device measured. docs/signals.md has the definitions. Invalid \
      intervals (missed or extra beats, unclear waves) are left out. If there are too many, Halo prints the reason \
      instead of a value. Faulty beats are counted by kind, and each value has a 95 % confidence interval.

      EXAMPLES:
        halo analyze hrv PPG.csv --ppg R --time time
        halo analyze hrv PPG.csv --ppg R --ppg G --ppg B --time time
        halo analyze hrv PPG.csv --ppg R --rate 30 --json
        halo analyze hrv strap.csv --intervals rr

      EXIT STATUS: as 'halo analyze'.
      """)

  @OptionGroup var input: SignalOptions
  @OptionGroup var source: BeatSource

  @Option(help: ArgumentHelp("The column of intervals between beats, in milliseconds.", valueName: "column"))
  var intervals: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  /// The longest recording for which a single value is meaningful, in milliseconds.
  private static let longest = Double(Duration.hours(26).milliseconds)

  func validate() throws {
    if source.ppg.count > 1, input.file == "-" {
      throw ValidationError(
        Phrase("Several columns are read one after the other. Use a file, not standard input."))
    }
    if intervals != nil, source.isGiven {
      throw ValidationError(Phrase("Pass only one of --intervals, --ppg and --ecg."))
    }
    if intervals != nil, input.time != nil || input.rate != nil {
      throw ValidationError(
        Phrase("With --intervals, each row is the length of an interval. Leave out --time and --rate."))
    }
    if intervals != nil, input.device != nil {
      throw ValidationError(Phrase("A device's stream has no intervals. --intervals requires a file."))
    }
  }

  func run() throws {
    let (analysis, refusal, summary, column) = try intervals.map(measured) ?? found()
    if json {
      input.tell(summary)
      try StandardOutput.write(
        json: VariabilityLine(analysis, refusal: refusal, column: source.ppg.count > 1 ? column : nil))
    } else {
      try StandardOutput.write(
        text: VariabilityReport(name: input.name, analysis: analysis, refusal: refusal, problem: summary.problem).text)
    }
  }

  private typealias Found = (analysis: VariabilityAnalysis, refusal: Phrase?, summary: SignalSummary, column: String)

  private func measured(_ column: String) throws -> Found {
    let signal = try input.open([column], secondsPerRow: 1)
    var values: [Double] = []
    var total = 0.0
    let summary = try input.read(signal) { block in
      for value in block.values[0] where total < Self.longest {
        // Keep missing intervals as gaps, so that the intervals around them do not count as successive.
        values.append(value)
        if value.isFinite { total += max(value, 0) }
      }
    }
    let analysis = VariabilityAnalysis(measured: values)
    if summary.rows == 0 { return (analysis, Phrase("there are no intervals"), summary, column) }
    return (analysis, total >= Self.longest ? Self.tooLong : Self.refusal(analysis), summary, column)
  }

  /// Returns the HRV of the color with the most used intervals, preferring colors that have a result.
  private func found() throws -> Found {
    let columns = try source.columns(input)
    var best = try found(in: columns[0])
    for column in columns.dropFirst() {
      let other = try found(in: column)
      let isAnswered = (other.refusal == nil, best.refusal == nil)
      let isClearer = other.analysis.used > best.analysis.used
      if isAnswered.0 != isAnswered.1 ? isAnswered.0 : isClearer { best = other }
    }
    return best
  }

  private func found(in column: String) throws -> Found {
    var beats: [Beat] = []
    var isTooLong = false
    let (facts, summary) = try source.read(input, column: column, leastQuality: 0) { beat in
      if beat.time > Self.longest { isTooLong = true } else { beats.append(beat) }
    }
    let analysis =
      source.ecg == nil ? VariabilityAnalysis(pulses: beats) : VariabilityAnalysis(electrocardiogram: beats)
    return (analysis, facts.refusal(summary) ?? (isTooLong ? Self.tooLong : Self.refusal(analysis)), summary, column)
  }

  private static let tooLong = Phrase(
    "the recording is longer than a day, too long for a single value; choose a part of it")

  private static func refusal(_ analysis: VariabilityAnalysis) -> Phrase? { analysis.refusal.map { "\($0)" } }
}

/// The result as JSON.
private struct VariabilityLine: Encodable {
  var rmssd: Double?
  var sdnn: Double?
  var pnn50: Double?
  var sd1: Double?
  var sd2: Double?
  var lf: Double?
  var hf: Double?
  var lfhf: Double?
  /// The column of light, if several were given.
  let column: String?
  let beats: Int
  let used: Int
  let missed: Int
  let extra: Int
  let ectopic: Int
  let misplaced: Int
  /// The 95 % confidence interval of each value: its lower and upper bound.
  var range: [String: [Double]]?
  var notice: String?
  var reason: Phrase?

  init(_ analysis: VariabilityAnalysis, refusal: Phrase?, column: String?) {
    self.column = column
    beats = analysis.beats
    used = analysis.used
    missed = analysis.faults.missed
    extra = analysis.faults.extra
    ectopic = analysis.faults.ectopic
    misplaced = analysis.faults.misplaced
    reason = refusal
    guard refusal == nil, let values = analysis.variability else { return }
    func rounded(_ value: Double?) -> Double? { value.map { ($0 * 1e6).rounded() / 1e6 } }
    rmssd = rounded(values.rmssd)
    sdnn = rounded(values.sdnn)
    pnn50 = rounded(values.pnn50)
    sd1 = rounded(values.sd1)
    sd2 = rounded(values.sd2)
    lf = rounded(values.lf)
    hf = rounded(values.hf)
    lfhf = rounded(values.lfhf)
    notice = analysis.notice
    let sure = values.uncertainty
    let ranges: [String: ClosedRange<Double>?] = [
      "rmssd": sure.rmssd, "sdnn": sure.sdnn, "pnn50": sure.pnn50, "sd1": sure.sd1, "sd2": sure.sd2, "lf": sure.lf,
      "hf": sure.hf, "lfhf": sure.lfhf,
    ]
    range = ranges.compactMapValues(\.self).mapValues { [$0.lowerBound, $0.upperBound].compactMap(rounded) }
  }
}
