import HaloDaemon

/// `halo pair`: pairs a device.
struct PairCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Pair a ring, a watch or a heart-rate monitor, so that 'halo sync' can store its data.",
    discussion: """
      EXAMPLES:
        halo pair
        halo pair --radio simulated
        halo pair --radio simulated --scene gym
        halo pair --radio simulated --scene watch
        halo pair --device "COLMI R12_0001" --name "left hand" --wearer Ada \\
          --radio simulated

      EXIT STATUS: 0; 64 if another device has the name; 69 if no device was found, or its data belongs to another \
      wearer.
      """)

  @OptionGroup var ring: DeviceOptions

  @Option(help: "The device's name (default: its advertised name).")
  var name: String?

  @Option(help: "The wearer (default: the previous wearer, otherwise 'me').")
  var wearer: String?

  @Option(help: "Your number on a scale or cuff that several people use, 0 to 254.")
  var user: UInt8?

  @Flag(
    help:
      "The ring's clock was last set to UTC by another app (most Python clients do this), so its stored data is in UTC."
  )
  var clockInUTC = false

  @Flag(
    help:
      "The ring's clock was in local time before Halo first set it, although its newest value suggests UTC."
  )
  var clockInLocalTime = false

  func validate() throws {
    try refuse("Pass only one of --clock-in-utc and --clock-in-local-time.", unless: !clockInUTC || !clockInLocalTime)
    try refuse("A name needs at least one character.", unless: name?.isEmpty != true && wearer?.isEmpty != true)
    try refuse("--user must be a number from 0 to 254.", unless: user != 255)
  }

  func run() async throws {
    let progress = ProgressLine()
    progress.show("Looking for a ring …")
    defer { progress.clear() }
    let (device, journal) = try await ring.radioOptions.withRadio { radio, environment in
      let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: ring.seconds)
      let advertisement = try await finder.device(
        .heart, ring.device, knownAs: ring.identifier(in: ring.journalIfExists()))
      try refuse(
        "\(advertisement.label) does not number the people who use it. Pair it without --user.",
        if: user != nil && HaloProgram.registry.driver(for: advertisement)?.family.numbersUsers != true)
      // Open the journal only now, so that a failed search does not create an empty one.
      let journal = try ring.journalOptions.open(isSimulated: ring.radioOptions.isSimulated)
      let engine = Engine.forCommand(journal, radio, environment)
      return (try engine.pair(advertisement, name: name, wearer: wearer), journal)
    }
    progress.clear()
    if clockInUTC || clockInLocalTime {
      if clockInUTC { try journal.setPriorClockToUTC(device) } else { try journal.setPriorClockToLocal(device) }
      // Data that was already received has times of that clock too.
      if device.lastSession != nil { _ = try SessionDecoder(journal, HaloProgram.registry).rebuild() }
    }
    if let user { try SessionDecoder(journal, HaloProgram.registry).setUser(Int(user), of: device) }
    let family = HaloProgram.registry.family(device.family)
    let simulation = ring.radioOptions.simulationArguments
    let isWorn = family?.isWorn ?? true
    let use =
      if HaloProgram.registry.storesDays(device.family) {
        isWorn
          ? Phrase("'halo sync\(simulation)' stores its data in \(journal.path).")
          : Phrase("'halo sync --device \"\(device.name)\"\(simulation)' stores its data in \(journal.path).")
      } else if family?.rawSearchWords != nil {
        Phrase("Its measurements by 'halo live' and 'halo raw' are stored in \(journal.path).")
      } else if family?.liveQuantities.isEmpty == false {
        Phrase("Its measurements by 'halo live' are stored in \(journal.path).")
      } else {
        Phrase("Its measurements are stored in \(journal.path).")
      }
    DaemonSocket.reload(journal: journal.path)
    try StandardOutput.write(
      isWorn
        ? Phrase("\(device.name) (\(device.identifier.text)) is paired, worn by \(device.wearer).")
        : Phrase("\(device.name) (\(device.identifier.text)) is paired, used by \(device.wearer)."), use)
    try ClockWarning.write(of: device, in: journal, ring.radioOptions)
  }
}
