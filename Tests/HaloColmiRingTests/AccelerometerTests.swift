import Foundation
import HaloBluetooth
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

/// The two encodings of the accelerometer.
struct AccelerometerTests {
  private static let twelveBit = "A1 03 12 03 0B 0D 17 04"
  private static let sixteenBit = "A1 03 1F DA FE 35 00 2F"
  /// 1 g along Z in 16 bits, which is also valid in 12 bits.
  private static let ambiguous = "A1 03 00 00 00 00 20 00"

  private func readings(_ fronts: [String]) -> [ColmiRing.RawAccelerometer] {
    decode(fronts.map(packet)).compactMap { if case .rawAccelerometer(let reading) = $0 { reading } else { nil } }
  }

  private func magnitude(_ reading: ColmiRing.RawAccelerometer) -> Double {
    let g = reading.g
    return (g.x * g.x + g.y * g.y + g.z * g.z).squareRoot()
  }

  @Test(arguments: [(twelveBit, 512, 0.994), (sixteenBit, 8192, 0.997)])
  func `captured readings at rest show gravity`(front: String, countsPerG: Int, g: Double) throws {
    let reading = try #require(readings([front]).first)
    #expect(reading.encoding.countsPerG == countsPerG)
    #expect(abs(magnitude(reading) - g) < 0.001)
  }

  @Test func `decodes an ambiguous packet in the encoding of its stream`() {
    let stream = readings([Self.ambiguous, Self.sixteenBit, Self.ambiguous])
    #expect(stream.map(\.encoding) == [.sixteenBit, .sixteenBit, .sixteenBit])
    #expect(stream[0].z == 8192 && stream[2].z == 8192)
    #expect(readings([Self.twelveBit, Self.ambiguous]).map(\.encoding) == [.twelveBit, .twelveBit])
  }

  @Test func `determines the encoding of the next stream again`() {
    let stream = readings([Self.sixteenBit, "A1 FF 00", Self.twelveBit])
    #expect(stream.map(\.encoding) == [.sixteenBit, .twelveBit])
  }

  @Test func `keeps other messages in order among held readings`() {
    let fronts = ["A1 02 32 5E", Self.ambiguous, "A1 01 32 5E", "03 40", Self.sixteenBit, "A1 02 32 5F"]
    let messages = decode(fronts.map(packet))
    #expect(
      messages.map(\.type) == ["rawPPG", "rawAccelerometer", "rawSpO2", "battery", "rawAccelerometer", "rawPPG"])
    #expect(decode(fronts.prefix(4).map(packet)).map(\.type) == messages.prefix(4).map(\.type))
  }

  @Test func `holds readings of 12 bits back for at most 32 messages`() {
    var decoder = ColmiRing.ReceivedDecoder()
    var counts: [Int] = []
    for _ in 0..<40 {
      var count = 0
      decoder.receive(packet(Self.twelveBit), on: .commands) { _, _ in count += 1 }
      counts.append(count)
    }
    #expect(counts == Array(repeating: 0, count: 31) + [32] + Array(repeating: 1, count: 8))
  }

  @Test func `decodes a session in one encoding, which its raw chunks contain`() {
    func session(_ fronts: [String]) -> [RawChunk] {
      let frames = fronts.enumerated().map { place, front in
        RecordedFrame(
          device: DeviceID("ring"), direction: .received, characteristic: ColmiRing.GATT.commandNotify,
          bytes: packet(front), time: Date(timeIntervalSince1970: 1_779_858_960 + Double(place)), zone: "UTC",
          secondsFromGMT: 0)
      }
      return ColmiRingDriver.read(frames, advertisedName: nil).raw
    }
    let chunks = session([Self.ambiguous, Self.ambiguous, Self.sixteenBit, Self.ambiguous])
    #expect(chunks.map(\.countsPerG) == [8192])
    #expect(chunks.first.map { Array($0.values.prefix(3)) } == [0, 0, 1])
    let older = session([Self.twelveBit, Self.ambiguous])
    #expect(older.map(\.countsPerG) == [512])
    #expect(older.first.map { Array($0.values.suffix(3)) } == [1, 0, 0])
  }
}
