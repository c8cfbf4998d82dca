extension FitnessMachine {
  /// A target with its parameters, as in control point and status.
  ///
  /// This type decodes any value. Commands to a treadmill are created only within ``SpeedLimit`` and
  /// ``InclinationLimit``.
  public struct TargetSetting: Hashable, Sendable {
    public let target: Target
    /// The parameters that are present, as raw numbers.
    let numbers: [Int]
    /// The bytes after them, or a truncated parameter.
    public let rest: [UInt8]

    init(_ target: Target, parameters bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      var numbers: [Int] = []
      let parameters = target.parameters
      while numbers.count < parameters.count, let number = parameters[numbers.count].number.read(&reader) {
        numbers.append(number)
      }
      self.target = target
      self.numbers = numbers
      rest = reader.rest()
    }

    /// Creates a target with values in the units of ``Target``; missing ones are 0.
    package init(_ target: Target, _ values: Double...) {
      self.target = target
      numbers = target.parameters.enumerated().map { index, parameter in
        parameter.number.raw(of: values.indices.contains(index) ? values[index] : 0)
      }
      rest = []
    }

    /// True if a parameter is missing.
    public var isTruncated: Bool { numbers.count < target.parameters.count }

    /// The first parameter, which is the only one for most targets.
    public var first: FixedDecimal? {
      guard let number = numbers.first, let parameter = target.parameters.first else { return nil }
      return parameter.number.meaning(of: number)
    }

    /// The encoded parameters.
    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for (parameter, number) in zip(target.parameters, numbers) {
        bytes.append(littleEndian: number, width: parameter.number.width)
      }
      return bytes + rest
    }

    /// Writes the parameters, the field `word` with `value`, and the type, in alphabetical order.
    func write<Fields: FieldWriter>(
      _ word: StaticString, _ value: StaticString, type: StaticString, to fields: inout Fields
    ) {
      var written: [(name: String, write: (inout Fields) -> Void)] = zip(target.parameters, numbers).map {
        parameter, raw in
        (parameter.word.description, { $0.field(parameter.word, parameter.number.meaning(of: raw)) })
      }
      written.append((word.description, { $0.field(word, value) }))
      written.append(("type", { $0.field("type", type) }))
      if isTruncated { written.append(("truncated", { $0.field("truncated", true) })) }
      if !isTruncated, !rest.isEmpty { written.append(("trailing", { $0.field("trailing", hexadecimal: rest) })) }
      for (_, write) in written.sorted(by: { $0.name < $1.name }) { write(&fields) }
    }
  }
}
