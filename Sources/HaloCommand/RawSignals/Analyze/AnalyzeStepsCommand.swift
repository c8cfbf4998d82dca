import HaloSignals

/// `halo analyze steps`: counts the steps in a recording of acceleration.
struct AnalyzeStepsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps",
    abstract: "Count the steps in a recording of acceleration.",
    discussion: """
      Halo counts peaks of movement while it is as periodic as walking, for at least ten seconds. Below 12.5 samples \
      per second steps cannot be detected, and there is no result. Each bout has a confidence: the probability that \
      its steps are real, and not another periodic movement. docs/movement-and-sleep.md describes the algorithm and \
      its accuracy.

      EXAMPLES:
        halo analyze steps walk.csv --acceleration ax,ay,az --rate 50 --unit mg
        halo analyze steps walk.csv --acceleration ax,ay,az --time time \\
          --time-unit ns --unit m/s2 --json
      """)

  @OptionGroup var input: SignalOptions

  @Option(help: ArgumentHelp("The columns of the three axes.", valueName: "x,y,z"))
  var acceleration = "x,y,z"

  @Option(
    help: ArgumentHelp("The unit of the acceleration: mg, g or m/s2.", valueName: "unit"), transform: Self.unit)
  var unit: AccelerationUnit = .gravities

  @Flag(help: "Print one line of JSON.")
  var json = false

  private static func unit(_ text: String) throws -> AccelerationUnit {
    try refuse(
      "'\(text)' is not a unit of acceleration. Use mg, g or m/s2.",
      ifNil: AccelerationUnit(rawValue: text == "m/s²" ? "m/s2" : text))
  }

  private var axes: [String] { SignalOptions.columns(acceleration) }

  func validate() throws {
    try refuse(
      "--acceleration must name three columns, such as ax,ay,az.",
      unless: axes.count == 3 && axes.allSatisfy({ !$0.isEmpty }))
  }

  func run() throws {
    let report = try report()
    if json { input.tell(report.summary) }
    try StandardOutput.write(report.fields, json: json) { report.text(name: input.name, on: $0) }
  }

  /// Reads the recording and counts its steps.
  func report() throws -> StepCountReport {
    let source = try input.open(axes)
    return try input.reportingErrors { try StepCountReport(of: source, unit: unit) }
  }
}
