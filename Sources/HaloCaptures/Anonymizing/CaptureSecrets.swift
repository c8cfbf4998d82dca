/// Addresses, names, serial numbers and keys, found in values in all encodings in which protocols repeat them.
struct CaptureSecrets {
  /// The maximum number of addresses, and of texts and byte strings; limits the memory for long recordings of busy
  /// places.
  private static let most = 1 << 17

  /// The addresses as numbers, in both byte orders.
  private var addresses: Set<UInt64> = []
  /// Byte strings, by their first two bytes.
  private var strings: [UInt16: Set<[UInt8]>] = [:]
  /// Texts in lowercase, by their first two bytes.
  private var texts: [UInt16: Set<[UInt8]>] = [:]
  private var count = 0
  /// The length of the longest text in UTF-16, or byte string.
  private var longest = 32
  /// The pairs of bytes that begin an address or byte string. Nearly all positions of a value can be skipped.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  // MARK: Collecting

  /// Adds a device's address.
  mutating func add(_ address: DeviceAddress) {
    // Placeholders such as 00:00:00:00:00:00 are not addresses and occur in any value.
    guard Set(address.bytes).count >= 3, addresses.count < 2 * Self.most else { return }
    for bytes in [address.bytes, address.bytes.reversed()] {
      addresses.insert(Self.number(bytes))
      beginnings[Int(Self.key(bytes, 0))] = true
    }
  }

  /// Adds a key or another byte string, in both byte orders.
  mutating func add(_ bytes: [UInt8]) {
    // Shorter or uniform strings would match by chance.
    guard bytes.count >= 3, Set(bytes).count >= 2, count < Self.most else { return }
    count += 1
    longest = max(longest, bytes.count)
    for form in [bytes, bytes.reversed()] {
      strings[Self.key(form, 0), default: []].insert(form)
      beginnings[Int(Self.key(form, 0))] = true
    }
  }

  /// Adds a text, which is found in any case and in UTF-8 and UTF-16. Shorter texts would match by chance.
  mutating func add(text: some Sequence<UInt8>, least: Int = 4) {
    let letters = text.filter { $0 != 0 }
    let plain = letters.map(Self.lowercase)
    guard plain.count >= max(2, least), count < Self.most else { return }
    count += 1
    longest = max(longest, 2 * plain.count)
    if plain.contains(where: { $0 > 0x7F }) {
      // UTF-16 is more than UTF-8 with zeros then.
      let units = String(decoding: letters, as: UTF8.self).utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      add(units.flatMap(\.self))
      add(units.flatMap { $0.reversed() })
    }
    for form in [plain, plain.reversed()] { texts[Self.key(form, 0), default: []].insert(form) }
  }

  /// Adds a serial number: the text, and its digits as BCD, as a number and in hexadecimal.
  mutating func add(serial: some Sequence<UInt8>, least: Int = 4) {
    // Some devices pad the number with spaces, line ends or FF.
    func isPadding(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0xFF }
    let text = [UInt8](serial.drop(while: isPadding).reversed().drop(while: isPadding).reversed())
    add(text: text, least: least)
    let digits = text.compactMap(Self.digit)
    let plain = digits.filter { $0 < 10 }
    let isHexadecimal = text.allSatisfy { Self.digit($0) != nil || (0x20...0x3A).contains($0) }
    let numbers = digits.count > plain.count && isHexadecimal ? [plain, digits] : [plain]
    for digits in numbers where digits.count >= 6 {
      let paddings = digits.count % 2 == 0 ? [digits] : [[0] + digits, digits + [0], digits + [0xF]]
      for padded in paddings {
        let pairs = stride(from: 0, to: padded.count, by: 2).map { (padded[$0], padded[$0 + 1]) }
        add(pairs.map { $0 << 4 | $1 })
        add(pairs.map { $1 << 4 | $0 })
      }
    }
    if plain.count >= 6, plain.count < 19 {
      let number = plain.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
      add([UInt8](number.bigEndianBytes.drop { $0 == 0 }))
    }
  }

  /// Adds a text from the user: an address, bytes in hexadecimal, a number or a text.
  mutating func add(fromUser text: String) {
    add(serial: text.utf8, least: 2)
    let plain = (text.hasPrefix("0x") ? text.dropFirst(2) : text[...]).utf8.filter { !":- ".utf8.contains($0) }
    let digits = plain.compactMap(Self.digit)
    guard digits.count == plain.count, digits.count.isMultiple(of: 2), digits.count >= 6 else { return }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    add(bytes)
    if bytes.count == 6 { add(DeviceAddress(value: Self.number(bytes))) }
  }

  // MARK: Finding

  /// Returns where secrets are in `bytes`.
  func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for start in 0..<max(0, bytes.count - 2) where beginnings[Int(Self.key(bytes, start))] {
      if start + 6 <= bytes.count, addresses.contains(Self.number(bytes[start..<start + 6])) {
        found.append(start..<start + 6)
      }
      for secret in strings[Self.key(bytes, start)] ?? [] where bytes[start...].starts(with: secret) {
        found.append(start..<start + secret.count)
      }
    }
    return found + textRanges(in: bytes)
  }

  /// Returns where a secret is split between two values that follow each other, each with up to four bytes of header
  /// and two of trailer.
  func ranges(across first: [UInt8], _ second: [UInt8]) -> (first: [Range<Int>], second: [Range<Int>]) {
    var before: [Range<Int>] = []
    var after: [Range<Int>] = []
    for trailer in 0...2 {
      let head = first.dropLast(trailer).suffix(longest)
      for header in 0...4 {
        let joined = [UInt8](head) + second.dropFirst(header).prefix(longest)
        for range in ranges(in: joined) where range.lowerBound < head.count && range.upperBound > head.count {
          before.append(head.startIndex + range.lowerBound..<head.endIndex)
          after.append(header..<header + range.upperBound - head.count)
        }
      }
    }
    return (before, after)
  }

  /// Returns where texts are, and addresses in hexadecimal. Zeros are skipped, so that UTF-16 is found too.
  private func textRanges(in bytes: [UInt8]) -> [Range<Int>] {
    let indices = bytes.indices.filter { bytes[$0] != 0 }
    guard indices.count >= 2 else { return [] }
    let plain = indices.map { Self.lowercase(bytes[$0]) }
    var found: [Range<Int>] = []
    // The latest digits of an address in hexadecimal, with or without separators, and their places.
    var digits: [Int] = []
    var number: UInt64 = 0
    for (start, character) in plain.enumerated() {
      if let digit = Self.digit(character) {
        digits.append(indices[start])
        number = (number << 4 | UInt64(digit)) & 0xFFFF_FFFF_FFFF
        if digits.count >= 12, addresses.contains(number) {
          found.append(digits[digits.count - 12]..<indices[start] + 1)
        }
      } else if !(0x20...0x3A).contains(character) {
        digits = []
      }
      guard start + 1 < plain.count else { continue }
      for text in texts[Self.key(plain, start)] ?? [] where plain[start...].starts(with: text) {
        found.append(indices[start]..<indices[start + text.count - 1] + 1)
      }
    }
    return found
  }

  private static func key(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}
