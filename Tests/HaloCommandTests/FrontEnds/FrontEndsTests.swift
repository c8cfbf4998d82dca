import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloDashboard

/// Compares one journal on the command line, the page and the app: two wearers, a ring and a strap on one of them,
/// the end of summer time, a day synced only in the morning, and days without a sync.
@Suite struct FrontEndsTests {
  /// The compared days: the one with 25 hours, the day of the strap, one synced only in the morning, one without
  /// data.
  static let days = [0, 3, 6, 7, 8].map { FrontEndsJournal.longDay.adding(days: $0) }

  @Test(arguments: days, ["Ada", "Ben"])
  func `every figure of a day is the same on the command line and on the page`(
    date: CalendarDate, wearer: String
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    let command = try await Program.run(["day", "\(date)", "--json", "--wearer", wearer, "--journal", home.path])
    let page = try JSONSerialization.jsonObject(with: home.page(date, wearer)) as? [String: Any]
    let shown = try #require(page)
    guard command.status == 0 else {
      // Status 65 means no data: the page then has no figures either.
      #expect(command.status == 65)
      #expect(home.figures(shown).allSatisfy { $0.value.value == nil })
      return
    }
    let printed = try #require(try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
    #expect(home.figures(printed) == home.figures(shown))
    #expect(printed["missing"] as? NSArray == shown["missing"] as? NSArray)
    #expect(printed["coverage"] as? NSDictionary == shown["coverage"] as? NSDictionary)
    let (left, right) = (printed["series"] as? [[String: Any]] ?? [], shown["series"] as? [[String: Any]] ?? [])
    #expect(left.count == right.count && !left.isEmpty)
    for (left, right) in zip(left, right) {
      for key in ["id", "name", "chart", "minimum", "average", "maximum", "count", "start", "times", "values"] {
        #expect(left[key] as? NSObject == right[key] as? NSObject, "\(key)")
      }
    }
  }

