import HaloHealth
import Testing

@testable import HaloInterchange

@Suite("Assembling sleep")
struct SleepAssemblerTests {
  private static let evening = 1_714_600_800_000  // 2024-05-01 22:00 UTC

  /// The sleeps of stretches that are given as stage, first and last minute after 22:00.
  private func sleeps(_ stretches: [(SleepStage?, Double, Double)]) -> [String] {
    var assembler = SleepAssembler()
    for (index, stretch) in stretches.enumerated() {
      func moment(_ minute: Double) -> Moment {
        Moment(milliseconds: Self.evening + Int(minute * 60_000), secondsFromGMT: 0)
      }
      assembler.add(stage: stretch.0, start: moment(stretch.1), end: moment(stretch.2), place: index)
    }
    return assembler.finish().map { sleep in
      "\(sleep.kind) \((sleep.start.milliseconds - Self.evening) / 60_000): "
        + sleep.stages.map { "\($0.stage?.rawValue ?? "asleep") \($0.minutes)" }.joined(separator: ", ")
    }
  }

  @Test func `stretches in any order form one night, and short breaks are awake`() {
    #expect(
      sleeps([(.deep, 60, 120), (.light, 0, 60), (.rem, 130, 200)]) == ["night 0: light 60, deep 60, awake 10, rem 70"])
  }

  @Test func `a break of more than an hour ends a sleep`() {
    #expect(sleeps([(.light, 0, 100), (.light, 161, 200)]) == ["night 0: light 100", "night 161: light 39"])
    #expect(sleeps([(.light, 0, 100), (.light, 160, 200)]) == ["night 0: light 100, awake 60, light 40"])
  }

  @Test func `sleep without a stage yields to stages, and duplicates count once`() {
    #expect(sleeps([(nil, 0, 100), (.deep, 20, 40), (.deep, 20, 40)]) == ["night 0: asleep 20, deep 20, asleep 60"])
  }

  @Test func `time awake before and after sleep does not count`() {
    #expect(sleeps([(.awake, 0, 20), (.light, 20, 220), (.awake, 220, 240)]) == ["night 20: light 200"])
    #expect(sleeps([(.awake, 0, 20)]) == [])
  }

  @Test func `boundaries are rounded, so that no error adds up`() {
    let stretches = (0..<400).map { (index: Int) -> (SleepStage?, Double, Double) in
      (index.isMultiple(of: 2) ? .light : .rem, Double(index) * 0.9, Double(index + 1) * 0.9)
    }
    let minutes = sleeps(stretches)[0].split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }.dropFirst()
      .reduce(0, +)
    #expect(minutes == 360)
  }

  @Test func `a short sleep by day is a nap`() {
    #expect(sleeps([(nil, -480, -420)]) == ["nap -480: asleep 60"])
    #expect(sleeps([(nil, -480, -240)]) == ["night -480: asleep 240"])
  }

  @Test func `stretches that are too long or empty are left out`() {
    #expect(sleeps([(.light, 0, 0), (.light, 10, 5), (.light, 0, 3000)]) == [])
    #expect(sleeps((0..<4).map { (.light, Double($0) * 700, Double($0 + 1) * 700) }).count == 2)
  }
}
