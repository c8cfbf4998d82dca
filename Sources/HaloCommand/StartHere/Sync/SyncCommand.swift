import HaloDaemon

/// `halo sync`: downloads the stored days from a device and draws them.
struct SyncCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync the stored data of a ring or watch, and draw it.",
    discussion: """
      Halo searches for a ring, sets its clock to local time, downloads its stored data (up to seven days), \
      disconnects, and draws the days. Nothing is erased on the ring. Data of a paired ring ('halo pair') is stored \
      in the journal, and only new data is requested.

      EXAMPLES:
        halo sync
        halo sync --radio simulated
        halo sync --radio simulated --seed 7 --now 2026-11-20T08:15
        halo sync --radio simulated --scene watch
        halo sync --radio simulated --days 2 --json | jq '.days[0].movement.steps'

      If the link is lost, Halo reconnects and requests only the missing data.

      Halo does not sync if this computer's clock is wrong (before the release of this version, or before the newest \
      data). Set the clock first.

      If another program on this computer is measuring with the ring, Halo does not interrupt it. With --take-over, \
      Halo takes over its link and disconnects at the end.

      EXIT STATUS: 0; 69 if no ring was found, the data is incomplete, or the radio or the computer's clock cannot \
      be used; 75 if another program is measuring with the ring; 130 after Control-C.
      """)

  @OptionGroup var ring: DeviceOptions

  @Option(help: "The number of days, including today.")
  var days: Int = 7

  @Flag(
    help: """
      Confirm that this computer's clock is right, although the journal has newer data. That data was recorded with \
      a clock that was ahead, and is marked as doubtful.
      """)
  var clockIsRight = false

  @Flag(help: "Print a JSON object with the days, and the frames that each part came from.")
  var json = false

  func validate() throws {
    try refuse("--days must be 1 to 7: a ring stores at most 7 days.", unless: (1...7).contains(days))
  }

  func run() async throws {
    let progress = ProgressLine()
    defer { progress.clear() }
    guard let journal = try ring.journalIfExists() else {
      return try await syncUnpaired(progress)
    }
    // Fitness machines store no data to sync, and scales sleep.
    var paired = try journal.devices().filter { ring.device.map($0.isCalled) ?? Self.isSyncedUnnamed($0) }
    if paired.isEmpty, ring.device != nil {
      // The device may be paired under a name other than its advertised one.
      let found = try await ring.identifier()
      paired = try journal.devices().filter { $0.identifier == found }
    }
    if ring.device == nil, let here = try await ring.radioOptions.simulatedDevices() {
      // Do not search for paired devices that the scene does not contain.
      for device in paired where !here.contains(device.identifier) {
        StandardError.report("\(device.name) is not in this simulation and was not synced.")
      }
      paired.removeAll { !here.contains($0.identifier) }
    }
    guard !paired.isEmpty else {
      let skipped = try journal.devices().filter { !Self.isSyncedUnnamed($0) }
      if ring.device == nil, let first = skipped.first {
        StandardError.report(
          """
          Only devices that store days are synced unless you name one. Paired but skipped: \
          \(.names(skipped.map(\.name))). Sync one with 'halo sync --device "\(first.name)"'.
          """)
      }
      return try await syncUnpaired(progress)
    }
    var failure: Failure?
    for device in paired {
      do {
        try await sync(device, into: journal, progress)
      } catch  where [EX.unavailable, EX.temporary].contains(HaloProgram.exitStatus(of: error)) {
        // Continue, because another device may be nearby.
        progress.clear()
        failure = HaloProgram.reported(error)
      }
    }
    if let failure { throw failure }
  }

  private static func isSyncedUnnamed(_ device: Device) -> Bool {
    HaloProgram.registry.driver(device.family).map(DeviceKind.days.includesDriver) ?? false
  }

  /// Syncs a paired device into the journal, and draws the days from there.
  private func sync(_ device: Device, into journal: Journal, _ progress: ProgressLine) async throws {
    let download = Download(days: days, clockIsRight: clockIsRight, progress: progress)
    progress.show("Connecting to \(device.name) …")
    let report = try await ring.radioOptions.withRadio { radio, environment in
      try await download.run(device, .forCommand(journal, radio, environment))
    }
    try show(report, of: device, in: journal, download)
  }

  /// Syncs an unpaired device into a journal in memory, and draws the days from there.
  private func syncUnpaired(_ progress: ProgressLine) async throws {
    let journal = try Journal.inMemory()
    let download = Download(days: days, clockIsRight: clockIsRight, progress: progress)
    progress.show("Looking for a ring or a watch …")
    let (device, report) = try await ring.withDevice(
      .days, journal: nil, purpose: "sync", found: { progress.show("Connecting to \($0.label) …") }
    ) { contact in
      let engine = Engine.forCommand(journal, contact.radio, contact.environment, takesOver: false)
      let driver = try await contact.measuringDriver()
      let device = try await journal.perform { _ in
        try engine.pair(contact.advertisement, name: nil, driver: driver)
      }
      return (device, try await download.run(device, engine))
    }
    try show(report, of: device, in: journal, download)
  }

  /// Draws the days of a sync, and reports what was unusual about it.
  private func show(_ report: SyncReport, of device: Device, in journal: Journal, _ download: Download) throws {
    download.progress.clear()
    let isStored = !journal.isInMemory
    let family = HaloProgram.registry.family(device.family)
    let reports = try Reports(journal: journal, wearer: device.wearer, isByDeviceClock: !isStored)
    let days = try (0..<self.days).map { try reports.day(report.today.adding(days: -$0), .samples) }
    let difference = try journal.clockDifference(of: device, inLatestSession: true)
    let synced = SyncedRing(device: device, report: report, family: family, days: days)
    if json {
      let frames =
        try isStored
        ? journal.frames(Set(days.flatMap(\.frames)))
        : journal.latestSessions(of: device, limit: 1).flatMap { try journal.frames(ofSession: $0.id) }
      let clock = difference?.fields(of: device, ring.radioOptions)
      try StandardOutput.write(json: synced.fields(frames, clock))
    } else {
      let table = try reports.period(from: report.today.adding(days: 1 - days.count), to: report.today)
      try StandardOutput.write(text: synced.draw(table, on: Terminal.current()))
    }
    for note in report.notes { StandardError.report(note) }
    if let summary = download.tally.summary(of: report) { StandardError.report(summary) }
    if let wrong = try journal.wrongDateInLatestSession(of: device) {
      StandardError.report(
        """
        the clock of \(device.name) was wrong: it showed \("\(wrong)"). Halo has set it. Data recorded with the \
        wrong clock is on other days or marked as doubtful.
        """)
    }
    if let difference { ClockWarning.write(difference, of: device, isStored: isStored, ring.radioOptions) }
    if let refused = RefusedFrames(report.refusedFrames, areStored: isStored) {
      StandardError.report("\(refused.description)")
    }
    if !isStored {
      let pair = "halo pair\(ring.radioOptions.simulationArguments)"
      StandardError.report(
        family?.kind == .watch
          ? Phrase("this data was not stored. Pair this watch with '\(pair)' to store its data.")
          : Phrase("this data was not stored. Pair this ring with '\(pair)' to store its data."))
    }
    if let caution = family?.caution { StandardError.report(caution) }
    guard let interruption = report.interruption else { return }
    throw Failure(EX.unavailable, "\(interruption) The received data is shown above. Sync again for the rest.")
  }
}

