import HaloBluetooth
@testable import HaloColmiRing
import HaloFuzzing
import HaloHealth
import HaloTesting
import Testing

@testable import HaloWearables

@Suite("Requests and their answers")
struct ExchangeTests {
  /// Pending requests, each with a name, and the messages that answer them.
  private struct Exchange {
    private var decoder = ColmiRing.NumberedDecoder()
    private var open: [ColmiRing.Channel: (name: String, expected: ColmiRing.ExpectedAnswer)] = [:]

    mutating func begin(_ request: ColmiRing.Request, _ name: String) {
      decoder.dropUnfinished(on: request.outgoing.channel)
      open[request.outgoing.channel] = (name, ColmiRing.ExpectedAnswer(to: request))
    }

    mutating func receive(_ frame: [UInt8], on channel: ColmiRing.Channel) -> [(String, ColmiRing.Message)] {
      decoder.receive(ReceivedValue(frame), on: channel).map { received in
        guard let request = open[channel], request.expected.matches(received) else { return ("-", received.message) }
        open[channel] = nil
        return (request.name, received.message)
      }
    }
  }

  /// Feeds frames to an exchange; returns each message with the name of the request that it answers, or `-`.
  private func feed(
    _ exchange: inout Exchange, _ frames: [[UInt8]], on channel: ColmiRing.Channel = .commands
  ) -> [String] {
    frames.flatMap { frame in exchange.receive(frame, on: channel).map { "\($0): \(line($1))" } }
  }

  private let batteryPush = ColmiRing.Battery(percent: 9, isCharging: false).pushPacket.bytes
  private let battery = ColmiRing.Battery(percent: 64, isCharging: false).packet.bytes

  @Test func `distinguishes an answer from a push with the same content`() {
    var exchange = Exchange()
    exchange.begin(.battery, "asked")
    #expect(
      feed(&exchange, [batteryPush, battery, battery]) == [
        #"-: {"charging":false,"percent":9,"type":"battery"}"#,
        #"asked: {"charging":false,"percent":64,"type":"battery"}"#,
        #"-: {"charging":false,"percent":64,"type":"battery"}"#,
      ])
  }

  @Test func `a refusal answers only the request that it names`() {
    var exchange = Exchange()
    exchange.begin(.battery, "asked")
    let other = ColmiRing.DeviceError(command: 0x1E, code: 0xEE).packet.bytes
    let own = ColmiRing.DeviceError(command: 0x03, code: 0xEE).packet.bytes
    #expect(feed(&exchange, [other, own]).map { $0.prefix(5) } == ["-: {\"", "asked"])
  }

  @Test func `the late answer for another day answers no request`() {
    let day = CalendarDate(daysSince1970: 20_000)
    func log(_ date: CalendarDate) -> [[UInt8]] {
      frames(
        ColmiRing.HeartRateLog(
          timestamp: UInt32(date.daysSince1970 * 86_400), intervalMinutes: 5, slots: [UInt8](repeating: 60, count: 288)
        ).packets)
    }
    var exchange = Exchange()
    exchange.begin(.heartRateLog(of: day), "asked")
    let answers = feed(&exchange, log(day.adding(days: 1)) + log(day))
    #expect(answers.map { $0.prefix(5) } == ["-: {\"", "asked"])
    let stress = ColmiRing.HalfHourLog(.stress, daysAgo: 2, slots: [40]).packets
    exchange.begin(.halfHourLog(.stress, daysAgo: 3), "stress")
    #expect(feed(&exchange, frames(stress)).map { $0.prefix(1) } == ["-"])
  }

  @Test func `a damaged packet does not end the request`() {
    var exchange = Exchange()
    exchange.begin(.battery, "asked")
    var damaged = battery
    damaged[15] ^= 1
    #expect(feed(&exchange, [damaged, battery]).map { $0.prefix(5) } == ["-: {\"", "asked"])
  }

  @Test func `answers on one channel do not answer requests on the other, and naps come unsolicited before the nights`()
  {
    var exchange = Exchange()
    exchange.begin(.battery, "battery")
    exchange.begin(.sleep(daysAgo: nil, isOlder: false), "sleep")
    let night = ColmiRing.SleepLog(
      .sleep, nights: [.init(daysAgo: 0, start: 0, end: 9, stages: [.init(.light, minutes: 9)])])
    let both = ColmiRing.BigData(id: 0x3E, payload: [0]).bytes + night.bigData.bytes
    #expect(feed(&exchange, [both], on: .bigData).map { $0.prefix(5) } == ["-: {\"", "sleep"])
    #expect(feed(&exchange, [battery]).map { $0.prefix(7) } == ["battery"])
  }

  @Test func `every packet of an answer counts as part of it; pushes and raw streams do not`() {
    let hrv = ColmiRing.ExpectedAnswer(to: .halfHourLog(.hrv, daysAgo: 0))
    let packets = frames(ColmiRing.HalfHourLog(.hrv, daysAgo: 0, slots: [UInt8](repeating: 9, count: 48)).packets)
    #expect(
      [batteryPush, packets[0], packets[1]].map { hrv.isExtended(by: $0, on: .commands) } == [false, true, true])
    let spo2 = ColmiRing.ExpectedAnswer(to: .spo2Log(daysAgo: nil))
    #expect(!spo2.isExtended(by: packet("A1 02 32 5E"), on: .bigData))
  }
}
