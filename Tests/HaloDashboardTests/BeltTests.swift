import HaloText
import Foundation
import HaloBluetooth
import HaloHealth
import HaloRadioConformance
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloTesting
import Synchronization
import Testing

@testable import HaloDashboard

struct BeltTests {
  /// A page that controls the treadmill until it leaves.
  private final class ControllingPage: Sendable {
    private let received = Mutex("")
    private let leaves = Mutex(false)

    /// Takes control. Returns the control id, and the stream's text when the page leaves.
    static func open(
      _ bed: PageTestbed
    ) async throws -> (holder: ControllingPage, control: String, answer: Task<PageClient.Answer, any Error>) {
      let holder = ControllingPage()
      let answer = Task(executorPreference: TaskScope.executor) {
        try await bed.client.events("/workouts/now/control", method: "POST") { text in
          holder.received.withLock { $0 = text }
          return holder.leaves.withLock { $0 } || text.contains("event: end") || text.contains("\"error\"")
        }
      }
      var id: String?
      try await bed.home.wait(for: "control of the treadmill", upTo: .seconds(3600)) {
        let line = holder.received.withLock { $0 }.components(separatedBy: "event: control\ndata: ").dropFirst().first
        id = line?.components(separatedBy: "\n").first.flatMap { JSON(parsing: [UInt8]($0.utf8)) }?["control"]?.text
        return id != nil
      }
      return (holder, try #require(id), answer)
    }

    /// Takes control, calls `body` with the control id, and then leaves, or with `stays` reads until the server ends
    /// the stream.
    static func with(
      _ bed: PageTestbed, stays: Bool = false, _ body: (String) async throws -> Void
    ) async throws -> PageClient.Answer {
      let (holder, control, answer) = try await open(bed)
      do { try await body(control) } catch {
        holder.leaves.withLock { $0 = true }
        throw error
      }
      if !stays { holder.leaves.withLock { $0 = true } }
      return try await answer.value
    }
  }

  /// Runs `body` during a workout on a connected treadmill. `silence` is the time after which a page loses control, in
  /// simulated time.
  private static func duringWorkout(
    silence: Duration = .seconds(3000), tcpSpeed: Double? = nil, treadmill: PageTestbed.Treadmill = .init(),
    _ body: @escaping @Sendable (PageTestbed) async throws -> Void
  ) async throws {
    var configuration = Dashboard.Configuration()
    // The page of these tests checks whether to leave at each sign-of-life request.
    configuration.belt = .init(beat: .seconds(2.5) / (tcpSpeed ?? 1), expiry: silence / (tcpSpeed ?? 1))
    try await PageTestbed.run(
      .ring, tcpSpeed: tcpSpeed, isGym: true, treadmill: treadmill, configuration: configuration
    ) { bed async throws in
      #expect(try await WorkoutTests.begin(bed, heart: false).status == 202)
      try await eventually(bed) { $0["belt"]?["runnable"] == true }
      try await body(bed)
    }
  }

  private static func eventually(_ bed: PageTestbed, _ condition: (JSON) -> Bool) async throws {
    try await bed.home.wait(for: "a state of the workout", upTo: .seconds(3600)) {
      condition(try await bed.client.get("/workouts/now").json["workout"] ?? .null)
    }
  }

  private static func order(
    _ bed: PageTestbed, _ control: String, _ order: JSON, _ more: JSON = [:]
  ) async throws -> PageClient.Answer {
    let input: JSON = ["control": .string(control), "order": order]
    return try await bed.client.ask("POST", "/api/v2/workouts/now/belt", input.with(more))
  }

  private static func value(_ number: Double) -> JSON { ["value": .number(number)] }

  /// Starts the belt with a confirmation.
  private static func start(_ bed: PageTestbed, _ control: String) async throws {
    let asked = try await order(bed, control, "start")
    #expect(asked.status == 409)
    let done = try await bed.client.ask(
      "POST", "/api/v2/workouts/now/belt", asked.confirming(["control": .string(control), "order": "start"]))
    #expect(done.status == 200, "\(done.text)")
    #expect(bed.treadmill.speed(at: bed.clock.now) > 0)
  }

  private static let takesControl: [UInt8] = [0x00]
  private static let starts: [UInt8] = [0x07]
  private static let stops: [UInt8] = [0x08, 0x01]

