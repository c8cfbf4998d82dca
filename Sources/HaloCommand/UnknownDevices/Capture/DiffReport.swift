import HaloCaptures

extension FrameKind {
  /// The JSON object that `halo capture diff --json` prints for one capture.
  func fields(of source: CharacteristicFrames.Source, _ steps: [FrameStep]) -> JSONFields {
    var words = CaptureFormatter()
    return [
      "kind": fields(of: source), "frames": steps.reduce(0) { $0 + 1 + $1.repeatCount },
      "steps": steps.map { step -> JSONFields in
        [
          "time": step.frame.time.map { words.time($0) }, "value": Hexadecimal.string(step.frame.bytes),
          "changed": step.changed, "repeats": step.repeatCount,
        ]
      },
    ]
  }
}

extension KindComparison {
  /// The JSON object that `halo capture diff --json` prints for two captures.
  func fields(of source: CharacteristicFrames.Source) -> JSONFields {
    [
      "kind": kind.fields(of: source), "firstFrames": firstCount, "secondFrames": secondCount, "settled": settled,
      "varyingInBoth": varying,
      "pairs": pairs.map { pair -> JSONFields in
        [
          "number": pair.number, "first": pair.first.map { Hexadecimal.string($0) },
          "second": pair.second.map { Hexadecimal.string($0) }, "changed": pair.changed, "repeats": pair.repeatCount,
        ]
      },
      "numbers": numbers.map { number -> JSONFields in
        [
          "offset": number.offset, "format": number.format.description, "first": number.first,
          "second": number.second, "difference": number.difference,
        ]
      },
    ]
  }
}
