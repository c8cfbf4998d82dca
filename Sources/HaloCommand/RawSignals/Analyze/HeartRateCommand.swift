import HaloInterchange
import HaloSignals

/// `halo analyze heart-rate`: estimates the heart rate from PPG in windows.
struct HeartRateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart-rate", abstract: "Estimate the heart rate from PPG, with or without an accelerometer.",
    discussion: """
      Halo prints a value every two seconds for the last eight seconds. With --json each value is a line: \
      {"start":0,"end":8,"bpm":71.2,"confidence":0.93}, in seconds from the first sample. The confidence is the \
      probability that the heart rate is within 5 bpm of the true one. If no value is reliable, bpm is absent and \
      reason gives the reason.

      An accelerometer (three columns, any unit) is used to remove motion artifacts, which can otherwise look like a \
      pulse. With several lights (--ppg red,green), each window uses the best one.

      EXAMPLES:
        halo analyze heart-rate PPG.csv --ppg R --time time
        halo analyze heart-rate run.csv --ppg green --acceleration ax,ay,az --rate 25
        halo analyze heart-rate --device ring --ppg ppg --acceleration x,y,z --json

      EXIT STATUS: as 'halo analyze'.
      """)

  @OptionGroup var input: SignalOptions

  @Option(
    help: ArgumentHelp(
      "The PPG columns: one or several colors, or a pulse oximeter's wave (with --device, the default is ppg).",
      valueName: "column,…"))
  var ppg: String?

  @Option(help: ArgumentHelp("The three columns of an accelerometer.", valueName: "x,y,z"))
  var acceleration: String?

  @Flag(help: "Print JSON lines.")
  var json = false

  private var axes: [String] { acceleration.map(SignalOptions.columns) ?? [] }

  private var lights: [String] { SignalOptions.columns(ppg ?? "ppg") }

  func validate() throws {
    try refuse("Name the PPG column with --ppg COLUMN.", if: ppg == nil && input.device == nil)
    try refuse("--ppg must name one column or several, such as red,green.", if: lights.contains(""))
    try refuse(
      "--acceleration must name three columns, such as ax,ay,az.",
      if: acceleration != nil && (axes.count != 3 || axes.contains("")))
  }

  func run() throws {
    let source = try input.open(lights + axes)
    if json, let refused = try input.precheck(source) {
      try StandardOutput.write(json: ["reason": refused.refusal ?? ""])
      input.tell(refused)
      return
    }
    var listener = HeartRateAnalyzer(rate: source.rate, lights: lights.count)
    var windows: [HeartRateWindow] = []
    var text = ""
    var windowCount = 0
    func tell(_ window: HeartRateWindow) {
      windowCount += 1
      if json { text += Self.line(window) } else { windows.append(window) }
    }
    let summary = try input.read(source) { block in
      listener.take(block, tell)
      if text.utf8.count > 1 << 14 {
        try StandardOutput.write(text: text)
        text = ""
      }
    }
    listener.finish(tell)
    let refusal = summary.refusal ?? (windowCount == 0 ? listener.refusal(summary) : nil)
    if json {
      try StandardOutput.write(text: text)
      if let refusal { try StandardOutput.write(json: ["reason": refusal]) }
      input.tell(summary)
    } else {
      let report = HeartRateReport(
        name: input.name, windows: windows, summary: summary, rate: listener.rate, refusal: refusal)
      try StandardOutput.write(text: report.text(on: Terminal.current()))
    }
  }

  /// Returns a window as a line of JSON, with the keys in a readable order.
  static func line(_ window: HeartRateWindow) -> String {
    func number(_ value: Double, _ scale: Double) -> String {
      let rounded = value.rounded(parts: scale)
      return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
    var line = "{\"start\":\(number(window.start, 1000)),\"end\":\(number(window.end, 1000))"
    if let bpm = window.bpm {
      line += ",\"bpm\":\(number(bpm, 10)),\"confidence\":\(number(window.confidence, 100))"
    } else {
      line += ",\"reason\":\"\(window.refusal?.explanation ?? "no value")\""
    }
    return line + "}\n"
  }
}
