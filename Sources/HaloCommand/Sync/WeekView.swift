import HaloBluetooth
import HaloHealth
import HaloReports
import HaloWearables

/// Several days of a ring, a line each.
struct WeekView {
  private static let barWidth = 16
  private let title: String
  private let facts: [String]
  private let days: [DaySummary]
  private let coverage: [CalendarDate: DayCoverage]

  /// Days in order of time, under a title with some facts beside it; `coverage` says of how much of them their numbers are.
  init(title: String, facts: [String], days: [DaySummary], coverage: [CalendarDate: DayCoverage] = [:]) {
    self.coverage = coverage
    self.title = title
    self.facts = facts
    self.days = days
  }

  /// Days of a ring in order of time.
  init(_ ring: SyncedRing, days: [DaySummary]) {
    let report = ring.report
    var facts = [report.identity.firmware, report.battery.map { Phrase("battery \($0.percent) %").text }].compactMap(
      \.self)
    if !report.missed.isEmpty { facts.append(Phrase("\(.names(report.missed)) incomplete: sync again").text) }
    self.init(title: ring.name, facts: facts, days: days)
  }

  func draw(on terminal: Terminal) -> String {
    let name = Words.printable(title)
    let head =
      terminal.paint(name, .bold) + "  " + terminal.paint(Words.printable(facts.joined(separator: " · ")), .faint)
    guard !days.isEmpty else { return head + "\n" }
    let isWide = terminal.width >= 78
    let labels = isWide ? "            asleep" + Self.space(19) + "steps" + Self.space(22) + "heart rate" : ""
    let mostSteps = max(days.compactMap { $0.movement?.steps }.max() ?? 0, 1)
    let lines = days.map { line($0, mostSteps: mostSteps, isWide: isWide, terminal) }
    return ([head, "", terminal.paint(labels, .faint)] + lines).joined(separator: "\n") + "\n"
  }

  private func line(_ day: DaySummary, mostSteps: Int, isWide: Bool, _ terminal: Terminal) -> String {
    let nights = day.nights.filter { !$0.isDoubtful }
    let asleep = nights.reduce(0) { $0 + $1.minutesAsleep }
    let steps = day.movement?.steps ?? 0
    let sleepText = Self.right(
      nights.isEmpty ? "–" : "\(asleep / 60) h \(asleep % 60 < 10 ? "0" : "")\(asleep % 60)", 7)
    let stepText = Self.right(day.movement == nil ? "–" : Words.grouped(steps), 6)
    let rates = Statistics((day.samples[.heartRate] ?? []).map(\.value))
    let rateText = rates.map { "\(Int($0.minimum))–\(Int($0.maximum)) bpm" } ?? "–"
    let label = Words.shortDate(day.date)
    let part = CoverageReport.mark(coverage[day.date], terminal)
    guard isWide else { return "\(label)  \(sleepText)  \(stepText)  \(rateText)\(part)" }
    return [
      label, sleepText, terminal.paint(Self.bar(asleep, of: 600), .brightBlue), stepText,
      terminal.paint(Self.bar(steps, of: mostSteps), .green), rateText,
    ].joined(separator: "  ") + part
  }

  private static func bar(_ value: Int, of whole: Int) -> String {
    let filled = min((value * barWidth + whole / 2) / whole, barWidth)
    return String(repeating: "█", count: filled) + space(barWidth - filled)
  }

  private static func right(_ text: String, _ width: Int) -> String { space(max(0, width - text.count)) + text }
  private static func space(_ count: Int) -> String { String(repeating: " ", count: count) }
}
