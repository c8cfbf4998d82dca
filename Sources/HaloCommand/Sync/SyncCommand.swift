import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloInsights
import HaloWearables
import SystemPackage

/// `halo sync`: brings a week home from a ring and draws it.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring the last days home from a ring and draw them.",
    discussion: """
      Looks for a ring, sets its clock to local time, brings home what it keeps (up to seven days), lets it go, and draws the \
      days and the newest of them. Nothing is erased on the ring, and nothing is kept by Halo yet.

      EXAMPLES:
        halo sync --radio simulated
        halo sync --radio simulated --seed 7 --now 2026-11-20T08:15
        halo sync --radio simulated --days 2 --json | jq '.days[0].movement.steps'

      Where the link breaks it is made again, and only what is missing is asked for.

      EXIT STATUS: 0; 69 where no ring was found, not everything came home, or the radio cannot be used; 130 after Control-C.
      """)

  @OptionGroup var ring: RingOptions

  @Option(help: "How many days, today included.")
  var days: Int = 7

  @Flag(help: "Print a JSON object: the days, and the frames that each part came from.")
  var json = false

  func validate() throws {
    guard (1...7).contains(days) else { throw ValidationError("--days is 1 to 7: a ring keeps no more.") }
  }

  func run() async throws {
    let recorder = FrameList()
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    defer { progress.clear() }
    progress.show("Looking for a ring …")
    let days = days
    let synced = try await ring.withSession(recorder: recorder) {
      progress.show("Connecting to \(Words.printable($0.label)) …")
    } body: { session, advertisement, _ in
      let report = try await session.sync(SyncRequest(days: days)) {
        progress.show($0)
      } progress: {
        progress.show($0)
      }
      return SyncedRing(advertisement: advertisement, report: report)
    }
    progress.clear()
    if json {
      let days = synced.days(days).map { DayReport($0, today: synced.report.today) }
      try StandardOutput.write(json: SyncOutput(synced, days: days, frames: await recorder.frames))
    } else {
      try StandardOutput.write(text: synced.draw(days: days, on: Terminal.current()))
    }
    if let interruption = synced.report.interruption {
      StandardError.write(
        "halo: \(Words.printable(interruption)) Above is what came home; sync again for the rest.\n")
      throw ExitCode(EX.unavailable)
    }
  }
}

/// A ring and what it told.
struct SyncedRing: Sendable {
  let advertisement: Advertisement
  let report: SyncReport

  /// The last days, the newest first.
  func days(_ count: Int) -> [DaySummary] {
    (0..<count).map { DaySummary(of: report.today.adding(days: -$0), in: report.readings) }
  }

  func draw(days count: Int, on terminal: Terminal) -> String {
    let days = days(count)
    let week = WeekView(self, days: days.reversed()).draw(on: terminal)
    guard let newest = days.first(where: { !$0.isEmpty }) else { return week }
    return week + "\n"
      + DayView(
        newest,
        footer: [newest.date == report.today ? "Today so far, by the ring's own clock." : "By the ring's own clock."]
      ).draw(on: terminal)
  }
}

/// What `halo sync --json` prints. `from` in the days are places in `frames`.
struct SyncOutput: Encodable {
  struct Frame: Encodable {
    let characteristic: String
    let direction: String
    let hex: String
    /// ISO 8601, with the offset in force.
    let time: String
  }

  let device: String
  let name: String?
  let identity: DeviceIdentity
  let battery: RingInfo.Battery?
  let settings: [AutomaticMeasurement]
  let today: CalendarDate
  let zone: String
  let days: [DayReport]
  let unsupported: [String]
  let missed: [String]
  let frames: [Frame]

  init(_ synced: SyncedRing, days: [DayReport], frames: [RecordedFrame]) {
    device = synced.advertisement.device.text
    name = synced.advertisement.name
    identity = synced.report.identity
    battery = synced.report.battery.map(RingInfo.Battery.init)
    settings = synced.report.settings
    today = synced.report.today
    zone = synced.report.zone
    self.days = days
    unsupported = synced.report.unsupported
    missed = synced.report.missed
    self.frames = frames.map {
      Frame(
        characteristic: $0.characteristic.description, direction: $0.direction.rawValue,
        hex: Hexadecimal.string($0.bytes), time: Words.timestamp($0.time, secondsFromGMT: $0.secondsFromGMT))
    }
  }
}
