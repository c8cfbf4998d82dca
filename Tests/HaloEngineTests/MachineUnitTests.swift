import HaloText
import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloFitnessMachine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

struct MachineUnitTests {
  /// A treadmill model: its advertised name and its protocol's unit of speed.
  struct Model: Sendable, CustomTestStringConvertible {
    let advertised: String
    let quirks: MachineQuirks
    var testDescription: String { advertised }
    /// The resolution of the protocol's speed, in km/h.
    var step: Double { VirtualFitnessMachine.speedStep * quirks.speedUnit.accepted }
  }

  /// Every model with known quirks, in upper and lower case, and an ordinary one.
  static var models: [Model] {
    FitnessMachine.MachineQuirk.known.flatMap { quirk -> [Model] in
      var quirks = MachineQuirks.strict
      quirks.speedUnit = quirk.speedUnit
      return [quirk.namePrefix, quirk.namePrefix.lowercased() + "-1F"].map { [quirks] in
        Model(advertised: $0, quirks: quirks)
      }
    } + [Model(advertised: "Treadmill 7", quirks: .strict), Model(advertised: "🏃", quirks: .strict)]
  }

  /// Names that a user may give a machine; `nil` for its advertised name.
  static let names: [String?] = [nil, "Gym", "FS-BT-T4 x", "fs-bt-t4", "urevo", "UREVO", "🏃‍♀️"]

  @Test(arguments: models, names)
  func `a belt runs, shows and records the requested speed, independent of its name`(
    model: Model, name: String?
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: model.advertised, model.quirks)
      let machine = try gym.home.engine.pair(gym.advertisement(model.advertised), name: name, wearer: "Ada")
      let asked = [1.7, 3.3, 4.5]
      let ride = try await gym.ride(machine, at: asked, limit: 4.5)
      #expect(ride.speeds.count == 3)
      for (speed, real) in zip(asked, ride.speeds) {
        #expect(real <= speed + 1e-9 && real > speed - model.step, "\(real) km/h, and \(speed) were requested")
      }
      #expect(ride.fastest <= 4.5 + 1e-9)
      for (shown, real) in zip(ride.shown, ride.speeds) { #expect(abs(shown - real) < 0.011) }
      let stored = try #require(ride.stored)
      let fastest = try #require(ride.speeds.last)
      let journal = gym.home.journal
      let kept = try journal.samples(of: stored, metrics: [.speed]).map(\.value).max()
      let recording = try journal.recording(of: stored)
      for metersPerSecond in [
        kept, recording.points.compactMap(\.speed).max(), FilePoints(fit: recording).speeds.max(),
        FilePoints(tcx: recording).speeds.max(),
      ] {
        #expect(abs(try #require(metersPerSecond) * 3.6 - fastest) < 0.03)
      }
    }
  }

  @Test(arguments: models)
  func `a speed above the personal limit is refused in every unit`(model: Model) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: model.advertised, model.quirks)
      let machine = try gym.home.engine.pair(gym.advertisement(model.advertised), name: "Gym", wearer: "Ada")
      await #expect(throws: TargetRefusal.self) { _ = try await gym.ride(machine, at: [3, 3.1], limit: 3) }
      for bytes in gym.belt.written where bytes[0] == 0x02 {
        let speed = Double(Int(bytes[1]) | Int(bytes[2]) << 8) / 100 * model.quirks.speedUnit.accepted
        #expect(speed <= 3 + 1e-9)
      }
    }
  }

  @Test(arguments: [nil, "", " "], [MachineQuirks.strict, .milesPerHour])
  func `a machine with an unknown advertised name can be recorded and stopped, but not started`(
    advertised: String?, quirks: MachineQuirks
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: nil, quirks)
      let machine = try gym.home.engine.pair(gym.advertisement(advertised), name: "FS-BT-T4", wearer: "Ada")
      #expect(machine.advertisedName == nil)
      await #expect(throws: MachineError.unknownUnit(device: "FS-BT-T4")) {
        _ = try await gym.ride(machine, at: [3], limit: 8)
      }
      #expect(gym.belt.written.isEmpty)
      let (linked, link) = AsyncStream<Void>.makeStream()
      let treadmill = TreadmillController { if case .connected = $0 { link.yield() } }
      let stored = try await gym.record(machine, treadmill, linked: linked) {
        try await clock.sleep(for: .seconds(20))
        try await treadmill.stop()
      }
      #expect(stored != nil)
      #expect(gym.belt.written == [[0x00], [0x08, 0x01]])
    }
  }

  @Test func `the refusal names the machine and the solution`() {
    #expect(
      MachineError.unknownUnit(device: "Gym").description
        == "Halo does not know the name that Gym advertises, so its speed unit (km/h or mph) is unknown: pair it again with 'halo pair'. Nothing was sent."
    )
  }

  @Test func `pairing again stores the advertised name, and a rebuild corrects earlier speeds`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: "FS-BT-T4", .milesPerHour)
      let (engine, journal) = (gym.home.engine, gym.home.journal)
      let paired = try engine.pair(gym.advertisement("FS-BT-T4"), name: "Gym", wearer: "Ada")
      #expect(paired.advertisedName == "FS-BT-T4")
      let ride = try await gym.ride(paired, at: [4.5], limit: 8)
      func fastest() throws -> Double {
        try journal.samples(of: try #require(ride.stored), metrics: [.speed]).map { $0.value * 3.6 }.max() ?? 0
      }
      // As recorded by a version of Halo that did not know the name: the unconverted numbers.
      _ = try journal.note(DeviceTraits(advertisedName: "Treadmill"), of: paired)
      _ = try SessionDecoder(journal, .bundled).rebuild()
      #expect(abs(try fastest() - 2.7) < 0.02)
      // A pairing without a name keeps the known one.
      #expect(try engine.pair(gym.advertisement(nil), name: nil).advertisedName == "Treadmill")
      #expect(try engine.pair(gym.advertisement("FS-BT-T4"), name: nil).advertisedName == "FS-BT-T4")
      _ = try SessionDecoder(journal, .bundled).rebuild()
      #expect(abs(try fastest() - 2.7 * 1.609344) < 0.02)
    }
  }

  @Test func `a capture adds an unknown advertised name, and does not replace a known one`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    func captured(_ identifier: String, _ name: String?) throws -> String? {
      try journal.deviceOfCapture(
        DeviceID(identifier), family: "fitness-machine", name: "Gym", advertisedName: name, wearer: "me",
        at: Moment.noon
      ).advertisedName
    }
    #expect(try captured("A", nil) == nil)
    #expect(try captured("A", "") == nil)
    #expect(try captured("A", "FS-BT-T4") == "FS-BT-T4")
    #expect(try captured("A", "Treadmill") == "FS-BT-T4")
    #expect(try captured("B", "UREVO") == "UREVO")
  }
}

