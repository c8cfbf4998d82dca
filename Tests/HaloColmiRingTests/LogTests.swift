import HaloText
import HaloColmiRing
import HaloFuzzing
import HaloSimulatedRadio
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@Suite("Answers of several packets")
struct LogTests {
  private let day = CalendarDate(daysSince1970: 20_437)
  private var heartRates: ColmiRing.HeartRateLog {
    ColmiRing.HeartRateLog(
      timestamp: UInt32(day.daysSince1970 * 86_400 + 50_000), intervalMinutes: 5,
      slots: (0..<288).map { $0 % 3 == 0 ? UInt8(50 + $0 % 100) : 0 })
  }
  private var activity: ColmiRing.Activity {
    ColmiRing.Activity(
      date: day,
      intervals: [24, 28, 36, 40, 95].map {
        .init(quarterHour: $0, steps: $0 * 10, calories: $0 * 100, meters: $0 * 7)
      })
  }

  @Test(arguments: 0..<50)
  func `decode the same in any order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    #expect(decode(frames(heartRates.packets).shuffled(using: &random)) == [.heartRateLog(heartRates)])
    let stress = ColmiRing.HalfHourLog(.stress, daysAgo: 3, slots: (0..<48).map { UInt8($0) })
    #expect(decode(frames(stress.packets).shuffled(using: &random)) == [.halfHourLog(stress)])
    let rows = [activity.packets[0]] + activity.packets.dropFirst().shuffled(using: &random)
    #expect(decode(frames(rows)) == [.activity(activity)])
  }

  @Test(arguments: 0..<20)
  func `ignore repeated notifications`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let packets = frames(heartRates.packets.dropLast()).flatMap { Bool.random(using: &random) ? [$0, $0] : [$0] }
    let all = packets + frames([heartRates.packets[23]])
    let messages = decodeWithTrails(all)
    #expect(messages.map(\.message) == [.heartRateLog(heartRates)])
    #expect(messages.first?.frames == Array(0..<all.count))
  }

  @Test func `with a lost packet are reported as incomplete when the next answer begins`() {
    let first = frames(heartRates.packets.dropLast(5))
    let messages = decode(first + frames(heartRates.packets))
    #expect(messages.map { line($0) }.first == #"{"frames":19,"of":"heartRateLog","type":"incomplete"}"#)
    #expect(messages.last == .heartRateLog(heartRates))
  }

  @Test func `that are not finished are reported as incomplete at the end`() {
    let answers: [([ColmiRing.Packet], String)] = [
      (heartRates.packets, "heartRateLog"), (activity.packets, "activity"),
      (ColmiRing.HalfHourLog(.hrv, daysAgo: 0, slots: [9]).packets, "hrvLog"),
    ]
    for (packets, name) in answers {
      let begun = frames(packets.dropLast())
      #expect(
        decode(begun).map { line($0) } == [#"{"frames":\#(begun.count),"of":"\#(name)","type":"incomplete"}"#])
    }
  }

  @Test func `keep a packet with a number above the header's count as unknown`() {
    var packets = frames(heartRates.packets)
    packets.insert(packet("15 40 01 02"), at: 7)
    let messages = decode(packets)
    #expect(messages.count == 2)
    #expect(line(messages[0]).contains(#""type":"unknown""#))
    #expect(messages[1] == .heartRateLog(heartRates))
  }

  @Test(arguments: [5, 10, 15, 30, 60])
  func `use the header's interval`(minutes: Int) {
    let slots = (0..<(1440 / minutes)).map { UInt8(truncatingIfNeeded: $0 + 1) }
    let log = ColmiRing.HeartRateLog(timestamp: 1_765_411_200, intervalMinutes: minutes, slots: slots)
    #expect(decode(frames(log.packets)) == [.heartRateLog(log)])
    #expect(log.samples.last?.time.minutes == 1440 - minutes || slots.last == 0)
  }

  @Test func `a log with a timestamp in the middle of a day begins at midnight`() throws {
    let log = heartRates
    #expect(log.date == day)
    #expect(log.samples.first?.time.description == "00:00")
  }

  @Test func `distinguishes logs without data from corrupt ones`() {
    #expect(decode([packet("43 F0 00 01")]) == [.noData(.init(of: .activity))])
    #expect(decode([packet("15 FF")]) == [.noData(.init(of: .heartRateLog))])
    #expect(decode([packet("37 FF"), packet("39 FF")]).count == 2)
    // No data packets, or a slot length of 0: the meaning is unknown.
    #expect(line(decode([packet("15 00 01 05")])[0]).contains("unknown"))
    #expect(line(decode([packet("15 00 18 00")])[0]).contains("unknown"))
  }

  @Test func `decodes activity without its header by the row count, with the newer energy scale`() {
    let rows = frames([ColmiRing.Packet](activity.packets.dropFirst()))
    #expect(decode(rows) == [.activity(activity)])
  }

  @Test func `decodes activity of older firmware in small calories`() {
    let old = ColmiRing.Activity(
      date: day, intervals: [.init(quarterHour: 0, steps: 1, calories: 123, meters: 1)])
    #expect(old.packets[0][3] == 0)
    #expect(decode(frames(old.packets)) == [.activity(old)])
  }

  @Test func `does not mix two consecutive days of activity`() {
    let next = ColmiRing.Activity(date: day.adding(days: 1), intervals: activity.intervals)
    let lost = frames(activity.packets.dropLast())
    let messages = decode(lost + frames([ColmiRing.Packet](next.packets.dropFirst())))
    #expect(messages.map { line($0) }.first == #"{"frames":5,"of":"activity","type":"incomplete"}"#)
    #expect(messages.last == .activity(next))
  }

  @Test func `decodes naps, nights and SpO₂ of any number of days`() {
    let oxygen = ColmiRing.SpO2Log(
      days: (0..<9).reversed().map { day in
        .init(daysAgo: day, hours: (0..<24).map { .init(hour: $0, minimum: 90 + day % 5, maximum: 99) })
      })
    #expect(decode([oxygen.bigData.bytes]) == [.spo2Log(oxygen)])
    let nights = ColmiRing.SleepLog(
      .naps, nights: (0..<20).map { .init(daysAgo: $0, start: 800, end: 830, stages: [.init(.light, minutes: 30)]) })
    #expect(decode([nights.bigData.bytes]) == [.sleepLog(nights)])
  }

  @Test func `keeps sleep with inconsistent lengths as corrupt, with its bytes`() {
    let bad: [[UInt8]] = [[1], [1, 0], [1, 0, 8, 0, 0, 1, 0, 2, 3], [2, 0, 4, 0, 0, 1, 0], [1, 0, 7, 1]]
    for payload in bad {
      let frame = ColmiRing.BigData(id: 0x27, payload: payload).bytes
      #expect(
        decode([frame]).map { line($0) } == [
          #"{"hex":"\#(Hexadecimal.string(frame))","reason":"length","type":"corrupt"}"#
        ])
    }
  }

  @Test(
    arguments: [
      [0x27, 1, 0, 3, 1, 2, 3], [0x27, 1, 0, 5, 1, 2, 3, 4, 5], [0x27, 1, 0, 4, 0, 0, 1, 0, 9],
      [0x27, 1, 0, 4, 0xA0, 0x05, 1, 0], [0x28, 0, 1, 2], [0x28, 0, 0xA0, 5, 60], [0x25, 0, 0, 1],
    ] as [[UInt8]])
  func `keeps valid big data of unknown meaning`(bytes: [UInt8]) {
    let frame = ColmiRing.BigData(id: bytes[0], payload: [UInt8](bytes.dropFirst())).bytes
    #expect(line(decode([frame])[0]).hasSuffix(#""type":"unknown"}"#))
  }

  @Test func `a manual heart rate of 0 is not a measurement`() {
    let frame = ColmiRing.BigData(id: 0x28, payload: [0, 0x96, 4, 0, 0, 0x97, 4, 70]).bytes
    let message = decode([frame])[0]
    #expect(line(message) == #"{"samples":[{"bpm":70,"daysAgo":0,"time":"19:35"}],"type":"manualHeartRate"}"#)
    #expect(message.entry(today: day, frames: [])?.readings.samples.map(\.value) == [70])
  }

  // Two days that differ in every value, to detect mixed data.
  private var older: [[UInt8]] { frames(log(of: day, 61).packets) }
  private var newer: ColmiRing.HeartRateLog { log(of: day.adding(days: 1), 72) }
  private func log(of date: CalendarDate, _ bpm: UInt8) -> ColmiRing.HeartRateLog {
    ColmiRing.HeartRateLog(
      timestamp: UInt32(date.daysSince1970 * 86_400), intervalMinutes: 5, slots: [UInt8](repeating: bpm, count: 288))
  }

  @Test(arguments: 1..<24)
  func `does not mix the end of one day's answer into the next`(first: Int) {
    let messages = decode([[UInt8]](older[first...]) + frames(newer.packets))
    #expect(messages.map { line($0) }.first == #"{"frames":\#(24 - first),"of":"heartRateLog","type":"incomplete"}"#)
    #expect(messages.dropFirst() == [.heartRateLog(newer)])
  }

  @Test(arguments: 0..<24)
  func `decodes the next day's answer after a lost, repeated or damaged packet`(place: Int) {
    var lost = older
    lost.remove(at: place)
    var damaged = older
    damaged[place][15] ^= 1
    for frames in [lost, damaged, older + [older[place]]] {
      let messages = decode(frames + HaloColmiRingTests.frames(newer.packets))
      #expect(messages.last == .heartRateLog(newer))
      for case .heartRateLog(let log) in messages { #expect(Set(log.slots).count == 1, "two days in one log") }
    }
  }

  @Test(arguments: 2..<23)
  func `does not complete a truncated answer from the next truncated one`(first: Int) {
    let messages = decode([[UInt8]](older[first...]) + frames([ColmiRing.Packet](newer.packets[..<(first - 1)])))
    for case .heartRateLog(let log) in messages { #expect(Set(log.slots).count == 1, "two days in one log") }
    #expect(messages.count == 2)
  }

  @Test func `keeps the next day's energy scale after a repeated row of activity`() {
    func old(_ daysBefore: Int) -> ColmiRing.Activity {
      .init(
        date: day.adding(days: -daysBefore),
        intervals: [24, 28].map { .init(quarterHour: $0, steps: 9, calories: 99, meters: 9) })
    }
    let first = frames(old(0).packets)
    let messages = decode(first + [first[2]] + frames(old(1).packets))
    #expect(messages.first == .activity(old(0)))
    #expect(messages.last == .activity(old(1)))
  }

  @Test func `endless repetitions of a packet do not fill the memory`() {
    var decoder = ColmiRing.ReceivedDecoder()
    var largest = 0
    for _ in 0..<10_000 {
      for frame in [
        packet("15 00 18 05"), packet("37 02 01"), packet("43 25 12 15 18 00 04"), packet("07 00 00 25 01 27"),
      ] {
        decoder.receive(frame) { _, trail in largest = max(largest, trail.all.count) }
      }
    }
    decoder.finish { _, trail in largest = max(largest, trail.all.count) }
    #expect(largest <= 300)
  }

  @Test func `keeps the position and the minutes of periods with an unknown stage`() {
    let frame = ColmiRing.BigData(id: 0x27, payload: [1, 0, 10, 0, 0, 30, 0, 2, 10, 1, 5, 9, 15]).bytes
    #expect(
      decode([frame]).map { line($0) } == [
        #"{"nights":[{"daysAgo":0,"end":"00:30","minutes":30,"stages":[{"minutes":10,"stage":"light"},"#
          + #"{"minutes":5,"stage":"error"},{"minutes":15,"stage":"unknown"}],"start":"00:00"}],"type":"sleep"}"#
      ])
  }
}