  @Test func `start requires confirmation and stop does not`() async throws {
    try await Self.duringWorkout { bed in
      _ = try await ControllingPage.with(bed) { control in
        let asked = try await Self.order(bed, control, "start")
        #expect(asked.status == 409)
        #expect(Schema.problems(asked.json, "Confirmation") == [])
        #expect(
          try await Self.order(bed, control, "start", ["confirmation": "made up"]).status == 409)
        // A stopped belt does not accept a speed either.
        #expect(try await Self.order(bed, control, "speed", Self.value(3)).status == 503)
        #expect(bed.treadmill.written == [Self.takesControl])
        #expect(bed.treadmill.speed(at: bed.clock.now) == 0)

        try await Self.start(bed, control)
        #expect(try await Self.order(bed, control, "speed", Self.value(3)).status == 200)
        try await Self.eventually(bed) { $0["values"]?["speed"] == 3 }
        #expect(try await Self.order(bed, control, "incline", Self.value(2)).status == 200)
        #expect(try await Self.order(bed, control, "pause").status == 200)
        try await Self.eventually(bed) { $0["values"]?["moving"] == false }
        // Resuming also starts a stopped belt.
        #expect(try await Self.order(bed, control, "start").status == 409)
        #expect(bed.treadmill.written.count { $0 == Self.starts } == 1)

        try await Self.start(bed, control)
        let stopped = try await bed.client.ask("POST", "/api/v2/workouts/now/stop")
        #expect(stopped.status == 200, "\(stopped.text)")
        #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      }
    }
  }

  @Test(arguments: [
    PageTestbed.Treadmill(advertised: "FS-BT-T4", name: "Gym", quirks: .milesPerHour),
    PageTestbed.Treadmill(advertised: "fs-bt-t4 2", name: nil, quirks: .milesPerHour),
    PageTestbed.Treadmill(advertised: "UREVO-1", name: "FS-BT-T4", quirks: .strict),
    PageTestbed.Treadmill(advertised: "Treadmill 7", name: "FS-BT-T4 x", quirks: .strict),
    PageTestbed.Treadmill(advertised: "Treadmill 7", name: "🏃", quirks: .strict),
  ])
  func `a belt runs at the ordered speed in km/h, and the page shows it, regardless of the device's name`(
    treadmill: PageTestbed.Treadmill
  ) async throws {
    let step = VirtualFitnessMachine.speedStep * (treadmill.quirks.usesMiles ? 1.609344 : 1)
    try await Self.duringWorkout(treadmill: treadmill) { bed in
      _ = try await ControllingPage.with(bed) { control in
        try await Self.start(bed, control)
        for speed in [3.3, 2.0, 4.5] {
          #expect(try await Self.order(bed, control, "speed", Self.value(speed)).status == 200)
          try await Self.eventually(bed) {
            guard let shown = $0["values"]?["speed"]?.double else { return false }
            return shown <= speed + 0.005 && shown > speed - step - 0.005
          }
          let real = bed.treadmill.speed(at: bed.clock.now)
          #expect(real <= speed + 1e-9 && real > speed - step, "\(real) km/h, and \(speed) were ordered")
        }
        let refused = try await Self.order(bed, control, "speed", Self.value(8.1))
        #expect(refused.status == 400 && refused.json["error"]?["code"] == "beyondLimit")
      }
    }
  }

  @Test func `a machine with an unknown advertised name cannot be controlled, but can be stopped`()
    async throws
  {
    try await Self.duringWorkout(treadmill: .init(advertised: nil, name: "FS-BT-T4", quirks: .milesPerHour)) { bed in
      let answer = try await bed.client.events("/workouts/now/control", method: "POST") { $0.contains("event: end") }
      #expect(answer.text.contains("pair it again with 'halo pair'"), "\(answer.text)")
      #expect(bed.treadmill.written.isEmpty)
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/stop").status == 200)
      #expect(bed.treadmill.written == [Self.takesControl, Self.stops])
    }
  }

