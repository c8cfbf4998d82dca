import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloJournal
import HaloReports
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
    if let limit, !(limit > 0 && limit.isFinite) {
      throw ValidationError(Phrase("--limit is a speed in km/h, more than 0."))
    }
    if let minutes, !(minutes > 0 && minutes <= 1440) {
      throw ValidationError(Phrase("--minutes is more than 0, and at most 1440."))
    }
    for (name, value) in [("--speed", speed), ("--incline", incline)] where value?.isFinite == false {
      throw ValidationError(Phrase("\(name) needs a number."))
    }
    if let speed, speed <= 0 { throw ValidationError(Phrase("--speed is more than 0; leave it out to start later.")) }
  }

  func run() async throws { try await TreadmillController.threads.run { try await runHere() } }

  private func runHere() async throws {
    let personal = try PersonalLimits(option: limit)
    try PersonalLimits.saying { try personal.check(speed: speed, inclination: incline) }
    let isTyped = Terminal.isTerminal(.standardInput)
    if speed != nil, !yes {
      guard isTyped else {
        StandardError.report("--speed sets a belt in motion: add --yes to run it without a question.")
        throw ExitCode(EX.usage)
      }
    }
    let journal = try journalOptions.openIfThere(isSimulated: machine.radioOptions.isSimulated)
    if let journal { BeltLeftRunning.warn(in: journal) }
    let orders = [incline.map { TreadmillOrder.belt(.incline($0)) }, speed.map { TreadmillOrder.belt(.start($0)) }]
      .compactMap { $0 }
    let tally = OrderTally()
    // Control-Z would leave a belt running with nobody at its keys.
    signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, SIG_DFL) }
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    progress.show("Looking for a treadmill …")
    defer { progress.clear() }
    let work = TreadmillSession(
      personal: personal, orders: orders, duration: minutes.map { .milliseconds(Int($0 * 60_000)) }, json: json,
      isTyped: isTyped, isConfirmed: yes, progress: progress, tally: tally)
    try await machine.perform(work, journal: journal) { progress.show("Connecting to \($0.label) …") }
    if let status = tally.status { throw ExitCode(status) }
  }
}
