/// Binary-coded decimal: the byte 0x25 means 25.
enum BinaryCodedDecimal {
  /// Decodes a number 0…99; `nil` if a digit is above 9.
  static func decode(_ byte: UInt8) -> Int? {
    let tens = Int(byte >> 4)
    let ones = Int(byte & 15)
    return tens < 10 && ones < 10 ? tens * 10 + ones : nil
  }

  /// Encodes a number 0…99; other numbers wrap around.
  static func encode(_ number: Int) -> UInt8 {
    let wrapped = ((number % 100) + 100) % 100
    return UInt8(wrapped / 10) << 4 | UInt8(wrapped % 10)
  }

  /// Decodes three bytes: year − 2000, month, day; `nil` for an invalid date.
  static func date(in packet: ColmiRing.Packet, at index: Int) -> CalendarDate? {
    guard let year = decode(packet[index]), let month = decode(packet[index + 1]), let day = decode(packet[index + 2])
    else { return nil }
    return CalendarDate(year: 2000 + year, month: month, day: day)
  }

  /// Encodes three bytes: year − 2000, month, day.
  static func bytes(of date: CalendarDate) -> [UInt8] {
    [encode(date.year), encode(date.month), encode(date.day)]
  }
}
