import HaloText
import HaloHealth
import HaloJournal
import HaloSimulatedRadio

/// Creates nearly valid lines of an export, in CSV and JSON: of every metric and of sleep, with changes to a field,
/// some bytes, quotation marks or nesting.
struct LineMutator {
  /// The day before which nearly all lines lie.
  static let today = CalendarDate(daysSince1970: 20_770)
  /// Slightly more than the maximum length of a line.
  private static let longest = 16_400

  private var random: SeededGenerator
  /// The columns in CSV order, and whether JSON quotes their values.
  private static let columns: [(name: String, isText: Bool)] = ExportedLine.header.split(separator: ",").map {
    (String($0), !["value", "doubtful"].contains($0))
  }

  /// Creates a mutator whose lines depend only on `seed`.
  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the next line; some contain line breaks.
  mutating func next() -> String {
    var fields = number(below: 5) == 0 ? sleep() : sample()
    let isChanged = number(below: 5) > 0
    if isChanged, number(below: 3) > 0 {
      for _ in 0...number(below: 2) { change(&fields) }
    }
    let line = Bool.random(using: &random) ? csv(fields) : json(fields)
    guard isChanged, number(below: 2) == 0 else { return line }
    var bytes = [UInt8](line.utf8)
    for _ in 0...number(below: 3) { change(&bytes) }
    return String(decoding: bytes.prefix(Self.longest * 2), as: UTF8.self)
  }

  // MARK: Valid lines

  private mutating func sample() -> [String] {
    let metric = pick(Metric.own)
    let range = metric.plausibleRange
    let share = Double(number(below: 1001)) / 1000
    let value = (range.lowerBound + share * (min(range.upperBound, range.lowerBound + 300) - range.lowerBound))
      .rounded()
    let start = recent()
    let length = number(below: 2) * number(below: min(metric.definition.longest, 120) + 1)
    return [
      start.description, length == 0 ? "" : start.adding(minutes: length).description, metric.exportName,
      ExportedValue.number(value).description, metric.unit.symbol, pick(SampleSource.allCases).rawValue,
    ] + device() + ["0", ""]
  }

  private mutating func sleep() -> [String] {
    let night = recent()
    let start = night.adding(minutes: 30 * number(below: 3))
    return [
      start.description, start.adding(minutes: number(below: 200)).description, ExportedLine.sleepMetric,
      pick(SleepStage.allCases).rawValue, "", "log",
    ] + device() + ["0", "\(pick(Night.Kind.allCases).rawValue) \(night)"]
  }

  private mutating func device() -> [String] {
    switch number(below: 4) {
    case 0: ["Watch", "8F3C1E7A-0D5B-4C9E-9A43-1B6F2D7C8E90", "Ada"]
    // The device that is synced afterwards.
    default: ["ring", SyncTimes.device, "me"]
    }
  }

  /// Returns a time in the last twenty days, rarely in the last 26 years: an older sample requires the computation of
  /// its own days.
  private mutating func recent() -> Moment {
    let days = number(below: 400) == 0 ? number(below: 9000) : number(below: 20)
    let zones = [0, 3600, 3600, 3600, 8 * 3600, -5 * 3600]
    return Moment(
      WallClock(date: Self.today.adding(days: -days - 1), minuteOfDay: number(below: 1440)),
      secondsFromGMT: pick(zones))
  }

  // MARK: Invalid fields

  private mutating func change(_ fields: inout [String]) {
    let place = number(below: fields.count)
    switch number(below: 12) {
    case 0: fields[0] = time()
    case 1: fields[1] = time()
    case 2: fields[10] = "\(pick(["night", "nap", "Night", "", "night "])) \(time())"
    case 3: fields[3] = pick(Self.numbers)
    case 4: fields[3] = "\(number(below: 1_000_000) - 1000)"
    case 5: fields[6 + number(below: 3)] = name()
    case 6: fields.swapAt(place, number(below: fields.count))
    case 7: fields[place] = pick(Self.numbers)
    case 8: fields[place] = name()
    case 9: fields[place] = ""
    case 10: fields[9] = pick(["1", "0", "2", "true", ""])
    default: fields[2] = pick(Metric.own).exportName
    }
  }

  private mutating func time() -> String {
    let dates = [
      "0001-01-01", "9999-12-31", "-005-01-01", "0000-01-01", "2024-02-29", "2023-02-29", "2026-02-30", "2026-13-01",
      "2026-00-10", "1999-12-31", "2000-01-01", "1970-01-01", "2026-11-14", "2026-11-15", "2038-01-19", "+999-01-01",
    ]
    let times = [
      "00:00:00", "24:00:00", "23:59:59", "23:59:60", "-1:-1:-1", "08:15:00.999", "08:15:00.9999", "8:15:00",
    ]
    let offsets = ["+00:00", "-00:00", "+14:00", "-12:00", "+18:00", "-18:00", "+18:01", "+99:99", "Z", "", "+0100"]
    let usual = recent().description
    let date = Bool.random(using: &random) ? pick(dates) : String(usual.prefix(10))
    let time = Bool.random(using: &random) ? pick(times) : String(usual.dropFirst(11).prefix(8))
    let offset = Bool.random(using: &random) ? pick(offsets) : String(usual.suffix(6))
    return "\(date)\(number(below: 20) == 0 ? " " : "T")\(time)\(offset)"
  }

