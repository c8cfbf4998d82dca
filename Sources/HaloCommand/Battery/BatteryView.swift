import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloWearables

/// A device's battery on a terminal.
struct BatteryView {
  private static let labelWidth = 5
  private let story: BatteryStory
  private var insight: BatteryInsight { story.insight }

  init(_ story: BatteryStory) { self.story = story }

  func draw(on terminal: Terminal) -> String {
    let width = min(terminal.width, 78)
    let name = Words.printable(story.device.name)
    var lines = [
      terminal.paint(name, .bold), terminal.paint(String(repeating: "─", count: min(width, 60)), .faint),
    ]
    guard let latest = insight.latest else { return (lines + nothing(width)).joined(separator: "\n") + "\n" }
    lines += level(latest, width, terminal)
    lines += [""] + chart(columns: max(8, min(width, 68) - Self.labelWidth - 2), terminal)
    lines += [""] + costs(width, terminal)
    return lines.joined(separator: "\n") + "\n"
  }

  private func nothing(_ width: Int) -> [String] {
    guard let newest = story.newest else {
      return Self.wrapped(
        "No reading yet. 'halo sync --device \"\(Words.printable(story.device.name))\"' asks for one.", width)
    }
    let time = Words.localTime(newest.start)
    if newest.start > story.now {
      return Self.wrapped(
        "It has readings, and they are of later than \(Words.localTime(story.now)): see --now.", width)
    }
    return Self.wrapped(
      "Nothing in these days. It last said \(Words.number(newest.value)) % on \(time): --days looks further back.",
      width)
  }

  private func level(_ latest: BatteryReading, _ width: Int, _ terminal: Terminal) -> [String] {
    let hours = Double(story.now.milliseconds - latest.time.milliseconds) / 3_600_000
    let charging = latest.isCharging.map { $0 ? ", charging" : ", not charging" } ?? ""
    let percent = "\(Words.number(latest.percent)) %"
    let color: Terminal.Color = latest.percent <= 15 ? .red : latest.percent <= 30 ? .yellow : .green
    let facts = "read \(BatteryWords.age(hours: hours)) (\(Words.localTime(latest.time)))\(charging)"
    var lines = Self.wrapped("\(percent)  \(facts)", width, indent: 2)
    lines[0] = terminal.paint(percent, color) + lines[0].dropFirst(percent.count)
    switch insight.daysLeft {
    case .success(let left):
      lines += Self.wrapped("\(BatteryWords.daysLeft(left)) left (estimate)", width, indent: 2)
    case .failure(let gap):
      lines += Self.wrapped("Days left: not known. \(BatteryWords.sentence(gap))", width, indent: 2)
    }
    if case .success(let trend) = insight.trend {
      let period = trend.isOfPresentSettings ? "" : ", in which settings changed"
      lines += Self.wrapped(
        """
        uses \(BatteryWords.range(trend.perDay.low, trend.perDay.high)) % a day (estimate from \
        \(Words.counted(trend.readingCount, "reading")) over \(BatteryWords.days(trend.days)) on battery\(period))
        """, width, indent: 2)
    }
    return lines
  }

  /// The readings over the time that is looked at, a dot where one is.
  private func chart(columns: Int, _ terminal: Terminal) -> [String] {
    let readings = BatteryReading.allSteady(story.history.readings.filter { $0.time <= story.now })
    let first = readings.map(\.time).min() ?? story.from
    let span = max(Double(story.now.milliseconds - first.milliseconds), 3_600_000)
    var chart = DotChart(columns: columns, rows: 5)
    for reading in readings {
      let minute = Int(Double(reading.time.milliseconds - first.milliseconds) / span * 1439)
      chart.mark(from: minute, to: minute + 1, low: reading.percent, high: reading.percent, bottom: 0, top: 100)
    }
    let labels = ["100 %", "", " 50 %", "", "  0 %"]
    let rows = zip(labels, chart.lines).map { label, line in
      let label = label + String(repeating: " ", count: Self.labelWidth - label.count)
      return terminal.paint(label + " │", .faint) + terminal.paint(Self.trimmed(line), .green)
    }
    let (begin, end) = (Self.day(first), "now")
    let gap = max(1, columns - begin.count - end.count)
    let axis = String(repeating: " ", count: Self.labelWidth + 2) + begin + String(repeating: " ", count: gap) + end
    return rows + [terminal.paint(axis, .faint)]
  }

