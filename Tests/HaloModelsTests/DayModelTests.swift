import HaloReports
import HaloTesting
import Foundation
import HaloBluetooth
import HaloHealth
import HaloInsights
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Today, Sleep, Heart and Activity")
@MainActor
struct DayModelTests {
  private let today = SimulatedHome.morning.date

  @Test func `every screen shows advice if the journal is empty`() async throws {
    try await ModelFixture.run { place in
      let (today, sleep) = (TodayModel(place.environment), SleepModel(place.environment))
      let (heart, activity) = (HeartModel(place.environment), ActivityModel(place.environment))
      #expect(today.contents.isLoading && sleep.contents.isLoading && heart.contents.isLoading)
      #expect(activity.contents.isLoading)
      try await running({ await today.run() }) { await until({ !today.contents.isLoading }, on: place.clock) }
      try await running({ await sleep.run() }) { await until({ !sleep.contents.isLoading }, on: place.clock) }
      try await running({ await heart.run() }) { await until({ !heart.contents.isLoading }, on: place.clock) }
      try await running({ await activity.run() }) { await until({ !activity.contents.isLoading }, on: place.clock) }
      #expect(today.contents.advice?.message.english == "Add a device under My device, wear it, and sync.")
      #expect(sleep.contents.advice?.title.english == "No night yet")
      #expect(heart.contents.advice?.title.english == "No heart rate data")
      #expect(activity.contents.advice?.title.english == "No step data")
      sleep.goBack()
      try await running({ await sleep.run() }) {
        await until({ sleep.contents.advice?.title.english == "No data for this night" }, on: place.clock)
      }
    }
  }

  @Test func `Today shows the ring's data, and reloads after a sync`() async throws {
    let day = today
    try await ModelFixture.run { place in
      let model = TodayModel(place.environment)
      let sync = SyncModel(place.environment)
      try place.pair()
      try await running({ await model.run() }) {
        await until({ model.contents.advice != nil }, on: place.clock)
        await sync.sync()
        await until({ model.contents.value?.steps != nil }, on: place.clock)
        let contents = try #require(model.contents.value)
        #expect(contents.date == day)
        let truth = SimulatedPerson(seed: 1).day(day)
        #expect(contents.night?.minutes == truth.night.end - truth.night.start)
        #expect(contents.steps?.goal == 8000)
        #expect(contents.steps.map { $0.progress == min(1, Double($0.count) / 8000) } == true)
        #expect(contents.heart?.points.isEmpty == false)
        #expect(contents.latestHeartRate?.note?.english.hasPrefix("at 10:") == true)
        #expect(contents.battery?.value.english.hasSuffix(" %") == true)
        #expect(contents.steps?.voiceOverText.english.hasSuffix("steps of 8,000") == true)
        #expect(contents.tiles.contains { $0.id == "resting-heart-rate" && $0.value.english.hasSuffix(" bpm") })
        #expect(contents.account == nil)
        #expect(model.title.english == "Friday, 13 November")
      }
    }
  }

