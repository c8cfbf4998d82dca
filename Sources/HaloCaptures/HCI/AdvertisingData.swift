/// Parses the structures of advertising data: length, type and value (Core Specification Supplement, part A).
enum AdvertisingData {
  static let shortName: UInt8 = 0x08
  static let completeName: UInt8 = 0x09

  /// Calls `body` with the type and range of each value in `bytes`.
  static func forEach(_ bytes: ArraySlice<UInt8>, _ body: (UInt8, Range<Int>) -> Void) {
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let length = Int(bytes[position])
      let end = position + 1 + length
      guard length > 0, end <= bytes.endIndex else { return }
      body(bytes[position + 1], position + 2..<end)
      position = end
    }
  }

  /// Returns the device's name, if included.
  static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    var name: String?
    forEach(bytes) { type, range in
      if type == completeName || (type == shortName && name == nil) {
        name = String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return name
  }
}

/// An advertising report in an LE meta event (Core Specification, volume 4, part E, 7.7.65.2 and 7.7.65.13).
struct AdvertisingReport {
  let address: DeviceAddress
  /// The offset of the address.
  let addressOffset: Int
  /// The range of the data.
  let dataRange: Range<Int>

  /// Calls `body` with each report in the parameters of an LE meta event, which start with the subevent.
  static func forEach(_ parameters: ArraySlice<UInt8>, _ body: (AdvertisingReport) -> Void) {
    let isExtended = parameters.u8(0) == 0x0D
    guard isExtended || parameters.u8(0) == 0x02, let count = parameters.u8(1) else { return }
    // The bytes before the data length, and after the data.
    let (header, trailer, addressOffset) = isExtended ? (23, 0, 3) : (8, 1, 2)
    var offset = 2
    for _ in 0..<count {
      guard let length = parameters.u8(offset + header),
        let address = DeviceAddress(parameters, at: offset + addressOffset)
      else { break }
      let start = offset + header + 1
      let end = min(start + Int(length), parameters.count)
      body(
        AdvertisingReport(address: address, addressOffset: offset + addressOffset, dataRange: start..<max(start, end)))
      offset = start + Int(length) + trailer
    }
  }
}
