public import HaloHealth
import HaloInsights
import HaloEngine
import HaloJournal
import HaloWearables
public import Observation
public import HaloReports

/// What the Today screen binds to: the day so far, the night before, and how the ring does.
@MainActor @Observable
public final class TodayModel {
  /// What is shown.
  public struct Contents: Sendable, Hashable {
    /// The day.
    public let date: CalendarDate
    /// Steps so far, and the goal; `nil` where nothing is known.
    public let steps: Steps?
    /// The night that ended today; `nil` where it is not known.
    public let night: NightPicture?
    /// Today's heart rate; `nil` where nothing is known.
    public let heart: SeriesPicture?
    /// The latest heart rate, with its time.
    public let latestHeartRate: Figure?
    /// The heart at rest, and what else insights know.
    public let rest: [Figure]
    /// Other values of today: the latest of each.
    public let others: [Figure]
    /// How the ring's cell does.
    public let battery: Figure?

    /// Whether nothing of today is known yet, though there are earlier days.
    public var isQuiet: Bool { steps == nil && night == nil && heart == nil && others.isEmpty }
  }

  /// Steps of a day.
  public struct Steps: Sendable, Hashable {
    /// How many.
    public let count: Int
    /// The goal; `nil` if there is none.
    public let goal: Int?
    /// The share of the goal, 0…1; `nil` without a goal.
    public let progress: Double?
    /// "4,210 of 8,000".
    public let figure: Figure
    /// What VoiceOver says of the ring that closes.
    public let spoken: Phrase
  }

  /// What there is to show.
  public private(set) var contents: Loaded<Contents> = .loading

  private let environment: ModelEnvironment

  /// A day that was not read yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// The day in words.
  public var title: Phrase { Phrase("\(environment.today, .full)") }

  /// What belongs on every screen of health: this is no medical device.
  public static let disclaimer = Phrase(
    "None of this is medical advice. See a doctor about your health, not a ring.")

  /// Reads, and reads again when there is something new and when a day begins, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
      group.addTask { await self.waitForMidnights() }
    }
  }

  private func waitForMidnights() async {
    while !Task.isCancelled {
      let left = 86_400 - environment.driver.time.wallClock.secondOfDay
      do { try await environment.driver.clock.sleep(for: .seconds(left)) } catch { return }
      await load()
    }
  }

  private func load() async {
    let (day, wearer, now) = (environment.today, environment.wearer, environment.now)
    let profile = environment.profile.current
    do {
      let contents = try await environment.read { journal -> Contents? in
        let contents = try Contents(day, journal, wearer: wearer, profile, now: now)
        let isNew = try contents.isQuiet && journal.knownDays(of: wearer) == nil
        return isNew ? nil : contents
      }
      self.contents = contents.map(Loaded.value) ?? .empty(Self.advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private static let advice = Advice(
    Phrase("Nothing here yet"), Phrase("Add a ring under My device, wear it, and sync."))
}

extension TodayModel.Contents {
  fileprivate init(
    _ date: CalendarDate, _ journal: Journal, wearer: String, _ profile: Profile, now: Moment
  ) throws {
    let words = MeasureWords(profile.units)
    let day = DaySummary(of: date, in: try journal.day(date, wearer: wearer))
    self.date = date
    steps = day.movement.map { TodayModel.Steps($0, goal: profile.stepGoal) }
    night = day.nights.last { !$0.isDoubtful }.map(NightPicture.init)
    heart = SeriesPicture(.heartRate, in: day, words)
    latestHeartRate = day.samples[.heartRate]?.last.map { Self.latest($0, words) }
    rest = try HealthFigures(journal, wearer, words).rest(on: date)
    others = Self.others.compactMap { day.samples[$0]?.last.map { Self.latest($0, words) } }
    battery = try journal.devices().lazy.filter { $0.wearer == wearer }.compactMap { device in
      try journal.shownBattery(of: device).map { reading in
        Figure(
          "battery", Phrase("Battery"), Phrase("\(reading.percent, digits: 0) %"),
          note: Phrase("\(device.name), \(MeasureWords.ago(reading.time, now: now))"))
      }
    }.first
  }

  private static func latest(_ sample: Sample, _ words: MeasureWords) -> Figure {
    let at = Phrase("at \(sample.start.time)")
    return Figure(
      sample.metric.rawValue, sample.metric.title, words.value(sample.value, of: sample.metric),
      note: sample.metric.caution.map { Phrase("\(at). \($0)") } ?? at, origin: .sample(sample))
  }

  private static let others: [Metric] = [
    .heartRateVariability, .oxygenSaturationMinimum, .stress, .skinTemperature,
  ]
}

extension TodayModel.Steps {
  fileprivate init(_ movement: DaySummary.Movement, goal: Int?) {
    count = movement.steps
    self.goal = goal
    progress = goal.map { min(1, Double(movement.steps) / Double($0)) }
    figure = Figure(
      "steps", Phrase("Steps"), Phrase("\(movement.steps)"), note: goal.map { Phrase("of \($0)") },
      origin: .movement(movement))
    spoken = goal.map { Phrase("\(movement.steps) steps of \($0)") } ?? Phrase("\(movement.steps) steps")
  }
}
