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
    // Connecting sets the clock.
    let (name, time) = try await ring.withDevice(.days, as: { $0 }, Phrase("settings")) { _, seen, environment in
      (seen.label, environment.time)
    }
    try StandardOutput.write(Phrase("\(name) was set to \("\(time.wallClock)"), \(time.zone)."))
  }
}
