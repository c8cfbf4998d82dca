/// The machine and the heart-rate sensor of a workout, found by a scan.
struct WorkoutDevices: Sendable {
  /// A request for a device.
  enum DeviceRequest: Sendable, Hashable {
    /// Any device that is found.
    case any
    case none
    case named(String)

    /// Parses an option: a name, "none", or `nil` for any device.
    init(_ argument: String?) {
      self = argument.map { $0.lowercased() == "none" ? .none : .named($0) } ?? .any
    }
  }

  let machine: Advertisement?
  let heart: Advertisement?

  /// Scans for the finder's duration, and chooses the devices. For the machine: one that was used before, otherwise
  /// the strongest. For the heart rate: a paired strap, otherwise the strongest strap, otherwise a paired ring.
  /// Unpaired rings are ignored, because they may belong to another person.
  static func find(
    machine: DeviceRequest, heart: DeviceRequest, finder: DeviceFinder, journal: Journal
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
    func chosen(_ request: DeviceRequest, _ what: (String) -> Phrase, _ usual: () -> Advertisement?) throws
      -> Advertisement?
    {
      switch request {
      case .none: return nil
      case .any: return usual()
      case .named(let name):
        if let found = seen.first(where: { isNamed($0, name) }) { return found }
        throw Failure(EX.unavailable, what(name))
      }
    }
    let machine = try chosen(machine) {
      Phrase(
        """
        searched \(finder.seconds) s for the machine '\($0)' and did not find it. Check that it is awake and not \
        connected to another app. 'halo scan' lists nearby devices.
        """)
    } _: {
      let machines = seen.filter { isSeen($0, as: .machine) }
      return machines.first { isPaired($0, as: .machine) } ?? machines.first
    }
    let heart = try chosen(heart) {
      Phrase(
        """
        searched \(finder.seconds) s for the strap or ring '\($0)' and did not find it. Check that it is awake and \
        not connected to another app. 'halo scan' lists nearby devices.
        """)
    } _: {
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