  @Test func `Today and Sleep show every figure of the reports, with the reason if there is no value`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let reports = try Reports(
        journal: place.environment.journal, wearer: "me", time: place.environment.driver.time)
      let (today, sleep) = (TodayModel(place.environment), SleepModel(place.environment))
      try await running({ await today.run() }) { await until({ today.contents.value != nil }, on: place.clock) }
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      let known = try reports.day(day).figures.filter { $0.value != nil }
      let contents = try #require(today.contents.value)
      #expect(contents.tiles.map(\.id) == ["time-asleep", "steps", "resting-heart-rate", "night-hrv"])
      let shown = contents.tiles + contents.figures
      #expect(Set(shown.map(\.id)) == Set(known.map(\.id.rawValue)) && shown.count == known.count)
      for figure in known {
        let fact = try #require(shown.first { $0.id == figure.id.rawValue })
        #expect(fact.value == figure.text && fact.note == figure.note)
      }
      #expect(contents.steps?.figure.value == known.first { $0.id == .steps }?.text)
      let night = try reports.night(day)
      let figures = try #require(sleep.contents.value?.figures)
      #expect(figures.map(\.id) == night.figures.map(\.id.rawValue))
      #expect(figures.map(\.value) == night.figures.compactMap { $0.text ?? $0.reason })
      #expect(figures.first { $0.id == "efficiency" }?.value.english.hasSuffix(" %") == true)
      #expect(
        figures.first { $0.id == "latency" }?.voiceOverText.english
          == "Time to fall asleep: No device reported when you went to bed.")
    }
  }

  @Test func `Sleep gives the reason once if a night is missing`() async throws {
    let tomorrow = today.adding(days: 1)
    try await ModelFixture.run { place in
      try await place.fill()
      try await place.clock.sleep(for: .seconds(24 * 3600))
      let model = SleepModel(place.environment)
      try await running({ await model.run() }) { await until({ model.contents.value != nil }, on: place.clock) }
      let contents = try #require(model.contents.value)
      #expect(
        contents.night == nil && contents.week.days.last?.date == tomorrow && contents.week.days.last?.total == nil)
      #expect(contents.account?.english == "This night has not been synced yet.")
      #expect(!contents.figures.contains { $0.value == contents.account })
    }
  }

  @Test func `a partly recorded night is marked, and does not count in the week's average`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let journal = place.environment.journal
      let known = try #require(try journal.insights(of: "me", from: day, to: day).first?.values[.nightAccount])
      try journal.keep(
        [
          DerivedValue(
            known.metric, Double(NightOutcome.wornInPart.code), start: known.start, length: known.length,
            algorithm: known.algorithm, version: known.version, inputs: known.inputs)
        ], of: "me")
      let model = SleepModel(place.environment)
      try await running({ await model.run() }) { await until({ model.contents.value != nil }, on: place.clock) }
      let contents = try #require(model.contents.value)
      #expect(contents.account == NightOutcome.wornInPart.sentence && contents.night != nil)
      #expect(contents.week.days.last?.total != nil)
      #expect(contents.week.voiceOverText.english.hasPrefix("6 nights with data this week, "))
    }
  }

  @Test func `Today shows the next day after midnight`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let model = TodayModel(place.environment)
      try await running({ await model.run() }) {
        await until({ model.contents.value?.date == day }, on: place.clock)
        let tomorrow = day.adding(days: 1)
        await until({ model.contents.value?.date == tomorrow }, within: .seconds(24 * 3600), on: place.clock)
        #expect(model.contents.value?.account?.english == "No data for today yet. Sync to get it.")
      }
    }
  }

  @Test func `Today goes back day by day, and its dial has the sleep and the steps of that day`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let model = TodayModel(place.environment)
      try await running({ await model.run() }) {
        await until({ model.contents.value != nil }, on: place.clock)
        #expect(!model.canGoForward)
        model.goBack()
        let before = day.adding(days: -1)
        await until({ model.contents.value?.date == before }, on: place.clock)
        #expect(model.title.english == "Thursday, 12 November" && model.canGoForward)
        let contents = try #require(model.contents.value)
        #expect(contents.battery == nil && contents.account == nil)
        let dial = try #require(contents.dial)
        let truth = SimulatedPerson(seed: 1).day(before)
        // The night began on the day before, at a negative minute; the dial shows it from midnight on.
        #expect(dial.sleep.first?.start == max(0, truth.night.start))
        #expect(dial.sleep.contains { $0.end == truth.night.end })
        #expect(dial.sleep.allSatisfy { 0 <= $0.start && $0.start < $0.end && $0.end <= 1440 })
        let busiest = try #require(truth.hours.max { $0.steps < $1.steps })
        let highest = try #require(dial.steps.max { $0.height < $1.height })
        #expect(truth.hours.contains { $0.hour == highest.start / 60 && $0.steps > busiest.steps / 3 })
        model.goForward()
        await until({ model.contents.value?.date == day }, on: place.clock)
        #expect(!model.canGoForward)
        model.show(day.adding(days: -40))
        await until({ model.contents.value?.account != nil }, on: place.clock)
        #expect(model.contents.value?.account?.english == "There is no data of this day.")
        #expect(model.contents.value?.dial == nil && model.contents.value?.tiles.isEmpty == true)
      }
    }
  }

  @Test func `Sleep shows the night as reported by the ring, and its week`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let model = SleepModel(place.environment)
      try await running({ await model.run() }) {
        await until({ model.contents.value != nil }, on: place.clock)
        let truth = SimulatedPerson(seed: 1).day(day).night
        let contents = try #require(model.contents.value)
        let night = try #require(contents.night)
        #expect(night.segments.last?.end == truth.end - truth.start)
        #expect(night.segments.map(\.start) == night.segments.map(\.start).sorted())
        #expect(zip(night.segments, night.segments.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(night.hasStages)
        #expect(night.figures.map(\.id) == ["asleep", "deep", "light", "rem", "awake"])
        #expect(night.figures[0].note?.english == "Stages are the device's estimate.")
        #expect(night.voiceOverText.english.contains(" asleep: Deep "), "\(night.voiceOverText.english)")
        #expect(night.marks.allSatisfy { $0.label.english.hasSuffix(":00") })
        #expect(night.marks.allSatisfy { (0...night.minutes).contains($0.position) })
        #expect(contents.account == nil)
        #expect(contents.week.days.count == 7 && contents.week.days.allSatisfy { $0.total != nil })
        #expect(contents.week.days.last?.label.english == "Fri")
        #expect(contents.week.voiceOverText.english.hasPrefix("7 nights with data this week, "))
        #expect(!model.canGoForward)
        model.goBack()
        await until({ model.contents.value?.night?.date == day.adding(days: -1) }, on: place.clock)
        #expect(model.canGoForward)
        model.goForward()
        await until({ model.contents.value?.night?.date == day }, on: place.clock)
        #expect(model.date == nil)
      }
    }
  }

  @Test func `Heart shows single values of a day, and daily ranges of a week and four weeks`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let model = HeartModel(place.environment)
      try await running({ await model.run() }) {
        await until({ model.contents.value != nil }, on: place.clock)
        let contents = try #require(model.contents.value)
        let series = try #require(contents.series.first)
        let truth = SimulatedPerson(seed: 1).day(day)
        let logged = series.points.filter { $0.minute != truth.manualReading?.minute }
        #expect(logged.allSatisfy { Double(truth.heartRate[$0.minute / 5]) == $0.low })
        #expect(series.figures.map(\.id) == ["minimum", "average", "maximum", "count"])
        #expect(series.figures.first?.origin != nil)
        #expect(series.points.allSatisfy { series.range.contains($0.low) })
        #expect(
          series.voiceOverText.english.hasPrefix("Heart rate from 00:00 to 10:"), "\(series.voiceOverText.english)")
        #expect(contents.series.map(\.metric) == [.heartRate, .oxygenSaturation, .heartRateVariability, .stress])
        model.span = .week
        await until({ model.contents.value?.trends.isEmpty == false }, on: place.clock)
        let trends = try #require(model.contents.value?.trends)
        #expect(trends.map(\.metric) == contents.series.map(\.metric))
        for trend in trends {
          // Each day of each metric is what the day's own report says.
          let reports = try Reports(
            journal: place.environment.journal, wearer: "me", time: place.environment.driver.time)
          for shown in trend.days {
            let report = try reports.heart(shown.date)
            let own = try #require(report.series(trend.metric))
            #expect(trend.metric == .heartRate || (own.minimum, own.maximum) == (shown.low, shown.high))
          }
          #expect(trend.days.count >= 6, "\(trend.metric)")
        }
        let oxygen = try #require(trends.first { $0.metric == .oxygenSaturation })
        #expect(oxygen.days.contains { $0.low < $0.high && $0.high <= 100 })
        #expect(oxygen.selection(at: 5)?.english.contains(" %") == true)
        let trend = try #require(trends.first)
        #expect(trend.length == 7 && trend.days.count == 7)
        #expect(trend.marks.map(\.label.english) == ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"])
        #expect(trend.voiceOverText.english.hasPrefix("Heart rate on 7 of 7 days: between "))
        #expect(model.title.english == "7 Nov – 13 Nov")
        model.span = .month
        await until(
          {
            model.contents.value?.trends.allSatisfy { $0.length == 28 } == true
              && model.title.english == "17 Oct – 13 Nov"
          },
          on: place.clock)
        model.span = .day
        for _ in 0..<9 { model.goBack() }
        await until({ model.contents.advice != nil }, on: place.clock)
        #expect(model.contents.advice?.message.english == "Your journal has none of these days.")
      }
    }
  }

  @Test func `Activity shows steps towards the goal, the day's intervals, the week and workouts`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try place.environment.profile.change {
        $0.units = .imperial
        $0.stepGoal = 500
      }
      try await place.fill()
      try place.environment.journal.keep(
        Workout(
          .running, start: Moment(WallClock(date: day, minuteOfDay: 420), secondsFromGMT: 28_800), length: 1_800_000,
          meters: 5000, kilocalories: 320.4, source: .live), of: "me")
      let model = ActivityModel(place.environment)
      try await running({ await model.run() }) {
        await until({ model.contents.value != nil }, on: place.clock)
        let contents = try #require(model.contents.value)
        let truth = SimulatedPerson(seed: 1).day(day).hours.filter { $0.hour < 10 }.map(\.steps).reduce(0, +)
        #expect(contents.intervals.filter { $0.minute < 600 }.map(\.steps).reduce(0, +) == truth)
        let steps = try #require(contents.steps)
        #expect(contents.progress == min(1, Double(steps) / 500))
        #expect(contents.figures.map(\.id).prefix(3) == ["steps", "distance", "energy"])
        #expect(contents.figures[1].note?.english == "Estimated by the device.")
        #expect(contents.week.days.count == 7 && contents.week.days.last?.total == steps)
        let run = try #require(contents.workouts.first)
        #expect(run.title.english == "Running")
        #expect(
          run.figures.map { $0.value.text(in: Wording(usesImperialUnits: true)) } == [
            "30:00", "3.11 mi", "58 bpm", "60 bpm", "320 kcal",
          ])
        #expect(run.figures[2].note?.english == "From 6 values of Ring, about every 5 min.")
        #expect(run.when.english == "Friday, 13 November, 07:00")
        let count = Wording().number(Double(steps), digits: 0)
        #expect(contents.voiceOverText.english.hasPrefix("\(count) steps of 500."))
      }
    }
  }

  @Test func `zones are shown once the year of birth is in the profile, and the screen says what is missing before`()
    async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let (begin, time) = (place.environment.today, place.time.moment)
      try place.environment.journal.keep(
        Workout(.running, start: time + .minutes(-60), length: 1_800_000, source: .live), of: "me")
      let (heart, activity) = (HeartModel(place.environment), ActivityModel(place.environment))
      let settings = SettingsModel(place.environment, sharing: SharingModel(place.environment))
      try await running({ await heart.run() }) {
        await until({ heart.contents.value?.zonesNote != nil }, on: place.clock)
        #expect(heart.contents.value?.zones.isEmpty == true)
        #expect(
          heart.contents.value?.zonesNote?.english.hasPrefix("Zones need your year of birth or your maximum") == true)
        try await running({ await settings.run() }) {
          settings.profile.birthYear = begin.year - 50
          await until({ heart.contents.value?.zones.isEmpty == false }, on: place.clock)
          #expect(heart.contents.value?.zones.map(\.name.english) == (1...5).map { "Zone \($0)" })
          // 208 − 0.7 · 50
          #expect(heart.contents.value?.zonesNote?.english.contains("173 bpm, estimated from your age") == true)
          settings.profile.maxHeartRate = 190
          await until(
            { heart.contents.value?.zonesNote?.english.hasPrefix("Based on a maximum heart rate of 190 bpm.") == true },
            on: place.clock)
        }
      }
      try await running({ await activity.run() }) { await until({ activity.contents.value != nil }, on: place.clock) }
      #expect(activity.contents.value?.workouts.first?.zones.count == 5)
    }
  }

  @Test func `any day can be chosen, a period goes by its length, and midnight moves every screen`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let (sleep, heart) = (SleepModel(place.environment), HeartModel(place.environment, span: .week))
      sleep.show(day.adding(days: -200))
      #expect(sleep.shownDay == day.adding(days: -200) && sleep.canGoForward)
      sleep.show(day.adding(days: 5))
      #expect(sleep.date == nil && sleep.shownDay == day && !sleep.canGoForward)
      heart.goBack()
      #expect(heart.title.english == "31 Oct – 6 Nov")
      heart.goForward()
      #expect(heart.date == nil)
      try await running({ await sleep.run() }) {
        await until({ sleep.contents.value?.night != nil }, on: place.clock)
        await until(
          { sleep.contents.value?.week.days.last?.date == day.adding(days: 1) }, within: .seconds(24 * 3600),
          on: place.clock)
      }
    }
  }

  @Test func `each chart describes the position that a person touches, if something is there`() async throws {
    let day = today
    try await ModelFixture.run { place in
      try await place.fill()
      let (sleep, heart) = (SleepModel(place.environment), HeartModel(place.environment))
      let activity = ActivityModel(place.environment)
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      try await running({ await activity.run() }) { await until({ activity.contents.value != nil }, on: place.clock) }
      let person = SimulatedPerson(seed: 1)
      let (truth, earlier) = (person.day(day), person.day(day.adding(days: -1)))

      let night = try #require(sleep.contents.value?.night)
      let first = try #require(truth.night.stages.first)
      let touched = try #require(night.selection(at: first.minutes - 1)?.english)
      #expect(touched == "\(first.stage?.title.english ?? ""), \(first.minutes) min from \(night.start.time)")
      #expect(night.selection(at: first.minutes) != night.selection(at: first.minutes - 1))
      #expect(night.selection(at: night.minutes) == nil && night.selection(at: -1) == nil)

      let nights = try #require(sleep.contents.value?.week)
      let asleep = truth.night.stages.filter { $0.stage != .awake }.reduce(0) { $0 + $1.minutes }
      #expect(
        nights.selection(at: 6)?.english == "Friday, 13 November: \(asleep / 60) h \(asleep % 60) min asleep")
      #expect(nights.days.last?.height == Double(asleep) / 60)
      #expect(nights.selection(at: 7) == nil && nights.selection(at: -1) == nil)

      let steps = try #require(activity.contents.value)
      let total = Wording().number(Double(earlier.hours.reduce(0) { $0 + $1.steps }), digits: 0)
      #expect(steps.week.selection(at: 5)?.english == "Thursday, 12 November: \(total) steps")
      let hour = try #require(truth.hours.first { $0.hour < 10 && $0.steps > 0 })
      let shown = try #require(steps.intervals.first { $0.minute / 60 == hour.hour })
      #expect(steps.selection(at: shown.chartEnd - 1) == steps.selection(at: shown.minute))
      #expect(
        steps.selection(at: shown.minute)?.english.hasSuffix(" steps from \(TimeOfDay(minutes: shown.minute))") == true)
      #expect(steps.selection(at: 1439) == nil)

      try await running({ await heart.run() }) {
        await until({ heart.contents.value != nil }, on: place.clock)
        let series = try #require(heart.contents.value?.series.first)
        let minute = try #require(series.points.map(\.minute).first { $0 != truth.manualReading?.minute })
        let words = "\(truth.heartRate[minute / 5]) bpm at \(TimeOfDay(minutes: minute))"
        #expect(series.selection(at: minute)?.english == words)
        #expect(series.selection(at: 1439) == nil)
        heart.span = .week
        await until({ heart.contents.value?.trends.isEmpty == false }, on: place.clock)
        let trend = try #require(heart.contents.value?.trends.first)
        let range = try #require(trend.days.first { $0.place == 5 })
        #expect(
          trend.selection(at: 5)?.english
            == "Thursday, 12 November: between \(Int(range.low)) bpm and \(Int(range.high)) bpm, "
            + "average \(Int(range.average.rounded())).")
        #expect(trend.selection(at: 7) == nil)
      }
    }
  }
}
