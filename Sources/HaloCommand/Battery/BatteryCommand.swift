import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    guard (1...3660).contains(days) else { throw ValidationError("--days is 1 to 3660.") }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let now = BatteryCommand.moment(now)
    var hasReadings = false
    let devices = try devices(journal)
    if json, devices.isEmpty { return try StandardOutput.write(jsonList: [BatteryOutput]()) }
    for (index, device) in devices.enumerated() {
      let from = Moment(milliseconds: now.milliseconds - days * 86_400_000, secondsFromGMT: now.secondsFromGMT)
      let end = Moment(milliseconds: now.milliseconds + 60_000, secondsFromGMT: now.secondsFromGMT)
      let (history, newest) = try report {
        (try BatteryHistory(journal, of: device, in: from..<end), try journal.latest(.battery, of: device))
      }
      if newest != nil { hasReadings = true }
      let story = BatteryStory(device: device, history: history, from: from, now: now, newest: newest)
      if json {
        try StandardOutput.write(json: BatteryOutput(story))
      } else {
        try StandardOutput.write(
          text: (index > 0 ? "\n" : "") + BatteryView(story).draw(on: Terminal.current()))
      }
    }
    guard hasReadings else { throw ExitCode(EX.dataError) }
  }

  private func devices(_ journal: Journal) throws -> [Device] {
    let devices = try report { try journal.devices() }
    guard !devices.isEmpty else {
      if json, device == nil { return [] }
      StandardError.write("halo: no device is paired. 'halo pair' pairs one.\(journalOptions.adviceIfEmpty)\n")
      throw ExitCode(EX.unavailable)
    }
    guard let name = device?.lowercased() else { return devices }
    let found = devices.filter { $0.name.lowercased() == name || $0.identifier.text.lowercased() == name }
    guard !found.isEmpty else {
      StandardError.write(
        """
        halo: no paired device is called '\(Words.printable(device ?? ""))'. Paired are: \
        \(devices.map { Words.printable($0.name) }.joined(separator: ", ")).

        """)
      throw ExitCode(EX.unavailable)
    }
    return found
  }

  /// A time on the clock on the wall here; this one where it is `nil`.
  private static func moment(_ wall: WallClock?) -> Moment {
    let system = WallTime.system
    let time = wall.map { system.date(at: $0) } ?? system.now
    return Moment(
      milliseconds: Int((time.timeIntervalSince1970 * 1000).rounded(.down)),
      secondsFromGMT: system.secondsFromGMT(at: time))
  }
}
