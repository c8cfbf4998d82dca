/// The machine and the heart-rate sensor of a workout, found by a scan.
struct WorkoutDevices: Sendable {
  let machine: Advertisement?
  let heart: Advertisement?

  /// True if an option excludes a device.
  static func isNone(_ argument: String?) -> Bool { argument?.lowercased() == "none" }

  /// Scans for the finder's duration, and chooses the devices: the named ones, unless ``isNone(_:)``. Without a name, the
  /// machine is one that was used before, otherwise the strongest, and the heart rate is from a paired strap, otherwise
  /// the strongest strap, otherwise a paired ring. Unpaired rings are ignored, because they may belong to another person.
  static func find(
    machine: String?, heart: String?, finder: DeviceFinder, journal: Journal
  ) async throws -> WorkoutDevices {
    let known = try journal.devices()
    let seen = try await finder.look().sorted
    func isNamed(_ advertisement: Advertisement, _ name: String) -> Bool {
      [known.first { $0.identifier == advertisement.device }?.name, advertisement.name, advertisement.device.text]
        .contains { $0?.foldedName == name.foldedName }
    }
    let registry = HaloProgram.registry
    func isPaired(_ advertisement: Advertisement, as kind: WearableFamily.Kind) -> Bool {
      known.contains { $0.identifier == advertisement.device && registry.kind(of: $0.family) == kind }
    }
    func isSeen(_ advertisement: Advertisement, as kind: WearableFamily.Kind) -> Bool {
      registry.driver(for: advertisement)?.family.kind == kind
    }
    func chosen(_ name: String?, missing: (String) -> Phrase, usual: () -> Advertisement?) throws -> Advertisement? {
      guard let name else { return usual() }
      if isNone(name) { return nil }
      if let found = seen.first(where: { isNamed($0, name) }) { return found }
      throw Failure(EX.unavailable, missing(name))
    }
    let machine = try chosen(machine) {
      Phrase(
        """
        searched \(finder.seconds) s for the machine '\($0)' and did not find it. Check that it is awake and not \
        connected to another app. 'halo scan' lists nearby devices.
        """)
    } usual: {
      let machines = seen.filter { isSeen($0, as: .machine) }
      return machines.first { isPaired($0, as: .machine) } ?? machines.first
    }
    let heart = try chosen(heart) {
      Phrase(
        """
        searched \(finder.seconds) s for the strap or ring '\($0)' and did not find it. Check that it is awake and \
        not connected to another app. 'halo scan' lists nearby devices.
        """)
    } usual: {
      let straps = seen.filter { isSeen($0, as: .strap) && $0.device != machine?.device }
      return straps.first { isPaired($0, as: .strap) } ?? straps.first ?? seen.first { isPaired($0, as: .ring) }
    }
    if let machine, !isSeen(machine, as: .machine) {
      throw Failure(EX.unavailable, "\(machine.label) is not a fitness machine: it does not advertise that service.")
    }
    if let heart, !(registry.driver(for: heart) is any LiveMeasuring.Type) {
      throw Failure(EX.unavailable, "\(heart.label) does not advertise a heart rate. Choose a strap, ring or watch.")
    }
    if let machine, machine.device == heart?.device {
      throw ValidationError(Phrase("--machine and --heart are the same device."))
    }
    guard machine != nil || heart != nil else {
      let others =
        switch seen.count {
        case 0: Phrase("nothing")
        case 1: Phrase("1 other device")
        default: Phrase("\(seen.count) other devices")
        }
      throw Failure(
        EX.unavailable,
        Phrase(
          "searched \(finder.seconds) s for a fitness machine, a heart-rate strap or a paired ring, and found \(others)."
        ),
        Phrase(
          """
          Machines only advertise while they are awake: step on, or press a key. A strap only advertises while it is \
          worn with wet contacts. Pair a ring first ('halo pair').
          """))
    }
    return WorkoutDevices(machine: machine, heart: heart)
  }
}
