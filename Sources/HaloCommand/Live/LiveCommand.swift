import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo live`: a measurement while one watches.
struct LiveCommand: AsyncParsableCommand {
  struct Quantity: ExpressibleByArgument {
    let live: LiveQuantity

    init?(argument: String) {
      let known = Self.known.map { ($0, MetricName($0.name)) }
      guard let quantity = MetricArgument.offered(argument, known) else { return nil }
      live = quantity
    }

    static var allValueStrings: [String] { known.map(\.name) }

    /// The quantities that a family of this program measures.
    private static var known: [LiveQuantity] {
      LiveQuantity.allCases.filter { quantity in
        HaloProgram.registry.drivers.contains { $0.family.liveQuantities.contains(quantity) }
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Measure heart rate, SpO₂, HRV or stress, or count steps, while you watch.",
    discussion: """
      The ring warms up for about half a minute (a whole one for HRV): until then it has no value, and none is shown. With values, \
      the time between beats is shown if the ring gives it. The measurement is stopped, and with it the ring's LEDs, when the time \
      is over, on Control-C, and after an error; where the link breaks, it is made again. What a paired device measures is kept.

      A heart-rate monitor (any strap or armband with the Heart Rate Service) has a value at once, and tells every beat: from 20 \
      on, the variability of the last minute (RMSSD) is shown beside the rate, and is what 'hrv' measures.

      An Everest W311 watch tells its heart rate, and with 'steps' the day so far: steps, distance, energy and active minutes.

      EXAMPLES:
        halo live heart-rate
        halo live heart-rate --radio simulated
        halo live spo2 --for 60 --radio simulated
        halo live heart-rate --for 45 --json --radio simulated --speed 0
        halo live hrv --for 90 --radio simulated --scene gym
        halo live steps --for 20 --radio simulated --scene watch

      EXIT STATUS: 0; 65 where no value came (--for was too short, or the device is not worn); 69 where no device was found, it does \
      not measure that, or it was lost; 130 after Control-C.
      """)

  @Argument(help: "What to measure.")
  var quantity: Quantity

  @OptionGroup var ring: RingOptions

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Flag(help: "A monitor that counts energy begins again at 0.")
  var resetEnergy = false

  @Flag(help: "Print a JSON object a reading.")
  var json = false

  @Flag(
    help: """
      Let the daemon measure and keep it, and go on without you: until --for is over, or 'halo daemon end'. The ring must be paired.
      """)
  var background = false

  func validate() throws {
    if let duration, duration < 1 { throw ValidationError(Phrase("--for is one second or more.")) }
  }

  func run() async throws {
    let journal = try ring.journalIfThere()
    let view = LiveView(quantity.live, json: json)
    let (quantity, duration, resetEnergy) = (quantity.live, duration.map { Duration.seconds($0) }, resetEnergy)
    view.note(Phrase("Looking for \(DeviceKind.measuring(quantity).words) …").text)
    defer { view.finish() }
    do {
      let work = LiveSession(quantity: quantity, duration: duration, resetEnergy: resetEnergy, view: view)
      try await ring.withDevice(
        .measuring(quantity), recorder: FrameList(), journal: journal, purpose: "live", speed: 1,
        found: { view.note(Phrase("Connecting to \($0.label) …").text) }, work: work)
    } catch let end as ExitCode where [EX.interrupted, EX.unavailable].contains(end.rawValue) {
      // Control-C is how one ends this; a link that is lost ends it too.
      if view.hasBegun { try? view.conclude() }
      throw end
    }
    try view.conclude()
  }
}

/// The work of `halo live` over one or several links.
private struct LiveSession: DeviceWork {
  let quantity: LiveQuantity
  let duration: Duration?
  let resetEnergy: Bool
  let view: LiveView

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws {
    let link = LinkWatch()
    view.begin(
      advertisement.label, Driver.family, usualSeconds: Driver.warmUpSeconds(for: quantity), time: environment.time)
    try await limited(to: duration, environment) {
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
        if view.isLine {
          group.addTask {
            while true {
              try await environment.clock.sleep(for: .seconds(1))
              view.tick()
            }
          }
        }
        try await session.persistently(progress: { view.count }) {
          link.note($0)
          view.note($0)
        } _: { driver in
          try await driver.withLiveMeasurement(of: quantity) { readings in
            for await reading in readings { try view.show(reading) }
          }
          // The readings go on until they are stopped, so their end is the device's, or the link's, which shows with the next request.
          try Task.checkCancellation()
          try await driver.checkLink()
          throw WearableError.silent(device: advertisement.label)
        }
      }
    }
    try link.check()
  }
}

/// Does `body`, and cancels it when the time is over.
func limited(
  to duration: Duration?, _ environment: DriverEnvironment, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  guard let duration else { return try await body() }
  try await withThrowingTaskGroup(of: Bool.self) { group in
    group.addTask {
      try await body()
      return false
    }
    group.addTask {
      try await environment.clock.sleep(for: duration)
      return true
    }
    defer { group.cancelAll() }
    if try await group.next() == true {
      group.cancelAll()
      // What the end of time cancels is no error; its cleaning up is waited for.
      while await group.nextResult() != nil {}
    }
  }
}
