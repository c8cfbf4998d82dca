extension HeartRateMonitor.Polar {
  /// Compressed samples: one in full, then blocks of differences. docs/heart-rate-monitors.md has the source.
  ///
  /// ```
  /// F1 FF 14 00 F0 03 06 01 7B 0F 00
  /// 0–1   2–3   4–5   6  7  8…
  /// 0–5 the first sample, each channel in whole bytes · then blocks: 6 bits per difference · 7 number of samples
  /// 8… the differences to the previous sample, channel by channel, lowest bit first, padded to a whole byte
  /// ```
  package enum DeltaFrame {
    /// Decodes the samples; of a truncated block, the complete samples.
    static func samples(_ bytes: [UInt8], channels: Int, bits: Int) -> [[Int]] {
      var reader = ByteReader(bytes)
      let first = (0..<channels).compactMap { _ in reader.signed(bits / 8) }
      guard first.count == channels else { return [] }
      var samples = [first]
      var position = channels * (bits / 8)
      while position + 2 <= bytes.count {
        let size = Int(bytes[position])
        let count = Int(bytes[position + 1])
        let start = (position + 2) * 8
        // A difference is at most one bit wider than the values.
        guard size <= 32 else { break }
        for index in 0..<count {
          let offset = start + index * channels * size
          guard offset + channels * size <= bytes.count * 8 else { return samples }
          let last = samples[samples.count - 1]
          samples.append(
            (0..<channels).map { last[$0] &+ Self.signed(bytes, at: offset + $0 * size, bits: size) })
        }
        position = (start + count * channels * size + 7) / 8
      }
      return samples
    }

    private static func signed(_ bytes: [UInt8], at offset: Int, bits: Int) -> Int {
      guard bits > 0 else { return 0 }
      var value = 0
      for bit in 0..<bits where bytes[(offset + bit) / 8] >> ((offset + bit) % 8) & 1 == 1 { value |= 1 << bit }
      return value >> (bits - 1) & 1 == 1 ? value - 1 << bits : value
    }

    /// Encodes at most 256 samples: one block of differences, with as few bits per difference as possible.
    package static func bytes(_ samples: [[Int]], bits: Int) -> [UInt8] {
      guard let first = samples.first else { return [] }
      var bytes: [UInt8] = []
      for channel in first { bytes.append(littleEndian: channel, width: bits / 8) }
      let differences = zip(samples.dropFirst(), samples).flatMap { zip($0, $1).map { $0 - $1 } }
      guard !differences.isEmpty else { return bytes }
      let size = (1...32).first { size in differences.allSatisfy { abs(2 * $0 + 1) < 1 << size } } ?? 32
      var block = [UInt8](repeating: 0, count: (differences.count * size + 7) / 8)
      for (index, difference) in differences.enumerated() {
        for bit in 0..<size where difference >> bit & 1 == 1 {
          block[(index * size + bit) / 8] |= 1 << UInt8((index * size + bit) % 8)
        }
      }
      return bytes + [UInt8(size), UInt8(clamping: samples.count - 1)] + block
    }
  }
}
