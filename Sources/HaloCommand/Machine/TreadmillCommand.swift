import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloJournal
import HaloWearables
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `halo treadmill`: one session with a treadmill.
struct TreadmillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "treadmill",
    abstract: "Run a treadmill: see what it does, start and stop it, change speed and incline.",
    discussion: """
      Speeds are in km/h. Nothing faster than your own limit or outside of the machine's range is ever sent, nor anything steeper; and \
      a faster belt is made faster by 1 km/h at a time. Your limits are 'speedLimit: 8' and 'inclineLimit: 10' in \
      ~/.config/halo/settings.yaml; these numbers hold where there are none. --limit, and the variable HALO_SPEED_LIMIT, can only \
      lower the speed. Leaving stops the belt first: with q, with Control-C, at the end of \
      --minutes or of the orders, and after an error. Where the link is lost the belt may run on, because that is the machine's \
      to decide: wear the safety key.

      KEYS: s start · + − speed · ] [ incline · p pause · space stop · q stop and leave

      Where standard input is no terminal, it is read for orders, one a line: \(TreadmillOrder.help). Whatever sets the belt in \
      motion then wants --yes.

      Where there is a journal, the machine is kept in it to be found again, and what it measures as well.

      EXAMPLES:
        halo treadmill
        halo treadmill --speed 5 --incline 1 --minutes 20
        halo treadmill --radio simulated --yes --speed 5 --minutes 1 --simulation-speed 30
        printf 'start 4\\nwait 60\\nspeed 5\\nwait 60\\n' | halo treadmill --yes --json

      EXIT STATUS: 0; 64 where something moving was not confirmed, or an option or an order of standard input is written wrongly, or \
      beyond your limits or the machine's range; 69 where there is no treadmill, it did not do what it was told, or the link was lost; \
      78 where your settings cannot be read; 130 after Control-C. Of orders, the first that was not done decides, and the others are \
      still tried. Refused keys are no error.
      """)

  @OptionGroup var machine: MachineOptions
  @OptionGroup var journalOptions: JournalFileOption

  @Option(help: ArgumentHelp("Start the belt, and bring it to this speed.", valueName: "km/h"))
  var speed: Double?

  @Option(help: ArgumentHelp("Bring it to this incline.", valueName: "%"))
  var incline: Double?

  @Option(help: ArgumentHelp("Stop and leave so long after the belt began to move.", valueName: "minutes"))
  var minutes: Double?

  @Option(help: ArgumentHelp("Allow less speed than your own limit. More is refused.", valueName: "km/h"))
  var limit: Double?

  @Flag(help: "Do not ask before the belt is set in motion.")
  var yes = false

  @Flag(help: "Print a JSON object a record or event.")
  var json = false

  func validate() throws {
    if let limit, !(limit > 0 && limit.isFinite) { throw ValidationError("--limit is a speed in km/h, more than 0.") }
    if let minutes, !(minutes > 0 && minutes <= 1440) {
      throw ValidationError("--minutes is more than 0, and at most 1440.")
    }
    for (name, value) in [("--speed", speed), ("--incline", incline)] where value?.isFinite == false {
      throw ValidationError("\(name) wants a number.")
    }
    if let speed, speed <= 0 { throw ValidationError("--speed is more than 0; leave it out to start later.") }
  }

  func run() async throws { try await TreadmillHelm.threads.run { try await runHere() } }

  private func runHere() async throws {
    let personal = try PersonalLimits(option: limit)
    try PersonalLimits.saying { try personal.check(speed: speed, inclination: incline) }
    let isTyped = Terminal.isTerminal(.standardInput)
    if speed != nil, !yes {
      guard isTyped else {
        StandardError.write("halo: --speed sets a belt in motion: add --yes where nobody can be asked.\n")
        throw ExitCode(EX.usage)
      }
    }
    let journal = try journalOptions.openIfThere(isSimulated: machine.radioOptions.isSimulated)
    if let journal { BeltLeftRunning.warn(in: journal) }
    let orders = [incline.map { TreadmillOrder.incline($0) }, speed.map { TreadmillOrder.start($0) }].compactMap { $0 }
    let (limits, minutes, json) = (personal.limits, minutes, json)
    let tally = OrderTally()
    // Control-Z would leave a belt running with nobody at its keys.
    signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, SIG_DFL) }
    let isConfirmed = yes
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    progress.show("Looking for a treadmill …")
    defer { progress.clear() }
    try await machine.withSession(journal: journal) {
      progress.show("Connecting to \($0.label) …")
    } body: {
      session, advertisement, environment in
      let view = TreadmillView(json: json, time: environment.time)
      do {
        try await session.once { driver in
          progress.clear()
          guard driver.machine == .treadmill else {
            throw MachineError.cannot(
              device: driver.label, what: "be run as a treadmill: it is of another kind (\(driver.machine.words))")
          }
          try await Self.sayingThatItStands(driver) {
            try await driver.withControl(limits) { control in
              try await Self.greet(control, view, isTyped: isTyped)
              let pilot = TreadmillPilot(
                control: control, view: view, clock: environment.clock, isConfirmed: isConfirmed,
                personal: personal, tally: tally)
              let duration = minutes.map { Duration.milliseconds(Int($0 * 60_000)) }
              if isTyped {
                try await Keys.reading { keys in
                  let first = try await Self.confirmed(orders, isConfirmed, keys, view)
                  try await pilot.run(first, .keys(keys), for: duration)
                }
              } else {
                try await pilot.run(orders, .lines(InputLines.stream()), for: duration)
              }
            }
          }
          try view.conclude()
        }
      } catch MachineError.linkLostWhileRunning(let device, let speed) {
        try await Self.stopAfterLoss(
          session, limits, .linkLostWhileRunning(device: device, speed: speed), environment)
      }
    }
    if let status = tally.status { throw ExitCode(status) }
  }

  /// Does `body`; whoever interrupts it is told that the belt stands.
  private static func sayingThatItStands(_ driver: FitnessMachineDriver, _ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as CancellationError {
      if driver.state.isMoving == false { StandardError.write("halo: the belt stands.\n") }
      throw error
    }
  }

  private static func greet(_ control: MachineControl, _ view: TreadmillView, isTyped: Bool) async throws {
    let range = control.allowedSpeeds.map { "\(Words.number($0.lowerBound)) to \(Words.number($0.upperBound)) km/h" }
    try view.note("\(control.driver.label): \(range ?? "no speed is allowed").")
    if isTyped { try view.advise("s start, + - speed, ] [ incline, p pause, space stop, q leave") }
  }

  /// The orders to begin with, where a person confirms them.
  private static func confirmed(
    _ orders: [TreadmillOrder], _ isConfirmed: Bool, _ keys: AsyncStream<String>, _ view: TreadmillView
  ) async throws -> [TreadmillOrder] {
    guard !isConfirmed,
      case .start(let speed?)? = orders.first(where: { if case .start = $0 { true } else { false } })
    else { return orders }
    try view.note(
      "The belt will run at \(Words.number(speed)) km/h. Stand on the side rails, clip the key on. y starts it.")
    for await key in keys {
      if key == "y" { return orders }
      break
    }
    try Task.checkCancellation()
    try view.note("Not started.")
    return orders.filter { if case .start = $0 { false } else { true } }
  }

  /// Connects once more to stop a belt that may run on, and says what came of it.
  private static func stopAfterLoss(
    _ session: MachineOptions.Session, _ limits: MachineLimits, _ loss: MachineError, _ environment: DriverEnvironment
  ) async throws {
    StandardError.write("halo: \(loss)\nhalo: trying to reach it once more, to stop it …\n")
    for _ in 0..<3 {
      let isStopped = try? await session.once { driver in
        try await driver.withControl(limits) { control in
          try await control.stop()
          return true
        }
      }
      if isStopped == true {
        StandardError.write("halo: it was reached again; the belt stands.\n")
        throw ExitCode(EX.unavailable)
      }
      try await environment.clock.sleep(for: .seconds(2))
    }
    throw loss
  }
}
