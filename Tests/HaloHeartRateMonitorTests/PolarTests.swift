import Foundation
import HaloBluetooth
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloHeartRateMonitor

@Suite("Polar's measurement service, from documentation")
struct PolarTests {
  private typealias Polar = HeartRateMonitor.Polar

  @Test func `decodes features and settings of an H10, and encodes them unchanged`() throws {
    let features = try #require(Polar.Features(value: bytes("0f05 000000000000000000000000000000")))
    #expect(features.kinds == [.ecg, .acceleration])
    #expect(Polar.Features([.ecg, .acceleration]) == features)
    let value = bytes("f0 01 02 00 00 00 04 1900 3200 6400 c800 01 01 1000 02 03 0200 0400 0800")
    let response = try #require(Polar.Response(value: value))
    #expect(response.kind == .acceleration && response.error == 0)
    #expect(response.settings.values(.sampleRate) == [25, 50, 100, 200])
    #expect(response.settings.values(.range) == [2, 4, 8])
    #expect(response.value == value)
    let start = Polar.Request(.start, .ecg, .init([.init(.sampleRate, [130]), .init(.resolution, [14])]))
    #expect(start.value == bytes("02 00 00 01 8200 01 01 0e00"))
    #expect(Polar.Request(value: start.value) == start)
    let factor = try #require(Polar.Response(value: bytes("f0 02 02 00 00 05 01 f0e37f39"))?.settings.factor)
    #expect(abs(factor - 2.44e-4) < 1e-6)
  }

  @Test func `decodes an electrocardiogram as 24-bit microvolts`() throws {
    let frame = try #require(Polar.DataFrame(value: bytes("00 38 6d 44 2a 5c 1f 08 08 00 e4ffff 3c0000 000080")))
    #expect(frame.samples == [[-28], [60], [-8_388_608]])
    #expect(frame.timestamp == 0x0808_1F5C_2A44_6D38)
  }

