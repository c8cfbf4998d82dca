import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloSimulatedRadio
import HaloText
import HaloWearables
import Testing

@Suite("A driver from outside Halo")
struct OutsideDriverTests {
  private static let registry = DriverRegistry(DriverRegistry.bundled.drivers + [AcmeBandDriver.self])

  /// Calls `body` with a home whose engine supports the band, and with the paired band.
  private func withBand(_ body: @Sendable (SimulatedHome, Device) async throws -> Void) async throws {
    try await SimulatedHome.run(registry: Self.registry, zone: .hoursEast(8)) { home in
      try await body(home, home.pair(VirtualAcmeBand(), name: "band"))
    }
  }

  @Test func `pairs and syncs, and its sample is explained down to its bytes`() async throws {
    try await withBand { home, device in
      #expect(device.family == "acme-band")
      #expect(try await home.engine.sync(device).missed.isEmpty)
      let sample = try #require(try home.samples(of: .skinTemperature).first)
      #expect(sample.value == 36.5)
      let explanation = try #require(try home.journal.explain(sample))
      #expect(explanation.frames.map(\.frame.bytes) == [[0x42, 0x0E]])
      #expect(
        home.engine.registry.messages(in: explanation.frames.map(\.frame), family: device.family) == [
          #"{"hundredths":3650,"type":"acmeTemperature"}"#
        ])
    }
  }

  @Test func `its data is rebuilt by a program with the driver, and not changed by one without it`() async throws {
    try await withBand { home, device in
      _ = try await home.engine.sync(device)
      let before = try home.samples(of: .skinTemperature).map(\.value)
      for registry in [Self.registry, .bundled] {
        _ = try SessionDecoder(home.journal, registry).rebuild()
        #expect(try home.samples(of: .skinTemperature).map(\.value) == before)
      }
    }
  }

  @Test func `a program without it reports that, and shows its frames as unknown, not as a ring's`() async throws {
    try await withBand { home, device in
      _ = try await home.engine.sync(device)
      await #expect(throws: EngineError.unknownFamily(device: "band", family: "acme-band")) {
        _ = try await Engine(
          journal: home.journal, radio: home.radio, registry: .bundled, environment: home.environment
        ).sync(device)
      }
      #expect(!DriverRegistry.bundled.storesDays(device.family))
      let packet = RecordedFrame(
        device: device.identifier, direction: .received, characteristic: AcmeBand.temperature,
        bytes: [0x03, 0x40] + [UInt8](repeating: 0, count: 13) + [0x43], time: home.time.now, zone: "GMT",
        secondsFromGMT: 0)
      #expect(
        DriverRegistry.bundled.messages(in: [packet], family: device.family) == [
          #"{"hex":"03400000000000000000000000000043","type":"unknown"}"#
        ])
    }
  }

  @Test(arguments: [
    ("Acme", [AcmeBand.service], true), ("Acme", [0x180F], false), ("Other", [AcmeBand.service], false),
  ])
  func `a driver that requires name and service identifies a connected device by both`(
    name: String, services: [BluetoothUUID], isBand: Bool
  ) {
    let advertisement = Advertisement(device: DeviceID("C3"), name: name)
    let found = Identification(advertisement, services: services, registry: Self.registry)
    #expect(found.families.map(\.id) == (isBand ? ["acme-band"] : []))
  }

  @Test func `has its own German texts on every report, beside Halo's`() async throws {
    try await withBand { home, device in
      let setting = AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: 7)
      try home.journal.note([setting.stored], of: device, at: .noon)
      let report = try DeviceReport(device, home.journal, Self.registry, now: .noon)
      let german = Wording(.german)
      #expect(report.model?.text(in: german) == "Acme-Band" && report.model?.english == "Acme band")
      #expect(report.can.map { $0.words.text(in: german) } == ["Puls: alle 7 Minuten", "Schlaf"])  // prose:allow German
      let missed = SyncReport(
        identity: DeviceIdentity(hardware: nil, firmware: nil, capabilities: [], wantsBond: nil), battery: nil,
        today: home.time.wallClock.date, zone: "UTC", unsupported: ["warmth", .sleep])
      let sentence =
        "Verlauf von Wärme der Haut und Schlaf: Die Firmware des Geräts speichert ihn nicht."  // prose:allow German
      #expect(missed.notKept(by: AcmeBandDriver.family)?.text(in: german) == sentence)
    }
  }

  @Test func `uses the first of two drivers of one family`() {
    let registry = DriverRegistry([AcmeBandDriver.self, AcmeBandDriver.self])
    #expect(registry.drivers.count == 1)
  }
}

