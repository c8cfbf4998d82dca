/// `halo battery`: prints the charge, the remaining time and the energy use of paired devices.
struct BatteryCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "battery",
    abstract: "Show a device's charge, its remaining time and the energy use of each feature.",
    discussion: """
      Every sync stores the battery level in the journal. From these readings Halo estimates the discharge rate. If \
      settings or use changed (heart rate every 5 or every 30 minutes, connections held open, live measurements), it \
      also estimates the cost of each. Estimates are ranges that contain the true value about 19 times out of 20. \
      Halo says if there are too few readings for an estimate. docs/battery.md describes the method and the keys of \
      --json.

      EXAMPLES:
        halo battery
        halo battery --device "left hand" --days 90
        halo battery --json | jq '.daysLeft'

      EXIT STATUS: 0; 65 if no device has reported its battery level yet; 69 if no device is paired (with --json: 0) \
      or none has that name.
      """)

  @Option(help: ArgumentHelp("The device's name or identifier (default: all paired devices).", valueName: "name"))
  var device: String?

  @Option(help: "The number of days of readings to use.")
  var days: Int = 60

  @Option(
    help: ArgumentHelp(
      "The local time until which readings are used (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var now: WallClock?

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print one JSON object per device, or [] if no device is paired.")
  var json = false

  func validate() throws {
    try check("--days", days, within: 1...3660)
  }

  func run() throws {
    let journal = try journalOptions.openExisting()
    let system = WallTime.system
    let now = now.map { Moment($0, secondsFromGMT: system.secondsFromGMT(at: system.date(at: $0))) } ?? system.moment
    var hasReadings = false
    let devices = try devices(journal)
    if json, devices.isEmpty { return try StandardOutput.write(jsonList: [BatteryReport]()) }
    for (index, device) in devices.enumerated() {
      let battery = try BatteryReport(device, journal, days: days, now: now)
      hasReadings = hasReadings || battery.hasReadings
      try StandardOutput.write(battery, json: json) {
        (index > 0 ? "\n" : "") + BatteryView(report: battery).draw(on: $0)
      }
    }
    guard hasReadings else { throw Failure(EX.dataError) }
  }

  private func devices(_ journal: Journal) throws -> [Device] {
    let devices = try journal.devices()
    guard !devices.isEmpty else {
      if json, device == nil { return [] }
      throw Failure(EX.unavailable, "no device is paired. Pair one with 'halo pair'.\(journalOptions.adviceIfEmpty)")
    }
    return try device.map { [try DeviceArgument.find($0, in: devices)] } ?? devices
  }
}
