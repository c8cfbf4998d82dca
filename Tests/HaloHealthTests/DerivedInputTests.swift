import Foundation
import HaloHealth
import Testing

/// The inputs of computed values, as a journal has them. Each text here is in journals of people: a test that no longer
/// passes needs a migration.
@Suite("The stored form of an input")
struct DerivedInputTests {
  private static let (start, end) = (time(0), time(7_200_000))
  private static let choice = DeviceChoice(
    [.init(device: 2, logged: 10, others: 2, rank: 1), .init(device: 1, minutesAsleep: 40, isStaged: true)],
    by: .spans(of: 288))

  private static func time(_ milliseconds: Int) -> Moment {
    Moment(milliseconds: 1_794_400_000_000 + milliseconds, secondsFromGMT: 7200)
  }

  /// Every case, and its text.
  static let cases: [(DerivedInput.Source, String)] =
    simple
    + [DeviceChoice([.init(device: 1, amount: 400)], by: .minutesAsleep)].compactMap(\.self).map { choice in
      (
        .device(choice: choice),
        #"{"device":{"choice":{"chosen":{"all":400,"amount":400,"device":1,"weight":400},"measure":{"minutesAsleep":{}},"others":[]}}}"#
      )
    }

  private static let simple: [(DerivedInput.Source, String)] = [
    (
      .sleep(device: 1, start: start, end: end, parts: 2),
      #"{"sleep":{"device":1,"end":"2026-11-11T16:26:40+02:00","parts":2,"start":"2026-11-11T14:26:40+02:00"}}"#
    ),
    (
      .values(metric: .heartRateVariabilityRMSSD, count: 3, device: 1, first: start, last: end, choice: nil),
      #"{"values":{"count":3,"device":1,"first":"2026-11-11T14:26:40+02:00","last":"2026-11-11T16:26:40+02:00","metric":"heartRateVariabilityRMSSD"}}"#
    ),
    (
      .values(metric: .heartRate, count: 3, device: 2, first: start, last: start, choice: choice),
      #"{"values":{"choice":{"chosen":{"all":12,"amount":12,"device":2,"rank":1,"weight":62},"measure":{"spans":{"of":288}},"others":[{"all":40,"amount":40,"device":1,"weight":80}]},"count":3,"device":2,"first":"2026-11-11T14:26:40+02:00","last":"2026-11-11T14:26:40+02:00","metric":"heartRate"}}"#
    ),
    (
      .baseline(count: 8, days: 28, usual: 58.25, spread: 2),
      #"{"baseline":{"count":8,"days":28,"spread":2,"usual":58.25}}"#
    ),
    (.pairs(count: 12), #"{"pairs":{"count":12}}"#),
    (.sleeps(count: 9, days: 14), #"{"sleeps":{"count":9,"days":14}}"#),
    (
      .worn(hours: 4, of: 8, from: start, to: end, isUsual: false),
      #"{"worn":{"from":"2026-11-11T14:26:40+02:00","hours":4,"isUsual":false,"of":8,"to":"2026-11-11T16:26:40+02:00"}}"#
    ),
    (.synced(before: nil, after: start, days: 7), #"{"synced":{"after":"2026-11-11T14:26:40+02:00","days":7}}"#),
    (
      .ownStages(start: time(120), stretches: [.init(.light, epochs: 3), .init(.unknown, epochs: 40)]),
      #"{"ownStages":{"start":"2026-11-11T14:26:40.120+02:00","stretches":[{"epochs":3,"stage":"light"},{"epochs":40,"stage":"unknown"}]}}"#
    ),
    (
      .recording(device: nil, start: start, end: end),
      #"{"recording":{"end":"2026-11-11T16:26:40+02:00","start":"2026-11-11T14:26:40+02:00"}}"#
    ),
    (.charging(at: start), #"{"charging":{"at":"2026-11-11T14:26:40+02:00"}}"#),
    (
      .battery(readings: [.init(time: start, percent: 3, isCharging: nil)]),
      #"{"battery":{"readings":[{"percent":3,"time":"2026-11-11T14:26:40+02:00"}]}}"#
    ),
    (.total, #"{"total":{}}"#), (.log, #"{"log":{}}"#), (.imports(hasSleep: true), #"{"imports":{"hasSleep":true}}"#),
  ]

  private func text(_ input: DerivedInput) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(input), as: UTF8.self)
  }

  private func input(_ text: String) throws -> DerivedInput {
    try JSONDecoder().decode(DerivedInput.self, from: Data(text.utf8))
  }

  @Test(arguments: cases)
  func `is an id with its parts, the same in every version`(source: DerivedInput.Source, stored: String) throws {
    #expect(try text(DerivedInput(source)) == stored)
    #expect(try input(stored) == DerivedInput(source))
    #expect(try input(text(DerivedInput(source, frames: "17-40,42"))) == DerivedInput(source, frames: "17-40,42"))
  }

  @Test func `has the frames beside it`() throws {
    #expect(try text(DerivedInput(.log, frames: "3")) == #"{"frames":"3","log":{}}"#)
  }

  @Test(arguments: [
    #"{"frames":"7","mood":{"count":2}}"#, #"{"values":{"count":2,"metric":"mood"}}"#, #""a sentence""#, "5", "[]",
    "{}",
    #"{"log":{},"total":{}}"#, #"{"sleeps":{"count":1,"days":9223372036854775807}}"#,
    #"{"ownStages":{"start":"2026-11-11T14:26:40+02:00","stretches":[{"epochs":1,"stage":"dream"}]}}"#,
  ])
  func `is kept if it is unknown, and shown as it is`(stored: String) throws {
    let input = try input(stored)
    #expect(input.source == nil && input.words == stored)
    #expect(input.frames == (stored.contains("frames") ? "7" : nil))
    #expect(try text(input) == stored)
  }

  @Test func `of an earlier version has words`() throws {
    let stored = #"{"frames":"13-14","words":"the sleep of ring"}"#
    let input = try input(stored)
    #expect(input.source == nil && input.words == "the sleep of ring" && input.frames == "13-14")
    #expect(try text(input) == stored)
    #expect(DerivedInput(words: "charging").words == "charging")
  }
}
