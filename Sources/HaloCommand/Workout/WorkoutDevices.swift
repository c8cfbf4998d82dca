import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloEngine
import HaloHealth
import HaloJournal
import HaloWearables

/// The machine and the heart-rate sensor of a workout, as they are found near by.
struct WorkoutDevices: Sendable {
  /// Which device a person wants.
  enum Wish: Sendable, Hashable {
    /// Whichever is there.
    case any
    case none
    case named(String)

    /// What an option says: a name, "none", or nothing.
    init(_ argument: String?) {
      self = argument.map { $0.lowercased() == "none" ? .none : .named($0) } ?? .any
    }
  }

  let machine: Advertisement?
  let heart: Advertisement?

  /// Looks for `seconds`, and chooses. Of machines one that was used before comes first, then the strongest; of hearts a strap that is
  /// paired, then the strongest strap, then a ring that is paired: a ring of somebody near by is not to be measured.
  static func find(
    machine: Wish, heart: Wish, finder: DeviceFinder, journal: Journal
  ) async throws -> WorkoutDevices {
    let known = try journal.devices()
    let sightings = Sightings()
    try await finder.look(ScanFilter(), into: sightings) { _, _ in false }
    let seen = sightings.sorted
    func isNamed(_ advertisement: Advertisement, _ name: String) -> Bool {
      [known.first { $0.identifier == advertisement.device }?.name, advertisement.name, advertisement.device.text]
        .contains { $0?.lowercased() == name.lowercased() }
    }
    let registry = HaloProgram.registry
    func isPaired(_ advertisement: Advertisement, as kind: WearableFamily.Kind) -> Bool {
      known.contains { $0.identifier == advertisement.device && registry.kind(of: $0.family) == kind }
    }
    func isSeen(_ advertisement: Advertisement, as kind: WearableFamily.Kind) -> Bool {
      registry.driver(for: advertisement)?.family.kind == kind
    }
    func chosen(_ wish: Wish, _ what: (String) -> Phrase, _ usual: () -> Advertisement?) throws -> Advertisement? {
      switch wish {
      case .none: return nil
      case .any: return usual()
      case .named(let name):
        if let found = seen.first(where: { isNamed($0, name) }) { return found }
        StandardError.report(what(name))
        throw ExitCode(EX.unavailable)
      }
    }
    let machine = try chosen(machine) {
      Phrase(
        """
        looked \(finder.seconds) s for the machine '\($0)' and did not see it. Is it awake, and free of other apps? 'halo scan' lists \
        what is near by.
        """)
    } _: {
      let machines = seen.filter { isSeen($0, as: .machine) }
      return machines.first { isPaired($0, as: .machine) } ?? machines.first
    }
    let heart = try chosen(heart) {
      Phrase(
        """
        looked \(finder.seconds) s for the strap or ring '\($0)' and did not see it. Is it awake, and free of other apps? 'halo scan' \
        lists what is near by.
        """)
    } _: {
      let straps = seen.filter { isSeen($0, as: .strap) && $0.device != machine?.device }
      return straps.first { isPaired($0, as: .strap) } ?? straps.first ?? seen.first { isPaired($0, as: .ring) }
    }
    if let machine, !isSeen(machine, as: .machine) {
      StandardError.report(Phrase("\(machine.label) is no fitness machine: it does not advertise that service."))
      throw ExitCode(EX.unavailable)
    }
    if let heart, !(registry.driver(for: heart) is any LiveMeasuring.Type) {
      StandardError.report(
        Phrase("\(heart.label) measures no heart rate, as far as it advertises: a strap, ring or watch is needed."))
      throw ExitCode(EX.unavailable)
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
      StandardError.report(
        Phrase(
          "looked \(finder.seconds) s for a fitness machine, a heart-rate strap or a paired ring, and saw \(others)."),
        Phrase(
          """
          Machines advertise while they are awake: step on, or press a key. A strap is silent until it is worn, its contacts wet. A \
          ring has to be paired ('halo pair').
          """))
      throw ExitCode(EX.unavailable)
    }
    return WorkoutDevices(machine: machine, heart: heart)
  }
}
