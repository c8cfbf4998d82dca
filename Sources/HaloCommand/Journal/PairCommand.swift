import HaloDaemon
import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables
import SystemPackage

/// `halo pair`: keeps a device.
struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Keep a ring, a watch or a heart-rate monitor: from now on 'halo sync' brings its data into the journal.",
    discussion: """
      EXAMPLES:
        halo pair
        halo pair --radio simulated
        halo pair --radio simulated --scene gym
        halo pair --radio simulated --scene watch
        halo pair --device "COLMI R12_0001" --name "left hand" --wearer Ada --radio simulated

      EXIT STATUS: 0; 64 if another device has the name; 69 if no device was found, or its data are another person's.
      """)

  @OptionGroup var ring: RingOptions

  @Option(help: "What to call it (default: the name it advertises).")
  var name: String?

  @Option(help: "Who wears it (default: who wore it before, otherwise 'me').")
  var wearer: String?

  @Flag(
    help:
      "The ring was last set by an app that keeps it in UTC (most Python clients do), so what it knows is by that clock."
  )
  var clockInUTC = false

  @Flag(
    help:
      "The ring's clock was right before Halo first set it, although its newest value made it look as if it had been in UTC."
  )
  var clockInLocalTime = false

  func validate() throws {
    guard !clockInUTC || !clockInLocalTime else {
      throw ValidationError(
        Phrase("A clock was in UTC or in local time: give one of --clock-in-utc and --clock-in-local-time."))
    }
    guard name?.isEmpty != true, wearer?.isEmpty != true else {
      throw ValidationError(Phrase("A name has at least one character."))
    }
  }

  func run() async throws {
    let (name, wearer, ring) = (name, wearer, ring)
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    progress.show("Looking for a ring …")
    defer { progress.clear() }
    let (device, journal) = try await report {
      try await Interruption.cancelling {
        try await ring.radioOptions.withRadio { radio, environment in
          let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: ring.seconds)
          let advertisement = try await finder.device(
            .heart, ring.device, knownAs: ring.identifier(in: ring.journalIfThere()))
          // Not before: a device that is not found leaves no empty journal behind.
          let journal = try ring.journalOptions.open(isSimulated: ring.radioOptions.isSimulated)
          let engine = Engine(
            journal: journal, radio: radio, registry: HaloProgram.registry, environment: environment,
            handover: DaemonHandover(journal: journal.path) { StandardError.report($0) })
          return (try engine.pair(advertisement, name: name, wearer: wearer), journal)
        }
      }
    }
    progress.clear()
    if clockInUTC || clockInLocalTime {
      try report {
        if clockInUTC { try journal.setUTCBefore(device) } else { try journal.setLocalBefore(device) }
        // What it has told already is by that clock as well.
        if device.lastSession != nil { _ = try Reader(journal, HaloProgram.registry).rebuild() }
      }
    }
    let family = HaloProgram.registry.family(device.family)
    let use =
      if HaloProgram.registry.keepsDays(device.family) {
        Phrase("'halo sync\(ring.radioOptions.simulationArguments)' brings its days into \(journal.path).")
      } else if family?.rawSearchWords != nil {
        Phrase("What 'halo live' and 'halo raw' measure with it goes into \(journal.path).")
      } else if family?.liveQuantities.isEmpty == false {
        Phrase("What 'halo live' measures with it goes into \(journal.path).")
      } else {
        Phrase("What Halo measures with it goes into \(journal.path).")
      }
    DaemonSocket.reload(journal: journal.path)
    try StandardOutput.write(
      Phrase("\(device.name) (\(device.identifier.text)) is kept now, worn by \(device.wearer)."), use)
    try report { try ClockWarning.write(of: device, in: journal, ring.radioOptions) }
  }
}
