import HaloSignals

/// `halo analyze beats`: detects heartbeats.
struct BeatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beats", abstract: "Detect heartbeats in a PPG or ECG.",
    discussion: """
      With --json each beat is printed as a line as soon as it is certain (within a minute of the recording): \
      {"time":0.812}. The time is that of the pulse wave's peak or of R, in seconds from the first sample. --quality \
      adds the signal quality (quality, 0 to 1) and the probability that the beat is right (confidence). If there is \
      no beat, one line gives the reason. Skipped parts of the recording are reported on standard error.

      EXAMPLES:
        halo analyze beats bidmc_01_Signals.csv --ppg PLETH --rate 125
        halo analyze beats PPG.csv --ppg R --time time --json
        halo analyze beats 100 --ecg MLII --json

      EXIT STATUS: as 'halo analyze'.
      """)

  @OptionGroup var input: SignalOptions
  @OptionGroup var source: BeatSource

  @Flag(help: "Print JSON lines.")
  var json = false

  @Flag(help: "JSON: add the quality and the confidence of each beat.")
  var quality = false

  func validate() throws {
    try refuse("Beats are detected in one PPG column. Pass --ppg once.", if: source.ppg.count > 1)
  }

  func run() throws {
    var shown = 0
    var text = ""
    var beats: [Beat] = []
    let columns = try source.columns(input)
    let (facts, summary) = try source.read(input, column: columns[0], validatesFirst: json) { beat in
      shown += 1
      if json {
        text += try line(beat)
        if text.utf8.count > 1 << 14 {
          try StandardOutput.write(text: text)
          text = ""
        }
      } else if beats.count < 200_000 {
        beats.append(beat)
      }
    }
    if json {
      try StandardOutput.write(text: text)
      if let refusal = BeatsReport.refusal(count: shown, facts, summary) {
        try StandardOutput.write(json: ["reason": refusal])
      }
      input.tell(summary)
    } else {
      try StandardOutput.write(
        text: BeatsReport(name: input.name, beats: beats, count: shown, facts: facts, summary: summary).text)
    }
  }

  private func line(_ beat: Beat) throws -> String {
    if !quality { return "{\"time\":\(beat.top.rounded(parts: 1000))}\n" }
    let confidence = beat.confidence(isElectric: source.ecg != nil)
    return
      "{\"confidence\":\(confidence.rounded(parts: 100)),\"quality\":\(beat.quality.rounded(parts: 100)),\"time\":\(beat.top.rounded(parts: 1000))}\n"
  }
}
