import HaloBluetooth
import HaloDrivers
import HaloFitnessMachine
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A machine's screen")
@MainActor
struct MachineModelTests {
  private static let stop: [UInt8] = [0x08, 0x01]
  private static let start: [UInt8] = [0x07]

  /// A paired machine beside the phone, and the model of its screen.
  @MainActor
  private struct Gym {
    let place: ModelFixture
    let machine: VirtualFitnessMachine
    let environment: ModelEnvironment
    let workout: WorkoutModel
    let model: MachineModel

    var clock: SimulatedClock { place.clock }
    var speed: Double { machine.speed(at: clock.now) }
    var id: DeviceID { machine.profile.device }

    init(
      _ place: ModelFixture, _ kind: MachineKind = .treadmill, advertising name: String? = "Machine 7",
      _ quirks: MachineQuirks = .strict, dataSink: (any DataSink)? = nil
    ) async throws {
      self.place = place
      machine = VirtualFitnessMachine(kind, device: DeviceID("D4:10:00:00:00:07"), name: "Machine 7", quirks: quirks)
      await place.medium.add(machine)
      environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        dataSink: dataSink)
      let device = try environment.journal.pair(
        machine.profile.device, family: FitnessMachineDriver.family.id, name: "Machine", advertisedName: name,
        wearer: "me", at: environment.now)
      workout = WorkoutModel(environment)
      model = MachineModel(device, environment, workout: workout)
    }

    /// Shows the screen, and the models behind it, while `body` runs.
    func show(_ body: @MainActor () async throws -> Void) async throws {
      try await running({ await workout.run() }) {
        try await running({ await model.run() }) {
          try await body()
        }
      }
    }

    func until(_ condition: @escaping @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
      await HaloModelsTests.until(condition, within: .seconds(600), on: clock, sourceLocation: sourceLocation)
    }

    /// Takes control and starts the belt.
    func startBelt(sourceLocation: SourceLocation = #_sourceLocation) async throws {
      await until({ model.canTakeControl }, sourceLocation: sourceLocation)
      model.takeControl()
      await until({ model.canStart }, sourceLocation: sourceLocation)
      model.start()
      await until({ model.canPause }, sourceLocation: sourceLocation)
      try await clock.sleep(for: .seconds(5))
    }

    func loseLink() async {
      await place.medium.move(id, to: 1000)
      machine.dropLink()
      await until({ model.loss != nil && !model.isControlled })
    }