  @Test(arguments: [8.0, 6, 4])
  func `a belt in miles is stopped, and runs at the ordered speed after its unit was chosen`(
    speed: Double
  ) async throws {
    var quirks = MachineQuirks.strict
    quirks.speedUnit = .milesAccepted
    try await Self.duringWorkout(treadmill: .init(advertised: "Treadmill 7", quirks: quirks)) { bed in
      let received = try await ControllingPage.with(bed, stays: true) { control in
        try await Self.start(bed, control)
        _ = try await Self.order(bed, control, "speed", Self.value(speed))
      }
      #expect(received.text.contains("Halo stopped the belt."), "\(received.text)")
      try await Self.eventually(bed) { $0["belt"]?["held"] == false && $0["belt"]?["grave"] == false }
      #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/end").status == 200)

      let path = "/api/v2/devices/\(bed.machine)"
      #expect(try await bed.client.ask("PATCH", path, ["speedUnit": "furlongs"]).status == 400)
      #expect(try await bed.client.ask("PATCH", path, [:]).status == 400)
      #expect(try await bed.client.ask("PATCH", path, ["speedUnit": "mph-commands"]).status == 200)
      let devices = try await bed.client.get("/devices").json["devices"]?.items ?? []
      #expect(devices.compactMap { $0["speedUnit"]?.text } == ["mph-commands"])
      #expect(try await WorkoutTests.begin(bed, heart: false).status == 202)
      try await Self.eventually(bed) { $0["belt"]?["runnable"] == true }
      _ = try await ControllingPage.with(bed) { control in
        try await Self.start(bed, control)
        #expect(try await Self.order(bed, control, "speed", Self.value(speed)).status == 200)
        try await Self.eventually(bed) { abs(($0["values"]?["speed"]?.double ?? 0) - speed) < 0.17 }
        try await bed.clock.sleep(for: .seconds(5))
        bed.treadmill.pressSpeed(11)
        try await Self.eventually(bed) {
          $0["belt"]?["words"]?.text == "11 km/h was set at the machine, above your limit of 8 km/h."
        }
      }
    }
  }

  @Test func `values beyond the limits are not sent`() async throws {
    try await Self.duringWorkout { bed in
      _ = try await ControllingPage.with(bed) { control in
        try await Self.start(bed, control)
        let before = bed.treadmill.written.count
        // The default limits without a user's settings: 8 km/h and 10 %.
        for (order, number) in [("speed", 8.1), ("speed", 0.4), ("incline", 10.5), ("incline", -1)]
          as [(JSON, Double)]
        {
          let answer = try await Self.order(bed, control, order, Self.value(number))
          #expect(answer.status == 400 && answer.json["error"]?["code"] == "beyondLimit", "\(answer.text)")
        }
        for input in [Self.value(-3), Self.value(0), ["value": "fast"], [:]] as [JSON] {
          #expect(try await Self.order(bed, control, "speed", input).status == 400)
        }
        #expect(try await Self.order(bed, control, "fly").status == 400)
        #expect(bed.treadmill.written.count == before)
      }
    }
  }

  @Test func `later speed supersedes a running command`() async throws {
    try await Self.duringWorkout { bed in
      _ = try await ControllingPage.with(bed) { control in
        try await Self.start(bed, control)
        async let fast = Self.order(bed, control, "speed", Self.value(8))
        try await Self.eventually(bed) { $0["values"]?["speed"]?.double ?? 0 > 1.5 }
        #expect(try await Self.order(bed, control, "speed", Self.value(2)).status == 200)
        let overtaken = try await fast
        #expect(overtaken.json["error"]?["code"] == "overtaken", "\(overtaken.text)")
        try await Self.eventually(bed) { $0["values"]?["speed"] == 2 }
      }
    }
  }

  @Test func `leaving the page stops the belt`() async throws {
    try await Self.duringWorkout { bed in
      _ = try await ControllingPage.with(bed) { try await Self.start(bed, $0) }
      try await Self.eventually(bed) { $0["belt"]?["held"] == false }
      #expect(bed.treadmill.written.last == Self.stops)
      #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      // The workout continues, and control can be taken again.
      _ = try await ControllingPage.with(bed) { control in
        let answer = try await Self.order(bed, control, "here")
        #expect(answer.status == 200)
      }
    }
  }

  @Test func `silent page loses control`() async throws {
    try await Self.duringWorkout(silence: .seconds(20)) { bed in
      let received = try await ControllingPage.with(bed, stays: true) { try await Self.start(bed, $0) }
      #expect(received.text.contains("event: beat"))
      #expect(received.text.contains("The controlling page did not respond for"))
      try await Self.eventually(bed) { $0["belt"]?["held"] == false }
      #expect(bed.treadmill.written.last == Self.stops)
    }
  }