  private static let numbers = [
    "nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e308", "1e309", "-1e309", "1e-400", "5e-324", "-0", "0x10",
    "0x1p1023",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "00", "+5", " 5",
    "\u{663}\u{664}", "5.", ".5", "1_000", "null", "true", "[]", "{}", "\"5\"", "1e15", "999999999999999.9", "-1e15",
    String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1", "1e99999999999999999999",
  ]

  private mutating func name() -> String {
    let piece = pick([
      "a", " ", "\u{0}", "\u{1B}", "\u{202E}", "\u{2028}", "\u{85}", "\u{301}", "\u{1F469}\u{200D}\u{1F680}", "\"", ",",
      "'", "=", "\t", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "ß", "\u{D}", "\u{A}",
    ])
    let count = pick([1, 1, 1, 2, 3, 16, 63, 64, 65, 199, 200, 201])
    // Long values are slow, and all alike.
    let isLong = number(below: 200) == 0
    return pick(["", "", "'", "=", "ring"]) + String(repeating: piece, count: isLong ? number(below: 6000) : count)
  }

  // MARK: Writing

  private mutating func csv(_ fields: [String]) -> String {
    let style = number(below: 8)
    return fields.map { field in
      style == 0 || field.contains(where: { ",\"".contains($0) })
        ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }.joined(separator: ",")
  }

  private mutating func json(_ fields: [String]) -> String {
    var members = zip(Self.columns, fields).map { column, field in
      let isBare = ["nan", "inf"].contains(field) || (!column.isText && Double(field) != nil && !field.hasPrefix("0x"))
      let value =
        switch column.name {
        case "doubtful": ["0": "false", "1": "true"][field] ?? Self.quoted(field)
        case "end" where field.isEmpty, "sleep" where field.isEmpty: "null"
        default: isBare ? field : Self.quoted(field)
        }
      return "\"\(column.name)\":\(value)"
    }
    if number(below: 20) == 0 { members.append("\"more\":\(nested())") }
    if number(below: 40) == 0 { members[number(below: members.count)] = "\"value\":\(nested())" }
    if number(below: 40) == 0 { members.append(members[number(below: members.count)]) }
    if number(below: 40) == 0 { members.remove(at: number(below: members.count)) }
    return "{\(members.joined(separator: ","))}"
  }

  /// Returns nested arrays and objects, rarely as deep as a line can be long.
  private mutating func nested() -> String {
    let depth = number(below: 50) == 0 ? number(below: Self.longest / 2) : number(below: 40)
    let isObject = number(below: 3) == 0
    let opening = String(repeating: isObject ? "{\"a\":" : "[", count: isObject ? depth / 3 : depth)
    let closing = String(repeating: isObject ? "}" : "]", count: isObject ? depth / 3 : depth)
    return number(below: 6) == 0 ? opening : "\(opening)1\(closing)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  // MARK: Invalid bytes

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = number(below: bytes.count)
    let end = min(bytes.count, place + 1 + number(below: 24))
    let oddities: [String] = [
      "\"", "\"\"", ",", ",,,,,,,,,,,,", "{", "}", "[", "]", ":", "\\", "\\u0000", "\\ud800", "\\udc00\\ud83d", "\u{0}",
      "\n", "\r\n",
      "\u{2029}", "\u{301}", "\u{FEFF}", "e", "E+", "-", "+", ".", "T", "/*", "//", "NaN", "\u{1F469}\u{200D}",
    ]
    switch number(below: 9) {
    case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(contentsOf: pick(oddities).utf8, at: place)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 5: bytes.removeLast(bytes.count - place)
    case 6: bytes[place] = pick([0, 0x20, 0x22, 0x2C, 0x7F, 0x80, 0xC0, 0xE2, 0xF4, 0xFF])
    case 7: bytes.replaceSubrange(place..<end, with: pick(Self.numbers).utf8)
    default:
      guard number(below: 50) == 0 else { return bytes.append(contentsOf: csv(sample()).utf8) }
      bytes.insert(contentsOf: repeatElement(bytes[place], count: number(below: Self.longest)), at: place)
    }
  }

  private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func pick<Element>(_ all: [Element]) -> Element { all[number(below: all.count)] }
}

extension Moment {
  fileprivate func adding(minutes: Int) -> Moment {
    Moment(milliseconds: milliseconds + minutes * 60_000, secondsFromGMT: secondsFromGMT)
  }
}
