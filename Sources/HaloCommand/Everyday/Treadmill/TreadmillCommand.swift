import HaloDaemon
import HaloEngine
import HaloLibc

/// `halo treadmill`: controls a treadmill.
struct TreadmillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "treadmill",
    abstract: "Control a treadmill: start and stop it, and change its speed and incline.",
    discussion: """
      Speeds are in km/h. Halo never sends a speed or incline above your limits or outside the machine's range, and \
      it raises the speed by at most 1 km/h at a time. Set your limits with 'speedLimit: 8' and 'inclineLimit: 10' \
      in ~/.config/halo/settings.yaml; these numbers are the defaults. --limit and the variable HALO_SPEED_LIMIT can \
      only lower the speed limit. Halo stops the belt before it exits: after q, Control-C, the end of --minutes or \
      of the commands, or an error. If the link is lost, the belt may keep running, because the machine decides: \
      wear the safety key. If the belt becomes faster than your limit, or runs at 1.6 times the commanded speed, Halo \
      stops it: it may count in miles. --unit sets the machine's unit. A speed set at the machine is only announced.

      KEYS: s start · + − speed · ] [ incline · p pause · space stop · q stop and exit

      If standard input is not a terminal, Halo reads commands from it, one per line: \(TreadmillAction.help). \
      Commands that start the belt then require --yes.

      If there is a journal, Halo stores the machine and its measurements in it.

      EXAMPLES:
        halo treadmill
        halo treadmill --speed 5 --incline 1 --minutes 20
        halo treadmill --radio simulated --yes --speed 5 --minutes 1 \\
          --simulation-speed 30
        printf 'start 4\\nwait 60\\nspeed 5\\nwait 60\\n' | halo treadmill --yes --json

      EXIT STATUS: 0; 64 if starting the belt was not confirmed, or if an option or a command on standard input is \
      invalid or beyond your limits or the machine's range; 69 if there is no treadmill, it did not carry out a \
      command, or the link was lost; 78 if your settings cannot be read; 130 after Control-C. The first failed \
      command on standard input determines the status; the others still run. Refused keys are not errors.
      """)

  @OptionGroup var machine: MachineOptions
  @OptionGroup var journalOptions: JournalFileOption

  @Option(help: ArgumentHelp("Start the belt at this speed.", valueName: "km/h"))
  var speed: Double?

  @Option(help: ArgumentHelp("Set this incline.", valueName: "%"))
  var incline: Double?

  @Option(help: ArgumentHelp("Stop and exit this long after the belt started.", valueName: "minutes"))
  var minutes: Double?

  @Option(help: ArgumentHelp("A speed limit below your own. A higher one is refused.", valueName: "km/h"))
  var limit: Double?

  @Flag(help: "Start the belt without asking.")
  var yes = false

  @Flag(help: "Print one JSON object per record or event.")
  var json = false

  func validate() throws {
    try refuse("--limit must be a speed in km/h, more than 0.", unless: limit.map { $0 > 0 && $0.isFinite } ?? true)
    try refuse(
      "--minutes must be more than 0, and at most 1440.", unless: minutes.map { $0 > 0 && $0 <= 1440 } ?? true)
    for (name, value) in [("--speed", speed), ("--incline", incline)] where value?.isFinite == false {
      throw ValidationError(Phrase("\(name) needs a number."))
    }
    try refuse("--speed must be more than 0. Leave it out to start later.", if: speed.map { $0 <= 0 } ?? false)
  }

  func run() async throws { try await TreadmillController.threads.run { try await runHere() } }

  private func runHere() async throws {
    var personal = try PersonalLimits(reading: SettingsFile(nil))
    if let limit { try personal.lower(to: limit, "--limit") }
    try personal.check(speed: speed, inclination: incline)
    let isTyped = Terminal.isTerminal(.standardInput)
    if speed != nil, !yes, !isTyped {
      throw Failure(EX.usage, "--speed starts the belt. Add --yes to start it without asking.")
    }
    let journal = try journalOptions.openIfExists(isSimulated: machine.radioOptions.isSimulated)
    if let journal { BeltLeftRunning.warn(in: journal) }
    let orders = [incline.map { TreadmillAction.belt(.incline($0)) }, speed.map { TreadmillAction.belt(.start($0)) }]
      .compactMap { $0 }
    let tally = CommandFailureTally()
    // Control-Z would leave the belt running without control.
    ProgramContext.current.signals?.ignoreStop()
    let progress = ProgressLine()
    progress.show("Looking for a treadmill …")
    defer { progress.clear() }
    let work = TreadmillWork(
      personal: personal, orders: orders, duration: minutes.map { .milliseconds(Int($0 * 60_000)) }, json: json,
      isTyped: isTyped, isConfirmed: yes, progress: progress, tally: tally)
    try await machine.perform(work, journal: journal)
    if let status = tally.status { throw Failure(status) }
  }
}
