/// A value that a person knows to be in a capture, such as the steps on a display: a number, a date, a time or a text.
public struct KnownValue: Hashable, Sendable {
  /// The value as it was written: `21667`, `36.6`, `2026-11-20`, `07:45`, `2026-11-20T07:45:10`, or any text.
  public let text: String
  /// The value's bytes in every encoding, the usual ones first.
  public let patterns: [BytePattern]

  /// Creates a value. `secondsFromGMT` is the offset of the time zone of dates with a time. `nil` if the text is empty or
  /// a number of a single digit, which is everywhere.
  public init?(_ written: String, secondsFromGMT: Int = 0) {
    // "6,725" has a separator of thousands.
    let groups = written.split(separator: ",", omittingEmptySubsequences: false)
    let isGrouped = (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    let text = isGrouped && Int(groups.joined()) != nil ? groups.joined() : written
    let parts = text.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
    let number = Self.number(text)
    guard !text.isEmpty, number.map({ $0.units.magnitude > 9 }) ?? true else { return nil }
    var patterns = number.map { Self.patterns($0) } ?? []
    let date = CalendarDate(parts[0]), clock = Self.clock(parts.last ?? "")
    if let date, let clock, parts.count == 2 {
      let local = date.daysSince1970 * 86_400 + Self.seconds(clock)
      for (zone, words) in [(0, ""), (secondsFromGMT, " (GMT)")] {
        patterns += Self.counts(local - zone, "seconds since 1970\(words)", widths: [4])
        patterns += Self.counts(local - zone - 946_684_800, "seconds since 2000\(words)", widths: [4])
      }
      patterns += Self.fields(date).flatMap { day in
        Self.fields(clock).map { BytePattern("\(day.encoding); \($0.encoding)", day.bytes + $0.bytes) }
      }
    } else if let date, parts.count == 1 {
      patterns += Self.fields(date) + Self.counts(date.daysSince1970, "days since 1970", widths: [2, 4])
    } else if let clock, parts.count == 1 {
      patterns += Self.fields(clock) + Self.counts(Self.seconds(clock), "seconds of the day", widths: [3, 4])
      patterns += clock.count == 2 ? Self.counts(Self.seconds(clock) / 60, "minutes of the day", widths: [2]) : []
    }
    patterns.append(BytePattern("text", [UInt8](text.utf8)))
    var seen: Set<[[UInt8]]> = []
    self.text = written
    self.patterns = patterns.filter { seen.insert([$0.bytes, $0.mask]).inserted }
  }

  // MARK: Numbers

  private static func number(_ text: String) -> FixedDecimal? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let places = parts.count == 2 ? parts[1].count : 0
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), places <= 6, let digits = Int(parts.joined()),
      digits.magnitude < 1 << 40
    else { return nil }
    return FixedDecimal(digits, places: places)
  }

  private static func patterns(_ number: FixedDecimal) -> [BytePattern] {
    // Devices store 36.6 as 366 or 3660: scaled so that the number is whole.
    let scales = Set([1, 10, 100, number.scale]).filter { $0 >= number.scale }.sorted()
    func scaled(_ formats: [NumberFormat]) -> [BytePattern] {
      scales.flatMap { scale in
        let whole = FixedDecimal(number.units * (scale / number.scale), places: 0)
        return formats.flatMap { format in
          format.patterns(whole).map { BytePattern("\(format)" + (scale == 1 ? "" : " × \(scale)"), $0, format) }
        }
      }
    }
    let size = max(8, Int.bitWidth - number.units.magnitude.leadingZeroBitCount)
    let fields = Set([size, (size + 3) / 4 * 4]).sorted().flatMap { NumberFormat.bitFields(count: $0) }
    let others = NumberFormat.special.filter { $0.bits == nil }
    return scaled(NumberFormat.all) + scaled(others.filter { $0.meaning == .bcd })
      + others.filter { $0.meaning != .bcd }.flatMap { format in
        format.patterns(number).map { BytePattern("\(format)", $0, format) }
      } + scaled(fields)
  }

  // MARK: Dates and times

  private static func clock(_ text: String) -> [Int]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.count == 2 ? Int($0) ?? -1 : -1 }
    let isValid = (2...3).contains(parts.count) && (0..<24).contains(parts[0])
    return isValid && parts.dropFirst().allSatisfy { (0..<60).contains($0) } ? parts : nil
  }

  private static func seconds(_ clock: [Int]) -> Int { zip(clock, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 } }

  private static func fields(_ date: CalendarDate) -> [BytePattern] {
    let year = date.year
    let month = UInt8(date.month)
    let day = UInt8(date.day)
    let whole = [UInt8(year & 0xFF), UInt8(year >> 8)]
    let short = [2000, 1900].compactMap { start in
      UInt8(exactly: year - start).map { ("year − \(start)", [$0]) }
    }
    let decimal = [year / 100, year % 100, date.month, date.day].map { bcd($0) }
    return ([("year LE", whole), ("year BE", whole.reversed())] + short).flatMap { name, bytes in
      [
        BytePattern("\(name), month, day", bytes + [month, day]),
        BytePattern("day, month, \(name)", [day, month] + bytes),
        BytePattern("month, day, \(name)", [month, day] + bytes),
      ]
    } + [
      BytePattern("BCD year, month, day", decimal),
      BytePattern("BCD year of the century, month, day", [UInt8](decimal.dropFirst())),
      BytePattern("BCD day, month, year of the century", decimal.dropFirst().reversed()),
      BytePattern("digits", date.description.utf8.filter { $0 != 0x2D }),
    ]
  }

  private static func fields(_ clock: [Int]) -> [BytePattern] {
    let bytes = clock.map { UInt8($0) }
    let name = clock.count == 2 ? "hour, minute" : "hour, minute, second"
    return [
      BytePattern(name, bytes), BytePattern("\(name) reversed", bytes.reversed()),
      BytePattern("BCD \(name)", clock.map { bcd($0) }),
      BytePattern("digits", clock.flatMap { [UInt8(0x30 + $0 / 10), UInt8(0x30 + $0 % 10)] }),
    ]
  }

  private static func bcd(_ number: Int) -> UInt8 { UInt8((number / 10) << 4 | number % 10) }

  private static func counts(_ number: Int, _ name: String, widths: [Int]) -> [BytePattern] {
    NumberFormat.all.filter { !$0.isSigned && widths.contains($0.width) }.flatMap { format in
      format.patterns(FixedDecimal(number, places: 0)).map { BytePattern("\(name), \(format)", $0, format) }
    }
  }
}
