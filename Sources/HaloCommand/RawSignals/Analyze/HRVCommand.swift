import HaloInterchange
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

  func validate() throws {
    try refuse(
      "Several columns are read one after the other. Use a file, not standard input.",
      if: source.ppg.count > 1 && input.file == "-")
    try refuse("Pass only one of --intervals, --ppg and --ecg.", if: intervals != nil && source.isGiven)
    try refuse(
      "With --intervals, each row is the length of an interval. Leave out --time and --rate.",
      if: intervals != nil && (input.time != nil || input.rate != nil))
    try refuse(
      "A device's stream has no intervals. --intervals requires a file.", if: intervals != nil && input.device != nil)
  }

  func run() throws {
    let result = try intervals.map(measured) ?? found()
    if json {
      input.tell(result.summary)
      try StandardOutput.write(json: result.fields(namesColumn: source.ppg.count > 1))
    } else {
      try StandardOutput.write(text: result.text(name: input.name))
    }
  }

  private func measured(_ column: String) throws -> VariabilityResult {
    let signal = try input.open([column], secondsPerRow: 1)
    return try input.reportingErrors { try VariabilityResult(ofIntervals: signal, column: column) }
  }

  /// Returns the HRV of the best color.
  private func found() throws -> VariabilityResult {
    let columns = try source.columns(input)
    return try VariabilityResult.best(of: columns) { column in
      let signal = try input.open([column])
      return try input.reportingErrors {
        try VariabilityResult(of: signal, column: column, isElectric: source.ecg != nil)
      }
    }
  }
}
