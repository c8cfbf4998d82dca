import HaloBluetooth
import HaloCaptures

/// Fields that all kinds of frames of a characteristic have in common.
struct CommonFields {
  let lengths: [LengthFinding]
  let checksums: [ChecksumFinding]

  init(_ frames: [CharacteristicFrame]) {
    lengths = LengthFinding.all(frames)
    // With a single length, the analysis of the kind finds the checksums.
    checksums = Set(frames.map(\.bytes.count)).count > 1 ? ChecksumFinding.all(frames) : []
  }
}

/// The kind of frame that a JSON object describes.
struct FrameKindReport: Encodable {
  struct Mark: Encodable {
    let offset: Int
    let value: Int
  }

  let characteristic: String?
  let device: String?
  let direction: String
  let handle: Int
  let length: Int
  let marks: [Mark]

  init(_ kind: FrameKind, _ source: CharacteristicFrames.Source) {
    characteristic = source.characteristic?.description
    device = source.device?.description
    direction = source.direction == .sent ? "sent" : "received"
    handle = Int(source.handle)
    length = kind.length
    marks = zip(kind.offsets, kind.values).map { Mark(offset: $0, value: Int($1)) }
  }
}

/// A kind of frame, as printed by `halo capture fields --json`.
struct FieldsReport: Encodable {
  struct Count: Encodable {
    let value: Int
    let count: Int
  }

  struct Byte: Encodable {
    let offset: Int
    let role: String
    let first: Int
    let last: Int
    let min: Int
    let max: Int
    let trend: String
    let step: Int?
    let distinct: Int
    let values: [Count]?
  }

  struct Number: Encodable {
    let offset: Int
    let format: String
    let first: Int
    let last: Int
    let min: Int
    let max: Int
    let trend: String
    let step: Int?
    let zeroBytesAbove: Int
    let evidence: String
  }

  struct Text: Encodable {
    let offset: Int
    let length: Int
    let examples: [String]
    let distinct: Int
    let digitsOnly: Bool
  }

  struct CheckedBytes: Encodable {
    let offset: Int
    let algorithm: String
    let from: Int
    let to: Int
    let bigEndian: Bool
  }

  struct Length: Encodable {
    let offset: Int
    let format: String
    let uncounted: Int
  }

  struct Match: Encodable {
    let offset: Int
    let format: String
    let r: Double
    let factor: Double
    let summand: Double
    let zeroBytesAbove: Int
  }

  let kind: FrameKindReport
  let frames: Int
  let from: String?
  let to: String?
  let bytes: [Byte]
  let numbers: [Number]
  let texts: [Text]
  let checksums: [CheckedBytes]
  let lengths: [Length]
  let matches: [Match]

  init(_ analysis: KindAnalysis, _ source: CharacteristicFrames.Source, _ common: CommonFields) {
    var words = CaptureFormatter()
    kind = FrameKindReport(analysis.kind, source)
    frames = analysis.frames.count
    from = analysis.frames.first?.time.map { words.time($0) }
    to = analysis.frames.last?.time.map { words.time($0) }
    bytes = analysis.columns.map { column in
      let role =
        switch column.role {
        case .constant: "constant"
        case .counter: "counter"
        case .enumeration: "enum"
        case .varying: "varying"
        }
      return Byte(
        offset: column.offset, role: role, first: column.series.first, last: column.series.last,
        min: column.series.min, max: column.series.max, trend: column.series.trend.rawValue, step: column.series.step,
        distinct: column.counts.count,
        values: column.role == .enumeration
          ? column.counts.map { Count(value: Int($0.value), count: $0.count) } : nil)
    }
    numbers = analysis.numbers.map { number in
      Number(
        offset: number.offset, format: number.format.description, first: number.series.first, last: number.series.last,
        min: number.series.min, max: number.series.max, trend: number.series.trend.rawValue, step: number.series.step,
        zeroBytesAbove: number.zeroBytesAbove, evidence: number.evidence.rawValue)
    }
    texts = analysis.texts.map {
      Text(
        offset: $0.range.lowerBound, length: $0.range.count, examples: $0.examples, distinct: $0.distinctCount,
        digitsOnly: $0.isDigits)
    }
    let length = analysis.kind.length
    let right = analysis.checksums + common.checksums.filter { !analysis.checksums.contains($0) }
    checksums = right.map { finding in
      let range = finding.range(length: length)
      let end = if case .head = finding.place { length } else { range.lowerBound }
      return CheckedBytes(
        offset: range.lowerBound, algorithm: finding.checksum.rawValue, from: finding.start, to: end,
        bigEndian: finding.isBigEndian)
    }
    lengths = common.lengths.map {
      Length(offset: $0.offset, format: $0.format.description, uncounted: $0.uncounted)
    }
    matches = analysis.matches.map {
      Match(
        offset: $0.offset, format: $0.format.description, r: $0.correlation, factor: $0.factor, summand: $0.summand,
        zeroBytesAbove: $0.zeroBytesAbove)
    }
  }
}
