import Foundation
import HaloBluetooth
import HaloFuzzing
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloWearables
import Testing

@testable import HaloColmiRing

/// Tests the rules for values that are written to a ring, for every code path.
@Suite("Refused writes to a ring")
struct WriteRefusalTests {
  private func verdict(_ value: String, of service: BluetoothUUID = ColmiRing.GATT.commandService) -> WriteVerdict? {
    let characteristic = Characteristic(
      uuid: ColmiRing.GATT.commandWrite, service: service, instance: 0, properties: [.write])
    return ColmiRingDriver.verdict(onWriting: bytes(value), to: characteristic)
  }

  private func forbidden(_ value: String, of service: BluetoothUUID = ColmiRing.GATT.commandService) -> String? {
    if case .forbidden(let reason) = verdict(value, of: service) { reason.english } else { nil }
  }

  private func unknown(_ value: String, of service: BluetoothUUID = ColmiRing.GATT.commandService) -> String? {
    if case .unknown(let reason) = verdict(value, of: service) { reason.english } else { nil }
  }

  private static func packet(_ bytes: [UInt8]) -> String {
    Hexadecimal.string(ColmiRing.Packet(bytes[0], Array(bytes.dropFirst())).bytes)
  }

  @Test(arguments: [
    ("0F", "starts a firmware update"), ("2E", "Command 0x2E starts a firmware update. Halo never sends it."),
    ("C9", "is a factory test"), ("CA", "is a factory test"), ("CE", "is a factory test"), ("20", "calibration"),
    ("A101", "Command 0xA1 0x01 resets a ring's calibration"), ("A103", "turns off a ring at once"),
    ("A106", "resets a ring's calibration"), ("54", "turns off a ring's Bluetooth until the ring is charged"),
    ("08", "'halo power-off'"), ("FF", "'halo factory-reset'"), ("90", "factory modes"), ("9C", "factory modes"),
    ("BF", "writes to any address of a ring's memory. Halo never sends it. Firmware: H59MA; source: OpenWatch"),
    ("81", "flash memory"), ("C0", "reads any address"), ("CD", "reads any address"),
    ("C3", "controls the firmware update"),
    ("C5", "hidden flags"), ("C66C", "restores and restarts"), ("C8", "hidden flags"), ("FE2C01", "an invented night"),
  ])
  func `forbids dangerous commands: padded, with checksum, truncated and too long, on both channels`(
    command: String, reason: String
  ) throws {
    for length in [0, 3, 15, 16, 17, 244] {
      var value = bytes(command) + [UInt8](repeating: 0, count: max(0, length - command.count / 2))
      for service in [ColmiRing.GATT.commandService, ColmiRing.GATT.bigDataService] {
        #expect(try #require(forbidden(Hexadecimal.string(value), of: service)).contains(reason))
      }
      guard length == 16 else { continue }
      value[15] = value.dropLast().reduce(0, &+)
      #expect(try #require(forbidden(Hexadecimal.string(value))).contains(reason))
    }
  }

  @Test func `every word of a forbidden frame is translated`() {
    func texts(_ phrase: Phrase) -> [String] {
      phrase.arguments.flatMap { argument in
        switch argument {
        case .text(let text): [text]
        case .phrase(let phrase): texts(phrase)
        default: [String]()
        }
      }
    }
    let frames = ColmiRing.ForbiddenFrame.commands + ColmiRing.ForbiddenFrame.bigData
    for text in frames.flatMap({ texts($0.refusal(of: [$0.codes.lowerBound, 0])) }) {
      #expect(!text.contains(/[a-wyz]/), "\(text)")
    }
  }

  @Test(arguments: ["A104", "A102", "A100"])
  func `starting and stopping the raw stream is allowed`(command: String) {
    #expect(verdict(Self.packet(bytes(command))) == .harmless)
  }

  @Test func `big data are forbidden, known or unknown`() {
    let forbidden = Set<UInt8>(
      Array(0x01...0x07) + Array(0x21...0x24) + Array(0x31...0x39) + Array(0x41...0x46) + [
        0x5A, 0x61, 0x80, 0x81, 0x82,
      ])
    for id in 0...UInt8.max {
      let frame = Hexadecimal.string(ColmiRing.BigData(id: id, payload: [1, 2]).bytes)
      for service in [ColmiRing.GATT.bigDataService, ColmiRing.GATT.commandService] {
        #expect((self.forbidden(frame, of: service) != nil) == forbidden.contains(id), "\(frame)")
        // Only 77 has a request with these two bytes.
        let isHarmless = id == 0x77 && service == ColmiRing.GATT.bigDataService
        #expect((verdict(frame, of: service) == .harmless) == isHarmless, "\(frame)")
      }
    }
  }

  @Test func `checks a big-data characteristic in another service too`() {
    let characteristic = Characteristic(
      uuid: ColmiRing.GATT.bigDataWrite, service: 0xFFF0, instance: 9, properties: [.writeWithoutResponse])
    guard case .forbidden = ColmiRingDriver.verdict(onWriting: bytes("BC010000FFFF"), to: characteristic) else {
      Issue.record("not forbidden")
      return
    }
  }

