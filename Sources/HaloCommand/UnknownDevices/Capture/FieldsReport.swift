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

extension FrameKind {
  /// The kind as the JSON objects of `halo capture fields` and `diff` describe it.
  func fields(of source: CharacteristicFrames.Source) -> JSONFields {
    [
      "characteristic": source.characteristic?.description, "device": source.device?.description,
      "direction": source.direction == .sent ? "sent" : "received", "handle": Int(source.handle), "length": length,
      "marks": zip(offsets, values).map { ["offset": $0, "value": Int($1)] },
    ]
  }
}

extension KindAnalysis {
  /// The JSON object that `halo capture fields --json` prints.
  func fields(of source: CharacteristicFrames.Source, _ common: CommonFields) -> JSONFields {
    var words = CaptureFormatter()
    let length = kind.length
    return [
      "kind": kind.fields(of: source), "frames": frames.count, "from": frames.first?.time.map { words.time($0) },
      "to": frames.last?.time.map { words.time($0) }, "bytes": columns.map(\.fields), "numbers": numbers.map(\.fields),
      "texts": texts.map(\.fields),
      "checksums": (checksums + common.checksums.filter { !checksums.contains($0) }).map { $0.fields(length) },
      "lengths": common.lengths.map(\.fields), "matches": matches.map(\.fields),
    ]
  }
}

extension ByteColumn {
  fileprivate var fields: JSONFields {
    let word =
      switch role {
      case .constant: "constant"
      case .counter: "counter"
      case .enumeration: "enum"
      case .varying: "varying"
      }
    let values: [[String: Int]]? =
      role == .enumeration ? counts.map { ["value": Int($0.value), "count": $0.count] } : nil
    return [
      "offset": offset, "role": word, "first": series.first, "last": series.last, "min": series.min,
      "max": series.max, "trend": series.trend.rawValue, "step": series.step, "distinct": counts.count,
      "values": values,
    ]
  }
}

extension NumberCandidate {
  fileprivate var fields: JSONFields {
    [
      "offset": offset, "format": format.description, "first": series.first, "last": series.last, "min": series.min,
      "max": series.max, "trend": series.trend.rawValue, "step": series.step, "zeroBytesAbove": zeroBytesAbove,
      "evidence": evidence.rawValue,
    ]
  }
}

extension TextRun {
  fileprivate var fields: JSONFields {
    [
      "offset": range.lowerBound, "length": range.count, "examples": examples, "distinct": distinctCount,
      "digitsOnly": isDigits,
    ]
  }
}

extension ChecksumFinding {
  fileprivate func fields(_ length: Int) -> JSONFields {
    let range = range(length: length)
    let end = if case .head = place { length } else { range.lowerBound }
    return [
      "offset": range.lowerBound, "algorithm": checksum.rawValue, "from": start, "to": end, "bigEndian": isBigEndian,
    ]
  }
}

extension LengthFinding {
  fileprivate var fields: JSONFields { ["offset": offset, "format": format.description, "uncounted": uncounted] }
}

extension NumberMatch {
  fileprivate var fields: JSONFields {
    [
      "offset": offset, "format": format.description, "r": correlation, "factor": factor, "summand": summand,
      "counter": isCounter, "zeroBytesAbove": zeroBytesAbove,
    ]
  }
}
