import Foundation
import HaloBluetooth
import HaloCaptures
import HaloDrivers
import HaloSimulatedRadio
import Synchronization
import Testing

@Suite("Anonymized copies of captures with planted identities")
struct PlantedIdentityTests {
  /// A packet of the attribute protocol.
  private struct Packet {
    let time: CaptureTime?
    let direction: RecordedFrame.Direction
    let opcode: UInt8
    let handle: UInt16?
    let value: [UInt8]?
    let bytes: [UInt8]
  }

  private static let seeds =
    0..<UInt64(ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] != nil ? 200 : 20)

  private func anonymize(
    _ log: [UInt8], _ values: CaptureAnonymizer.Values, hiding texts: [String] = []
  ) throws -> (bytes: [UInt8], summary: CaptureAnonymizer.Summary) {
    let copy = Mutex<[UInt8]>([])
    var anonymizer = CaptureAnonymizer(
      try CaptureSurvey(CaptureReader(log), registry: .bundled), values: values, hiding: texts)
    var random = SeededGenerator(seed: 0x51EE_D5)
    let summary = try anonymizer.run(
      using: &random, open: { try CaptureReader(log) }, write: { more in copy.withLock { $0 += more } })
    return (copy.withLock { $0 }, summary)
  }

  private func packets(_ log: [UInt8]) throws -> [Packet] {
    var packets: [Packet] = []
    var reader = try CaptureReader(log)
    var decoder = CaptureDecoder()
    try reader.forEach { record in
      decoder.receive(record) { operation in
        packets.append(
          Packet(
            time: operation.time, direction: operation.direction, opcode: operation.opcode.rawValue,
            handle: operation.handle, value: operation.value.map { [UInt8]($0) }, bytes: [UInt8](operation.bytes)))
      }
    }
    return packets
  }

  /// Returns the file, and what a reader can join from two values of a characteristic that follow each other, without
  /// the first 0…4 bytes of the second and the last 0…2 of the first.
  private func everything(_ log: [UInt8], _ packets: [Packet]) -> Data {
    var all = log
    for handle in [3, 5] as [UInt16] {
      let values = packets.filter { $0.handle == handle }.compactMap(\.value)
      for (first, second) in zip(values, values.dropFirst()) {
        for trailer in 0...2 {
          for header in 0...4 {
            // The rest of an identity is in neither value alone. A bar keeps pairs apart.
            all += first.dropLast(trailer).suffix(12)
            all += second.dropFirst(header).prefix(12)
            all.append(0x7C)
          }
        }
      }
    }
    return Data(all)
  }

  @Test(arguments: [CaptureAnonymizer.Values.madeUp, .shifted, .kept])
  func `keep no identity, in any encoding or across two values`(_ values: CaptureAnonymizer.Values) throws {
    for seed in Self.seeds {
      let planted = PlantedCapture(seed: seed)
      // Only the owner knows that constant bytes are a serial number. A copy with all values lists them.
      let unnamed = values == .kept ? planted.unnamedSerial : nil
      if let unnamed {
        let text = unnamed.map { String(format: "%02x", $0) }.joined()
        let readable = try anonymize(planted.log, values).summary.readable
        #expect(readable.contains { $0.text.contains(text) }, "seed \(seed): \(readable.prefix(8)) without \(text)")
      }
      let hiding = unnamed.map { [$0.map { String(format: "%02x", $0) }.joined()] } ?? []
      let copy = try anonymize(planted.log, values, hiding: hiding).bytes
      let everything = everything(copy, try packets(copy))
      for identity in planted.identities {
        #expect(
          identity.forms.contains { Data(planted.log).range(of: Data($0)) != nil },
          "seed \(seed): no \(identity.name) in the original")
        for form in identity.forms where everything.range(of: Data(form)) != nil {
          Issue.record("seed \(seed), \(values): the \(identity.name) as \(form)")
        }
      }
    }
  }

  // A sixth of the bytes belongs to identities.
  @Test(arguments: [(CaptureAnonymizer.Values.madeUp, 0.25), (.shifted, 0.5), (.kept, 0.8)])
  func `keep a quarter of the bytes, half of them with shifted numbers, and valid checksums`(
    values: CaptureAnonymizer.Values, least: Double
  ) throws {
    for seed in Self.seeds {
      let planted = PlantedCapture(seed: seed)
      let (original, copied) = (try packets(planted.log), try packets(anonymize(planted.log, values).bytes))
      try #require(original.count == copied.count)
      var (same, all) = (0, 0)
      for (old, new) in zip(original, copied) {
        #expect(old.time == new.time && old.direction == new.direction && old.opcode == new.opcode)
        #expect(old.handle == new.handle && old.bytes.count == new.bytes.count)
        guard let before = old.value, let after = new.value else { continue }
        all += before.count
        let pairs = [(UInt8, UInt8)](zip(before, after))
        guard isValid(before, planted.checksum) else {
          same += pairs.count { $0 == $1 }
          continue
        }
        #expect(isValid(after, planted.checksum), "seed \(seed), \(values): \(before) became \(after)")
        // The checksum of changed bytes is right, but another one.
        let width = values == .madeUp ? 0 : planted.checksum.width
        same += width + pairs.dropLast(width).count { $0 == $1 }
      }
      let share = Double(same) / Double(all)
      #expect(share >= least, "\(values), seed \(seed)")
    }
  }

  private func isValid(_ frame: [UInt8], _ checksum: Checksum) -> Bool {
    guard frame.count > checksum.width + 2 else { return false }
    let value = checksum.value(frame.dropLast(checksum.width))
    return frame.suffix(checksum.width) == [UInt8(value & 0xFF), UInt8(value >> 8)].prefix(checksum.width)
  }

  @Test func `shift a number by the same amount everywhere`() throws {
    for seed in Self.seeds where seed % 5 == 0 {
      let planted = PlantedCapture(seed: seed)
      let (original, copied) = (try packets(planted.log), try packets(anonymize(planted.log, .shifted).bytes))
      let offset = planted.steps.offset + (planted.steps.isBigEndian ? 1 : 0)
      var differences: Set<UInt8> = []
      for (old, new) in zip(original, copied) {
        guard let before = old.value, let after = new.value, old.handle == 5,
          before[planted.steps.offset - 2] == PlantedCapture.liveType
        else { continue }
        differences.insert(after[offset] &- before[offset])
      }
      #expect(differences.count == 1, "seed \(seed): \(differences)")
    }
  }

  @Test(.enabled(if: Tshark.url != nil, "tshark is not installed"))
  func `are read by tshark like the originals`() throws {
    for seed in [3, 8] as [UInt64] {
      for values in [CaptureAnonymizer.Values.madeUp, .shifted, .kept] {
        let copy = try anonymize(PlantedCapture(seed: seed).log, values).bytes
        let file = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).btsnoop")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(copy).write(to: file)
        let (theirs, ours) = (try Tshark.operations(of: file), try packets(copy))
        try #require(theirs.count == ours.count)
        for (one, other) in zip(theirs, ours) {
          #expect(one.opcode == other.opcode && one.bytes == other.bytes && one.time == other.time?.microseconds)
        }
      }
    }
  }

  @Test(arguments: ["A4C1387D20E9", "a4-c1-38-7d-20-e9", "0xa4c1387d20e9", "A4:C1:38:7D:20:E9"])
  func `an address to hide may be written in any usual way`(written: String) throws {
    let address: [UInt8] = [0xA4, 0xC1, 0x38, 0x7D, 0x20, 0xE9]
    let forms = [address, address.reversed(), [UInt8]("A4:C1:38:7D:20:E9".utf8), [UInt8]("a4c1387d20e9".utf8)]
    try expectHidden(forms, hiding: [written])
  }

  @Test(arguments: ["Jürgen Müller", "Anna’s iPhone", "山田太郎", "The phone with the longest of all names"])
  func `a name to hide is found in UTF-8 and UTF-16, also over two values`(name: String) throws {
    let units = name.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try expectHidden(
      [[UInt8](name.utf8), units.flatMap(\.self), units.flatMap { $0.reversed() }], hiding: [name])
  }

  /// Expects that no form remains in a copy with all values, neither whole nor in two frames.
  private func expectHidden(_ forms: [[UInt8]], hiding texts: [String]) throws {
    for form in forms {
      for cut in [form.count, form.count / 2, 2] {
        var capture = MadeCapture()
        capture.notify(0x20, [0xAB, 1] + form.prefix(cut))
        capture.notify(0x20, [0xAB, 2] + form.dropFirst(cut) + [9])
        let values = try packets(anonymize(capture.bytes, .kept, hiding: texts).bytes).compactMap(\.value)
        try #require(values.count == 2)
        let joined = Data(values[0] + values[1].dropFirst(2))
        #expect(joined.range(of: Data(form)) == nil, "\(form) cut at \(cut)")
        // Names are in letters that can be read without the rest.
        for part in [form.prefix(cut), form.dropFirst(cut)] where part.count > 3 {
          #expect(Data(values.joined()).range(of: Data(part)) == nil, "\(part) of \(form)")
        }
      }
    }
  }
}
