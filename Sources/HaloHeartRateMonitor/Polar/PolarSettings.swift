extension HeartRateMonitor.Polar {
  /// The available or requested settings of a measurement: lists of values by key.
  ///
  /// ```
  /// 00 01 82 00 01 01 0E 00
  /// key · number of values · the values, little-endian
  /// 0 samples per second, u16 · 1 resolution in bits, u16 · 2 range, u16 · 3 range in thousandths, u32 · 4 channels,
  /// u8
  /// 5 factor to the physical unit, an IEEE 754 single
  /// ```
  public struct Settings: Hashable, Sendable {
    /// The meaning of the values.
    public enum Key: UInt8, Sendable, CaseIterable {
      case sampleRate = 0
      case resolution = 1
      case range = 2
      case rangeThousandths = 3
      case channels = 4
      case factor = 5

      var width: Int {
        switch self {
        case .sampleRate, .resolution, .range: 2
        case .rangeThousandths, .factor: 4
        case .channels: 1
        }
      }
    }

    /// A key with its values.
    public struct Entry: Hashable, Sendable {
      public let key: Key
      public let values: [Int]

      /// Creates an entry.
      public init(_ key: Key, _ values: [Int]) {
        self.key = key
        self.values = values
      }
    }

    /// The entries in order.
    public let entries: [Entry]
    /// The bytes after the entries that could not be decoded.
    let trailing: [UInt8]

    /// Creates settings.
    public init(_ entries: [Entry]) {
      self.entries = entries
      trailing = []
    }

    init(bytes: [UInt8]) {
      var entries: [Entry] = []
      var index = 0
      while index + 2 <= bytes.count, let key = Key(rawValue: bytes[index]) {
        let end = index + 2 + Int(bytes[index + 1]) * key.width
        guard end <= bytes.count else { break }
        var reader = ByteReader([UInt8](bytes[(index + 2)..<end]))
        entries.append(Entry(key, (0..<Int(bytes[index + 1])).compactMap { _ in reader.unsigned(key.width) }))
        index = end
      }
      self.entries = entries
      trailing = [UInt8](bytes[index...])
    }

    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for entry in entries {
        bytes += [entry.key.rawValue, UInt8(truncatingIfNeeded: entry.values.count)]
        for value in entry.values { bytes.append(littleEndian: value, width: entry.key.width) }
      }
      return bytes + trailing
    }

    /// The values of a key; empty if it is missing.
    public func values(_ key: Key) -> [Int] { entries.first { $0.key == key }?.values ?? [] }

    /// The factor to the physical unit; `nil` if it is missing or not finite.
    public var factor: Float? {
      guard let bits = values(.factor).first else { return nil }
      let factor = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return factor.isFinite ? factor : nil
    }

    /// Writes the entries, each under its name.
    struct Fields: MessageFields {
      let settings: Settings

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        func list(_ name: StaticString, _ key: Key) {
          let values = settings.values(key)
          if !values.isEmpty { fields.field(name, values.map { FixedDecimal($0, places: 0) }) }
        }
        list("channels", .channels)
        if let factor = settings.factor, abs(factor) < 1e6 {
          fields.field("factor", FixedDecimal(Int((Double(factor) * 1e9).rounded()), places: 9))
        }
        list("range", .range)
        list("rangeThousandths", .rangeThousandths)
        list("resolutionBits", .resolution)
        list("samplesPerSecond", .sampleRate)
        if !settings.trailing.isEmpty { fields.field("trailing", hexadecimal: settings.trailing) }
      }
    }
  }
}
