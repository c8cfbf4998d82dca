/// `halo settings clock`: sets the clock of a ring or watch.
struct ClockCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Set the clock of a ring or watch to local time.",
    discussion: """
      Every command that connects to a ring sets its clock too. Rings have no time zone: their days are those of the \
      zone in which their clock was set.

      EXIT STATUS: 0; 69 if no ring or watch was found.
      """)

  @OptionGroup var ring: DeviceOptions

  func run() async throws {
    let (name, time) = try await ring.withRecordedDevice(.days, for: "settings", work: SetClockWork())
    try StandardOutput.write(Phrase("\(name) was set to \("\(time.wallClock)"), \(time.zone)."))
  }
}

/// Connects to the device, which sets its clock.
private struct SetClockWork: DeviceWork {
  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> (name: String, time: WallTime) {
    try await session.once { _ in }
    return (advertisement.label, environment.time)
  }
}