  @Test(arguments: days) func `the terminal draws the figures that the report has`(date: CalendarDate) async throws {
    let home = try await FrontEndsJournal.shared.value
    let drawn = try await Program.run(
      ["day", "\(date)", "--wearer", "Ada", "--journal", home.path], environment: ["COLUMNS": "200"])
    let day = try home.reports("Ada").day(date)
    guard drawn.status == 0 else {
      #expect(day.isEmpty)
      return
    }
    let text = drawn.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for figure in day.figures where figure.value != nil && figure.id != .stress {
      #expect(text.contains(try #require(figure.text?.english)), "\(figure.id)")
      if let trend = figure.trend { #expect(text.contains(trend.words.english), "\(figure.id)") }
    }
  }

  @Test(arguments: days) func `every figure of a night is the same on the page and in the report`(
    date: CalendarDate
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    for wearer in ["Ada", "Ben"] {
      let night = try home.reports(wearer).night(date)
      let page = try JSONSerialization.jsonObject(with: home.nightPage(date, wearer)) as? [String: Any]
      let shown = home.figures(try #require(page))
      #expect(Set(shown.keys) == Set(night.figures.map(\.id)))
      for figure in night.figures {
        #expect(shown[figure.id]?.value == figure.value, "\(figure.id)")
        #expect(shown[figure.id]?.text == figure.text?.english)
      }
    }
  }

  @Test(arguments: [7, 30], ["Ada", "Ben"])
  func `weeks and months of the heart and of nights are the same on the command line, on the page and in the report`(
    count: Int, wearer: String
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    let (first, last) = (FrontEndsJournal.today.adding(days: 1 - count), FrontEndsJournal.today)
    let pages = try home.periodPages(from: first, to: last, wearer)
    let reports = try home.reports(wearer)
    let (heart, nights) = try (reports.heart(from: first, to: last), reports.nights(from: first, to: last))
    for (command, page, summary) in [("heart", pages.heart, heart.summary), ("sleep", pages.nights, nights.summary)] {
      // The page in this test uses a time zone that is always UTC+1.
      let zone = ["TZ": "Etc/GMT-1", "COLUMNS": "400"]
      let options = ["--days", "\(count)", "--until", "\(last)", "--wearer", wearer, "--journal", home.path]
      let printed = try #require(
        try await JSONSerialization.jsonObject(
          with: Data(Program.run([command, "--json"] + options, environment: zone).output.utf8))
          as? [String: Any])
      let shown = try #require(try JSONSerialization.jsonObject(with: page) as? [String: Any])
      // The page also gets the texts of values.
      let texts: Set = command == "heart" ? [] : ["axis", "durations"]
      #expect(texts.isSubset(of: shown.keys))
      for (name, value) in shown where name != "days" && !texts.contains(name) {
        let list = (value as? [[String: Any]])?.map {
          $0.filter { !["texts", "averageTexts", "usualTexts"].contains($0.key) }
        }
        #expect(printed[name] as? NSObject == list as NSObject? ?? value as? NSObject, "\(name)")
      }
      let (left, right) = (printed["days"] as? [String: Any], shown["days"] as? [String: Any])
      for (name, value) in right ?? [:] { #expect(left?[name] as? NSObject == value as? NSObject, "\(name)") }
      #expect(Set(printed.keys).subtracting(shown.keys).isSubset(of: ["sleeps"]))
      #expect(shown["summary"] as? String == summary?.english)
      let drawn = try await Program.run([command] + options, environment: zone)
      if let summary { #expect(drawn.output.contains(summary.english)) }
      if count == 30 { #expect(summary != nil) }
    }
    for (place, date) in nights.nights.date.enumerated() {
      let night = try reports.night(date)
      #expect(nights.nights.account[place] == night.account.kind, "\(date)")
      #expect(nights.nights.asleep[place] == night.main?.minutesAsleep, "\(date)")
      #expect(nights.nights.start[place] == night.main?.start.moment, "\(date)")
      #expect(nights.nights.end[place] == night.main?.end.moment, "\(date)")
      let day = try reports.heart(date)
      #expect(heart.series(.heartRate)?.low[place] == day.figure(.lowestHeartRate)?.value, "\(date)")
      for metric in heart.metrics {
        #expect(metric.values[place] == day.figure(metric.id)?.value, "\(metric.id) \(date)")
      }
    }
  }

  @Test(arguments: days) @MainActor
  func `every figure of the heart is the same on the page and in the app`(date: CalendarDate) async throws {
    let shared = try await FrontEndsJournal.shared.value
    try await shared.inApp(date) { environment, reports in
      let (heart, week, sleep) = (
        HeartModel(environment), HeartModel(environment, span: .week), SleepModel(environment)
      )
      let screens = [Task { await heart.run() }, Task { await week.run() }, Task { await sleep.run() }]
      while heart.contents.isLoading || week.contents.isLoading || sleep.contents.isLoading { await Task.yield() }
      for screen in screens { screen.cancel() }
      let page = try JSONSerialization.jsonObject(with: shared.heartPage(date, "Ada")) as? [String: Any]
      let shown = shared.figures(try #require(page))
      let series = heart.contents.value?.series.first { $0.metric == .heartRate }
      for (name, line) in [
        (FigureID.lowestHeartRate, "minimum"), (.averageHeartRate, "average"), (.highestHeartRate, "maximum"),
      ] {
        #expect(shown[name]?.text == series?.figures.first { $0.id == line }?.value.english, "\(name)")
      }
      let rest = heart.contents.value?.rest ?? []
      for figure in rest {
        #expect(shown[try #require(FigureID(rawValue: figure.id))]?.text == figure.value.english, "\(figure.id)")
      }
      #expect(rest.count == [.restingHeartRate, .nightHeartRateVariability].count { shown[$0]?.value != nil })
      let (days, nights) = try (
        reports.heart(from: date.adding(days: -6), to: date), reports.nights(from: date.adding(days: -6), to: date)
      )
      let trend = week.contents.value?.trends.first { $0.metric == .heartRate }
      #expect(trend?.days.map(\.average) ?? [] == days.series(.heartRate)?.average.compactMap(\.self) ?? [])
      #expect(week.contents.value?.trends.map(\.id) ?? [] == days.series.map(\.id))
      #expect(week.contents.value?.summary == (week.contents.value == nil ? nil : days.summary))
      #expect(sleep.contents.value?.week.days.map(\.total) == nights.nights.asleep)
    }
  }

  @Test(arguments: days, ["Ada", "Ben"]) @MainActor
  func `every figure of a day and of a night is the same in the app`(
    date: CalendarDate, wearer: String
  ) async throws {
    let shared = try await FrontEndsJournal.shared.value
    try await shared.inApp(date, of: wearer) { environment, reports in
      let (today, sleep) = (TodayModel(environment), SleepModel(environment))
      let screens = [Task { await today.run() }, Task { await sleep.run() }]
      while today.contents.isLoading || sleep.contents.isLoading { await Task.yield() }
      for screen in screens { screen.cancel() }
      let (day, night) = (try reports.day(date), try reports.night(date))
      let lines = today.contents.value.map { $0.tiles + $0.figures } ?? []
      #expect(Set(lines.map(\.id)) == Set(day.figures.filter { $0.value != nil }.map(\.id.rawValue)))
      for figure in day.figures where figure.value != nil {
        let line = try #require(lines.first { $0.id == figure.id.rawValue })
        #expect(line.value == figure.text, "\(figure.id)")
        #expect(line.note == figure.note, "\(figure.id)")
      }
      let shown = sleep.contents.value?.figures ?? []
      for figure in night.figures {
        let line = shown.first { $0.id == figure.id.rawValue }
        #expect(line?.value == figure.text ?? line.flatMap { _ in figure.reason }, "\(figure.id)")
      }
    }
  }

  @Test(arguments: [ExportFormat.csv, .jsonLines])
  func `an export of some days has the same bytes on the command line and on the page`(
    format: ExportFormat
  ) async throws {
    let home = try await FrontEndsJournal.shared.value
    let (first, last) = (FrontEndsJournal.longDay.adding(days: -1), FrontEndsJournal.longDay.adding(days: 6))
    let printed = try await Program.run([
      "export", "--format", format == .csv ? "csv" : "jsonl", "--from", "\(first)", "--to", "\(last)", "--wearer",
      "Ada",
      "--journal", home.path,
    ])
    let export = Export(isJSON: format == .jsonLines, from: first, to: last, wearer: "Ada")
    let parts = try export.parts(home.journal).map { try export.lines(in: $0, of: home.journal).bytes }
    let downloaded = String(decoding: export.header + parts.joined(), as: UTF8.self)
    #expect(printed.lines.count > 2000)
    #expect(printed.output == downloaded)
    // A night belongs completely to the day on which it began.
    #expect(downloaded.contains("night \(last)") && !downloaded.contains("night \(last.adding(days: 1))"))
  }

  @Test(arguments: [ExportFormat.csv, .jsonLines]) @MainActor
  func `an export of everything has the same bytes on the command line and in the app`(
    format: ExportFormat
  ) async throws {
    let shared = try await FrontEndsJournal.shared.value
    let folder = try TemporaryFolder()
    try await shared.inApp { environment, _ in
      let model = DataModel(environment, folder: folder.url.path())
      let screen = Task { await model.run() }
      model.start(format)
      while model.export == .writing(format) { await Task.yield() }
      guard case .written(format, let path, _) = model.export else {
        Issue.record("\(model.export)")
        return
      }
      let printed = try await Program.run([
        "export", "--format", format == .csv ? "csv" : "jsonl", "--journal", shared.path,
      ])
      #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
      screen.cancel()
    }
  }

  @Test @MainActor
  func `a device has the same charge, age and days left on the command line, on the page and in the app`()
    async throws
  {
    let shared = try await FrontEndsJournal.shared.value
    let printed = try await Program.run(["devices", "--json", "--journal", shared.path])
    let devices = try printed.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let batteries = try await Program.run(["battery", "--json", "--journal", shared.path]).lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    try await Simulation.run(waitingForMainActor: true) { @MainActor clock in
      let start = WallClock(date: FrontEndsJournal.today, minuteOfDay: 600)
      let home = try SimulatedHome(
        clock, registry: .bundled, start: start, zone: .hoursEast(1), journal: shared.journal)
      let environment = ModelEnvironment(
        journal: shared.journal, radio: home.radio, registry: .bundled,
        driver: DriverEnvironment(clock: ContinuousClock(), time: home.time), wearer: "Ada")
      let model = DevicesModel(environment)
      let screen = Task { await model.run() }
      while model.rows.isLoading { await Task.yield() }
      screen.cancel()
      let tasks = DeviceTaskRunner(home.engine, nil, EventHub())
      let rows = try #require(model.rows.value)
      #expect(rows.count == devices.count && rows.count == batteries.count && !rows.isEmpty)
      for (row, (device, battery)) in zip(rows, zip(devices, batteries)) {
        let full =
          try JSONSerialization.jsonObject(
            with: VisibleText.data(DeviceAnswer.full(row.device, shared.journal, tasks))) as? [String: Any]
        let history =
          try JSONSerialization.jsonObject(
            with: VisibleText.data(BatteryAnswer(row.device, shared.journal, tasks))) as? [String: Any]
        #expect(full?["name"] as? String == device["name"] as? String)
        #expect(full?["address"] as? String == device["identifier"] as? String)
        #expect(full?["firmware"] as? String == device["firmware"] as? String)
        #expect(full?["can"] as? NSArray == device["can"] as? NSArray)
        #expect(full?["live"] as? NSArray == device["live"] as? NSArray)
        let (left, right) = (full?["battery"] as? [String: Any], device["battery"] as? [String: Any])
        #expect(left?["percent"] as? Double == right?["percent"] as? Double)
        #expect(left?["read"] as? String == right?["time"] as? String)
        #expect(row.batteryPercent == right?["percent"] as? Double)
        let report = try BatteryReport(row.device, shared.journal, now: home.time.moment)
        #expect(history?["words"] as? String == report.words.english)
        #expect(row.figures.first { $0.id == "left" }?.value == report.left)
        #expect(battery["name"] as? String == report.name)
        #expect((battery["readings"] as? NSArray)?.count ?? 0 <= report.readings.count + 1)
      }
    }
  }

  /// A number of each kind: measured by a ring and by a strap, a sleep, movement, computed for days, imported; and
  /// missing ones.
  static let subjects: [String] = {
    let (today, past) = (FrontEndsJournal.today, FrontEndsJournal.longDay.adding(days: 1))
    let computed = [DerivedMetric.restingHeartRate, .timeAsleep, .nightHeartRateVariability, .restingHeartRateTrend]
    return [
      "heart-rate@\(today)T08:15:00+01:00", "oxygen-saturation@\(today)T03:30:00+01:00",
      "stress@\(today)T08:10:00+01:00",
      "steps@\(today)T08:10:00+01:00", "heart-rate@\(past)T08:15:00+01:00", "heart-rate@\(past)T00:00:00+09:00",
      "heart-rate@\(FrontEndsJournal.longDay.adding(days: 3))T16:40:07+01:00", "sleep@\(today)", "sleep@\(past)",
      "movement@\(today)", "movement@\(past)", "night-account@\(today)", "power@\(today)T08:15:00+01:00", "workout@3",
      "sleep@2001-01-01",
    ] + computed.flatMap { metric in [today, past].map { "\(metric.exportName)@\($0)" } }
  }()

  @Test(arguments: subjects) @MainActor
  func `a number has the same explanation on the command line, on the page and in the app`(
    id: String
  ) async throws {
    let shared = try await FrontEndsJournal.shared.value
    let subject = try #require(ExplainSubject(id))
    let command = try await Program.run(["explain", id, "--json", "--wearer", "Ada", "--journal", shared.path])
    let page = try? shared.explanation(of: subject, "Ada")
    let journal = shared.journal
    let app = try await Simulation.run(waitingForMainActor: true) { @MainActor clock in
      let start = WallClock(date: FrontEndsJournal.today, minuteOfDay: 600)
      let home = try SimulatedHome(clock, registry: .bundled, start: start, zone: .hoursEast(1), journal: journal)
      let model = ExplainModel(
        subject,
        ModelEnvironment(
          journal: journal, radio: home.radio, registry: .bundled,
          driver: DriverEnvironment(clock: ContinuousClock(), time: home.time), wearer: "Ada"))
      await model.run()
      return model.contents
    }
    guard command.status == 0 else {
      #expect(command.status == 65)
      #expect(page == nil)
      #expect(app.advice.map { command.problems.contains($0.message.english) } == true)
      return
    }
    #expect(command.output == page.map { $0 + "\n" })
    let shown = try #require(app.value)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try command.output == String(decoding: encoder.encode(shown), as: UTF8.self) + "\n")
    let drawn = try await Program.run(
      ["explain", id, "--wearer", "Ada", "--journal", shared.path], environment: ["COLUMNS": "1000"]
    ).output
    #expect(drawn.hasPrefix("\(shown.name.english) \(shown.text.english)\n"))
    for line in shown.lines { #expect(drawn.contains(line.text.english), "\(line)") }
    for link in shown.inputs.flatMap(\.links) { #expect(drawn.contains("halo explain \(link.explain)")) }
  }
}
