/// Parses times of an export, such as `2024-01-02 08:00:00 +0100`; `nil` for anything else.
///
/// Phones that are set to 12 hours or to digits of another script write those: `2024-01-02 8:00:00 PM +0100`.
struct AppleHealthDate {
  /// The last day, because most times are of the same day as the one before.
  private var day = (number: -1, days: 0)

  mutating func moment(_ text: ByteSlice) -> Moment? {
    guard text.count == 25, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x20, text[13] == 0x3A, text[16] == 0x3A,
      text[19] == 0x20, text[20] == 0x2B || text[20] == 0x2D,
      let year = Self.number(text, 0, 4), let month = Self.number(text, 5, 7), let date = Self.number(text, 8, 10),
      let hour = Self.number(text, 11, 13), let minute = Self.number(text, 14, 16),
      let second = Self.number(text, 17, 19), let zoneHour = Self.number(text, 21, 23),
      let zoneMinute = Self.number(text, 23, 25)
    else { return general(text) }
    return moment(
      year, month, date, hour, minute, second, offset: (zoneHour * 3600 + zoneMinute * 60) * (text[20] == 0x2D ? -1 : 1)
    )
  }

  private mutating func moment(
    _ year: Int, _ month: Int, _ date: Int, _ hour: Int, _ minute: Int, _ second: Int, offset: Int
  ) -> Moment? {
    let number = (year * 100 + month) * 100 + date
    if number != day.number {
      guard let date = CalendarDate(year: year, month: month, day: date) else { return nil }
      day = (number, date.daysSince1970)
    }
    // A leap second is counted to the next minute.
    guard hour < 24, minute < 60, second <= 60, abs(offset) <= 18 * 3600 else { return nil }
    let seconds = day.days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Moment(milliseconds: seconds * 1000, secondsFromGMT: offset)
  }

  private static func number(_ text: ByteSlice, _ first: Int, _ last: Int) -> Int? {
    var value = 0
    for index in first..<last {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  private mutating func general(_ text: ByteSlice) -> Moment? {
    guard (18...80).contains(text.count) else { return nil }
    let characters = text.text.map { $0.wholeNumberValue.flatMap { Character("\($0 % 10)") } ?? $0 }
    let numbers = String(characters).split { !$0.isNumber }.map { Int($0) ?? -1 }
    guard numbers.count == 7, numbers.allSatisfy({ $0 >= 0 && $0 <= 9999 }) else { return nil }
    let letters = String(characters.filter(\.isLetter)).lowercased()
    var hour = numbers[3]
    if !letters.isEmpty {
      guard ["am", "pm"].contains(letters), (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (letters == "pm" ? 12 : 0)
    }
    guard let sign = characters.last(where: { ["+", "-", "−"].contains($0) }) else { return nil }
    let zone = numbers[6] / 100 * 3600 + numbers[6] % 100 * 60
    return moment(
      numbers[0], numbers[1], numbers[2], hour, numbers[4], numbers[5], offset: sign == "+" ? zone : -zone)
  }
}
