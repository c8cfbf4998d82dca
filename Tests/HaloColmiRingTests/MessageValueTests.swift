import Foundation
import HaloBluetooth
import HaloFuzzing
import HaloHealth
import HaloWearables
import Testing

@testable import HaloColmiRing

/// Tests which bytes of captured messages hold which value.
@Suite struct MessageValueTests {
  /// Makes a session of a captured answer: the requests on both channels, and its frames.
  private static func session(_ frames: [[UInt8]]) -> [RecordedFrame] {
    func frame(_ bytes: [UInt8], _ direction: RecordedFrame.Direction, _ characteristic: BluetoothUUID) -> RecordedFrame
    {
      RecordedFrame(
        device: DeviceID("A"), direction: direction, characteristic: characteristic, bytes: bytes,
        time: Date(timeIntervalSince1970: 1_795_000_000), zone: "GMT", secondsFromGMT: 0)
    }
    let questions = [
      frame([0], .sent, ColmiRing.GATT.commandWrite), frame([0], .sent, ColmiRing.GATT.bigDataWrite),
    ]
    let isBig = frames[0].first == ColmiRing.BigData.mark
    return questions
      + frames.map { frame($0, .received, isBig ? ColmiRing.GATT.bigDataNotify : ColmiRing.GATT.commandNotify) }
  }

  /// Sessions of captured answers with values, at most a few per answer.
  private static let decodedAnswers: [(session: [RecordedFrame], statement: LogEntry)] = Vector.all.filter {
    !$0.isSent
  }
  .flatMap { vector -> [(session: [RecordedFrame], statement: LogEntry)] in
    let session = session(vector.frames)
    return ColmiRingDriver.read(session, advertisedName: nil).statements.map { (session, $0) }
  }

  private static func statement(_ session: [RecordedFrame], like other: LogEntry) -> LogEntry? {
    ColmiRingDriver.read(session, advertisedName: nil).statements.first { $0.frames == other.frames }
  }

  /// Returns the session with a changed byte and updated checksums.
  private static func changing(
    _ session: [RecordedFrame], _ message: [Int], _ frame: Int, _ byte: Int, to value: UInt8
  ) -> [RecordedFrame] {
    var session = session
    var bytes = session[frame].bytes
    bytes[byte] = value
    session[frame] = session[frame].with(bytes)
    for (place, frame) in zip(message, ColmiRingDriver.withChecksums(message.map { session[$0] })) {
      session[place] = frame
    }
    return session
  }

  @Test func `every sample of captured answers changes only with its marked bytes`() throws {
    var metrics: Set<Metric> = []
    for (session, statement) in Self.decodedAnswers where !statement.readings.samples.isEmpty {
      let samples = statement.readings.samples
      for place in stride(from: 0, to: samples.count, by: max(1, samples.count / 2)) {
        let sample = samples[place]
        metrics.insert(sample.metric)
        let marks = ColmiRingDriver.bytes(
          of: .sample(sample.metric, sample.value, at: Moment(sample.start, secondsFromGMT: 0)), in: statement.frames,
          of: session, from: DeviceTraits(advertisedName: nil))
        #expect(!marks.isEmpty, "\(sample)")
        /// Returns the sample's value with another byte; `nil` if other times or values changed as well, or nothing is
        /// left.
        func value(_ frame: Int, _ byte: Int, _ number: UInt8) -> Double? {
          let changed = Self.statement(
            Self.changing(session, statement.frames, frame, byte, to: number), like: statement)
          guard let others = changed?.readings.samples, others.map(\.start) == samples.map(\.start),
            others.map(\.metric) == samples.map(\.metric)
          else { return nil }
          let rest = others.indices.filter { $0 != place }
          return rest.allSatisfy { others[$0].value == samples[$0].value } ? others[place].value : nil
        }
        for frame in statement.frames {
          for byte in session[frame].bytes.indices {
            let isMarked = marks[frame]?.contains { $0.contains(byte) } ?? false
            let old = session[frame].bytes[byte]
            if isMarked {
              #expect((0...255).contains { value(frame, byte, $0).map { $0 != sample.value } ?? false })
            } else {
              for number in [old &+ 3, old ^ 0x80] {
                #expect(value(frame, byte, number).map { $0 == sample.value } ?? true, "\(sample) \(frame) \(byte)")
              }
            }
          }
        }
      }
    }
    #expect(metrics.isSuperset(of: [.heartRate, .stress, .steps, .distance, .activeEnergy, .battery]), "\(metrics)")
  }

  @Test func `the byte of a heart rate contains its value, in the slot of its time`() throws {
    let logs = Self.decodedAnswers.filter { $0.statement.log == .heartRate }
    #expect(!logs.isEmpty)
    for (session, statement) in logs {
      let slot = Int(session[statement.frames[0]].bytes[3])
      for sample in statement.readings.samples.prefix(20) {
        let marks = ColmiRingDriver.bytes(
          of: .sample(.heartRate, sample.value, at: Moment(sample.start, secondsFromGMT: 0)), in: statement.frames,
          of: session, from: DeviceTraits(advertisedName: nil))
        let (frame, ranges) = try #require(marks.first)
        let range = try #require(ranges.first)
        #expect(marks.count == 1 && ranges.count == 1 && range.count == 1)
        #expect(Double(session[frame].bytes[range.lowerBound]) == sample.value)
        // Packet 1 has nine slots from byte 6 on, all others thirteen from byte 2 on.
        let packet = Int(session[frame].bytes[1])
        let place = packet == 1 ? range.lowerBound - 6 : 9 + (packet - 2) * 13 + range.lowerBound - 2
        #expect(place * slot == sample.start.time.minutes)
      }
    }
  }

  @Test func `marks only the bytes of one night in a message with several`() throws {
    // Two nights, yesterday's and today's: days ago, length, start and end in minutes, stages.
    let nights: [[UInt8]] = [
      [1, 8, 0x78, 0x05, 0xA4, 0x01, 2, 200, 3, 220], [0, 8, 0x64, 0x05, 0xA4, 0x01, 2, 240, 4, 200],
    ]
    let payload = [2] + nights.flatMap(\.self)
    let session = Self.session([ColmiRing.BigData(id: 0x27, payload: payload).bytes])
    let statement = try #require(ColmiRingDriver.read(session, advertisedName: nil).statements.first)
    #expect(statement.readings.nights.count == 2)
    let places = [1..<11, 11..<21].map { $0.lowerBound + 6..<$0.upperBound + 6 }
    for night in statement.readings.nights {
      let marks = ColmiRingDriver.bytes(
        of: .sleep(.night, start: night.start), in: statement.frames, of: session,
        from: DeviceTraits(advertisedName: nil))
      let range = try #require(marks[statement.frames[0]]?.first)
      let own = try #require(places.first { $0.overlaps(range) })
      #expect(range.upperBound == own.upperBound && range.lowerBound <= own.lowerBound + 2, "\(marks)")
      #expect(places.allSatisfy { $0 == own || !$0.overlaps(range) })
    }
  }

  @Test func `a value that is not in the message has no bytes`() {
    for (session, statement) in Self.decodedAnswers.prefix(5) {
      let marks = ColmiRingDriver.bytes(
        of: .sample(.power, 1, at: Moment(milliseconds: 0, secondsFromGMT: 0)), in: statement.frames, of: session,
        from: DeviceTraits(advertisedName: nil))
      #expect(marks.isEmpty)
    }
  }
}
