import ArgumentParser
import HaloReports
import HaloSignals

/// `halo analyze beats`: when the heart beat.
struct BeatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beats", abstract: "When the heart beat, from light or an electrocardiogram.",
    discussion: """
      With --json each beat is a line as soon as it is certain (within a minute of the recording): {"time":0.812}, in seconds from the \
      first sample, when the wave of light was at its top, or R. With --quality also how clear it is (quality, 0 to 1) and how likely it is right (confidence). Where there is \
      no beat, one line says the reason. What is left out of the recording is said on standard error.

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

  @Flag(help: "JSON: how clear each beat is, and how likely it is right.")
  var quality = false

  func validate() throws {
    if source.ppg.count > 1 {
      throw ValidationError(Phrase("Beats are found in one column of light; give --ppg once."))
    }
  }

  /// A line of JSON.
  private struct Line: Encodable {
    var time: Double?
    var quality: Double?
    var reason: Phrase?
  }

  func run() throws {
    var shown = 0
    var text = ""
    var beats: [Beat] = []
    let columns = try source.columns(input)
    let (facts, summary) = try source.read(input, column: columns[0], looksFirst: json) { beat in
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
        try StandardOutput.write(json: Line(reason: refusal))
      }
      input.tell(summary)
    } else {
      try StandardOutput.write(
        text: BeatsReport(name: input.name, beats: beats, count: shown, facts: facts, summary: summary).text)
    }
  }

  private func line(_ beat: Beat) throws -> String {
    func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    if !quality { return "{\"time\":\(thousandths(beat.top))}\n" }
    let confidence = beat.confidence(isElectric: source.ecg != nil)
    return
      "{\"confidence\":\((confidence * 100).rounded() / 100),\"quality\":\((beat.quality * 100).rounded() / 100),\"time\":\(thousandths(beat.top))}\n"
  }
}
