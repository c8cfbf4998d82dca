#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloDrivers
  import HaloHealth
  import HaloJournal
  import HaloModels
  import HaloReports
  import HaloSimulatedRadio
  import HaloTesting
  import HaloVirtualDevices
  import HaloWearables
  import Testing

  @testable import HaloDashboard

  /// One journal through the command line, the page and the app: two wearers, a ring and a strap on one of them, the end of summer time, a
  /// day that was synced in the morning and not since, and days that were not synced at all.
  @Suite struct FrontEndsTests {
    /// The days that are compared: the one with 25 hours, the day of the strap, one that was synced in the morning alone, one without data.
    static let days = [0, 3, 6, 7, 8].map { FrontEndsJournal.longDay.adding(days: $0) }

    @Test(arguments: days, ["Ada", "Ben"])
    func `every figure of a day is the same on the command line and on the page`(
      date: CalendarDate, wearer: String
    ) async throws {
      let home = try await FrontEndsJournal.shared.value
      let command = try Program.run(["day", "\(date)", "--json", "--wearer", wearer, "--journal", home.path])
      let page = try JSONSerialization.jsonObject(with: Data(home.page(date, wearer).bytes)) as? [String: Any]
      let shown = try #require(page)
      guard command.status == 0 else {
        // The command line has nothing to draw: then the page has no number either.
        #expect(command.status == 65)
        #expect(home.figures(shown).allSatisfy { $0.value.value == nil })
        return
      }
      let printed = try #require(try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
      #expect(home.figures(printed) == home.figures(shown))
      #expect(printed["missing"] as? NSArray == shown["missing"] as? NSArray)
      #expect(printed["coverage"] as? NSDictionary == shown["coverage"] as? NSDictionary)
      for name in ["heartRate", "oxygen", "stress", "heartRateVariability", "steps"] {
        let (left, right) = (printed[name] as? [String: Any], shown[name] as? [String: Any])
        for key in ["minimum", "average", "maximum", "count", "start", "times", "values"] {
          #expect(left?[key] as? NSObject == right?[key] as? NSObject, "\(name).\(key)")
        }
      }
    }

    @Test(arguments: days) func `the terminal draws the figures that the report has`(date: CalendarDate) async throws {
      let home = try await FrontEndsJournal.shared.value
      let drawn = try Program.run(
        ["day", "\(date)", "--wearer", "Ada", "--journal", home.path], environment: ["COLUMNS": "200"])
      let day = try home.reports("Ada").day(date)
      guard drawn.status == 0 else {
        #expect(day.isEmpty)
        return
      }
      let text = drawn.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for figure in day.figures where figure.value != nil && figure.id != "stress" {
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
        let page = try JSONSerialization.jsonObject(with: Data(home.nightPage(date, wearer).bytes)) as? [String: Any]
        let shown = home.figures(try #require(page))
        #expect(Set(shown.keys) == Set(night.figures.map(\.id)))
        for figure in night.figures {
          #expect(shown[figure.id]?.value == figure.value, "\(figure.id)")
          #expect(shown[figure.id]?.text == figure.text?.english)
        }
      }
    }

    @Test(arguments: days, ["Ada", "Ben"]) @MainActor
    func `every figure of a day and of a night is the same in the app`(
      date: CalendarDate, wearer: String
    ) async throws {
      let shared = try await FrontEndsJournal.shared.value
      let journal = shared.journal
      try await Simulation.run(holdingForMainActor: true) { @MainActor clock in
        let start = WallClock(date: date, minuteOfDay: 600)
        let home = try SimulatedHome(clock, registry: .bundled, start: start, zone: .hoursEast(1), journal: journal)
        let environment = ModelEnvironment(
          journal: journal, radio: home.radio, registry: .bundled,
          driver: DriverEnvironment(clock: ContinuousClock(), time: home.time), wearer: wearer)
        let (today, sleep) = (TodayModel(environment), SleepModel(environment))
        let screens = [Task { await today.run() }, Task { await sleep.run() }]
        while today.contents.isLoading || sleep.contents.isLoading { await Task.yield() }
        for screen in screens { screen.cancel() }
        let reports = try Reports(journal: journal, wearer: wearer, time: home.time)
        let (day, night) = (try reports.day(date), try reports.night(date))
        let lines = today.contents.value.map { $0.figures + ($0.steps.map { [$0.figure] } ?? []) } ?? []
        #expect(Set(lines.map(\.id)) == Set(day.figures.filter { $0.value != nil }.map(\.id)))
        for figure in day.figures where figure.value != nil {
          let line = try #require(lines.first { $0.id == figure.id })
          #expect(line.value == figure.text, "\(figure.id)")
          if figure.id != "steps" { #expect(line.note == figure.note, "\(figure.id)") }
        }
        let shown = sleep.contents.value?.figures ?? []
        for figure in night.figures {
          let line = shown.first { $0.id == figure.id }
          #expect(line?.value == figure.text ?? line.flatMap { _ in figure.reason }, "\(figure.id)")
        }
      }
    }

    /// A number of each kind: measured by a ring and by a strap, a sleep, movement, computed of days, imported; and what there is not.
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
      let command = try Program.run(["explain", id, "--json", "--wearer", "Ada", "--journal", shared.path])
      let page = try? shared.explanation(of: subject, "Ada")
      let journal = shared.journal
      let app = try await Simulation.run(holdingForMainActor: true) { @MainActor clock in
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
      let drawn = try Program.run(
        ["explain", id, "--wearer", "Ada", "--journal", shared.path], environment: ["COLUMNS": "1000"]
      ).output
      #expect(drawn.hasPrefix("\(shown.name.english) \(shown.text.english)\n"))
      for line in shown.lines { #expect(drawn.contains(line.text.english), "\(line)") }
      for link in shown.inputs.flatMap(\.links) { #expect(drawn.contains("halo explain \(link.explain)")) }
    }
  }
#endif
