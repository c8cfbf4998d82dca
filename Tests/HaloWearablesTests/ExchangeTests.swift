import HaloBluetooth
import HaloFuzzing
import HaloHealth
import Testing

@testable import HaloWearables

@Suite("Requests and their answers")
struct ExchangeTests {
  private typealias Exchange = ColmiRing.ExchangeState<String>

  /// Feeds frames to an exchange; who was answered with what, `-` where nobody asked.
  private func feed(
    _ exchange: inout Exchange, _ frames: [[UInt8]], on channel: ColmiRing.Channel = .commands
  ) -> [String] {
    frames.flatMap { frame in
      exchange.receive(ReceivedValue(frame), on: channel).map { "\($0 ?? "-"): \(line($1.message))" }
    }
  }

  @discardableResult
  private func begin(_ exchange: inout Exchange, _ request: ColmiRing.Request, _ name: String) -> Int {
    let id = exchange.makeID()
    exchange.begin(id, request, waiter: name)
    return id
  }

  private let batteryPush = ColmiRing.Battery(percent: 9, isCharging: false).pushPacket.bytes
  private let battery = ColmiRing.Battery(percent: 64, isCharging: false).packet.bytes

  @Test("an answer is told from a push that means the same")
  func push() {
    var exchange = Exchange()
    begin(&exchange, .battery, "asked")
    #expect(
      feed(&exchange, [batteryPush, battery, battery]) == [
        #"-: {"charging":false,"percent":9,"type":"battery"}"#,
        #"asked: {"charging":false,"percent":64,"type":"battery"}"#,
        #"-: {"charging":false,"percent":64,"type":"battery"}"#,
      ])
  }

  @Test("a refusal answers the request that it names, and no other")
  func refusal() {
    var exchange = Exchange()
    begin(&exchange, .battery, "asked")
    let other = ColmiRing.DeviceError(command: 0x1E, code: 0xEE).packet.bytes
    let own = ColmiRing.DeviceError(command: 0x03, code: 0xEE).packet.bytes
    #expect(feed(&exchange, [other, own]).map { $0.prefix(5) } == ["-: {\"", "asked"])
  }

  @Test("the late answer for another day answers nothing")
  func lateAnswer() {
    let day = CalendarDate(daysSince1970: 20_000)
    func log(_ date: CalendarDate) -> [[UInt8]] {
      frames(
        ColmiRing.HeartRateLog(
          timestamp: UInt32(date.daysSince1970 * 86_400), intervalMinutes: 5, slots: [UInt8](repeating: 60, count: 288)
        ).packets)
    }
    var exchange = Exchange()
    begin(&exchange, .heartRateLog(of: day), "asked")
    let answers = feed(&exchange, log(day.adding(days: 1)) + log(day))
    #expect(answers.map { $0.prefix(5) } == ["-: {\"", "asked"])
    let stress = ColmiRing.HalfHourLog(.stress, daysAgo: 2, slots: [40]).packets
    begin(&exchange, .halfHourLog(.stress, daysAgo: 3), "stress")
    #expect(feed(&exchange, frames(stress)).map { $0.prefix(1) } == ["-"])
  }

  @Test("a damaged packet does not end the request")
  func damage() {
    var exchange = Exchange()
    begin(&exchange, .battery, "asked")
    var damaged = battery
    damaged[15] ^= 1
    #expect(feed(&exchange, [damaged, battery]).map { $0.prefix(5) } == ["-: {\"", "asked"])
  }

  @Test("the two channels do not take each other's answers, and naps come unasked before the nights")
  func channels() {
    var exchange = Exchange()
    begin(&exchange, .battery, "battery")
    begin(&exchange, .sleep(daysAgo: nil, isOlder: false), "sleep")
    let night = ColmiRing.SleepLog(
      .sleep, nights: [.init(daysAgo: 0, start: 0, end: 9, stages: [.init(.light, minutes: 9)])])
    let both = ColmiRing.BigData(id: 0x3E, payload: [0]).bytes + night.bigData.bytes
    #expect(feed(&exchange, [both], on: .bigData).map { $0.prefix(5) } == ["-: {\"", "sleep"])
    #expect(feed(&exchange, [battery]).map { $0.prefix(7) } == ["battery"])
  }

  @Test("every packet of an answer counts as activity; pushes and raw streams do not")
  func activity() {
    var exchange = Exchange()
    let id = begin(&exchange, .halfHourLog(.hrv, daysAgo: 0), "asked")
    let packets = frames(ColmiRing.HalfHourLog(.hrv, daysAgo: 0, slots: [UInt8](repeating: 9, count: 48)).packets)
    _ = feed(&exchange, [batteryPush, packets[0], batteryPush, packets[1]])
    #expect(exchange.activity == 2)
    #expect(exchange.giveUp(id) == "asked")
    #expect(exchange.giveUp(id) == nil)
    begin(&exchange, .spo2Log(daysAgo: nil), "spo2")
    _ = feed(&exchange, [packet("A1 02 32 5E")], on: .bigData)
    #expect(exchange.activity == 2)
  }
}