  /// The numbers of the example in Polar's SDK.
  @Test func `decodes compressed acceleration as one sample and differences`() throws {
    let frame = try #require(
      Polar.DataFrame(value: bytes("02 6500000000000000 81 f1ff 1400 f003 06 01 7b0f 08")))
    #expect(frame.samples == [[-15, 20, 1008], [-20, 17, 1008]])
    let long = try #require(
      Polar.DataFrame(value: bytes("02 0094357700000000 80 7107 f06a 9e8d 0a 38 be5cbeba2f96b3ee4be5adfb42b9ebbe4cfe")))
    // Of the 56 samples in the block, only the first four are complete here.
    #expect(long.samples?.count == 5)
    #expect(long.samples?[1] == [1905 + 190, 27_376 - 105, -29_282 - 85])
  }

  @Test(arguments: [(3, 16), (4, 24), (1, 24)])
  func `encoded compressed samples decode to themselves`(channels: Int, bits: Int) {
    var state = 12_345
    let limit = 1 << (bits - 1)
    for count in [1, 2, 17, 200] {
      let samples = (0..<count).map { _ in
        (0..<channels).map { _ -> Int in
          state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
          return state % (2 * limit) - limit
        }
      }
      let kind: Polar.Kind = [1: .ecg, 3: .acceleration][channels] ?? .ppg
      let content = Polar.DeltaFrame.bytes(samples, bits: bits)
      let frame = Polar.DataFrame(kind, timestamp: 1, isCompressed: true, content: content)
      #expect(Polar.DataFrame(value: frame.value) == frame)
      #expect(frame.samples == samples)
    }
  }

  /// Blocks of 3, 11 and 17 bits a difference; the start's answer has the factor 0.5.
  @Test func `compressed ECG of several blocks is stored in microvolts, and an unknown type is named`() throws {
    var (content, value, truth) = ([0x2C, 0x01, 0x00] as [UInt8], 300, [300])
    for (bits, change) in [(3, -4), (11, 1023), (17, -65_536)] {
      // Eight equal differences fill whole bytes.
      var packed = [UInt8](repeating: 0, count: bits)
      for bit in 0..<(8 * bits) where change >> (bit % bits) & 1 == 1 { packed[bit / 8] |= 1 << UInt8(bit % 8) }
      content += [UInt8(bits), 8] + packed
      for _ in 0..<8 {
        value += change
        truth.append(value)
      }
    }
    let start = Polar.Request(.start, .ecg, .init([.init(.sampleRate, [130])])).value
    let answer = Polar.Response(to: .start, .ecg, .init([.init(.factor, [Int((0.5 as Float).bitPattern)])])).value
    let data = Polar.DataFrame(.ecg, timestamp: 7_000_000_000, isCompressed: true, content: content).value
    let frames = [(start, true), (answer, false), (data, false)].map { value, isSent in
      RecordedFrame(
        device: DeviceID("A"), direction: isSent ? .sent : .received,
        characteristic: value == data ? Polar.GATT.data : Polar.GATT.control, bytes: value,
        time: Date(timeIntervalSince1970: 1_790_000_000), zone: "GMT", secondsFromGMT: 0)
    }
    let values = HeartRateMonitorDriver.read(frames, advertisedName: nil).raw.flatMap(\.values)
    #expect(values == truth.map { Float((Double($0) / 2).rounded()) })

    var decoder = Polar.ReadingDecoder()
    let unknown = Polar.DataFrame(.ecg, timestamp: 1, type: 9, isCompressed: true, content: content).value
    #expect(
      decoder.readings(unknown, arrival: 0, frame: nil).map(\.reading) == [
        RawReading(.ecg, .undecoded(frameType: 0x89))
      ])
  }

  @Test func `pulse intervals have an error estimate`() throws {
    let interval = Polar.PulseInterval(bpm: 72, milliseconds: 833, errorMilliseconds: 10, hasContact: true)
    let frame = Polar.DataFrame(.pulseIntervals, timestamp: 0, content: interval.bytes + [1, 2])
    #expect(frame.pulseIntervals == [interval])
    #expect(interval.hasContact == true && !interval.isBlocked)
  }

  @Test
  func `samples have times of the sensor's clock, even if packets are late or the rate differs`() throws {
    let base = Date(timeIntervalSince1970: 1_790_000_000)
    func frame(_ characteristic: String, _ seconds: Double, _ value: [UInt8], sent: Bool = false) throws
      -> RecordedFrame
    {
      let uuid = try #require(BluetoothUUID(characteristic))
      return RecordedFrame(
        device: DeviceID("A"), direction: sent ? .sent : .received, characteristic: uuid, bytes: value,
        time: base.addingTimeInterval(seconds), zone: "GMT", secondsFromGMT: 0)
    }
    let control = "FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8"
    let data = "FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8"
    let start = Polar.Request(.start, .ecg, .init([.init(.sampleRate, [125])]))
    let since2019 = UInt64(599_616_000_000_000_000)
    func ecg(_ end: Double) -> [UInt8] {
      Polar.DataFrame(
        .ecg, timestamp: since2019 + UInt64(end * 1e9), content: [UInt8](repeating: 0, count: 3 * 100)
      ).value
    }
    let contents = HeartRateMonitorDriver.read(
      [
        try frame(control, 0, start.value, sent: true),
        try frame(data, 1.00, ecg(0.8)),
        // Half a second late, at 124 samples a second.
        try frame(data, 2.30, ecg(0.8 + 100 / 124)),
      ], advertisedName: nil)
    let chunk = try #require(contents.raw.first)
    #expect(chunk.sensor == .ecg && chunk.values.count == 200)
    let times = chunk.offsets.map { chunk.start.milliseconds + Int($0) - 1_790_000_000_000 }
    #expect(times.first == 1000 - 99 * 8)
    #expect(times[99] == 1000)
    #expect(abs(times[199] - 1806) <= 1)
    #expect(zip(times, times.dropFirst()).allSatisfy { (8...9).contains($1 - $0) })
  }
}