  @Test func `never sends an incomplete packet, and shows the complete one`() throws {
    let short = try #require(forbidden("0300"))
    #expect(short.contains("This value has 2. The complete packet would be 03000000000000000000000000000003"))
    #expect(try #require(forbidden("")).contains("This value has 0."))
    #expect(verdict("03000000000000000000000000000003") == .harmless)
    #expect(try #require(unknown("03000000000000000000000000000004")).contains("checksum"))
  }

  @Test func `never sends big data with a wrong length`() throws {
    let bigData = ColmiRing.GATT.bigDataService
    #expect(try #require(forbidden("BC270100FFFF", of: bigData)).contains("has another length"))
    #expect(try #require(forbidden("27", of: bigData)).contains("Big data begin with BC"))
    #expect(verdict("BC270100FF00FF", of: bigData) == .harmless)
    #expect(verdict("BC2702008180FF01", of: bigData) == .harmless)
    #expect(try #require(unknown("BC270100FF01FF", of: bigData)).contains("0x27 with other payloads only"))
    #expect(try #require(unknown("BC2C0100BF4000", of: bigData)).contains("0x2C belong to: alarms"))
    #expect(try #require(unknown(Self.packet([0x03]), of: bigData)).contains("the other characteristic"))
  }

  @Test(
    arguments: [
      ([0x23, 1], "Command 0x23 belongs to: alarms."), ([0x40], "There are no known facts about command 0x40."),
      ([0x69, 0x02], "Halo sends command 0x69 with other arguments only."),
      ([0x3B, 2, 2, 1, 1], "Halo sends command 0x3B with other arguments only."),
      ([0x01, 0x99, 0x99, 0x99], "other arguments"), ([0x43, 0, 0x0F, 0, 0x60, 1], "other arguments"),
      ([0xA1, 0x07], "other arguments"), ([0xA1, 0x05], "A1 05 ends the raw stream of H59MA firmware"),
      ([0x44, 30, 0x0F, 0, 0x5F], "other arguments"),
    ] as [([UInt8], String)])
  func `the known facts about an unknown command are shown`(command: [UInt8], text: String) throws {
    #expect(try #require(unknown(Self.packet(command))).contains(text))
  }

  @Test func `every request passes over its ranges, power-off and factory reset only with their commands`() {
    var random = SeededGenerator(seed: 31)
    var names: Set<String> = []
    for _ in 0..<(RingWrites.requestedCount ?? 20_000) / 100 + 1 {
      for request in ColmiRing.Request.everyKind(&random) {
        let verdict = ColmiRing.Request.verdict(onWriting: request.outgoing.bytes, on: request.outgoing.channel)
        if [.powerOff, .factoryReset, .endRawStreamOfH59].contains(request) {
          #expect(verdict != .harmless)
        } else {
          #expect(verdict == .harmless, "\(request)")
          #expect(RingWrites.isListed(request.outgoing.bytes), "\(request)")
        }
        let name = String("\(request)".prefix { $0 != "(" })
        names.insert(name)
        let row = ColmiRing.requestTable.first { $0.request == name }?.bytes ?? ""
        #expect(Self.begins(request.outgoing, as: row), "\(request) \(row)")
      }
    }
    #expect(names == Set(ColmiRing.requestTable.map(\.request)))
  }

  /// Returns whether an encoded request begins as one of the alternatives in a row of the table.
  private static func begins(_ outgoing: ColmiRing.Outgoing, as row: String) -> Bool {
    let bytes: [UInt8] =
      switch outgoing {
      case .packet(let packet): packet.bytes
      case .bigData(let data): [ColmiRing.BigData.mark, data.id] + data.payload
      }
    return row.replacing(/\([^)]*\)/, with: "").split(separator: ",").contains { alternative in
      let codes = alternative.split(separator: " ").map { UInt8($0, radix: 16) }
      let leading = codes.prefix { $0 != nil }.compactMap { $0 }
      return !leading.isEmpty && bytes.starts(with: leading)
    }
  }

  @Test func `the documentation has the tables of the code`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/colmi-ring.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("\n\(ColmiRing.writingMarkdown)\n"))
  }

  @Test(.timeLimit(.minutes(60)))
  func `only listed frames of random requests through the driver's exchange reach the radio`() async throws {
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
      // The first two have commands of their own, which ask the user first, and the third depends on the firmware.
      guard let request, ![.powerOff, .factoryReset, .endRawStreamOfH59].contains(request) else { continue }
      try await exchange.send(request)
      sent += 1
    }
    #expect(sent > count / 20 && radio.all.count == sent)
    // A macro for each of a million values would take most of the time.
    for (value, _) in radio.all where !RingWrites.isListed(value) { Issue.record("\(Hexadecimal.string(value))") }
    RingWrites.report("driver", count, written: sent)
  }

  @Test func `does not check other services`() { #expect(verdict("0F", of: 0x180F) == nil) }
}
