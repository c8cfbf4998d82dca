import HaloBluetooth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

/// Tests the rules for values that are never written to a ring, for every code path.
@Suite("Refused writes to a ring")
struct WriteRefusalTests {
  private func refusal(_ value: String, of service: BluetoothUUID = ColmiRing.GATT.commandService) -> String? {
    let characteristic = Characteristic(
      uuid: ColmiRing.GATT.commandWrite, service: service, instance: 0, properties: [.write])
    return ColmiRingDriver.refusal(of: bytes(value), to: characteristic).map { "\($0)" }
  }

  @Test(arguments: [
    ("0F", "starts a firmware update"), ("2E", "Command 0x2E starts a firmware update. Halo never sends it."),
    ("C9", "is a factory test"), ("CA", "is a factory test"), ("20", "calibration"),
    ("A101", "resets a ring's calibration"),
    ("A106", "resets a ring's calibration"), ("54", "turns off a ring's Bluetooth until the ring is charged"),
    ("08", "'halo power-off'"), ("FF", "'halo factory-reset'"),
  ])
  func `refuses irreversible commands: padded, with checksum, truncated and too long`(
    command: String, reason: String
  ) throws {
    for length in [0, 3, 15, 16, 17, 244] {
      var value = bytes(command) + [UInt8](repeating: 0, count: max(0, length - command.count / 2))
      #expect(try #require(refusal(Hexadecimal.string(value))).contains(reason))
      guard length == 16 else { continue }
      value[15] = value.dropLast().reduce(0, &+)
      #expect(try #require(refusal(Hexadecimal.string(value))).contains(reason))
    }
  }

  @Test(arguments: ["A104", "A102", "A100", "A1FF", "A105"])
  func `starting and stopping the raw stream is not refused as calibration`(command: String) {
    #expect(refusal(command + String(repeating: "00", count: 14)) == nil)
  }

  @Test func `refuses only big data of the firmware update`() {
    let updates = Set<UInt8>([1, 2, 3, 4, 5, 6] + [0x21, 0x22, 0x23, 0x24] + Array(0x31...0x39))
    for id in 0...UInt8.max {
      let frame = Hexadecimal.string(ColmiRing.BigData(id: id, payload: [1, 2]).bytes)
      for service in [ColmiRing.GATT.bigDataService, ColmiRing.GATT.commandService] {
        #expect((refusal(frame, of: service) != nil) == updates.contains(id), "\(frame)")
      }
    }
  }

  @Test func `checks a big-data characteristic in another service too`() {
    let characteristic = Characteristic(
      uuid: ColmiRing.GATT.bigDataWrite, service: 0xFFF0, instance: 9, properties: [.writeWithoutResponse])
    #expect(ColmiRingDriver.refusal(of: bytes("BC010000FFFF"), to: characteristic) != nil)
  }

  @Test func `refuses an incomplete packet, and shows the complete one`() throws {
    let short = try #require(refusal("0300"))
    #expect(short.contains("This value has 2. The complete packet would be 03000000000000000000000000000003"))
    #expect(try #require(refusal("")).contains("This value has 0."))
    #expect(refusal("03000000000000000000000000000003") == nil)
  }

  @Test func `refuses big data that replace firmware, or have a wrong length`() throws {
    let bigData = ColmiRing.GATT.bigDataService
    #expect(try #require(refusal("BC270100FFFF", of: bigData)).contains("has another length"))
    #expect(try #require(refusal("BC010000FFFF", of: bigData)).contains("belongs to the firmware update"))
    #expect(try #require(refusal("27", of: bigData)).contains("Big data begin with BC"))
    #expect(refusal("BC270000FFFF", of: bigData) == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `no refused command of random requests through the driver's exchange reaches the radio`() async throws {
    let count = RingWrites.requestedCount ?? 20_000
    func writeCharacteristic(_ uuid: BluetoothUUID, _ service: BluetoothUUID) -> Characteristic {
      Characteristic(uuid: uuid, service: service, instance: 1, properties: [.write])
    }
    let radio = RecordedWrites()
    let exchange = ColmiRing.RingExchange(
      connection: radio, clock: ContinuousClock(),
      writeCharacteristics: [
        .commands: writeCharacteristic(ColmiRing.GATT.commandWrite, ColmiRing.GATT.commandService),
        .bigData: writeCharacteristic(ColmiRing.GATT.bigDataWrite, ColmiRing.GATT.bigDataService),
      ])
    var values = RingWrites(seed: 3)
    var sent = 0
    for _ in 0..<count {
      let value = values.next()
      guard let first = value.first else { continue }
      let request =
        first == ColmiRing.BigData.mark
        ? ColmiRing.Request(
          ColmiRing.BigData(id: value.dropFirst().first ?? 0, payload: Array(value.dropFirst(6).prefix(4))))
        : ColmiRing.Request(ColmiRing.Packet(first, Array(value.dropFirst().prefix(14))))
      // These two have commands of their own, which ask the user first.
      guard let request, request != .powerOff, request != .factoryReset else { continue }
      try await exchange.send(request)
      sent += 1
    }
    #expect(sent > count / 20 && radio.all.count == sent)
    #expect(radio.all.allSatisfy { !RingWrites.isRefused($0.value) })
    RingWrites.report("driver", count, written: sent)
  }

  @Test func `does not check other services`() {
    #expect(refusal("0F", of: 0x180F) == nil)
  }
}
