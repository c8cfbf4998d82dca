import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo bridge`: what a wearable measures, as a standard device for others.
struct BridgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Let gym apps and bike computers use a ring as if it were a heart-rate strap.",
    subcommands: [BridgeHeartRateCommand.self])
}

/// `halo bridge heart-rate`.
struct BridgeHeartRateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart-rate",
    abstract: "Serve a ring's or a strap's live heart rate as a Bluetooth heart-rate monitor.",
    discussion: """
      This computer becomes a heart-rate monitor of its own that apps, watches and bike computers find and connect to, and that tells \
      every second what the ring or strap measures. While a ring warms up (half a minute), or is not worn, "no contact" is told and \
      no rate; where the link to it breaks, it is made again for as long as this runs, and "no contact" is told meanwhile. The time \
      between beats is passed on from straps, which tell every beat, and not from rings.

      At the end, on Control-C as well, the ring's LEDs are off and the monitor is gone. What a paired device measures is kept.

      On the simulated radio an app is in the air that listens.

      EXAMPLES:
        halo bridge heart-rate
        halo bridge heart-rate --name "Ada's ring" --for 3600
        halo bridge heart-rate --radio simulated
        halo bridge heart-rate --for 45 --json --radio simulated --speed 0
        halo bridge heart-rate --radio simulated --scene gym

      EXIT STATUS: 0; 69 if no device was found, it does not measure that, or the radio cannot serve; 130 after Control-C.
      """)

  @OptionGroup var ring: RingOptions

  @Option(help: ArgumentHelp("What the monitor is called, in 29 bytes at most.", valueName: "name"))
  var name = "Halo heart rate"

  @Option(
    help: ArgumentHelp(
      "Real radio: which adapter is the monitor, where the one that the ring is connected to cannot be both.",
      valueName: "hci1", visibility: RadioOptions.visibilityOfAdapters))
  var serveOn: String?

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Flag(help: "Print a JSON object a second.")
  var json = false

  func validate() throws {
    try RadioOptions.validate(adapter: serveOn)
    if let duration, duration < 1 { throw ValidationError(Phrase("--for is one second or more.")) }
    guard (1...29).contains(name.utf8.count) else {
      throw ValidationError(
        Phrase(
          """
          --name is 1 to 29 bytes of UTF-8, which is what an advertisement takes; this one has \(name.utf8.count).
          """))
    }
  }

  func run() async throws {
    let journal = try ring.journalIfThere()
    let view = BridgeView(json: json)
    let adapter = serveOn
    let (name, duration, isSimulated) = (name, duration.map { Duration.seconds($0) }, ring.radioOptions.isSimulated)
    view.note(Phrase("Looking for a ring or a heart-rate monitor …"))
    defer { view.finish() }
    do {
      try await ring.withDevice(
        .heart, recorder: FrameList(), journal: journal, purpose: "live", speed: 1, servingOn: adapter,
        found: { view.note(Phrase("Connecting to \($0.label) …")) }
      ) { contact in
        let work = BridgeSession(name: name, peripheral: contact.peripheral, view: view)
        try await limited(to: duration, contact.environment) {
          try await withThrowingTaskGroup(of: Void.self) { group in
            if isSimulated { group.addTask { await SimulatedApp(radio: contact.radio).listen(to: name) } }
            defer { group.cancelAll() }
            try await contact.perform(work)
          }
        }
      }
    } catch let end as ExitCode where [EX.interrupted, EX.unavailable].contains(end.rawValue) {
      // Control-C is how one ends this.
      try? view.conclude()
      throw end
    }
    try view.conclude()
  }
}

/// The work of `halo bridge heart-rate`.
private struct BridgeSession: DeviceWork {
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
