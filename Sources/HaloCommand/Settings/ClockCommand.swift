import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo settings clock`: the ring's clock.
struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Set the ring's clock to local time, as every other command does in passing.",
    discussion: """
      Rings have no time zone: the days that they count are those of the zone in which their clock was set.

      EXIT STATUS: 0; 69 where no ring was found.
      """)

  @OptionGroup var ring: RingOptions

  func run() async throws {
    let (name, time) = try await ring.withSession(recorder: FrameList()) { session, advertisement, environment in
      try await session.once { _ in }
      return (advertisement.label, environment.time)
    }
    try StandardOutput.write(text: "\(Words.printable(name)) was set to \(time.wallClock), \(time.zone).\n")
  }
}
