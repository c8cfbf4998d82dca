/// A digest of a file's entries that does not depend on their order: the same entries again are the same import, even
/// from another file.
///
/// It is the sum of a 64-bit hash of each entry, by the mixing step of splitmix64 (Steele et al., 2014). It protects
/// against importing twice by mistake, not against forgery: a forged digest would only share an import's number.
struct ImportDigest {
  private var sum: UInt64 = 0
  private var count = 0

  /// The digest as text.
  var text: String { "\(count)-\(String(sum, radix: 16))" }

  /// The hash of a text, the start value of a source's entries.
  static func hash(_ text: String) -> UInt64 { text.utf8.reduce(0) { mix($0, UInt64($1)) } }

  /// Adds an entry of a source with `hash`, by the numbers that identify it.
  mutating func add(_ hash: UInt64, _ first: Int, _ second: Int, _ third: Int, _ fourth: UInt64) {
    count += 1
    sum &+= Self.mix(
      Self.mix(
        Self.mix(Self.mix(hash, UInt64(bitPattern: Int64(first))), UInt64(bitPattern: Int64(second))),
        UInt64(bitPattern: Int64(third))), fourth)
  }

  private static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    var mixed = (hash ^ value) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
