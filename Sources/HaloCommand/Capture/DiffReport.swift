import HaloCaptures
import HaloWearables

/// A kind of frame, as printed by `halo capture diff --json` for one capture.
struct StepsReport: Encodable {
  struct Step: Encodable {
    let time: String?
    let value: String
    let changed: [Int]
    let repeats: Int
  }

  let kind: FrameKindReport
  let frames: Int
  let steps: [Step]

  init(_ kind: FrameKind, _ source: CharacteristicFrames.Source, _ steps: [FrameStep]) {
    var words = CaptureFormatter()
    self.kind = FrameKindReport(kind, source)
    frames = steps.reduce(0) { $0 + 1 + $1.repeatCount }
    self.steps = steps.map { step in
      Step(
        time: step.frame.time.map { words.time($0) }, value: Hexadecimal.string(step.frame.bytes),
        changed: step.changed, repeats: step.repeatCount)
    }
  }
}

/// A kind of frame, as printed by `halo capture diff --json` for two captures.
struct ComparisonReport: Encodable {
  struct Pair: Encodable {
    let number: Int
    let first: String?
    let second: String?
    let changed: [Int]
    let repeats: Int
  }

  struct Number: Encodable {
    let offset: Int
    let format: String
    let first: Int
    let second: Int
    let difference: Int
  }

  let kind: FrameKindReport
  let firstFrames: Int
  let secondFrames: Int
  let pairs: [Pair]
  let settled: [Int]
  let numbers: [Number]
  let varyingInBoth: [Int]

  init(_ comparison: KindComparison, _ source: CharacteristicFrames.Source) {
    kind = FrameKindReport(comparison.kind, source)
    firstFrames = comparison.firstCount
    secondFrames = comparison.secondCount
    pairs = comparison.pairs.map { pair in
      Pair(
        number: pair.number, first: pair.first.map { Hexadecimal.string($0) },
        second: pair.second.map { Hexadecimal.string($0) }, changed: pair.changed, repeats: pair.repeatCount)
    }
    settled = comparison.settled
    numbers = comparison.numbers.map {
      Number(
        offset: $0.offset, format: $0.format.description, first: $0.first, second: $0.second, difference: $0.difference)
    }
    varyingInBoth = comparison.varying
  }
}
