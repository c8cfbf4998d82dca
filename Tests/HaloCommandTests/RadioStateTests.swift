import Foundation
import HaloBluetooth
import HaloDoctor
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloText
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloCommand

@Suite("States of the real radio")
struct RadioStateTests {
  /// A radio with a made report.
  private struct MadeRadio: SystemRadio {
    let name = "bluez"
    let answer: RadioReport.Answer
    /// The report at the start of a command, if it differs.
    var first: RadioReport.Answer?
    var loss = RadioState.unsupported

    func report() async -> RadioReport { RadioReport(bus: "unix:path=/run/dbus/system_bus_socket", answer: answer) }

    func reportAfterStart() async -> RadioReport {
      RadioReport(bus: "unix:path=/run/dbus/system_bus_socket", answer: first ?? answer)
    }

    func withRoles<Result: Sendable>(
      on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
    ) async throws -> Result {
      throw BluetoothError(.scan, device: nil, .radio(loss))
    }
  }

  /// A state of the radio and of the machine, and what every command prints.
  struct State: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: RadioReport.Answer
    /// The text after "Bluetooth cannot be used: ".
    let reason: String
    /// Files below the machine's root, with their contents.
    var files = ["sys/class/bluetooth/hci0/type": "primary"]
  }

  private static func adapters(_ adapters: (name: String, isOn: Bool)...) -> RadioReport.Answer {
    .adapters(
      adapters.map {
        .init(
          name: $0.name, address: "00:AA:01:00:00:42", alias: "", isPowered: $0.isOn, isDiscovering: false, roles: nil)
      })
  }

  static let states = [
    State(
      testDescription: "denied by the policy", answer: .refused("Rejected send message"),
      reason: "the user \(NSUserName()) may not use Bluetooth"),
    State(
      testDescription: "no bus", answer: .noBus("the system bus cannot be reached"),
      reason: "the system bus cannot be reached"),
    State(testDescription: "bluetoothd is dead", answer: .absent, reason: "bluetoothd is not running"),
    State(testDescription: "bluetoothd hangs", answer: .silent(.seconds(5)), reason: "bluetoothd does not answer"),
    State(
      testDescription: "no adapter", answer: adapters(), reason: "the kernel has no adapter",
      files: ["sys/class/bluetooth/x": ""]),
    State(testDescription: "off", answer: adapters(("hci0", false)), reason: "the adapter is off"),
    State(
      testDescription: "blocked", answer: adapters(("hci0", false)), reason: "it is blocked by a switch (rfkill)",
      files: [
        "sys/class/bluetooth/hci0/type": "primary", "sys/class/rfkill/rfkill0/type": "bluetooth",
        "sys/class/rfkill/rfkill0/soft": "1", "sys/class/rfkill/rfkill0/hard": "0",
      ]),
  ]

  /// The path of a file that does not exist.
  private static var temporaryFile: String {
    FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).pcapng").path()
  }

  /// Runs the program on a machine in a state.
  private func run(_ arguments: [String], on state: State, radio: MadeRadio? = nil) async throws -> Program.Result {
    let root = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let daemon = ["usr/libexec/bluetooth/bluetoothd": "#!/bin/sh\necho 5.66\n"]
    for (name, text) in state.files.merging(daemon, uniquingKeysWith: { $1 }) {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path())
    }
    return try await FindingsReader.$machine.withValue(root.path()) {
      try await Program.run(arguments, radio: radio ?? MadeRadio(answer: state.answer))
    }
  }

  #if os(Linux)
    @Test(arguments: states)
    func `each state has its own sentence, the verdict of 'halo doctor'`(state: State) async throws {
      let sentence = "Bluetooth cannot be used: \(state.reason)."
      #expect(try await run(["doctor"], on: state).lines.last == sentence)
      for arguments in [["scan"], ["sync"], ["live", "heart-rate"], ["scan", "--radio", "bluez"]] {
        let result = try await run(arguments, on: state)
        #expect(result.status == 69 && result.output.isEmpty)
        #expect(
          result.problems.hasPrefix("halo: \(sentence) 'halo doctor' shows the reason and a fix."), "\(result.problems)"
        )
        #expect(result.problems.contains("--radio simulated") == !arguments.contains("bluez"))
      }
      #expect(Set(Self.states.map(\.reason)).count == Self.states.count)
    }

    @Test(arguments: [
      ["info"], ["pair"], ["raw"], ["explore", "R12"], ["identify"], ["find"], ["settings"], ["settings", "clock"],
      ["bridge", "heart-rate"], ["treadmill", "--yes"], ["workout", "record"], ["alarm"], ["display"],
      ["settings", "goals", "--steps", "9000"], ["capture", "record", temporaryFile, "scan"],
      ["verify-ring", "--output", temporaryFile], ["power-off", "--yes"], ["factory-reset", "--yes"],
    ])
    func `every command that uses the radio prints it`(arguments: [String]) async throws {
      let off = try #require(Self.states.first { $0.testDescription == "off" })
      let result = try await run(arguments, on: off)
      #expect(
        result.status == 69 && result.problems.contains("Bluetooth cannot be used: the adapter is off."), "\(result)")
    }

    @Test func `prints the state of the adapter that was chosen`() async throws {
      let state = State(
        testDescription: "", answer: Self.adapters(("hci0", true), ("hci1", false)), reason: "the adapter is off")
      let result = try await run(["scan", "--adapter", "hci1"], on: state)
      #expect(result.problems.hasPrefix("halo: Bluetooth cannot be used: the adapter is off."), "\(result.problems)")
      let missing = try await run(["scan", "--adapter", "hci9"], on: state)
      #expect(missing.problems.contains("there is no adapter 'hci9'. This computer has hci0, hci1."))
    }

    @Test func `a radio that is lost during a command is examined again`() async throws {
      let off = try #require(Self.states.first { $0.testDescription == "off" })
      let on = Self.adapters(("hci0", true))
      let dead = MadeRadio(answer: .absent, first: on, loss: .resetting)
      #expect(
        try await run(["scan"], on: off, radio: dead).problems
          == "halo: Bluetooth cannot be used: bluetoothd is not running. 'halo doctor' shows the reason and a fix.\n")
      let restarted = MadeRadio(answer: on, loss: .resetting)
      #expect(
        try await run(["scan"], on: off, radio: restarted).problems
          == "halo: Bluetooth is restarting. Try again in a moment. 'halo doctor' shows the reason and a fix.\n")
    }
  #endif

  @Test func `a device of no known family is refused within two seconds, over one link`() async throws {
    try await HaloProgram.$current.withValue(HaloProgram(registry: .bundled, radios: [])) {
      try await Simulation.run { clock in
        let time = WallTime.simulated(clock, from: WallTime.system.now)
        let home = await SimulatedEnvironment(clock, scene: .empty, seed: 1, time: time)
        let seen = Advertisement(device: DeviceID("50:8A:06:33:10:2F"), name: "Living room TV")
        let contact = DeviceContact(
          radio: home.central, peripheral: home.central.peripheral(), advertisement: seen, environment: home.driver,
          recorder: FrameList(), traits: DeviceTraits(advertisedName: nil), family: nil)
        await #expect(
          throws: EngineError.cannot(device: seen.label, what: Phrase("be read by this version of Halo"))
        ) { _ = try await contact.driver() }
        #expect(clock.now.offset < .seconds(2))
      }
    }
  }
}
