/// Parses times in ISO 8601, with `T` or a space between date and time.
enum TimeText {
  /// Returns the seconds since 1970-01-01T00:00:00 UTC; `nil` if the text is not a time. Times without an offset are
  /// taken as UTC.
  static func seconds(_ text: UnsafeRawBufferPointer) -> Double? {
    var index = 0
    func digits(_ count: Int) -> Int? {
      guard index + count <= text.count else { return nil }
      var number = 0
      for byte in text[index..<index + count] {
        guard byte &- UInt8(ascii: "0") < 10 else { return nil }
        number = number * 10 + Int(byte &- UInt8(ascii: "0"))
      }
      index += count
      return number
    }
    func skip(_ characters: String) -> Bool {
      guard index < text.count, characters.utf8.contains(text[index]) else { return false }
      index += 1
      return true
    }
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      let first = CalendarDate(year: year, month: month, day: 1), (1...31).contains(day), skip("T "),
      let hour = digits(2), skip(":"), let minute = digits(2), hour < 24,
      minute < 60
    else { return nil }
    var seconds = 0.0
    if skip(":") {
      guard let whole = digits(2), whole <= 60 else { return nil }
      seconds = Double(whole)
      if skip(".,") {
        var scale = 0.1
        guard index < text.count else { return nil }
        var fraction = 0.0
        while let digit = digits(1) {
          fraction += Double(digit) * scale
          scale /= 10
        }
        // Round, so that milliseconds are exact.
        seconds += (fraction * 1e9).rounded() / 1e9
      }
    }
    var offset = 0
    if skip("Zz") {
    } else if index < text.count {
      let sign = text[index] == UInt8(ascii: "-") ? -1 : 1
      guard skip("+-"), let hours = digits(2) else { return nil }
      _ = skip(":")
      offset = sign * (hours * 3600 + (index == text.count ? 0 : (digits(2) ?? 99_999)) * 60)
    }
    guard index == text.count, abs(offset) < 86_400 else { return nil }
    return Double((first.daysSince1970 + day - 1) * 86_400 + hour * 3600 + minute * 60 - offset) + seconds
  }
}