extension MachineUnitTests {
  @Test(arguments: [SpeedUnit.milesPerHour, .milesReported], [3.0, 4.4])
  func `a chosen unit is stored, and earlier sessions are decoded again with it`(
    unit: SpeedUnit, speed: Double
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      var quirks = MachineQuirks.strict
      quirks.speedUnit = unit
      let gym = try await TreadmillGym(clock, folder, advertising: "Treadmill 7", quirks)
      let (engine, journal) = (gym.home.engine, gym.home.journal)
      let paired = try engine.pair(gym.advertisement("Treadmill 7"), name: "Gym", wearer: "Ada")
      #expect(paired.speedUnit == nil)
      // The speed is within the range of a belt that uses miles.
      let wrong = try await gym.ride(paired, at: [speed * 0.8], limit: 8)
      func fastest(_ ride: TreadmillGym.Ride) throws -> Double {
        try journal.samples(of: try #require(ride.stored), metrics: [.speed]).map { $0.value * 3.6 }.max() ?? 0
      }
      let real = try #require(wrong.speeds.last)
      #expect(abs(try fastest(wrong) - real / 1.609344) < 0.03)
      let machine = try journal.setSpeedUnit(unit, of: paired)
      #expect(try machine.speedUnit == unit && journal.device(machine.identifier)?.speedUnit == unit)
      #expect(try !journal.undecodedSessions(of: machine).isEmpty)
      try SessionDecoder(journal, .bundled).decodeLeftover(of: machine)
      #expect(abs(try fastest(wrong) - real) < 0.03)
      // The same unit again changes nothing, and a pairing keeps it.
      _ = try journal.setSpeedUnit(unit, of: machine)
      #expect(try journal.undecodedSessions(of: machine).isEmpty)
      #expect(try engine.pair(gym.advertisement("Treadmill 7"), name: nil).speedUnit == unit)
      let right = try await gym.ride(machine, at: [speed], limit: 8)
      #expect(abs(try #require(right.speeds.last) - speed) < 0.17)
      #expect(abs(try fastest(right) - speed) < 0.17)
      #expect(try journal.setSpeedUnit(nil, of: machine).speedUnit == nil)
    }
  }

  @Test func `a chosen unit permits control of a machine with an unknown name`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: nil, .milesPerHour)
      let paired = try gym.home.engine.pair(gym.advertisement(nil), name: "Gym", wearer: "Ada")
      let machine = try gym.home.journal.setSpeedUnit(.milesPerHour, of: paired)
      let ride = try await gym.ride(machine, at: [3], limit: 8)
      #expect(abs(try #require(ride.speeds.last) - 3) < 0.17)
    }
  }

  @Test(arguments: [(8.0, 8.0), (6, 5), (10, 4)])
  func `a lease ends when Halo stops a belt that takes miles`(limit: Double, speed: Double) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      var quirks = MachineQuirks.strict
      quirks.speedUnit = .milesAccepted
      let gym = try await TreadmillGym(clock, folder, advertising: "Treadmill 7", quirks)
      let machine = try gym.home.engine.pair(gym.advertisement("Treadmill 7"), name: "Gym", wearer: "Ada")
      var failure: MachineError?
      do { _ = try await gym.ride(machine, at: [speed], limit: limit, each: .seconds(60)) } catch {
        failure = error as? MachineError
      }
      switch failure {
      case .aboveLimit(_, let reported, limit, .milesAccepted)?: #expect(reported > limit + 0.5)
      case .otherUnit(_, _, _, .milesAccepted, isStopped: true)?: #expect(speed * 1.609344 <= limit + 0.5)
      default: Issue.record("\(String(describing: failure))")
      }
      #expect(gym.belt.speed(at: clock.now) == 0)
    }
  }
}
