import HaloHealth
import Testing

@testable import HaloInterchange

@Suite("Sleep of a file")
struct FileSleepTests {
  private static let start = Moment(milliseconds: 1_460_000_000_000, secondsFromGMT: 7200)

  /// The seconds it takes must not grow with the square of the number either: both files are read at once here.
  @Test(arguments: [(28_000, 1438, false), (28_000, 1438, true), (1_000_001, 1, false)])
  func `more than a person can have is refused`(count: Int, minutes: Int, isInBed: Bool) throws {
    var sleep = FileSleep()
    #expect(throws: ImportError.self) {
      for number in 0..<count {
        let start = Self.start + .minutes(number)
        try sleep.add(
          isInBed ? nil : .light, start: start, end: start + .minutes(minutes), isInBed: isInBed, of: number % 3,
          place: number)
      }
    }
  }

  @Test func `twenty years of nights in three sources are assembled with their times in bed`() throws {
    var assembler = SleepAssembler()
    for night in 0..<21_900 {
      let start = Self.start + .minutes(480 * night)
      assembler.add(stage: nil, start: start, end: start + .minutes(400), isInBed: true, place: night)
      assembler.add(stage: .deep, start: start + .minutes(10), end: start + .minutes(390), place: night)
    }
    let sleeps = assembler.finish()
    #expect(sleeps.count == 21_900)
    #expect(sleeps.allSatisfy { $0.stages.minutes == 380 && $0.inBed?.lowerBound == $0.start - .minutes(10) })
  }
}