/// The download of a device's days, with its progress.
private struct Download: Sendable {
  let days: Int
  let clockIsRight: Bool
  let progress: ProgressLine
  let tally = InterruptionTally()

  func run(_ device: Device, _ engine: Engine) async throws -> SyncReport {
    try await engine.sync(device, days: days, isClockRight: clockIsRight) {
      tally.note($0)
      progress.show($0)
    } progress: {
      progress.show($0)
    }
  }
}

/// A synced device with its days. In JSON, `from` in the days are numbers of `frames`: those of the journal or, of an
/// unpaired device, counted from 0.
private struct SyncedRing {
  let device: Device
  let report: SyncReport
  /// The device's family; `nil` if the program has no driver for it.
  let family: WearableFamily?
  /// The days, the newest first: those of the journal, or of an unpaired device by its own clock.
  let days: [DayReport]

  /// A sentence that names the data that its firmware does not store; `nil` if it stores everything.
  private var notKept: Phrase? { family.flatMap(report.notKept) }

  /// The object that `--json` prints. `from` in the days refers to the numbers of the frames. `clock` is the difference
  /// of the device's clock from local time, if there was one that is not corrected yet.
  func fields(_ frames: [(id: Int, frame: RecordedFrame)], _ clock: JSONFields?) -> JSONFields {
    [
      "device": device.identifier.text, "name": device.name, "identity": report.identity,
      "battery": report.battery?.fields, "settings": report.settings, "today": report.today, "zone": report.zone,
      "days": days.map { JSONFields($0, adding: ["today": report.today]) }, "unsupported": report.unsupported,
      "notKept": notKept, "missed": report.missed, "notes": report.notes.isEmpty ? nil : report.notes, "clock": clock,
      "frames": frames.map { id, frame -> JSONFields in
        [
          "number": id, "characteristic": frame.characteristic.description, "direction": frame.direction.rawValue,
          "hex": Hexadecimal.string(frame.bytes),
          "time": TextFormat.timestamp(frame.time, secondsFromGMT: frame.secondsFromGMT),
        ]
      },
    ]
  }

  func draw(_ table: PeriodReport, on terminal: Terminal) -> String {
    let storesDays = family.map { HaloProgram.registry.storesDays($0.id) } ?? true
    let missed = family.flatMap { Phrase.list(report.missed.map($0.name)) }
    let facts = [
      report.identity.firmware, report.battery.map { Phrase("battery \($0.percent) %").text },
      missed.map { Phrase("\($0) incomplete: sync again").text },
    ].compactMap(\.self)
    let week =
      PeriodView(report: storesDays && family?.isWorn != false ? table : nil, title: device.name, facts: facts)
      .draw(on: terminal)
      + (notKept.map { $0.text + "\n" } ?? "")
    guard let newest = days.first(where: { !$0.isEmpty }) else { return week }
    let footer =
      !storesDays
      ? [Phrase("Measured while Halo was connected.")]
      : newest.coverage?.sentences ?? (family?.isWorn == false ? [] : [Phrase("By the device's clock.")])
    return week + "\n" + DayView(day: newest, footer: footer.map(\.text)).draw(on: terminal)
  }
}
