import HaloWearables

extension HeartRateMonitor.Polar {
  /// What a measurement can be, or shall be: lists of values by what they are.
  ///
  /// ```
  /// 00 01 82 00 01 01 0E 00
  /// what it is · how many values · the values, little-endian
  /// 0 samples a second, u16 · 1 resolution in bits, u16 · 2 range, u16 · 3 range in thousandths, u32 · 4 channels, u8
  /// 5 factor to the physical unit, an IEEE 754 single
  /// ```
  public struct Settings: Hashable, Sendable {
    /// What a value is.
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

    /// One line: what it is, and its values.
    public struct Entry: Hashable, Sendable {
      /// What it is.
      public let key: Key
      /// Its values.
      public let values: [Int]

      /// A line.
      public init(_ key: Key, _ values: [Int]) {
        self.key = key
        self.values = values
      }
    }

    /// The lines in their order.
    public let entries: [Entry]
    /// What could not be read behind them.
    let trailing: [UInt8]

    /// Settings of these lines.
    public init(_ entries: [Entry]) {
      self.entries = entries
      trailing = []
    }

    init(bytes: [UInt8]) {
      var entries: [Entry] = []
      var place = 0
      while place + 2 <= bytes.count, let key = Key(rawValue: bytes[place]) {
        let end = place + 2 + Int(bytes[place + 1]) * key.width
        guard end <= bytes.count else { break }
        var reader = ByteReader([UInt8](bytes[(place + 2)..<end]))
        entries.append(Entry(key, (0..<Int(bytes[place + 1])).compactMap { _ in reader.unsigned(key.width) }))
        place = end
      }
      self.entries = entries
      trailing = [UInt8](bytes[place...])
    }

    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for entry in entries {
        bytes += [entry.key.rawValue, UInt8(truncatingIfNeeded: entry.values.count)]
        for value in entry.values { bytes.append(littleEndian: value, width: entry.key.width) }
      }
      return bytes + trailing
    }

    /// The values of a line; none where there is none.
    public func values(_ key: Key) -> [Int] { entries.first { $0.key == key }?.values ?? [] }

    /// The factor to the physical unit, where it is a number.
    public var factor: Float? {
      guard let bits = values(.factor).first else { return nil }
      let factor = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return factor.isFinite ? factor : nil
    }

    /// Writes those lines that can be chosen among: numbers by their names.
    struct Fields: MessageFields {
      let settings: Settings

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        func list(_ name: StaticString, _ key: Key) {
          let values = settings.values(key)
          if !values.isEmpty { fields.field(name, values.map { FixedDecimal($0, places: 0) }) }
        }
        list("channels", .channels)
        list("range", .range)
        list("rangeThousandths", .rangeThousandths)
        list("resolutionBits", .resolution)
        list("samplesPerSecond", .sampleRate)
      }
    }
  }
}
