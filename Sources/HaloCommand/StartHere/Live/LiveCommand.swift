/// `halo live`: shows a live measurement.
struct LiveCommand: AsyncParsableCommand, BackgroundRunnable {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Show a live measurement of heart rate, SpO₂, HRV, stress or steps.",
    discussion: """
      A ring needs about 30 seconds (60 for HRV) before it has a value. The interval between beats is shown if the \
      ring reports it. Halo stops the measurement, and with it the ring's LEDs, when the time is over, on Control-C, \
      and after an error. If the link is lost, Halo reconnects. Measurements of a paired device are stored in the \
      journal.

      A heart-rate monitor (any strap or armband with the Heart Rate Service) has a value immediately, and reports \
      every beat. From 20 beats on, the RMSSD of the last minute is shown beside the rate. 'hrv' measures the same \
      RMSSD.

      An Everest W311 watch reports its heart rate. With 'steps' it reports the day's steps, distance, energy and \
      active minutes so far.

      EXAMPLES:
        halo live heart-rate
        halo live heart-rate --radio simulated
        halo live spo2 --for 60 --radio simulated
        halo live heart-rate --for 45 --json --radio simulated --speed 0
        halo live hrv --for 90 --radio simulated --scene gym
        halo live steps --for 20 --radio simulated --scene watch

      EXIT STATUS: 0; 65 if there was no value (--for was too short, or the device is not worn); 69 if no device was \
      found, it does not measure that, or the link was lost; 130 after Control-C.
      """)

  struct Quantity: QuantityArgument {
    let metric: Metric

    static func quantities(of family: WearableFamily) -> [Metric] { family.liveQuantities }
  }

  @Argument(help: "What to measure.")
  var quantity: Quantity

  @OptionGroup var ring: DeviceOptions

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Flag(help: "Reset the energy counter of a heart-rate monitor to 0.")
  var resetEnergy = false

  @Flag(help: "Print one JSON object per reading.")
  var json = false

  @Flag(
    help: """
      Run the measurement in the daemon, until --for is over or 'halo daemon end'. The ring must be paired.
      """)
  var background = false

  func validate() throws {
    try refuse("--for must be one second or more.", if: duration ?? 1 < 1)
  }

  func run() async throws {
    let journal = try ring.journalIfExists()
    let view = LiveView(quantity.metric, json: json)
    let quantity = quantity.metric
    view.display.note(Phrase("Looking for \(DeviceKind.measuring(quantity).words) …").text)
    defer { view.display.clear() }
    do {
      let work = LiveWork(
        quantity: quantity, duration: duration.map { .seconds($0) }, resetEnergy: resetEnergy, view: view)
      try await ring.withDevice(
        .measuring(quantity), journal: journal, purpose: "live", speed: 1,
        found: { view.display.note(Phrase("Connecting to \($0.label) …").text) }, work: work)
    } catch  where [EX.interrupted, EX.unavailable].contains(HaloProgram.exitStatus(of: error)) {
      // Control-C is the usual end of this command. A lost link ends it too.
      view.display.clear()
      let failure = HaloProgram.reported(error)
      if view.hasBegun { do { try view.conclude() } catch { HaloProgram.report(error) } }
      throw failure
    }
    try view.conclude()
  }

  var isBackground: Bool { background }
  var backgroundJournal: (file: String?, isSimulated: Bool) {
    (ring.journalOptions.journal, ring.radioOptions.isSimulated)
  }
}

/// Runs `halo live`, reconnecting after a lost link.
private struct LiveWork: DeviceWork {
  let quantity: Metric
  let duration: Duration?
  let resetEnergy: Bool
  let view: LiveView

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws {
    let link = LinkMonitor()
    view.begin(
      advertisement.label, Driver.family, usualSeconds: Driver.warmUpSeconds(for: quantity), time: environment.time)
    try await withTimeLimit(to: duration, environment) {
      if resetEnergy {
        try await session.once { driver in
          guard let monitor = driver as? any EnergyCounting else {
            throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("energy"))
          }
          try await monitor.resetEnergy()
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        if view.display.isShown {
          group.addTask {
            while true {
              try await environment.clock.sleep(for: .seconds(1))
              view.tick()
            }
          }
        }
        try await session.withReconnection(progress: { view.count }) {
          link.note($0)
          view.note($0)
        } _: { driver in
          try await driver.withLiveMeasurement(of: quantity) { readings in
            for await reading in readings { try view.show(reading) }
          }
          // The stream continues until it is stopped, so its end means that the device or the link failed. The next
          // request shows which.
          try Task.checkCancellation()
          try await driver.checkLink()
          throw WearableError.silent(device: advertisement.label, type(of: driver).family.kind)
        }
      }
    }
    try link.check()
  }
}