  private static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

  /// "20 Nov".
  private static func day(_ moment: Moment) -> String {
    Words.shortDate(moment.wallClock.date).split(separator: " ").dropFirst().joined(separator: " ")
  }

  // MARK: Costs

  private func costs(_ width: Int, _ terminal: Terminal) -> [String] {
    var lines = [terminal.paint("What each habit costs", .bold) + terminal.paint("  estimates", .faint)]
    let changes = story.changes
    for cost in insight.costs {
      let amount = cost.amount.map { ", \(BatteryWords.amount($0, of: cost.habit))" } ?? ""
      lines += Self.wrapped(BatteryWords.name(cost.habit) + amount, width - 2).map { "  " + $0 }
      lines += Self.wrapped(words(cost), width - 4).map { line in
        if case .success = cost.cost { return "    " + line }
        return "    " + terminal.paint(line, .faint)
      }
      if let change = changes[cost.habit] {
        lines += Self.wrapped(words(change), width - 4).map { "    " + $0 }
      }
    }
    if let rest = insight.rest {
      lines += Self.wrapped("everything else, and what never changed", width - 2).map { "  " + $0 }
      lines += Self.wrapped("\(BatteryWords.range(rest.low, rest.high)) % a day", width - 4).map { "    " + $0 }
    }
    var notes = """
      From \(Words.counted(insight.costReadingCount, "reading")) over \(BatteryWords.days(insight.costDays)) on battery with known \
      settings, \(Words.counted(insight.chargeCount, "charge")) between. Devices report whole per cents, some by a table of their \
      own. 'docs/battery.md' explains the method.
      """
    // Straps and sensors, which store no days, never report whether they are charging.
    if story.history.unreadCount > 0, HaloProgram.registry.keepsDays(story.device.family) {
      notes +=
        " \(Words.counted(story.history.unreadCount, "older reading")) without whether it was charging: 'halo rebuild' reads that."
    }
    return lines + [""] + Self.wrapped(notes, width).map { terminal.paint($0, .faint) }
  }

  private func words(_ cost: BatteryCost) -> String {
    let unit = BatteryWords.unit(of: cost.habit)
    switch cost.cost {
    case .failure(let gap): return BatteryWords.words(gap, of: cost.habit)
    case .success(let estimate):
      guard cost.habit == .heartRate else {
        return "\(BatteryWords.range(estimate.low, estimate.high)) \(unit)"
      }
      // Its unit is a heart rate every five minutes; what is set now says more.
      let amount = cost.amount.flatMap { $0 > 0 ? $0 : nil } ?? 1
      let range = BatteryWords.range(estimate.low * amount, estimate.high * amount)
      return cost.amount == 0 ? "every 5 minutes: \(range) \(unit)" : "\(range) \(unit)"
    }
  }

  private func words(_ change: BatteryChange) -> String {
    let days = change.days
    let to =
      change.habit.isTimed ? "an hour a day more" : "\(BatteryWords.amount(change.to, of: change.habit)) instead"
    let (low, high) = (min(abs(days.low), abs(days.high)), max(abs(days.low), abs(days.high)))
    let more = days.value < 0 ? "less" : "more"
    guard high >= 1.0 / 12, days.low * days.high >= 0 else { return "\(to): hardly a difference to a full charge" }
    let range = high < 1 ? "\(BatteryWords.range(low * 24, high * 24)) hours" : "\(BatteryWords.range(low, high)) days"
    return "\(to): about \(BatteryWords.days(abs(days.value))) \(more) of a full charge (\(range))"
  }

  /// A text in lines of that many columns, those after the first indented.
  private static func wrapped(_ text: String, _ width: Int, indent: Int = 0) -> [String] {
    text.split(separator: " ", omittingEmptySubsequences: false).reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : String(repeating: " ", count: indent) + word)
      }
    }
  }
}
