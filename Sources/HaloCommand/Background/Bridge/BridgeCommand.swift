/// `halo bridge`: serves a wearable's measurements as a standard Bluetooth device.
struct BridgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Serve a ring as a heart-rate monitor for gym apps and bike computers.",
    subcommands: [BridgeHeartRateCommand.self])
}

/// `halo bridge heart-rate`.
struct BridgeHeartRateCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "heart-rate",
    abstract: "Serve the live heart rate of a ring or strap as a Bluetooth heart-rate monitor.",
    discussion: """
      This computer advertises itself as a heart-rate monitor. Apps, watches and bike computers can connect to it, \
      and it sends them the heart rate of the ring or strap every second. While a ring warms up (30 seconds) or is \
      not worn, the monitor sends "no contact" and no rate. If the link to the ring is lost, Halo reconnects and \
      sends "no contact" meanwhile. Beat intervals are forwarded from straps, which report every beat, but not from \
      rings.

      At the end, and on Control-C, Halo turns off the ring's LEDs and stops advertising. Measurements of a paired \
      device are stored in the journal.

      The simulated radio includes an app that subscribes to the monitor.

      EXAMPLES:
        halo bridge heart-rate
        halo bridge heart-rate --name "Ada's ring" --for 3600
        halo bridge heart-rate --radio simulated
        halo bridge heart-rate --for 45 --json --radio simulated --speed 0
        halo bridge heart-rate --radio simulated --scene gym

      EXIT STATUS: 0; 69 if no device was found, it does not measure the heart rate, or the radio cannot act as a \
      peripheral; 130 after Control-C.
      """)

  @OptionGroup var ring: DeviceOptions

  @Option(help: ArgumentHelp("The monitor's name, at most 29 bytes.", valueName: "name"))
  var name = "Halo heart rate"

  @Option(
    help: ArgumentHelp(
      "Real radio: the adapter for the monitor, if the adapter that is connected to the ring cannot do both.",
      valueName: "hci1", visibility: RadioOptions.visibilityOfAdapters))
  var serveOn: String?

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Flag(help: "Print one JSON object per second.")
  var json = false

  func validate() throws {
    try RadioOptions.validate(adapter: serveOn)
    try refuse("--for must be one second or more.", if: duration ?? 1 < 1)
    try refuse(
      """
      --name must be 1 to 29 bytes of UTF-8, to fit an advertisement; this name has \(name.utf8.count).
      """, unless: (1...29).contains(name.utf8.count))
  }

  func run() async throws {
    let journal = try ring.journalIfExists()
    let view = BridgeView(json: json)
    let isSimulated = ring.radioOptions.isSimulated
    view.display.note(Phrase("Looking for a ring or a heart-rate monitor …").text)
    defer { view.display.clear() }
    do {
      try await ring.withDevice(
        .heart, journal: journal, purpose: "live", speed: 1, servingOn: serveOn,
        found: { view.display.note(Phrase("Connecting to \($0.label) …").text) }
      ) { contact in
        let work = BridgeWork(name: name, peripheral: contact.peripheral, view: view)
        try await withTimeLimit(to: duration.map { .seconds($0) }, contact.environment) {
          try await withThrowingTaskGroup(of: Void.self) { group in
            if isSimulated { group.addTask { await SimulatedApp(radio: contact.radio).listen(to: name) } }
            defer { group.cancelAll() }
            try await contact.perform(work)
          }
        }
      }
    } catch  where [EX.interrupted, EX.unavailable].contains(HaloProgram.exitStatus(of: error)) {
      // Control-C is the usual end of this command.
      view.display.clear()
      let failure = HaloProgram.reported(error)
      try? view.conclude()
      throw failure
    }
    try view.conclude()
  }
}

/// Runs `halo bridge heart-rate`.
private struct BridgeWork: DeviceWork {
  let name: String
  let peripheral: any Peripheral
  let view: BridgeView

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws {
    let bridge = HeartRateBridge(
      name: name, source: advertisement, session: session, peripheral: peripheral, environment: environment)
    try await bridge.run { try view.show($0, from: advertisement, at: environment.time) }
  }
}
