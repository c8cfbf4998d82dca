import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@testable import HaloDashboard

@Suite("Actions on the page")
struct ActionTests {
  /// Runs a page with a paired scale, and calls `body` with the scale's path.
  private func withScale(_ body: @escaping @Sendable (PageTestbed, VirtualScale, String) async throws -> Void)
    async throws
  {
    let scale = VirtualScale()
    try await PageTestbed.run(.empty, registry: DriverRegistry([ScaleDriver.self])) { bed in
      let device = try await bed.home.pair(scale, name: "Scale")
      try await body(bed, scale, "/api/v2/devices/\(device.id)")
    }
  }

  @Test func `a device lists its actions with what they take`() async throws {
    try await withScale { bed, _, path in
      let device = try #require(try await bed.client.ask("GET", "/api/v2/devices").json["devices"]?.items?.first)
      #expect(Schema.problems(device, "Device") == [])
      let actions = device["actions"]?.items ?? []
      #expect(actions.map { $0["id"]?.text } == ["tare", "set-limit"])
      #expect(actions.first?["parameters"]?.items?.isEmpty == true)
      let weight = actions.last?["parameters"]?.items?.first
      #expect(weight?["maximum"] == 5000 && weight?["unit"] == "g" && weight?["words"] == "0 to 5,000 g")
      #expect(path.hasSuffix(device["id"]?.text ?? "-"))
    }
  }

  @Test func `an action is performed with its arguments, and recorded`() async throws {
    try await withScale { bed, scale, path in
      let tared = try await bed.client.ask("POST", path + "/actions/tare")
      #expect(tared.status == 200, "\(tared.text)")
      #expect(tared.json["words"] == "Scale confirmed 'Tare'.")
      let input: JSON = ["arguments": ["weight": 750, "beep": true]]
      let asked = try await bed.client.ask("POST", path + "/actions/set-limit", input)
      #expect(asked.status == 409)
      #expect(Schema.problems(asked.json, "Confirmation") == [])
      #expect(asked.json["error"]?["message"] == "Scale: The old limit is lost.")
      #expect(scale.written == [[1]])
      let done = try await bed.client.ask("POST", path + "/actions/set-limit", asked.confirming(input))
      #expect(done.status == 200, "\(done.text)")
      #expect(done.json["words"] == "The limit is 750 g.")
      #expect(scale.written == [[1], [2, 0xEE, 0x02, 1]])
      let device = try #require(try bed.journal.devices().first)
      let sessions = try bed.journal.sessions(of: device, since: .init(milliseconds: 0, secondsFromGMT: 0))
      #expect(Set(sessions.map(\.purpose)) == ["do tare", "do set-limit"])
    }
  }

  @Test func `a confirmation is only valid for the values that were shown`() async throws {
    try await withScale { bed, scale, path in
      let asked = try await bed.client.ask("POST", path + "/actions/set-limit", ["arguments": ["weight": 10]])
      let other = try await bed.client.ask(
        "POST", path + "/actions/set-limit", asked.confirming(["arguments": ["weight": 5000]]))
      #expect(other.status == 409)
      #expect(scale.written.isEmpty)
    }
  }

  @Test func `wrong values are refused before the device is asked`() async throws {
    try await withScale { bed, scale, path in
      let wrong: [JSON] = [
        [:], ["arguments": ["weight": 5001]], ["arguments": ["weight": 1.5]], ["arguments": ["weight": "many"]],
        ["arguments": ["weight": 5, "depth": 1]], ["arguments": ["weight": [1]]], ["arguments": 5],
        ["arguments": ["weight": 5, "beep": "loud"]], ["arguments": ["weight": .null]],
      ]
      for input in wrong {
        let answer = try await bed.client.ask("POST", path + "/actions/set-limit", input)
        #expect(answer.status == 400, "\(input): \(answer.text)")
      }
      let range = try await bed.client.ask("POST", path + "/actions/set-limit", ["arguments": ["weight": 5001]])
      #expect(range.json["error"]?["message"] == "'weight' (Limit) must be 0 to 5,000 g.")
      let unknown = try await bed.client.ask("POST", path + "/actions/explode")
      #expect(unknown.status == 404)
      #expect(unknown.json["error"]?["message"]?.text?.contains("tare, set-limit") == true)
      #expect(scale.written.isEmpty)
    }
  }
}

/// A scale with two actions.
private struct ScaleDriver: SessionReading, Actionable {
  static let family = WearableFamily(id: "scale", name: "scale")
  static let decoderName = "scale/1"
  static let actions = [
    DeviceAction("tare", "Tare"),
    DeviceAction(
      "set-limit", "Set the limit",
      parameters: [.number("weight", "Limit", in: 0...5000, unit: "g"), .flag("beep", "Beep")],
      warning: "The old limit is lost."),
  ]

  let connection: any Connection
  let control: Characteristic
  let time: WallTime

  static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(VirtualScale.service) ? .certain : nil
  }

  static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment, _ body: (ScaleDriver) async throws -> Result
  ) async throws -> Result {
    guard let control = try await connection.services().characteristic(VirtualScale.control, in: VirtualScale.service)
    else { throw WearableError.notOfFamily(device: connection.label, family) }
    return try await body(ScaleDriver(connection: connection, control: control, time: environment.time))
  }

  func identify() async throws -> DeviceIdentity {
    DeviceIdentity(hardware: nil, firmware: nil, capabilities: [], wantsBond: nil)
  }

  func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    SyncReport(
      identity: try await identify(), battery: nil, today: time.wallClock.date, zone: time.zone, unsupported: [])
  }

  static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents { SessionContents() }

  func perform(_ request: ActionRequest) async throws -> Phrase? {
    guard request.action.id == "set-limit" else {
      try await connection.write([1], to: control, withResponse: true)
      return nil
    }
    let weight = Int(try request.number("weight"))
    let bytes = [2, UInt8(weight & 0xFF), UInt8(weight >> 8), try request.flag("beep") ? 1 : 0]
    try await connection.write(bytes, to: control, withResponse: true)
    return Phrase("The limit is \(weight) g.")
  }
}

private final class VirtualScale: VirtualPeripheral {
  static let service = BluetoothUUID(high: 0x5CA1_0000_0000_0000, low: 1)
  static let control = BluetoothUUID(high: 0x5CA1_0001_0000_0000, low: 1)

  let profile = PeripheralProfile(
    device: DeviceID("C0:5C:A1:E0:00:01"), name: "Scale", advertisedServices: [service],
    services: [Service(service, from: 0x10, [(control, .write)])])
  private let writes = Mutex<[[UInt8]]>([])

  /// The values that were written.
  var written: [[UInt8]] { writes.withLock { $0 } }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  func serve(_ link: VirtualLink) async {
    for await write in await link.writes(to: Self.control) { writes.withLock { $0.append(write) } }
  }
}
