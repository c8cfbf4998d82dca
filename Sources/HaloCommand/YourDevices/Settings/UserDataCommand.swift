/// `halo settings user-data`: shows and changes the wearer's data on a watch.
struct UserDataCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "user-data",
    abstract: "Show and change your data on a watch; omitted values are not changed.",
    discussion: """
      No source documents the units of weight and stride on an Everest W311 (docs/everest-w311.md). If a watch does \
      not report its data, pass --birthday, --weight and --stride.

      EXAMPLES:
        halo settings user-data --radio simulated --scene watch
        halo settings user-data --birthday 1992-05-17 --weight 63 --stride 75 \\
          --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no watch was found, or it does not report its data.
      """)

  @Option(help: ArgumentHelp("The day of birth.", valueName: "YYYY-MM-DD"), transform: parseDate)
  var birthday: CalendarDate?
  @Option(help: "The weight in the watch's unit, assumed to be kilograms.")
  var weight: Int?
  @Option(help: "The stride in the watch's unit, assumed to be centimeters.")
  var stride: Int?
  @Option(help: "The daily step goal.")
  var steps: Int?
  @Option(help: ArgumentHelp("The nightly sleep goal, in minutes.", valueName: "minutes"))
  var sleep: Int?

  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    for (name, value, most) in [
      ("--weight", weight, 0xFFFF), ("--stride", stride, 0xFFFF), ("--steps", steps, 0xFF_FFFF),
      ("--sleep", sleep, 1439),
    ] {
      try check(name, value, within: 0...most)
    }
  }

  func run() async throws {
    let answer = try await written()
    let data = answer.value
    if json {
      return try StandardOutput.write(
        json: [
          "type": "userData", "birthday": data.birthday, "weight": data.weight, "stride": data.stride,
          "targetSteps": data.targetSteps, "targetSleepMinutes": data.targetSleepMinutes,
          "verified": answer.isVerified,
        ] as JSONFields)
    }
    try StandardOutput.write(
      Phrase("born \("\(data.birthday)"), weight \(data.weight), stride \(data.stride)"),
      Phrase("goals: \(data.targetSteps) steps, \(MeasureWording.duration(minutes: data.targetSleepMinutes)) of sleep"))
    try StandardOutput.write(text: answer.cautionLine)
  }

  /// Reads the wearer's data on a watch, and changes the given values.
  private func written() async throws -> CautionedValue<WearerData> {
    return try await ring.withDevice(
      .wearerData, as: { $0 as? any WearerDataConfigurable }, Phrase("user data of a watch")
    ) { watch, seen, _ in
      let known = try await watch.wearerData()
      guard let birthday = birthday ?? known?.birthday, let weight = weight ?? known?.weight,
        let stride = stride ?? known?.stride
      else {
        throw ConfigurableError.unsupported(
          device: seen.label, what: Phrase("user data, unless --birthday, --weight and --stride are all given"))
      }
      let requested = WearerData(
        birthday: birthday, weight: weight, targetSteps: steps ?? known?.targetSteps ?? 8000, stride: stride,
        targetSleepMinutes: sleep ?? known?.targetSleepMinutes ?? 480)
      if known == requested { return CautionedValue(requested, of: watch) }
      let actual = try await watch.setWearerData(requested)
      if actual == nil { UnverifiedSetting.report(Phrase("user data")) }
      return CautionedValue(actual ?? requested, of: watch)
    }
  }

  private static func parseDate(_ text: String) throws -> CalendarDate {
    try refuse("'\(text)' is not a date. Write it like 1992-05-17.", ifNil: CalendarDate(text))
  }
}