    func figure(_ id: String) -> String? { model.figures.first { $0.id == id }?.value.english }
    func setting(_ id: MachineTarget) -> String? { model.settings.first { $0.id == id }?.fact.value.english }
  }

  @Test func `runs a treadmill within the person's limit, and sends nothing before control is taken`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      let model = gym.model
      try await gym.show {
        // The first record and the news of the connection come in any order.
        await gym.until { model.isConnected && gym.figure("speed") == "0.0 km/h" }
        #expect(!model.isControlled && model.settings.isEmpty && gym.machine.written.isEmpty)
        #expect(!model.canStart && model.canStop)
        try await gym.startBelt()
        #expect(model.startText.english.hasPrefix("The belt will run at 1.0 km/h."))
        #expect(model.settings.map(\.id) == [.speed, .inclination])
        for _ in 0..<4 { model.change(.speed, by: 1) }
        try await gym.clock.sleep(for: .seconds(10))
        #expect(abs(gym.speed - 3) < 0.011 && gym.setting(.speed) == "3.0 km/h", "four quick presses are four steps")
        for _ in 0..<40 {
          model.change(.speed, by: 1)
          try await gym.clock.sleep(for: .seconds(1))
          #expect(gym.speed < 8.01)
        }
        #expect(abs(gym.speed - 8) < 0.011 && gym.figure("speed") == "8.0 km/h")
        for _ in 0..<3 { model.change(.inclination, by: 1) }
        await gym.until { gym.figure("inclinationPercent") == "1.5 %" }
        model.stop()
        await gym.until { model.message?.english == "The belt is stopped." }
        #expect(gym.speed == 0 && model.isControlled && !model.isUrgent && !model.isStopping)
        model.changeSpeedLimit(by: 5)
        #expect(model.speedLimit == 8, "not during control")
      }
      #expect(!model.isControlled && gym.speed == 0)
    }
  }

  @Test func `pauses and resumes, and leaving the screen stops the belt and releases control`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      try await gym.show {
        try await gym.startBelt()
        gym.model.pause()
        await gym.until { gym.model.canStart }
        #expect(gym.model.message?.english == "Paused." && gym.speed < 0.011)
        gym.model.start()
        await gym.until { gym.model.canPause }
        gym.model.releaseControl()
        await gym.until { !gym.model.isControlled }
        #expect(gym.speed == 0)
        try await gym.startBelt()
        #expect(gym.speed > 0.9)
      }
      #expect(gym.speed == 0 && gym.machine.written.last == Self.stop && !gym.model.isControlled)
    }
  }

  @Test func `a belt that runs when the link is lost is stopped over the next one, and never restarted`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      let model = gym.model
      try await gym.show {
        try await gym.startBelt()
        await gym.loseLink()
        await gym.until { model.isUrgent }
        #expect(gym.speed > 0.9 && model.figures.isEmpty && model.settings.isEmpty)
        #expect(model.message?.english.contains("pull the safety key") == true)
        model.stop()
        await gym.until { model.message?.english.contains("Halo stops its belt as soon as it is.") == true }
        #expect(model.message?.english.hasSuffix("with its button, or by pulling the safety key.") == true)
        await place.medium.move(gym.id, to: 1)
        await gym.until { model.message?.english == "Machine was reached again. Its belt is stopped." }
        #expect(gym.speed == 0 && !model.isUrgent && model.isConnected && !model.isControlled)
        try await gym.clock.sleep(for: .seconds(300))
        #expect(gym.speed == 0 && gym.machine.written.last == Self.stop)
        #expect(gym.machine.written.count { $0 == Self.start } == 1)
      }
    }
  }

  @Test func `a belt whose screen was left without a connection is stopped when it is in range again`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      try await gym.show {
        try await gym.startBelt()
        await gym.loseLink()
        Task(executorPreference: TaskScope.executor) {
          try await gym.clock.sleep(for: .seconds(120))
          let speed = await gym.speed
          #expect(speed > 0.9)
          await place.medium.move(gym.id, to: 1)
        }
      }
      #expect(gym.speed == 0 && gym.machine.written.last == Self.stop)
    }
  }

  @Test func `Stop works while connecting, and against a machine that does not obey at first`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      let model = gym.model
      await place.medium.move(gym.id, to: 1000)
      try await gym.show {
        #expect(!model.isConnected && model.canStop)
        model.stop()
        await gym.until { model.isUrgent && !model.isStopping }
        await place.medium.move(gym.id, to: 1)
        await gym.until { model.message?.english == "Machine was reached again. Its belt is stopped." }
        #expect(gym.machine.written.last == Self.stop && !model.isUrgent)
        try await gym.startBelt()
        gym.machine.setIgnoresStop(true)
        model.stop()
        await gym.until { model.isUrgent }
        #expect(model.message?.english.hasSuffix("with its button, or by pulling the safety key.") == true)
        #expect(model.isStopping, "it is tried again")
        gym.machine.setIgnoresStop(false)
        await gym.until { !model.isStopping }
        #expect(gym.speed == 0 && !model.isUrgent && model.message?.english == "The belt is stopped.")
      }
    }
  }

  @Test func `a refused command says why, and control continues`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      let model = gym.model
      try await gym.show {
        await gym.until { model.canTakeControl }
        gym.machine.revokeControl()
        model.takeControl()
        await gym.until { model.message != nil }
        #expect(model.message?.english.contains("is not controlled by Halo") == true && !model.isControlled)
        gym.machine.releaseControl()
        model.takeControl()
        await gym.until { model.canStart }
        #expect(model.message == nil)
        gym.machine.pullSafetyKey()
        await gym.until { model.message?.english == "The safety key was pulled." }
        model.start()
        await gym.until { model.message?.english.hasSuffix("start again when you are ready.") == true }
        #expect(gym.speed == 0 && model.isControlled && !model.isUrgent)
      }
    }
  }

  @Test func `sets a bike's resistance and power, and has no belt to stop`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place, .indoorBike)
      let model = gym.model
      try await gym.show {
        await gym.until { gym.figure("watts") == "138 W" }
        #expect(gym.figure("cadence") == "84 per minute" && !model.canStop)
        model.takeControl()
        await gym.until { model.isControlled }
        #expect(model.settings.map(\.id) == [.resistance, .power] && !model.canStart)
        for _ in 0..<3 { model.change(.resistance, by: 1) }
        model.change(.power, by: -2)
        await gym.until { gym.figure("resistance") == "15" && gym.figure("watts") == "130 W" }
        for _ in 0..<9 { model.change(.resistance, by: 1) }
        #expect(gym.setting(.resistance) == "20")
        await gym.until { gym.figure("resistance") == "20" }
        model.start()
        await gym.until { model.message?.english.contains("it is another kind of machine") == true }
        #expect(!gym.machine.written.contains(Self.start) && model.isControlled)
      }
      #expect(!gym.machine.written.contains(Self.stop))
    }
  }

  @Test func `a rower only reports measurements`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place, .rower)
      try await gym.show {
        await gym.until { gym.figure("strokeRate") == "24 per minute" && gym.model.isConnected }
        #expect(gym.figure("secondsPer500m") == "2:19 per 500 m" && gym.figure("watts") == "130 W")
        #expect(!gym.model.canTakeControl && !gym.model.canStop)
        #expect(gym.model.linkText.english == "Machine cannot be controlled: it only reports measurements.")
      }
    }
  }

  @Test func `asks for the unit of a machine without a known name, and shows the person's units`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place, advertising: nil, .milesPerHour)
      let model = gym.model
      try await gym.show {
        await gym.until { model.canTakeControl }
        model.takeControl()
        await gym.until { model.message != nil }
        #expect(
          model.message?.english.hasSuffix("Choose the unit of its display first.") == true && !model.isControlled)
        #expect(gym.machine.written.isEmpty)
        model.choose(.milesPerHour)
        await gym.until { model.unit == .milesPerHour && !model.isConnected }
        try gym.environment.profile.change { $0.units = .imperial }
        #expect(model.speedLimitText.text(in: Wording(usesImperialUnits: true)) == "Your limit is 5.0 mph.")
        model.changeSpeedLimit(by: -3)
        #expect(model.speedLimitText.text(in: Wording(usesImperialUnits: true)) == "Your limit is 2.0 mph.")
        try await gym.startBelt()
        for _ in 0..<9 { model.change(.speed, by: 1) }
        try await gym.clock.sleep(for: .seconds(20))
        #expect(gym.speed <= 2 * SpeedUnit.kilometersPerMile + 0.011 && gym.speed > 3)
        let speed = model.figures.first { $0.id == "speed" }?.value.text(in: Wording(usesImperialUnits: true))
        #expect(speed == "2.0 mph" || speed == "1.9 mph")
      }
      #expect(abs(gym.environment.settings.current.speedLimit - 2 * SpeedUnit.kilometersPerMile) < 0.001)
    }
  }

  @Test func `records a workout with the machine; leaving the screen stops the belt and not the workout`() async throws
  {
    try await ModelFixture.run { place in
      let dataSink = RecordingDataSink()
      let gym = try await Gym(place, dataSink: dataSink)
      let (model, workout) = (gym.model, gym.workout)
      try await running({ await workout.run() }) {
        try await running({ await model.run() }) {
          await gym.until { model.canTakeControl && workout.machines.count == 1 }
          model.startWorkout()
          #expect(model.isRecorded && !model.canRecord)
          await gym.until { workout.seconds > 5 }
          try await gym.startBelt()
          model.change(.speed, by: 8)
          try await gym.clock.sleep(for: .seconds(120))
          #expect(abs(gym.speed - 5) < 0.011 && gym.figure("speed") == "5.0 km/h")
          #expect(workout.figures.contains { $0.value.english == "5.0 km/h" })
        }
        #expect(gym.speed == 0 && !model.isControlled && workout.isRecording)
        workout.stop()
        await gym.until { !workout.isRecording }
      }
      let stored = try #require(try place.environment.journal.workouts(of: "me").first)
      #expect(stored.workout.kind == .walking && stored.workout.meters ?? 0 > 100)
      #expect(dataSink.notes.workouts.contains { $0?.speed == "5.0 km/h" && $0?.distance?.hasSuffix(" m") == true })
    }
  }

  @Test func `warns of a belt that ran when the app was terminated, and can stop it`() async throws {
    try await ModelFixture.run { place in
      let gym = try await Gym(place)
      let killed = place.folder.path("killed.sqlite")
      try await gym.show {
        try await gym.startBelt()
        // The journal of a process that is terminated at this moment.
        try place.environment.journal.backUp(to: killed)
      }
      let environment = ModelEnvironment(
        journal: try Journal(path: killed), radio: place.radio, registry: .bundled, driver: place.environment.driver)
      let device = try #require(try environment.journal.devices().first)
      let model = MachineModel(device, environment, workout: WorkoutModel(environment))
      try await running({ await model.run() }) {
        await gym.until { model.isUrgent }
        #expect(
          model.message?.english.hasPrefix("The belt of Machine was running at 1.0 km/h, and Halo has not seen") == true
        )
        await gym.until { model.isConnected }
        let stops = gym.machine.written.count { $0 == Self.stop }
        model.stop()
        await gym.until { model.message?.english == "The belt is stopped." }
        #expect(!model.isUrgent && gym.machine.written.count { $0 == Self.stop } == stops + 1)
      }
    }
  }
}
