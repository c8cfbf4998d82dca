import HaloCaptures
import Testing

@Suite("Differences between frames and between captures")
struct DiffTests {
  private func frames(_ values: [[UInt8]]) -> [CharacteristicFrame] {
    values.enumerated().map {
      CharacteristicFrame(time: CaptureTime(microseconds: Int64($0.offset) * 1_000_000), bytes: $0.element)
    }
  }

  @Test func `lists the changed bytes of each frame, and merges identical frames`() {
    let steps = FrameStep.all(frames([[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 9, 4], [1, 2, 3]]))
    #expect(steps.map(\.changed) == [[], [1, 2], [1, 2]])
    #expect(steps.map(\.repeatCount) == [2, 0, 0])
    #expect(steps[0].lastTime == CaptureTime(microseconds: 2_000_000))
    #expect(FrameStep.all([]).isEmpty)
    #expect(FrameStep.differences([1], [1, 2, 3]) == [1, 2])
  }

  @Test func `finds a step count that is constant within each capture, with its difference`() throws {
    // 1,000 steps before the walk, 3,345 after it, at bytes 2–3; byte 5 counts frames.
    let before = (0..<8).map { [0x0A, 0x10, 0xE8, 0x03, 0, UInt8($0 * 7)] }
    let after = (0..<5).map { [0x0A, 0x10, 0x11, 0x0D, 0, UInt8($0 * 9 + 1)] }
    let kind = try #require(KindComparison.all(frames(before), frames(after)).first)
    #expect(kind.settled == [2, 3] && kind.varying == [5])
    #expect((kind.firstCount, kind.secondCount, kind.pairs.count) == (8, 5, 8))
    #expect(kind.pairs.first?.changed == [2, 3, 5])
    let number = try #require(kind.numbers.first { $0.format.description == "u16 LE" })
    #expect(number.offset == 2 && number.first == 1000 && number.second == 3345 && number.difference == 2345)
    #expect(kind.numbers.contains { $0.format.description == "u16 BE" && $0.first == 0xE803 })
    #expect(kind.numbers.filter { $0.format.width == 1 }.map(\.offset) == [2, 3])
  }

  @Test func `reads four bytes as one number if the outer ones differ`() throws {
    let kind = try #require(KindComparison.all(frames([[1, 5, 5, 1]]), frames([[2, 5, 5, 2]])).first)
    #expect(kind.settled == [0, 3])
    #expect(Set(kind.numbers.map(\.format.description)) == ["u8", "u32 LE", "u32 BE"])
  }

  @Test func `uses the same identifying bytes for both captures; kinds in only one come last`() {
    let first = (0..<30).map { [UInt8]([$0.isMultiple(of: 3) ? 1 : 2, UInt8($0)]) } + [[7, 7, 7]]
    let second = (0..<9).map { [UInt8]([2, UInt8($0)]) } + [[3, 3]]
    let kinds = KindComparison.all(frames(first), frames(second))
    #expect(kinds.map(\.kind.values) == [[2], [1], [7], [3]])
    #expect(kinds.map(\.isInBoth) == [true, false, false, false])
    #expect(kinds.flatMap(\.settled) == [])
  }

  @Test func `merges identical pairs`() throws {
    let kind = try #require(
      KindComparison.all(frames([[1], [1], [1], [2]]), frames([[1], [1], [1], [3]])).first)
    #expect(kind.pairs.map(\.repeatCount) == [2, 0])
    #expect(kind.pairs.map(\.changed) == [[], [0]])
  }

  @Test(arguments: 0..<40)
  func `no frames cause a trap`(seed: UInt64) {
    var random = SeededFieldsRandom(seed)
    func some() -> [CharacteristicFrame] {
      (0..<Int.random(in: 0...25, using: &random)).map { _ in
        let length = Int.random(in: 0...6, using: &random)
        return CharacteristicFrame(bytes: (0..<length).map { _ in UInt8.random(in: 0...2, using: &random) })
      }
    }
    let (first, second) = (some(), some())
    for rule in [FrameKind.Rule.automatic, .bytes([]), .bytes([0, 5, 90])] {
      let kinds = KindComparison.all(first, second, by: rule)
      #expect(kinds.reduce(0) { $0 + $1.firstCount } == first.count)
      #expect(kinds.reduce(0) { $0 + $1.secondCount } == second.count)
      for kind in kinds {
        let pairs = kind.pairs.reduce(0) { $0 + 1 + $1.repeatCount }
        #expect(pairs == max(kind.firstCount, kind.secondCount))
        #expect(Set(kind.settled).isDisjoint(with: kind.varying))
      }
    }
    #expect(FrameStep.all(first).reduce(0) { $0 + 1 + $1.repeatCount } == first.count)
  }
}
