import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables

/// `halo battery`: how full paired devices are, how long that lasts, and what costs how much.
struct BatteryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "battery",
    abstract: "Say how full a device is, how long that lasts, and what each habit costs it.",
    discussion: """
      Every sync reads the charge, and the journal keeps it. From those readings this works out how fast the charge goes down, and, where \
      habits changed while it did (the heart rate every 5 or every 30 minutes, links that were held, live measurements), what each of \
      them costs. All but the readings are estimates, and ranges: the truth is within them about 19 times of 20. What cannot be told is \
      said to be so. docs/battery.md says how it is done, and what the keys of --json are.

      EXAMPLES:
        halo battery
        halo battery --device "left hand" --days 90
        halo battery --json | jq '.daysLeft'

      EXIT STATUS: 0; 65 where no device has said yet how full it is; 69 if no device is paired (with --json: 0) or none \
      has that name.
      """)

  @Option(help: ArgumentHelp("Which device: its name or identifier (default: all that are paired).", valueName: "name"))
  var device: String?

  @Option(help: "How many days back to look.")
  var days: Int = 60

  @Option(
    help: ArgumentHelp(
      "The time to look from, on the clock on the wall (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var now: WallClock?

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object a device, [] if no device is paired.")
  var json = false

  func validate() throws {
    guard (1...3660).contains(days) else { throw ValidationError(Phrase("--days is 1 to 3660.")) }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let system = WallTime.system
    let now = now.map { Moment($0, secondsFromGMT: system.secondsFromGMT(at: system.date(at: $0))) } ?? system.moment
    var hasReadings = false
    let devices = try devices(journal)
    if json, devices.isEmpty { return try StandardOutput.write(jsonList: [BatteryReport]()) }
    for (index, device) in devices.enumerated() {
      let battery = try report {
        try BatteryReport(
          device, journal, days: days, now: now, keepsDays: HaloProgram.registry.keepsDays(device.family))
      }
      hasReadings = hasReadings || battery.hasReadings
      if json {
        try StandardOutput.write(json: battery)
      } else {
        try StandardOutput.write(
          text: (index > 0 ? "\n" : "") + BatteryView(report: battery).draw(on: Terminal.current()))
      }
    }
    guard hasReadings else { throw ExitCode(EX.dataError) }
  }

  private func devices(_ journal: Journal) throws -> [Device] {
    let devices = try report { try journal.devices() }
    guard !devices.isEmpty else {
      if json, device == nil { return [] }
      StandardError.report(Phrase("no device is paired. 'halo pair' pairs one.\(journalOptions.adviceIfEmpty)"))
      throw ExitCode(EX.unavailable)
    }
    return try device.map { [try DeviceArgument.find($0, in: devices)] } ?? devices
  }
}
