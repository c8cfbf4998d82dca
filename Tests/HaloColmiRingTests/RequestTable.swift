import HaloBluetooth
import HaloText
import HaloWearables

@testable import HaloColmiRing

extension ColmiRing {
  /// The bytes of every ``Request``: hexadecimal, and words for arguments. Halo writes nothing else, unless the user insists.
  /// `docs/colmi-ring.md` contains the table; a test compares both with the code.
  static let requestTable: [(request: String, bytes: String)] = [
    ("setTime", "01 yy MM dd hh mm ss language (BCD, year − 2000)"),
    ("camera", "02 mode (04 start, 05 continue, 06 end)"),
    ("battery", "03"),
    ("phoneName", "04 02 0A name (up to 12 bytes of UTF-8)"),
    ("dayTotals", "07 daysAgo"),
    ("powerOff", "08 01, only by `halo power-off`"),
    ("preferences", "0A 01"),
    ("configurePreferences", "0A 02 preferences"),
    ("heartRateLog", "15 second (u32 LE, any of the day, the ring's local time encoded as UTC)"),
    ("heartRateLogSettings", "16 01"),
    ("configureHeartRateLog", "16 02 on (01 or 02) minutes"),
    ("olderRealTime", "1E action (01 start, 02 stop, 03 continue)"),
    ("goals", "21 01"),
    ("configureGoals", "21 02 goals"),
    ("autoMeasurement", "2C 01 SpO₂, 36 01 stress, 38 01 HRV, 3A 03 01 temperature"),
    ("configureAutoMeasurement", "2C 02 on (00 or 01), 36 02 on, 38 02 on, 3A 03 02 on 1E 05 0A 00"),
    ("configureTemperatureWithoutSchedule", "3A 03 02 on"),
    ("halfHourLog", "37 daysAgo stress, 39 daysAgo HRV"),
    ("configureTouch", "3B 01 00 01 on, 3B 02 00 09 01 every gesture"),
    ("deviceSupport", "3C"),
    ("activity", "43 daysAgo 0F 00 5F 01 (quarter hours 00 to 5F)"),
    ("sleepQuarters", "44 daysAgo 0F 00 5F"),
    ("storedDays", "46"),
    ("todayTotals", "48"),
    ("findDevice", "50 55 AA"),
    ("startRealTime", "69 quantity 25, 69 01 00 heart rate, 69 06 01 without a limit"),
    ("continueRealTime", "69 quantity 03"),
    ("startVendorMeasurement", "69 0C seconds (BCD), 69 0D seconds, 69 0E seconds"),
    ("stopRealTime", "6A quantity lastValue"),
    ("stopVendorMeasurement", "6A 0C, 6A 0D, 6A 0E"),
    ("sport", "77 action sport (01 start, 02 pause, 03 resume, 04 stop)"),
    ("praise", "7A 01 daysAgo"),
    ("rawStream", "A1 04 on, A1 02 off"),
    ("endRawStream", "A1 00"),
    (
      "endRawStreamOfH59",
      "A1 05, to H59MA firmware or after an error of A1 02; by `halo explore` only with `--unknown-command`"
    ),
    ("factoryReset", "FF 66 66, only by `halo factory-reset`"),
    ("sleepSummary", "BC 11 daysAgo"),
    ("temperatureLog", "BC 25 days"),
    ("sleep", "BC 27 daysAgo 01 (FF for all days), BC 27 daysAgo for older firmware"),
    ("manualHeartRate", "BC 28 daysAgo (inferred)"),
    ("spo2Log", "BC 2A daysAgo (FF for all days)"),
    ("intervalTemperature", "BC 77 daysAgo packet"),
  ]

  /// The tables of requests and of forbidden frames in Markdown.
  static var writingMarkdown: String {
    func table(_ rows: [[String]]) -> String {
      rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
    let requests = requestTable.map { ["`\($0.request)`", $0.bytes] }
    let forbidden = [("", ForbiddenFrame.commands), ("BC ", ForbiddenFrame.bigData)].flatMap { prefix, frames in
      frames.map { [prefix + $0.bytes, $0.effect.english, $0.firmware.english, $0.source.english] }
    }
    return table([["request", "bytes"], ["---", "---"]] + requests) + "\n\n"
      + table([["never sent", "effect", "firmware", "source"], ["---", "---", "---", "---"]] + forbidden)
  }
}

extension ColmiRing.ForbiddenFrame {
  /// The first bytes in text.
  fileprivate var bytes: String {
    let all = [codes.lowerBound, codes.upperBound].map { Hexadecimal.code($0).dropFirst(2) }
    let first = all[0] == all[1] ? String(all[0]) : all.joined(separator: " to ")
    guard let second else { return first }
    return second.sorted().map { "\(first) \(Hexadecimal.code($0).dropFirst(2))" }.joined(separator: ", ")
  }
}
