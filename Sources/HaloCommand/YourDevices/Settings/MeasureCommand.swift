/// `halo settings measure`: configures a ring's automatic measurements.
struct MeasureCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Configure a ring's automatic measurements.",
    discussion: """
      EXAMPLES:
        halo settings measure heart-rate --every 10 --radio simulated
        halo settings measure spo2 --on --radio simulated

      EXIT STATUS: 0; 69 if no ring was found, its firmware does not have the setting, or it did not store the \
      value.
      """)

  struct Quantity: QuantityArgument {
    let metric: Metric

    static func quantities(of family: WearableFamily) -> [Metric] { family.automaticQuantities }
  }

  @Argument(help: "What to measure.")
  var quantity: Quantity

  @Flag(help: "Turn the measurement on.")
  var on = false

  @Flag(help: "Turn the measurement off.")
  var off = false

  @Option(help: ArgumentHelp("Heart rate only: the interval in minutes.", valueName: "minutes"))
  var every: Int?

  @OptionGroup var ring: DeviceOptions

  func validate() throws {
    guard (on || every != nil) != off else {
      throw ValidationError(
        quantity.metric == .heartRate
          ? Phrase("Pass either --off, or --on or --every MINUTES.") : Phrase("Pass either --off or --on."))
    }
    if let every {
      try refuse(
        "--every only applies to heart-rate. Rings choose the interval of other measurements.",
        unless: quantity.metric == .heartRate)
      try refuse("--every must be 1 to 255 minutes.", unless: (1...255).contains(every))
    }
  }

  func run() async throws {
    let quantity = quantity.metric
    let journal = try ring.journalIfExists()
    let actual = try await ring.withDevice(.ring, as: { $0 as? any Configurable }, quantity.phrase) {
      driver, ring, environment in
      let actual = try await driver.configure(
        AutomaticMeasurement(quantity, isEnabled: !off, intervalMinutes: every))
      // Record when the setting changed, so that 'halo battery' can estimate its energy use.
      if let journal, let device = try journal.devices().first(where: { $0.identifier == ring.device }) {
        let now = Moment(
          environment.time.wallClock, secondsFromGMT: environment.time.secondsFromGMT(at: environment.time.now))
        try journal.note([actual.stored], of: device, at: now)
      }
      return actual
    }
    try RingSettingsOutput.write([RingSettingsOutput.row(actual)])
  }
}
