@testable import HaloColmiRing
import HaloFuzzing
import HaloSimulatedRadio
import HaloTesting
import HaloWearables
import Testing

@Suite("Frames of a ring")
struct FramingTests {
  private let battery = packet("03 40 00")
  private let night = ColmiRing.SleepLog(
    .sleep,
    nights: [
      .init(daysAgo: 0, start: 1399, end: 457, stages: (0..<40).map { .init(code: 2 + UInt8($0 % 4), minutes: 12) })
    ])

  @Test func `a wrong checksum makes the frame corrupt and does not affect the next one`() {
    var damaged = battery
    damaged[15] ^= 1
    #expect(
      decode([damaged, battery]).map { line($0) } == [
        #"{"hex":"03400000000000000000000000000042","reason":"checksum","type":"corrupt"}"#,
        #"{"charging":false,"percent":64,"type":"battery"}"#,
      ])
  }

  @Test func `the sum is modulo 256, not 255`() {
    let total = packet("48 00 04 6E 00 00 00 00 A0 21 00 03 51 00 1B")
    #expect(total[15] == 0xEA)
  }

  @Test func `detects every single-bit error in a command packet`() {
    for bit in 0..<128 {
      var damaged = battery
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(ColmiRing.Packet(damaged) == nil)
    }
  }

  @Test(arguments: [0, 1, 15, 17, 20])
  func `a frame of invalid length is corrupt`(count: Int) {
    let frame = [UInt8](repeating: 3, count: count)
    let hex = Hexadecimal.string(frame)
    #expect(decode([frame]).map { line($0) } == [#"{"hex":"\#(hex)","reason":"length","type":"corrupt"}"#])
    #expect(
      decode([frame], on: .commands).map { line($0) } == [#"{"hex":"\#(hex)","reason":"length","type":"corrupt"}"#])
  }

  @Test(arguments: [1, 7, 16, 20, 95, 244, 500])
  func `decodes the same big data from notifications of any size`(size: Int) {
    let whole = night.bigData.bytes
    let chunks = stride(from: 0, to: whole.count, by: size).map { [UInt8](whole[$0..<min($0 + size, whole.count)]) }
    let messages = decodeWithTrails(chunks, on: .bigData)
    #expect(messages.map(\.message) == [.sleepLog(night)])
    #expect(messages.first?.frames == Array(0..<chunks.count))
  }

  @Test func `decodes pushes and answers of the other channel between the notifications of big data`() {
    let whole = night.bigData.bytes
    let messages = decodeWithTrails([[UInt8](whole[..<20]), battery, [UInt8](whole[20...])])
    #expect(messages.map(\.message) == [.battery(.init(percent: 64, isCharging: false)), .sleepLog(night)])
    #expect(messages.map(\.frames) == [[1], [0, 2]])
  }

  @Test func `decodes two frames in one notification as two messages`() {
    let naps = ColmiRing.SleepLog(.naps, nights: [])
    let both = ColmiRing.BigData(id: 0x3E, payload: [0]).bytes + night.bigData.bytes
    #expect(naps.bigData.bytes == ColmiRing.BigData(id: 0x3E, payload: [0]).bytes)
    let messages = decodeWithTrails([[UInt8](both[..<30]), [UInt8](both[30...])])
    #expect(messages.map(\.message) == [.noData(.init(of: .naps)), .sleepLog(night)])
    #expect(messages.map(\.frames) == [[0], [0, 1]])
  }

  @Test func `keeps bytes after a frame that begin no other frame as corrupt`() {
    let messages = decode([ColmiRing.BigData(id: 0x27, payload: [0]).bytes + [1, 2, 3], battery])
    #expect(
      messages.map { line($0) } == [
        #"{"of":"sleep","type":"noData"}"#, #"{"hex":"010203","reason":"length","type":"corrupt"}"#,
        #"{"charging":false,"percent":64,"type":"battery"}"#,
      ])
  }

  @Test func `a wrong CRC makes the frame corrupt and does not affect the next one`() {
    var damaged = night.bigData.bytes
    damaged[40] ^= 0x10
    let messages = decode([damaged, night.bigData.bytes])
    #expect(messages.count == 2)
    #expect(line(messages[0]).contains(#""reason":"crc""#))
    #expect(messages[1] == .sleepLog(night))
  }

  @Test func `reports big data without its end as incomplete when the next frame begins`() {
    let messages = decode([[UInt8](night.bigData.bytes[..<30]), night.bigData.bytes])
    #expect(messages.map { line($0) }.first == #"{"frames":1,"of":"sleep","type":"incomplete"}"#)
    #expect(messages.last == .sleepLog(night))
  }

  @Test func `recognizes a continuation that happens to begin with the mark of a new frame`() {
    // A stage of 188 minutes (BC) at the position where notifications of 20 bytes are split.
    let long = ColmiRing.SleepLog(
      .sleep,
      nights: [.init(daysAgo: 0, start: 0, end: 600, stages: (0..<30).map { _ in .init(code: 2, minutes: 188) })])
    let whole = long.bigData.bytes
    for size in 7...40 {
      let chunks = stride(from: 0, to: whole.count, by: size).map { [UInt8](whole[$0..<min($0 + size, whole.count)]) }
      #expect(decode(chunks) == [.sleepLog(long)], "notifications of \(size) bytes")
    }
  }

  @Test func `recognizes sixteen bytes of big data that happen to have a valid packet checksum`() throws {
    let frame = try #require(
      (0...UInt8.max).lazy.map { ColmiRing.BigData(id: 0x42, payload: [$0] + [UInt8](repeating: 7, count: 9)).bytes }
        .first { ColmiRing.Packet($0) != nil })
    #expect(frame.count == 16)
    #expect(line(decode([frame])[0]).contains(#""command":"0x42""#))
    let night = ColmiRing.SleepLog(
      .sleep, nights: [.init(daysAgo: 0, start: 0, end: 60, stages: (0..<9).map { _ in .init(code: 2, minutes: 9) })])
    let whole = night.bigData.bytes
    #expect(decode([[UInt8](whole[..<16]), [UInt8](whole[16...])]) == [.sleepLog(night)])
    #expect(line(decode([frame], on: .commands)[0]).contains(#""command":"0xBC""#))
  }

  @Test func `decodes raw sensor packets on either channel`() {
    let raw = packet("A1 03 12 03 0B 0D 17 04")
    let expected = ColmiRing.Message.rawAccelerometer(.init(x: 372, y: 291, z: 189))
    #expect(decode([raw], on: .bigData) == [expected])
    #expect(decode([raw], on: .commands) == [expected])
  }

  @Test func `the decoder's memory does not grow with the stream`() {
    var decoder = ColmiRing.ReceivedDecoder()
    for _ in 0..<1000 {
      for frame in [packet("15 01 01 02 03 04"), packet("43 25 12 15 18 00 04"), [0xBC, 0x27, 0x99]] {
        decoder.receive(frame) { _, _ in }
      }
    }
    var unfinished = 0
    decoder.finish { _, trail in unfinished += 1 }
    #expect(unfinished == 3)
  }
}