  // Over TCP: the server has its own threads.
  @Test func `Stop stops the belt while the cooperative pool is full`() async throws {
    try await Self.duringWorkout(tcpSpeed: 50) { bed in
      _ = try await ControllingPage.with(bed) { control in
        try await Self.start(bed, control)
        let stayedFull = try await FullPool.with(pause: { try await bed.clock.sleep(for: .milliseconds(50)) }) { _ in
          let stopped = try await bed.client.ask("POST", "/api/v2/workouts/now/stop")
          #expect(stopped.status == 200, "\(stopped.text)")
          #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
        }
        #expect(stayedFull)
      }
    }
  }

  @Test func `a silent page loses control while the cooperative pool is full`() async throws {
    try await Self.duringWorkout(silence: .seconds(20), tcpSpeed: 50) { bed in
      let received = try await ControllingPage.with(bed, stays: true) { control in
        try await Self.start(bed, control)
        let stayedFull = try await FullPool.with(pause: { try await bed.clock.sleep(for: .milliseconds(50)) }) {
          pool in
          while pool.isFull, bed.treadmill.speed(at: bed.clock.now) > 0 {
            try await bed.clock.sleep(for: .milliseconds(100))
          }
          #expect(bed.treadmill.written.last == Self.stops)
        }
        #expect(stayedFull)
      }
      #expect(received.text.contains("The controlling page did not respond for"))
    }
  }

  @Test func `one page controls the belt and all can stop it`() async throws {
    try await Self.duringWorkout { bed in
      let otherClient = try await bed.client.signedIn(to: bed.page)
      _ = try await ControllingPage.with(bed) { control in
        let second = try await otherClient.ask("POST", "/api/v2/workouts/now/control")
        #expect(second.status == 409 && second.json["error"]?["code"] == "beltHeld")
        try await Self.start(bed, control)
        let stolen = try await otherClient.ask(
          "POST", "/api/v2/workouts/now/belt", ["control": .string(control), "order": "speed", "value": 5])
        #expect(stolen.status == 409 && stolen.json["error"]?["code"] == "notHeld")
        #expect(try await Self.order(bed, "guessed", "speed", Self.value(5)).status == 409)
        #expect(try await otherClient.ask("POST", "/api/v2/workouts/now/stop").status == 200)
        #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      }
    }
  }

  @Test func `belt is stopped after reconnecting`() async throws {
    try await Self.duringWorkout { bed in
      let received = try await ControllingPage.with(bed, stays: true) { control in
        try await Self.start(bed, control)
        bed.treadmill.dropLink()
      }
      #expect(received.text.contains("It may still run: stop it with the button on the machine"))
      try await Self.eventually(bed) { $0["belt"]?["words"]?.text?.contains("reconnected") == true }
      #expect(bed.treadmill.written.last == Self.stops)
      #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      // The belt stays stopped until a page starts it again.
      try await Self.eventually(bed) { $0["belt"]?["runnable"] == true }
      #expect(bed.treadmill.written.count { $0 == Self.starts } == 1)
    }
  }

  @Test func `end of workout stops the belt`() async throws {
    try await Self.duringWorkout { bed in
      _ = try await ControllingPage.with(bed, stays: true) { control in
        try await Self.start(bed, control)
        let ended = try await bed.client.ask("POST", "/api/v2/workouts/now/end")
        #expect(ended.status == 200 && ended.json["workout"]?.integer != nil)
        #expect(bed.treadmill.written.last == Self.stops)
        #expect(bed.treadmill.speed(at: bed.clock.now) == 0)
      }
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/stop").status == 404)
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/control").status == 404)
    }
  }

  @Test func `end of program stops the belt`() async throws {
    let kept = Kept()
    try await Self.duringWorkout { bed in
      kept.machine.withLock { $0 = bed.treadmill }
      let (_, control, _) = try await ControllingPage.open(bed)
      try await Self.start(bed, control)
      #expect(bed.treadmill.written.last != Self.stops)
    }
    #expect(kept.machine.withLock { $0 }?.written.last == Self.stops)
  }

  private final class Kept: Sendable {
    let machine = Mutex<VirtualFitnessMachine?>(nil)
  }
}
