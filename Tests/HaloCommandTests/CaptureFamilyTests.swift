import Foundation
import HaloBluetooth
import HaloCaptures
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Captures of every family")
struct CaptureFamilyTests {
  /// A recording of a simulated device.
  struct Recording: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scene: String
    let device: [String]
    let command: [String]
    /// A command that the replayed device answers, with a part of its output.
    let replay: [String]
    let answer: String
    /// Types of messages in the capture.
    let types: Set<String>
    let metric: String
  }

  static let recordings = [
    Recording(
      testDescription: "watch", scene: "watch", device: [], command: ["sync"], replay: ["sync"],
      answer: "battery 87 %",
      types: ["setTime", "history", "watchInformation", "heartRateMeasurement", "batteryLevel"], metric: "steps"),
    Recording(
      testDescription: "strap", scene: "gym", device: ["--device", "HRM-1 00000001"],
      command: ["live", "heart-rate", "--for", "30"], replay: ["live", "heart-rate", "--for", "10", "--json"],
      answer: #""state":"ok""#, types: ["heartRateMeasurement"], metric: "beat-interval"),
    Recording(
      testDescription: "Polar", scene: "gym", device: ["--device", "Polar H10 00000002"],
      command: ["live", "heart-rate", "--for", "30", "--device", "Polar H10 00000002"],
      replay: ["live", "heart-rate", "--for", "10", "--json"], answer: #""state":"ok""#,
      types: ["heartRateMeasurement"], metric: "beat-interval"),
    Recording(
      testDescription: "treadmill", scene: "gym", device: ["--device", "Treadmill 7"],
      command: ["workout", "record", "--machine", "Treadmill 7", "--minutes", "1"],
      replay: ["info", "--device", "Treadmill 7"], answer: "Treadmill 7",
      types: ["fitnessMachineFeature", "heartRateMeasurement"],
      metric: "speed"),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func run(_ arguments: [String], journal: String = "none") async throws -> Program.Result {
    try await Program.run(
      arguments, environment: ["HALO_JOURNAL": path("\(journal).sqlite"), "TZ": "Asia/Shanghai", "COLUMNS": "100"])
  }

  private func objects(_ arguments: [String], journal: String = "none") async throws -> [[String: Any]] {
    let result = try await run(arguments, journal: journal)
    #expect(result.status == 0, "\(result.problems)")
    return try result.lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  /// Records a command with a device that was paired an hour before.
  private func record(_ recording: Recording) async throws -> String {
    let radio = ["--radio", "simulated", "--scene", recording.scene, "--speed", "0", "--now"]
    let paired = try await run(
      ["pair", "--name", "Own"] + recording.device + radio + ["2026-11-20T17:16"], journal: "live")
    #expect(paired.status == 0, "\(paired.problems)")
    let file = path("command.btsnoop")
    let recorded = try await run(
      ["capture", "record", file] + recording.command + radio + ["2026-11-20T18:16"], journal: "live")
    #expect(recorded.status == 0, "\(recorded.problems)")
    return file
  }

  /// The exported values of the device.
  private func values(_ journal: String) async throws -> [String] {
    try await objects(["export", "--format", "jsonl"], journal: journal).compactMap { row in
      guard row["device"] as? String == "Own" else { return nil }
      return String(decoding: try JSONSerialization.data(withJSONObject: row, options: [.sortedKeys]), as: UTF8.self)
    }
  }

  @Test(arguments: recordings)
  func `a capture is shown, replayed, and imported as the live session was stored`(_ recording: Recording) async throws
  {
    let file = try await record(recording)
    let shown = try await objects(["capture", "show", file, "--json"])
    let types = Set(shown.compactMap { ($0["message"] as? [String: Any])?["type"] as? String })
    #expect(types.isSuperset(of: recording.types), "\(types)")
    let replayed = try await run(recording.replay + ["--replay", file])
    #expect(replayed.status == 0 && replayed.output.contains(recording.answer), "\(replayed)")
    let imported = try await run(["capture", "import", file, "--name", "Own"] + recording.device, journal: "imported")
    #expect(imported.status == 0 && imported.output.contains("shows the data"), "\(imported)")
    let live = try await values("live")
    #expect(live.count { $0.contains(#""metric":"\#(recording.metric)""#) } > 10)
    #expect(try await values("imported") == live)
  }

  @Test(arguments: recordings)
  func `an anonymized capture decodes to the same messages, with other values`(_ recording: Recording) async throws {
    let file = try await record(recording)
    let copy = path("copy.btsnoop")
    #expect(try await run(["capture", "anonymize", file, copy]).status == 0)
    func messages(_ file: String) async throws -> (types: [String?], values: [String?]) {
      let shown = try await objects(["capture", "show", file, "--json"])
      return (shown.map { ($0["message"] as? [String: Any])?["type"] as? String }, shown.map { $0["value"] as? String })
    }
    let (before, after) = (try await messages(file), try await messages(copy))
    #expect(before.types == after.types)
    #expect(before.values != after.values)
    let info = try await objects(["capture", "info", copy, "--json"])
    let families = (info.first?["devices"] as? [[String: Any]])?.compactMap { $0["families"] as? [String] }
    #expect(families?.contains { !$0.isEmpty } == true)
  }

  @Test(arguments: [true, false])
  func `a device with Nordic's UART is no ring, and nothing of it is imported`(hasService: Bool) async throws {
    let texts = (0..<40).map { "T=2\($0 % 10).\($0 % 7)1 ok, ride" }.map { [UInt8]($0.utf8.prefix(16)) }
    // A line that is a valid packet of a ring: a live heart rate.
    let lookalike: [UInt8] = [0x69, 1, 0, 72] + [UInt8](repeating: 0, count: 11) + [0xB2]
    let bytes = Mutex<[UInt8]>([])
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: WallClock(secondsSince1970: 1_795_000_000), zone: .hoursEast(8))
      let device = UARTDevice(values: texts + [lookalike])
      await home.medium.add(device)
      let writer = CaptureWriter(time: home.time) { part in bytes.withLock { $0 += part } }
      let radio = CapturingCentral(home.medium.central(), writer)
      try await radio.withConnection(to: device.profile.device, label: "UART", timeout: .seconds(10)) { link in
        let notify = try #require(try await link.services().characteristic(UARTDevice.notify))
        let values = try await link.notifications(of: notify)
        try await clock.sleep(for: .seconds(60))
        withExtendedLifetime(values) {}
      }
    }
    let file = path("uart.btsnoop")
    try Data(bytes.withLock { $0 }).write(to: URL(filePath: file))
    var options: [String] = []
    if !hasService {
      // Without the discovery, only the characteristic is known.
      let map = path("uart.map")
      try "0x0003 \(UARTDevice.notify)\n".write(toFile: map, atomically: true, encoding: .utf8)
      options = ["--map", map]
    }
    let info = try await run(["capture", "info", file] + options)
    #expect(info.status == 0 && !info.output.contains(/COLMI|ring answers/), "\(info.output)")
    #expect(try await !run(["capture", "show", file] + options).output.contains("corrupt"))
    let imported = try await run(["capture", "import", file] + options, journal: "imported")
    #expect(imported.status == 65 && imported.problems.contains("finds no measurement"), "\(imported)")
    #expect(try await run(["export"], journal: "imported").lines.count <= 1)
    let identified = try await run(["identify", "--replay", file])
    #expect(!identified.output.contains("COLMI"), "\(identified.output)")
  }
}

/// A device that sends texts over Nordic's UART service, such as the display of an e-bike.
private struct UARTDevice: VirtualPeripheral {
  static let notify = BluetoothUUID(high: 0x6E40_0003_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
  private static let service = BluetoothUUID(high: 0x6E40_0001_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

  let values: [[UInt8]]
  let profile = PeripheralProfile(
    device: DeviceID("C3:A1:B2:C3:D4:E5"), name: "EKD01",
    services: [
      Service(
        uuid: service,
        characteristics: [Characteristic(uuid: notify, service: service, instance: 1, properties: [.notify])])
    ])

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  func serve(_ link: VirtualLink) async {
    await link.waitUntilSubscribed(to: Self.notify)
    for value in values {
      await link.notify(value, on: Self.notify)
      guard (try? await link.clock.sleep(for: .seconds(1))) != nil else { return }
    }
  }
}