/// A band with one characteristic: the skin temperature in hundredths of a degree, little-endian.
private enum AcmeBand {
  static let service: BluetoothUUID = BluetoothUUID(high: 0xACE0_0000_0000_0000, low: 1)
  static let temperature: BluetoothUUID = BluetoothUUID(high: 0xACE1_0000_0000_0000, low: 1)

  struct Temperature: CharacteristicMessage {
    let hundredths: Int

    init?(value: [UInt8]) {
      guard value.count >= 2 else { return nil }
      hundredths = Int(value[0]) | Int(value[1]) << 8
    }

    var value: [UInt8] { [UInt8(hundredths & 0xFF), UInt8(hundredths >> 8)] }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("hundredths", hundredths)
      fields.field("type", "acmeTemperature")
    }
  }
}

private struct AcmeBandDriver: SessionReading {
  static let texts = PhraseCatalog([
    .german: ["Acme band": "Acme-Band", "Heart rate": "Puls", "warmth of the skin": "Wärme der Haut"]
  ])
  static let family = WearableFamily(
    id: "acme-band", name: Phrase("Acme band", in: texts),
    abilities: [.init("heart-rate", Phrase("Heart rate", in: texts)), .init("sleep", Phrase("Sleep"))],
    logs: ["warmth": Phrase("warmth of the skin", in: texts)])
  static let decoderName = "acme-band/1"
  static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] {
    [AcmeBand.temperature: CharacteristicMessages.reader(AcmeBand.Temperature.self)]
  }

  let connection: any Connection
  let environment: DriverEnvironment
  let temperature: Characteristic

  static func match(_ advertisement: Advertisement) -> WearableMatch? {
    advertisement.services.contains(AcmeBand.service) && advertisement.name == "Acme" ? .certain : nil
  }

  static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (AcmeBandDriver) async throws -> Result
  ) async throws -> Result {
    guard
      let found = try await connection.services().lazy.flatMap(\.characteristics)
        .first(where: { $0.uuid == AcmeBand.temperature })
    else { throw WearableError.notOfFamily(device: connection.label, family) }
    return try await body(AcmeBandDriver(connection: connection, environment: environment, temperature: found))
  }

  func identify() async throws -> DeviceIdentity {
    DeviceIdentity(hardware: nil, firmware: nil, capabilities: ["skin temperature"], wantsBond: nil)
  }

  func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    _ = try await connection.read(temperature)
    return SyncReport(
      identity: try await identify(), battery: nil, today: environment.time.wallClock.date,
      zone: environment.time.zone, unsupported: [])
  }

  static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var contents = SessionContents()
    for (number, frame) in frames.enumerated() where frame.characteristic == AcmeBand.temperature {
      guard let message = AcmeBand.Temperature(value: frame.bytes) else { continue }
      let sample = Sample(
        .skinTemperature, Double(message.hundredths) / 100, start: frame.moment.wallClock, source: .live,
        provenance: Provenance(frames: [number], decoder: decoderName))
      contents.statements.append(
        LogEntry(
          log: .live, readings: Readings(samples: [sample]), clock: .moments([frame.moment]), frames: [number],
          decoder: decoderName))
    }
    return contents
  }
}

private struct VirtualAcmeBand: VirtualPeripheral {
  let profile = PeripheralProfile(
    device: DeviceID("C0:AC:E0:00:00:01"), name: "Acme", advertisedServices: [AcmeBand.service],
    services: [
      Service(
        uuid: AcmeBand.service,
        characteristics: [
          Characteristic(uuid: AcmeBand.temperature, service: AcmeBand.service, instance: 2, properties: .read)
        ])
    ])

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] { [0x42, 0x0E] }

  func serve(_ link: VirtualLink) async { await link.waitUntilEnded() }
}
